// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches without a decision of the device, on a plan of stage shared.
//
//   case(i, f, g)
//     is told as
//   f, if i == 0; g, if i != 0
//
// A device that is told kernels decides about a branch around them at the cost
// of ten. The kernels and copies of all branches are launched in a row instead:
// each looks at the number of the branch that is taken, and does nothing where
// that is not its own. What a branch yields lies where the result does, so that
// those that do nothing leave it as it is.
//
// That costs each step a look, and the steps of the other branches a launch for
// nothing; the predicted times of both ways decide, and are on record. What is
// looked at is kept until the last step is over. A branch may have another one
// inside, and be in a loop that is told several turns at once (GroupTurns.h),
// as long as no step looks at more than two numbers.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

void guardBranches(ProgramOp program, const Machine &machine);

} // namespace weft::plan
