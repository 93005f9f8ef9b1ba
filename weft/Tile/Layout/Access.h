// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a load, store, gather or scatter walks through memory, and what that
// costs in a layout.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Layout/Layout.h"

namespace weft::tile {

struct Access {
  mlir::RankedTensorType tile;
  int64_t elementBytes;
  /// Elements of memory per step along a dim of the tile.
  llvm::SmallVector<int64_t> strides;
  /// The dim of the tile whose neighbours are neighbours in memory, or -1.
  int64_t minor = -1;
  /// Elements along `minor` that can be accessed at a time if the first one's
  /// place in the tile is a multiple of it: they are aligned, and all of them
  /// are live or none is.
  int64_t vector = 1;

  /// The dims of the tile, those with small steps in memory first.
  llvm::SmallVector<int64_t> order() const;
};

/// Nothing for refs whose elements have no strides, and for boxes that reach
/// beyond 2^31 indices. Arguments of kernels are
/// aligned to vectors of the machine, unless `tile.align` says that it is less.
std::optional<Access> accessOf(LoadOp op, const Machine &machine);
std::optional<Access> accessOf(StoreOp op, const Machine &machine);
/// From one index to the next it may be any way; it is taken to be one element
/// of the dim that is indexed.
std::optional<Access> accessOf(GatherOp op, const Machine &machine);
/// The same; as many at a time as the machine combines with what is there.
std::optional<Access> accessOf(ScatterOp op, const Machine &machine);

/// Whether a gather or scatter moves single elements, each by indices of its
/// own: all tiles of it have one shape.
bool isOfElements(mlir::Operation *op);

/// The dims of what is gathered or scattered: first those of the tiles of
/// indices, of which this is the number, then the box, of which these are the
/// dims of the ref.
int64_t indexRank(GatherOp op);
int64_t indexRank(ScatterOp op);
llvm::SmallVector<int64_t> boxDims(GatherOp op);
llvm::SmallVector<int64_t> boxDims(ScatterOp op);

/// Elements that a thread accesses at a time: consecutive registers.
int64_t vectorWidth(const Access &access, const Layout &layout);

/// Units of work of the memory for one warp: sectors, and instructions.
int64_t accessCost(const Access &access, const Layout &layout,
                   const Machine &machine);

} // namespace weft::tile
