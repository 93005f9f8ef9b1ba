// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the host that give nothing back: nothing in the run waits for them.
// The device leaves copies of their arrays in pinned memory and goes on; a
// thread makes the calls behind the run (CallsBehindRuns.h), in the order of
// the program. The results of a run are there when its calls were made, and
// fail with what one of them says.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Runtime/HostCalls.h"

#include <optional>
#include <vector>

namespace weft::cuda {

/// Where a call finds its arrays.
struct StagedCall {
  struct Array {
    CommandAddress from;
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };

  /// With its arrays from `bytes` on, to which theirs are added. Nothing where
  /// it has to be followed: it gives something back, or works on the device.
  static std::optional<StagedCall> place(const CallCommand &made,
                                         const runtime::HostCalls &calls,
                                         uint64_t &bytes);

  uint32_t site = 0;
  std::vector<Array> arrays;
};

/// Those of a program, in the pinned memory of a run.
struct StagedCalls {
  /// Nothing where calls have to be followed, are inside of branches or of
  /// loops that are not written out (how often they are made is then known only
  /// to the device, CallRing.h), or take more memory than is spared for them.
  static std::optional<StagedCalls> plan(const CommandProgram &program,
                                         const runtime::HostCalls &calls);

  /// In the order in which they are made: one for each turn of a loop around
  /// them.
  std::vector<StagedCall> calls;
  uint64_t bytes = 0;
};

} // namespace weft::cuda
