// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes one kernel of a small loop, on a plan of stage fused.
//
// A loop whose regions hold only kernels and names for bytes, and loops and
// branches of such, can run without a launch in it: its kernels become phases of
// one kernel, its values stay where they are. That pays when a turn is short
// against a launch, or its values fit the innermost memories; a loop over large
// kernels stays one of the plan, so that each of them can use the whole machine.
// Inner loops come first.

#pragma once

#include "weft/Plan/Fuse/CostModel.h"

namespace weft::plan {

struct LoopOptions {
  MachineCost machine;
  /// A turn that takes longer is better done by many threads.
  int64_t maximumStepPicoseconds = 20'000'000;
  /// All values of a turn together.
  int64_t maximumBytes = 512 << 10;
};

void formLoopKernels(ProgramOp program, const LoopOptions &options = {});

} // namespace weft::plan
