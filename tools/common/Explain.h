// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows the decisions that passes record.

#pragma once

#include "weft/Support/Decisions.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/Pass/PassManager.h>

namespace weft::tools {

/// Adds what `addPasses` adds to a pipeline on modules, between a pass that
/// attaches a log to the program and one that writes the records to `stream`,
/// one line each. Returns what `addPasses` returns.
mlir::LogicalResult addExplained(
    mlir::PassManager &passes, llvm::raw_ostream &stream,
    llvm::function_ref<mlir::LogicalResult(mlir::PassManager &)> addPasses);

} // namespace weft::tools
