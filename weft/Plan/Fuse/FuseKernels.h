// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins kernels where that saves time: stage built to stage fused.
//
// Each block of the plan (the program, a loop's body, a branch) is fused by
// itself. Every kernel starts as a group of its own; steps that are free to
// repeat belong to each kernel that uses them. Then, by a heap over all edges
// from a producer to a consumer, the pair that saves most is joined first, if
// nothing stands against it; asked in this order, each with a name:
//
//   wall     one of them is no kernel
//   cycle    a third would have to run between them; window: too far to tell
//   limit    the kernel would have too many operations or values
//   tiling   the oracle refuses (TilingOracle.h)
//   slower   joined they would take longer
//
// Only the edges of the new group are priced again. First those are joined whose
// value nobody else reads. Then cheap producers with few consumers are computed
// in each of them instead of being stored; then come joins that store the value
// too (several results), and groups that read the same large value over the
// same space.
//
// Each kernel gets a record why it is so, a name and a digest of what it
// computes: equal digests share code.

#pragma once

#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Fuse/TilingOracle.h"

namespace weft::plan {

struct FuseOptions {
  MachineCost machine;
};

void fuseKernels(ProgramOp program, TilingOracle &oracle,
                 const FuseOptions &options = {});

} // namespace weft::plan
