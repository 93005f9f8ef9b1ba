// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs executed after each stage of the compiler (--check-passes).

#pragma once

#include "tools/weft-run/Options.h"
#include "weft/StableHLO/Interpreter/Value.h"

#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

namespace weft::tools {

/// Prints a line per stage, and a finding with the program it was reduced to.
/// Without arguments, those are taken from a comment in the text, as reduced
/// programs have one, or made up. Fails where a stage changes a result, and
/// where nothing can be compared.
mlir::LogicalResult checkPasses(mlir::ModuleOp module,
                                mlir::FunctionOpInterface function,
                                llvm::ArrayRef<reference::Value> arguments,
                                llvm::StringRef text, const Options &options,
                                llvm::raw_ostream &output);

} // namespace weft::tools
