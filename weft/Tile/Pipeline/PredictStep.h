// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long a step of a loop takes the threads of one block, read off the
// kernel as it is written: how often they meet, what they wait for, and what
// they issue in between.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// In picoseconds: of a kernel of stage `free` whose programs are a team, or of
/// one program. Loops inside of its own whose number of turns is not known are
/// taken to have a few.
int64_t predictStep(KernelOp team, const Machine &machine);

} // namespace weft::tile
