// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From StableHLO to the first stage of a plan: every operation is a kernel of
// its own, calls are inlined, loops and branches are the plan's.
//
// Runs after the program is simplified and sharding is gone, since from here on
// an operation's place in the plan is looked at, not its algebra.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::plan {

/// The program of one function, put before it. Fails after a diagnostic at the
/// operation that a plan cannot hold; the function is unchanged then.
mlir::FailureOr<ProgramOp> buildProgram(mlir::func::FuncOp function);

/// Replaces all functions of a module that can be started with by programs, and
/// drops those that only those called. With `keepOthers` a function that has no
/// plan stays what it is, silently.
mlir::LogicalResult buildPlan(mlir::ModuleOp module, bool keepOthers = false);

} // namespace weft::plan
