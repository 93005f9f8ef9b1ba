// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a tile is cut into machine vectors.
//
// The elements of a tile, counted row-major, are cut into *pieces* of
// consecutive elements; one piece is one machine vector. A piece is a power of
// two wide, because vectors of other widths are slow on every machine, and at
// most `width` wide, one number per kernel. Wherever it is possible a piece
// lies inside one row, so that rows can be combined piece by piece:
//
//   width 4, 2x8:  |0 0 0 0|0 0 0 0|1 1 1 1|1 1 1 1|    2x6: |0000|00|1111|11|
//
// Rows shorter than a vector are taken together until they fill one:
//
//   width 4, 3x2:  |0 0 1 1|2 2|                        8x1: |0123|4567|
//
// The cut depends on nothing but the shape and the width, so tiles of one
// shape are cut alike whatever their element types, and an elementwise
// operation is a loop over pieces. And since pieces never reorder elements,
// every operation that only moves elements (broadcast, transpose, reshape,
// slice, join) is a map from element numbers to element numbers.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace weft::code {

/// Consecutive elements of a tile, in row-major order.
struct Piece {
  int64_t start;
  int64_t width;

  friend bool operator==(const Piece &, const Piece &) = default;
};

/// The number of elements of a shape.
int64_t elementCount(llvm::ArrayRef<int64_t> shape);

class Lanes {
public:
  /// `width` is a power of two.
  explicit Lanes(int64_t width) : width(width) {}

  int64_t maximumWidth() const { return width; }

  /// The pieces of a tile, in order. A tile of rank 0 is one piece of width 1.
  llvm::SmallVector<Piece> cut(llvm::ArrayRef<int64_t> shape) const;

  /// How many trailing elements form a row that no piece leaves: the product of
  /// so many minor extents as fill a vector, or of all.
  int64_t rowLength(llvm::ArrayRef<int64_t> shape) const;

private:
  int64_t width;
};

/// Element numbers and coordinates of a shape, row-major.
llvm::SmallVector<int64_t> coordinatesOf(int64_t element,
                                         llvm::ArrayRef<int64_t> shape);
int64_t elementAt(llvm::ArrayRef<int64_t> coordinates,
                  llvm::ArrayRef<int64_t> shape);

} // namespace weft::code
