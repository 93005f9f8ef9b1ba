// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a comparator orders by, as integers.
//
// Most comparators compare one number of each place, made of its elements by
// the same function on both sides, and where those are equal another one:
//
//   f(a) < f(b)  or  (f(a) == f(b)  and  g(a) < g(b))
//
// Such an order needs no comparing: each of these numbers is turned into an
// unsigned integer of the same order, its *key*.

#pragma once

#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Refusal.h"

namespace weft::tile {

struct SortKey {
  /// The number, in the comparator's body, of the first of the two places.
  mlir::Value number;
  /// Greater ones come first.
  bool isDescending = false;
  /// Of floats whose zeros are equal, and NaN is anywhere.
  bool isPlain = false;

  /// Width of the integer.
  unsigned bits() const;
};

/// The keys of a comparator, the most significant first. None where it orders
/// by something else, or does not order all numbers: NaN is less than nothing
/// unless the comparison is that of a total order. `takesPlain`: keys of plain
/// comparisons of floats will do. They order all numbers as the comparator
/// does, and put NaN somewhere, where it contradicts itself.
llvm::SmallVector<SortKey> findSortKeys(mlir::Region &comparator,
                                        bool takesPlain = false);

/// Of an operation whose comparator has none.
Refusal refuseKeys(mlir::Operation *sort);

/// Whether a key is made of an operand of the sort.
bool usesOperand(const SortKey &key, unsigned operand);

/// The key of a place with these elements, one per operand of the sort. Tiles
/// or scalars. Those that it is not made of may be missing.
mlir::Value emitSortKey(Arithmetic &math, mlir::Region &comparator,
                        const SortKey &key, mlir::ArrayRef<TileValue> elements,
                        const Captured &captured);

} // namespace weft::tile
