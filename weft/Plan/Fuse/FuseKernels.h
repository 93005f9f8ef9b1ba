// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins kernels where that saves time: stage built to stage fused.
//
// Each block of the plan (the program, a loop's body, a branch) is fused by
// itself. Steps that are free to repeat belong to each kernel that uses them.
// From the last operation to the first, each joins the kernels that read it, or
// begins one. At that time all that read it have their kernels, so that what it
// would cost there is known exactly: how often it would be computed
// (KernelWork.h), and what need not be stored and read. What several kernels
// read is computed in each of them if that is cheaper than to store it. What
// stands against a join has a name (JoinRefusals.h).
//
// Then the oracle (TilingOracle.h) is asked once per kernel; one that it
// refuses is put together again with a question at each join (`tiling`). At
// last kernels are joined of which one stores what the other reads, that read
// the same large value, or, where each is launched, that compute single numbers
// (several results); here a third may have to run between them (`cycle`;
// `window` if it is too far to tell). What is stored all the same is computed
// again by the threads that read it, if that moves fewer bytes
// (RecomputeStored.cpp).
//
// Each kernel gets a record why it is so, a name and a digest of what it
// computes: equal digests share code. A kernel that has a record is left as it
// is.

#pragma once

#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Fuse/TilingOracle.h"

namespace weft::plan {

void fuseKernels(ProgramOp program, TilingOracle &oracle,
                 const Machine &machine);

} // namespace weft::plan
