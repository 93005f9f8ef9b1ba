// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the indices of an element to its place in memory.
//
// A memory attribute cuts each dim into pieces: the tile a coordinate falls
// into, the place inside of that tile, and so on. With tile = [8, 64] on
// 16x128, coordinate (i, j) has the pieces i / 8, j / 64, i % 8, j % 64, in
// this order, slowest first; each has the product of the extents of the faster
// ones as its stride. So the place of an element is
//
//   sum over pieces of ((coordinate / divisor) % extent) * stride
//
// with the bits of a swizzle exchanged, or with padding added, at the end.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// One part of one dim, in units of elements.
struct MemoryPiece {
  int64_t dimension;
  int64_t divisor;
  int64_t extent;
  int64_t stride;
};

class MemoryPlaces {
public:
  explicit MemoryPlaces(RefType type);

  /// The place of an element, counted in elements from that of the first.
  int64_t placeOf(llvm::ArrayRef<int64_t> coordinates) const;

  /// How many elements of memory the ref occupies.
  int64_t size() const { return occupied; }

  /// The pieces, slowest first. Strides are those before swizzle and padding.
  llvm::ArrayRef<MemoryPiece> pieces() const { return allPieces; }

private:
  int64_t moved(int64_t place) const;

  llvm::SmallVector<MemoryPiece> allPieces;
  llvm::ArrayRef<int64_t> pad;
  int64_t swizzle = 0;
  int64_t elementBytes;
  int64_t occupied;
};

/// The stride of each dim in elements, or nothing where a dim has more than one
/// piece, or a swizzle or padding is in the way.
std::optional<llvm::SmallVector<int64_t>> stridesOf(RefType type);

} // namespace weft::tile
