// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes one kernel of a loop that fits into one, on a plan of stage built:
// before fusion, which then leaves it alone.
//
// A loop whose regions hold only kernels and names for bytes, and loops and
// branches of such, can run without a launch in it, if its values are small or
// stay where they are (LoopState.h), and the oracle agrees. Inner loops come
// first. A loop over large values stays one of the plan, so that each of its
// kernels can use the whole machine.
//
// The kernel's block: constants and the like that the loop starts with or uses,
// then one `stablehlo.while` of plain StableHLO operations, then a yield of
// those of its results that are read.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/Fuse/TilingOracle.h"

namespace weft::plan {

void formLoopKernels(ProgramOp program, TilingOracle &oracle,
                     const Machine &machine);

} // namespace weft::plan
