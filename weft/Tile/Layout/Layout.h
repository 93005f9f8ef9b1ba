// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts and what can be done with them.
//
// A layout says which element of a tile a register of a lane of a warp holds.
// Its base, a power of two per dim, is a part of the tile that all threads hold
// together; the tile is the base repeated, row-major, and repeats live in
// further registers. Inside of the base the map is linear over bits: each bit
// of the numbers of register, lane and warp has a *column*, the steps along the
// dims that it stands for, and an element's place is the xor of the columns of
// the bits that are set. Take
//
//   base = [4, 128], register = [1:1, 1:2], lane = [1:4 ... 1:64],
//   warp = [0:1, 0:2]                                   on a tile of 4 x 1024
//
// Lane 3 (bits 0 and 1) of warp 2 (bit 1) holds in register 1 the element
// (0:2, 1:4 + 1:8 + 1:1) = (2, 13) of the base. The tile has 8 repeats of it
// along dim 1, so register 4 * 5 + 1 of that thread is (2, 5 * 128 + 13).
//
// A column that moves nothing makes copies: threads that differ in its bit hold
// the same elements. What drops a dim leaves such columns behind, so a row's
// sum in this layout is held by all 32 lanes of the row's warp.
//
// A layout is *plain* if every column moves along one dim by a power of two,
// and no two columns do the same. Then bits do not meet, xor is addition, and
// the place of an element is that of the thread plus that of the register: the
// one is computed once, the other is a constant. Inference makes plain layouts
// only.

#pragma once

#include "weft/Tile/IR/Tile.h"

#include <optional>

namespace weft::tile {

using Place = llvm::SmallVector<int64_t>;

class Layout {
public:
  /// Steps along the dims, one per dim.
  using Column = llvm::SmallVector<int64_t>;

  Layout() = default;
  explicit Layout(LayoutAttr attribute);
  LayoutAttr toAttribute(mlir::MLIRContext *context) const;

  int64_t rank() const { return static_cast<int64_t>(base.size()); }
  int64_t registerCount(llvm::ArrayRef<int64_t> shape) const;
  bool fits(llvm::ArrayRef<int64_t> shape) const;
  bool isPlain() const;

  /// The element that a register holds in lane 0 of warp 0.
  Place registerPlace(llvm::ArrayRef<int64_t> shape, int64_t number) const;
  /// All of them, by number.
  llvm::SmallVector<Place> registerPlaces(llvm::ArrayRef<int64_t> shape) const;
  /// What a thread adds to (xors into) the places of its registers.
  Place threadPlace(int64_t lane, int64_t warp) const;

  /// The same map on tiles of one shape, however it is written.
  bool isSame(const Layout &other, llvm::ArrayRef<int64_t> shape) const;
  /// Threads differ in the same way: elements change registers only.
  bool hasSameThreads(const Layout &other) const {
    return lanes == other.lanes && warps == other.warps;
  }

  /// Without these dims; threads that differed in them hold copies.
  Layout dropped(llvm::ArrayRef<int64_t> dims) const;
  /// With dims of extent 1 so that they have these numbers.
  Layout inserted(llvm::ArrayRef<int64_t> dims) const;
  /// Dim i is dim `permutation[i]` of this one.
  Layout permuted(llvm::ArrayRef<int64_t> permutation) const;
  /// Whether each thread has all elements along a dim, in registers.
  bool isInRegisters(int64_t dim) const;
  /// With a minor dim of so many elements, which are neighbours in each thread.
  Layout joined(int64_t count) const;
  /// Of a part of a tile: whole bases of it, or any part along dims that are in
  /// registers. Nothing where threads would be left without elements.
  std::optional<Layout> sliced(llvm::ArrayRef<int64_t> offsets,
                               llvm::ArrayRef<int64_t> from,
                               llvm::ArrayRef<int64_t> to) const;
  /// That of the same elements in row-major order in another shape; nothing
  /// where it is no layout.
  std::optional<Layout> reshaped(llvm::ArrayRef<int64_t> from,
                                 llvm::ArrayRef<int64_t> to) const;

  llvm::SmallVector<int64_t> base;
  llvm::SmallVector<Column> registers;
  llvm::SmallVector<Column> lanes;
  llvm::SmallVector<Column> warps;

private:
  /// Repeats as further register columns, where there are a power of two.
  std::optional<Layout> absorbed(llvm::ArrayRef<int64_t> shape) const;
  template <typename Function> Layout mapped(Function function) const;
};

/// The layout that spreads a tile: `vector` elements along the first dim of
/// `order` in a thread's registers, then lanes over the dims in that order,
/// then warps over the dims from the last of the order to the first. What is
/// left is repeated; threads that nothing is left for hold copies.
Layout blockedLayout(llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<int64_t> order, int64_t vector,
                     int64_t lanes, int64_t warps);

/// The same with the elements that each warp has in another layout, which is
/// plain.
Layout spreadInWarps(const Layout &given, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<int64_t> order, int64_t vector);

/// The layout of a list in which neighbours lie in lanes, then in registers,
/// then in warps, each of which so has neighbours only.
Layout stripedLayout(int64_t elements, int64_t lanes, int64_t warps);

} // namespace weft::tile
