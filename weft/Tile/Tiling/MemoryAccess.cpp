// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/MemoryAccess.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// The operands of a load or store.
struct Box {
  llvm::SmallVector<Value> offsets;
  llvm::SmallVector<Value> bounds;
  llvm::SmallVector<int64_t> strides;
  llvm::SmallVector<int64_t> shape;
};

/// `part` and `extents` are the tile and the sizes that say which elements
/// exist: those of `tile` and its memory, or of what lies in a part of it.
Box makeBox(EmitContext &context, ArrayRef<DimensionTile> tile,
            RankedTensorType type, ArrayRef<DimensionTile> part,
            ArrayRef<int64_t> extents) {
  Box box;
  AffineExpr zero = getAffineConstantExpr(0, type.getContext());
  bool isBounded = false;
  for (auto [dimension, own, extent] : llvm::zip_equal(tile, part, extents)) {
    box.offsets.push_back(context.index(dimension.offset));
    box.shape.push_back(dimension.size);
    box.strides.push_back(dimension.stride);
    bool isSafe = isInside(own, extent, context.facts());
    isBounded |= !isSafe;
    AffineExpr bound = dimension.offset - own.offset + extent;
    box.bounds.push_back(isSafe ? Value() : context.index(bound));
  }
  if (isComplex(type.getElementType())) {
    box.offsets.push_back(context.index(zero));
    box.shape.push_back(2);
    box.strides.push_back(1);
    box.bounds.push_back({});
  }
  if (llvm::all_of(box.strides, [](int64_t stride) { return stride == 1; })) {
    box.strides.clear();
  }
  if (!isBounded) {
    box.bounds.clear();
  }
  return box;
}

} // namespace

bool isInside(const DimensionTile &tile, int64_t extent,
              const IndexFacts &facts) {
  IndexFact fact = facts.of(tile.offset);
  __int128 reach = static_cast<__int128>(tile.stride) * (tile.size - 1);
  return fact.low + std::min<__int128>(reach, 0) >= 0 &&
         fact.high + std::max<__int128>(reach, 0) < extent;
}

TileValue emitLoad(EmitContext &context, Value ref,
                   ArrayRef<DimensionTile> tile, RankedTensorType type) {
  Arithmetic &math = context.math;
  Box box = makeBox(context, tile, type, tile, type.getShape());
  Type part = partType(type.getElementType());
  Value loaded = math.make<LoadOp>(RankedTensorType::get(box.shape, part), ref,
                                   box.offsets, ArrayRef<Value>(box.bounds),
                                   Value(), ArrayRef<int64_t>(box.strides));
  if (!isComplex(type.getElementType())) {
    return {loaded};
  }
  TileValue parts;
  for (int64_t i : {0, 1}) {
    llvm::SmallVector<int64_t> from(box.shape.size(), 0);
    llvm::SmallVector<int64_t> shape = box.shape;
    from.back() = i;
    shape.back() = 1;
    Value half = math.make<SliceOp>(RankedTensorType::get(shape, part), loaded,
                                    math.builder.getDenseI64ArrayAttr(from));
    parts.push_back(math.reshape(half, tileShape(tile)));
  }
  return parts;
}

void emitStore(EmitContext &context, const TileValue &value, Value ref,
               ArrayRef<DimensionTile> tile, RankedTensorType type,
               ArrayRef<DimensionTile> part, ArrayRef<int64_t> extents) {
  Arithmetic &math = context.math;
  Box box = makeBox(context, tile, type, part, extents);
  Value whole = value[0];
  if (isComplex(type.getElementType())) {
    Type joined =
        RankedTensorType::get(box.shape, partType(type.getElementType()));
    whole = math.make<JoinOp>(joined, ValueRange(value));
  }
  StoreOp::create(math.builder, math.loc, whole, ref, box.offsets,
                  ArrayRef<Value>(box.bounds), box.strides);
}

} // namespace weft::tile
