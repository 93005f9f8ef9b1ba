// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rules see of emission. Its functions are the emitter's (Emitter.cpp).

#pragma once

#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Arithmetic.h"
#include "weft/Tile/Tiling/TiledProgram.h"

namespace weft::tile {

class Emitter;

/// What a rule sees while it emits one instance.
class EmitContext {
public:
  EmitContext(Emitter &emitter, mlir::OpBuilder &builder,
              const Instance &instance, TileRegion *region);

  mlir::Operation *const op;
  const Instance &instance;
  /// Where operations are put, at the place of the instance.
  Arithmetic math;

  const Tile &tile() const { return instance.tile; }
  llvm::SmallVector<int64_t, 4> shape() const {
    return tileShape(instance.tile);
  }
  /// The value of the i-th tile that the rule asked for.
  const TileValue &operand(unsigned i) const;
  llvm::SmallVector<TileValue> operands() const;
  const Tile &operandTile(unsigned i) const {
    return instance.operandTiles[i].tile;
  }
  /// StableHLO's type of it.
  mlir::RankedTensorType operandType(unsigned i) const {
    return llvm::cast<mlir::RankedTensorType>(
        instance.operandTiles[i].value.getType());
  }
  mlir::RankedTensorType resultType(unsigned i = 0) const {
    return llvm::cast<mlir::RankedTensorType>(op->getResult(i).getType());
  }

  const IndexFacts &facts() const;
  mlir::Value index(mlir::AffineExpr expression);

  /// Which elements of `tile` lie in [0, extent) in the named dimensions; null
  /// when all do.
  mlir::Value mask(mlir::ArrayRef<DimensionTile> tile,
                   mlir::ArrayRef<int64_t> extents,
                   mlir::ArrayRef<unsigned> dimensions);
  /// Whether the dead elements of an operand's tile are zero: it was just read
  /// from memory.
  bool hasDeadZeros(unsigned i) const;
  /// Whether an operand's tile was prepared ahead.
  bool isKept(unsigned i) const;
  /// How the candidate wants integers multiplied.
  const ProductForm &productForm() const;
  /// The ref of an operand that is in memory.
  mlir::Value ref(mlir::Value value) const;

private:
  Emitter &emitter;
  TileRegion *region;
};

/// Whether all of a tile's indices are known to lie in [0, extent).
bool isInside(const DimensionTile &tile, int64_t extent,
              const IndexFacts &facts);

} // namespace weft::tile
