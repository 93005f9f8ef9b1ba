// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several turns for each test of a loop that ends when it ends, on a plan of
// stage shared.
//
//   while c(x) { x = f(x) }
//     is told as
//   while c(x) { x = f(x); x = c(x) ? f(x) : x; x = c(x) ? f(x) : x; ... }
//
// A device that is told kernels tests the condition of a loop around them at a
// cost of several kernels. It is told some turns at once instead: each kernel
// and copy of the body looks whether the condition still holds, and does
// nothing where it does not. What carries on unchanged has the same condition
// again, so those of the condition need not look.
//
// A condition that the body computes for the next turn is written by the last
// step of a turn, behind all that look at it.
//
// That costs each step a look, and behind the end of the loop some launches for
// nothing. How many turns are told is weighed by the predicted time of a turn;
// the record says both times. Loops whose bodies hold anything but kernels,
// copies and guarded branches of such have one turn for each test: loops,
// other branches, calls and collectives have no guards, nor have kernels of
// machines that say no cost of them.
//
// Where it is known how many turns there are, nobody has to look: all of them
// are told without any test, or several for each, whatever is in them. Fewer
// where kernels turn out to be several commands each.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// So many commands are told at once at most, of turns that are repeated.
inline constexpr int64_t kMostStepsAtOnce = 256;

void groupTurns(ProgramOp program, const Machine &machine);

} // namespace weft::plan
