// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that a team shares, of which each member touches one element only, and
// always the same, is not shared: the value of that element stays with the
// member, in a register. So do a few elements, as the parts of a complex
// number.
//
//   scf.if %some { tile.store %t, %workspace[%m] }
//   tile.barrier cluster
//   scf.if %some { %t = tile.load %workspace[%m] ... }

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// For kernels of stage `free` whose programs are a team.
void keepInThreads(KernelOp kernel);

} // namespace weft::tile
