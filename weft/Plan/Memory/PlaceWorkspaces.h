// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives what kernels have for themselves while they run its place in the temp
// arena. How much that is (the attribute `workspace`) is known once their tiles
// are chosen, when values have their places: it goes between them, and behind
// them where there is no room (PackWorkspaces.h).

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// Of a program that is placed. Does nothing where no kernel has a workspace.
void placeWorkspaces(ProgramOp program, int64_t alignment = 256);

} // namespace weft::plan
