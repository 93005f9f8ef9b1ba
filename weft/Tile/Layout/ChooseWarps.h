// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many warps a program of a kernel has.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Half of what a block can have: two of them share a multiprocessor.
int64_t mostWarps(const Machine &machine);

/// Wide enough that no thread holds more than about 32 elements of a tile, or
/// 128 where products are summed in registers: the larger a warp's part of a
/// product, the less it reads of the factors for each sum. Where there is more
/// than sums, registers for all tiles together are limited, too.
int64_t chooseWarps(KernelOp kernel, const Machine &machine);

} // namespace weft::tile
