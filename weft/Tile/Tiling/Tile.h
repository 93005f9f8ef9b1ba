// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of arrays, as tiling reasons about them.
//
// A tile of an n-dimensional value says, per dimension, which indices it holds:
//
//   offset + stride * i    for i in [0, size)
//
// Sizes and strides are numbers, offsets are expressions. The dims of an
// expression are the offsets of the loops of the kernel (TilingSpace.h): d0 is
// where the current tile of dimension 0 of the space begins. Its symbols are
// numbers that are known only when the kernel runs: the start of a dynamic
// slice, an index that was gathered.
//
// An element is *live* while its index lies in [0, extent of the value); a tile
// may reach beyond both ends. What a dead element holds is undefined:
//
//  - a load does not touch it, a store does not write it;
//  - a rule may ask for more of an operand than the live part of its result
//    needs, as long as it asks for nothing less. So the extent of each value is
//    all the bound there is: 17 of 34 elements, seen as row 0 of 2 x 17, may
//    well bring some of row 1 along, which then are dead elements of row 0;
//  - whoever combines elements of a tile with each other (reduce, dot, sort)
//    replaces the dead ones by a neutral element first.
//
// Example: a row of 1000 elements in tiles of 32, reversed and then sliced from
// element 10 on with step 2. The tile of the slice is (d0, 32, 1). Of the
// reverse it is (2 d0 + 10, 32, 2), and of the row (989 - 2 d0, 32, -2).

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/AffineExpr.h>

#include <cstdint>

namespace weft::tile {

struct DimensionTile {
  mlir::AffineExpr offset;
  int64_t size = 1;
  int64_t stride = 1;

  friend bool operator==(const DimensionTile &,
                         const DimensionTile &) = default;
};

using Tile = llvm::SmallVector<DimensionTile, 4>;

/// Sizes of a tile, which is the shape of the value that holds it.
inline llvm::SmallVector<int64_t, 4>
tileShape(llvm::ArrayRef<DimensionTile> tile) {
  llvm::SmallVector<int64_t, 4> shape;
  for (const DimensionTile &dimension : tile) {
    shape.push_back(dimension.size);
  }
  return shape;
}

} // namespace weft::tile
