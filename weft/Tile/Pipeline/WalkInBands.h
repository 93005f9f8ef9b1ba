// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Programs of a product that run at the same time share as much of both
/// factors as they can: those of one wave are a square of the result's tiles
/// instead of a few of its rows. Stage `free` before and after.
void walkInBands(KernelOp kernel, const Machine &machine);

} // namespace weft::tile
