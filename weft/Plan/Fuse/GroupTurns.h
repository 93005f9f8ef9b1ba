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
// That costs each step a look, and behind the end of the loop some launches for
// nothing. How many turns are told is weighed by the predicted time of a turn;
// the record says both times. Loops whose bodies hold anything but kernels,
// copies and guarded branches of such have one turn for each test: loops,
// other branches, calls and collectives have no guards, nor have kernels of
// machines that say no cost of them.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

void groupTurns(ProgramOp program, const Machine &machine);

} // namespace weft::plan
