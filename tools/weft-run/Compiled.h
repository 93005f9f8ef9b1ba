// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that run as native code (--compiled).

#pragma once

#include "tools/weft-run/Execute.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::tools {

/// Like execute(), natively. Stages are dumped and timed as the options say.
mlir::FailureOr<DeviceResults>
executeCompiled(mlir::ModuleOp module, mlir::FunctionOpInterface function,
                llvm::ArrayRef<reference::Value> arguments,
                reference::Budget &budget, const Options &options,
                TestEnvironment &environment);

/// Makes the interpreter run natively what outlineComputations() moved. The
/// test operations are added after it.
void addCompiledCalls(reference::OpTable &table, mlir::ModuleOp module,
                      const Options &options, TestEnvironment &environment);
/// The same for the programs of interpreter.run_parallel, in place of what the
/// test operations do.
void addCompiledGrids(reference::OpTable &table, mlir::ModuleOp module,
                      const Options &options, TestEnvironment &environment);

} // namespace weft::tools
