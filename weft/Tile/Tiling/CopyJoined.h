// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy of a block whose dimensions are joined where their seams are closed.

#pragma once

#include "weft/Tile/Tiling/FlatBlock.h"
#include "weft/Tile/Tiling/Seams.h"

namespace weft::tile {

/// `seams` has read the block.
FlatBlock copyJoined(const TilingSpace &space, Seams &seams);

} // namespace weft::tile
