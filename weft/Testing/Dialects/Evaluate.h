// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the operations of `check` and `interpreter` do when they run, as
// entries for the interpreter's table.

#pragma once

#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/PrintValue.h"
#include "weft/Testing/Dialects/Probes.h"
#include "weft/Testing/Dialects/TestDialects.h"

#include <llvm/Support/raw_ostream.h>

#include <deque>
#include <mutex>

namespace weft {

/// Where test operations leave what they show and keep.
struct TestEnvironment {
  TestEnvironment(llvm::raw_ostream &output, std::string probeDirectory)
      : output(output), probes(std::move(probeDirectory)) {}

  llvm::raw_ostream &output;
  /// Held while one value is printed, so that the values of several devices do
  /// not mix.
  std::mutex outputLock;
  PrintOptions print;
  Probes probes;
};

/// What the functions that the operation names return.
StatusOr<std::deque<reference::Values>>
makeInfeed(interpreter::RunParallelOp op, reference::Context &context);

/// Adds both dialects, and the custom calls `check.expect_eq`,
/// `check.expect_almost_eq` (1e-3), `check.expect_close` (3 ulp) and `check.eq`
/// (exact for integers, else 1e-4; returns true). Any other custom call goes
/// to the entry the table had before. `environment` outlives the table and
/// everything made from it.
void addTestOps(reference::OpTable &table, TestEnvironment &environment);

} // namespace weft
