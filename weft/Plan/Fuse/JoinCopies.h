// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of single numbers become results of kernels that compute single
// numbers, on a plan of stage shared, which has the copies.
//
// Where a device is told what to do, a copy of four bytes takes as long as a
// kernel. Loops make such copies, in each turn: a number that becomes another
// one of the state, or that is needed after its place was written. One thread
// makes them together with the counters and sums that it computes anyhow; those
// that stand by themselves become one kernel with each other.

#pragma once

#include "weft/Plan/Fuse/TilingOracle.h"
#include "weft/Plan/IR/Plan.h"
#include "weft/Plan/Memory/Overwrite.h"

namespace weft::plan {

void joinCopies(ProgramOp program, TilingOracle &oracle,
                const OverwriteRule &rule);

} // namespace weft::plan
