// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that would copy what they carry do two iterations in a turn.
//
// What a loop carries lies in one place. An iteration that reads all of the old
// value for each part of the new one, as a stencil does, has to write elsewhere
// and to copy back. Two iterations in a row write to another place and back:
//
//   while c(x) { x = f(x) }     while c(x) { y = f(x); x = c(y) ? f(y) : y }
//
// There the copy is left to the last turn, if the number of iterations is odd.
//
// It runs on an ordered plan, before its storage is shared: only what sharing
// could not avoid is worth a second copy of the steps. Kernels are not written
// twice, as both have the same digest.

#pragma once

#include "weft/Plan/IR/Plan.h"
#include "weft/Plan/Memory/Overwrite.h"

namespace weft::plan {

/// Where the second iteration stands in a branch, that saves `bytesOfBranch` at
/// least: as many as could be copied meanwhile.
void pairIterations(ProgramOp program,
                    const OverwriteRule &rule = regionAllowsOverwrite,
                    int64_t bytesOfBranch = 0);

} // namespace weft::plan
