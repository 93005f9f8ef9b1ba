// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Tile/Tiling/Arithmetic.h"

namespace weft::tile {

/// Tiles of one shape, one after the other in a dimension; together they have
/// the shape of `type`.
TileValue joinTiles(Arithmetic &math, mlir::ArrayRef<TileValue> operands,
                    int64_t along, mlir::RankedTensorType type);

} // namespace weft::tile
