// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two formulas of which a condition takes one are computed both, for vectors
// have no branches. Lanes of a GPU have: those of a warp that agree, as most do
// where one formula is for the ends of a range, compute only theirs.

#pragma once

#include <llvm/IR/Function.h>

namespace weft::gpu {

/// Puts the arms of a `select` into blocks of their own, where both of them are
/// long and nothing else uses them.
void branchOverArms(llvm::Function &function);

} // namespace weft::gpu
