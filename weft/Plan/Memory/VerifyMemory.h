// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of a plan that need the whole program and its lives: too costly for
// the verifier that runs after every pass, and so a pass of their own. It reads
// only the plan, not the reasoning of the passes that made it.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// From stage shared on:
/// P7: nothing is overwritten that is still to be read.
/// P8: an argument that must be donated holds its result.
/// From stage placed on:
/// P9: every value has a place, aligned and inside its arena, and two values
///     with common bytes and overlapping lives are of one storage class.
/// From stage synchronised on:
/// P10: two operations that touch the same bytes, one of them writing, are
///      ordered by operands and `plan.after`, whatever their order in the text.
mlir::LogicalResult verifyMemory(ProgramOp program);

} // namespace weft::plan
