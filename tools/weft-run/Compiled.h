// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that run as native code (--compiled).

#pragma once

#include "tools/weft-run/Execute.h"
#include "weft/Executable/Executable.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::tools {

/// Compiles a function of a module, for a grid of devices. Stages are dumped
/// and timed as the options say.
StatusOr<Ref<const Executable>> compileFunction(mlir::ModuleOp module,
                                                llvm::StringRef function,
                                                const DeviceGrid &grid,
                                                const Options &options);

/// Like execute(), natively.
mlir::FailureOr<DeviceResults>
executeCompiled(mlir::ModuleOp module, mlir::FunctionOpInterface function,
                llvm::ArrayRef<reference::Value> arguments,
                reference::Budget &budget, const Options &options);

/// Moves what a test function computes into functions of their own, and leaves
/// in it what makes the data and what checks results. Constants become
/// arguments of what is moved, so that it is not computed while compiling;
/// where shapes depend on them they go along.
void outlineComputations(mlir::ModuleOp module, mlir::func::FuncOp test);

/// Makes the interpreter run such functions natively. The test operations are
/// added after it.
void addCompiledCalls(reference::OpTable &table, mlir::ModuleOp module,
                      const Options &options);
/// The same for the programs of interpreter.run_parallel, in place of what the
/// test operations do.
void addCompiledGrids(reference::OpTable &table, mlir::ModuleOp module,
                      const Options &options);

} // namespace weft::tools
