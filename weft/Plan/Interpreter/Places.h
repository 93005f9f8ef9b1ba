// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes placed plans in bytes. Beside the values, a run then has the arenas
// of the plan, full of garbage at first:
//
// - What an operation makes is written to its place.
// - What an operation reads is read from its place, and must be there: each
//   byte that differs from the value is an error that names the operation. So a
//   value that dies too early, two values that share bytes and should not, and
//   a view or loop that lies elsewhere than its source are all found where they
//   are first read, whatever the numbers are.
// - At the end the results must lie in their storages, and arguments that are
//   not donated must be as they were.

#pragma once

#include "weft/Plan/IR/Plan.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

namespace weft::plan {

/// Makes `table` do so for the placed programs of `module`; others are executed
/// as before. Last, when the table has all its entries.
void checkPlaces(reference::OpTable &table, mlir::ModuleOp module);

} // namespace weft::plan
