// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a file's bytes to the values a function returns. Every function here
// that fails has emitted one error diagnostic.

#pragma once

#include "tools/weft-run/Options.h"
#include "weft/StableHLO/Interpreter/Interpreter.h"
#include "weft/Testing/Dialects/Evaluate.h"

#include <llvm/Support/MemoryBuffer.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

#include <memory>
#include <vector>

namespace weft::tools {

/// Imports a program and expands its CHLO operations. Null on failure.
mlir::OwningOpRef<mlir::ModuleOp> loadProgram(const llvm::MemoryBuffer &file,
                                              mlir::MLIRContext &context,
                                              const Options &options);

/// An interpreter that knows the test dialects.
std::unique_ptr<reference::Interpreter>
makeInterpreter(mlir::ModuleOp module, const Options &options,
                TestEnvironment &environment);

/// The values each device returned; one entry when there is no grid.
using DeviceResults = std::vector<reference::Values>;

/// Runs a function, on every device of the grid if one was asked for.
/// `arguments` are those of one device after the other, or, when they are only
/// enough for one, the same for all.
mlir::FailureOr<DeviceResults>
execute(const reference::Interpreter &interpreter,
        mlir::FunctionOpInterface function,
        llvm::ArrayRef<reference::Value> arguments, const Options &options);

} // namespace weft::tools
