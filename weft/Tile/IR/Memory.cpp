// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Memory.h"

using namespace mlir;

namespace weft::tile {
namespace {

int64_t roundUpDivision(int64_t value, int64_t divisor) {
  return (value + divisor - 1) / divisor;
}

/// Splits the innermost pieces by a tile; the parts inside of it become the
/// innermost ones.
void applyTile(SmallVectorImpl<MemoryPiece> &pieces, ArrayRef<int64_t> tile) {
  size_t first = pieces.size() - tile.size();
  SmallVector<MemoryPiece> inner;
  for (auto [i, extent] : llvm::enumerate(tile)) {
    MemoryPiece &outer = pieces[first + i];
    inner.push_back({outer.dimension, outer.divisor, extent, 0});
    outer.divisor *= extent;
    outer.extent = roundUpDivision(outer.extent, extent);
  }
  pieces.append(inner);
}

} // namespace

MemoryPlaces::MemoryPlaces(RefType type)
    : elementBytes(type.getElementBytes()) {
  for (auto [i, extent] : llvm::enumerate(type.getShape())) {
    allPieces.push_back({static_cast<int64_t>(i), 1, extent, 0});
  }
  MemoryAttr memory = type.getMemory();
  if (memory && !memory.getStrides().empty()) {
    occupied = type.getElementCount() == 0 ? 0 : 1;
    for (auto [piece, stride] : llvm::zip(allPieces, memory.getStrides())) {
      piece.stride = stride;
      occupied += occupied == 0 ? 0 : (piece.extent - 1) * stride;
    }
    return;
  }
  if (memory) {
    swizzle = memory.getSwizzle();
    pad = memory.getPad();
    for (DenseI64ArrayAttr tile : memory.getTiles()) {
      applyTile(allPieces, tile.asArrayRef());
    }
    SmallVector<MemoryPiece> whole(allPieces.begin(),
                                   allPieces.begin() + type.getRank());
    for (auto [i, dim] : llvm::enumerate(memory.getOrder())) {
      allPieces[i] = whole[dim];
    }
  }
  int64_t stride = 1;
  for (MemoryPiece &piece : llvm::reverse(allPieces)) {
    piece.stride = stride;
    stride *= piece.extent;
  }
  occupied = stride == 0 ? 0 : moved(stride - 1) + 1;
  if (swizzle != 0) {
    occupied = stride;
  }
}

int64_t MemoryPlaces::moved(int64_t place) const {
  if (swizzle != 0) {
    int64_t address = place * elementBytes;
    return (address ^ (((address >> 7) & (swizzle / 16 - 1)) << 4)) /
           elementBytes;
  }
  int64_t result = place;
  for (size_t i = 0; i < pad.size(); i += 2) {
    result += place / pad[i] * pad[i + 1];
  }
  return result;
}

int64_t MemoryPlaces::placeOf(ArrayRef<int64_t> coordinates) const {
  int64_t place = 0;
  for (const MemoryPiece &piece : allPieces) {
    place += coordinates[piece.dimension] / piece.divisor % piece.extent *
             piece.stride;
  }
  return moved(place);
}

std::optional<SmallVector<int64_t>> stridesOf(RefType type) {
  MemoryAttr memory = type.getMemory();
  if (memory && (!memory.getTiles().empty() || memory.getSwizzle() != 0 ||
                 !memory.getPad().empty())) {
    return std::nullopt;
  }
  MemoryPlaces places(type);
  SmallVector<int64_t> strides(type.getRank());
  for (const MemoryPiece &piece : places.pieces()) {
    strides[piece.dimension] = piece.stride;
  }
  return strides;
}

} // namespace weft::tile
