// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles from memory and back. Complex numbers lie in memory as a minor
// dimension of 2.

#pragma once

#include "weft/Tile/Tiling/EmitContext.h"

namespace weft::tile {

/// Reads `tile` of a value of `type`; what lies outside is zero.
TileValue emitLoad(EmitContext &context, mlir::Value ref,
                   mlir::ArrayRef<DimensionTile> tile,
                   mlir::RankedTensorType type);

/// Writes a tile of a value with these extents, its `part`, as `tile` of memory
/// of `type`, which holds the value somewhere; only what exists of it.
void emitStore(EmitContext &context, const TileValue &value, mlir::Value ref,
               mlir::ArrayRef<DimensionTile> tile, mlir::RankedTensorType type,
               mlir::ArrayRef<DimensionTile> part,
               mlir::ArrayRef<int64_t> extents);

} // namespace weft::tile
