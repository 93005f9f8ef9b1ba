// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What only says whether a loop goes on costs no kernels of its own, on a plan
// of stage built: before fusion, which joins it with what a turn computes.
//
//   while c(x) { x = f(x) }   with a known number of turns
//     becomes
//   so many times { x = f(x) }, and what of x nobody needs now is not computed
//
//   while c(x) { x = f(x) }   otherwise
//     becomes
//   g = c(x); while g { x = f(x); g = c(x) }
//
// Where a device is told kernels, each number that is computed by itself is a
// launch in each turn. A condition at the end of a turn is one more number that
// the turn computes: one thread does so together with counters and whatever
// else is single numbers there (BlockFuser::joinNumbers). Only conditions that
// are single numbers come along: a sum behind the body is a kernel of its own
// wherever it stands.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

void joinConditions(ProgramOp program);

} // namespace weft::plan
