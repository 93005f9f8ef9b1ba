// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long a step of a loop takes on a GPU, by one block of threads and by
// kernels of the plan: an estimate from its operations, before there is a
// kernel. When there is one, its steps are predicted from what they have become
// (TilingOracle.h).

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::plan {

/// How long one step of a loop is predicted to take.
struct StepTimes {
  /// By one block of threads.
  int64_t inBlock = 0;
  /// By kernels of the plan, with the loop around them.
  int64_t apart = 0;
};

StepTimes estimateStep(stablehlo::WhileOp loop, const Machine &machine);

} // namespace weft::plan
