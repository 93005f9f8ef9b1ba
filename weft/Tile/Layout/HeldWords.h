// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much of a kernel's tiles is alive at a time, and so how many threads have
// registers for it.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Words of 32 bits of all tiles that are needed later, where those are most:
/// operation by operation, in the order that they stand in. What is made again
/// at each use takes none, nor do flags.
int64_t mostWordsHeld(KernelOp kernel);

} // namespace weft::tile
