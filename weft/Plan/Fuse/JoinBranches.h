// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small branches become kernels that know the number of the branch, on a plan
// of stage built: before fusion, which joins them with what is around.
//
//   case(i, f, g)(x)  =  select(i == 0, f(x), g(x))
//
// Where a device is told what to do before it knows what it will compute, a
// branch around kernels takes it as long as ten of them. All branches are
// computed instead where that is predicted to take less, less also than kernels
// that look whether their branch is taken (GuardBranches.h); a kernel that
// chooses by one number loads and computes only what it takes, as far as that
// was joined with it. Branches with effects, loops, or much to compute stay.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

void joinBranches(ProgramOp program, const Machine &machine);

} // namespace weft::plan
