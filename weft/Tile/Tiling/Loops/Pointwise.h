// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose elements do not meet.

#pragma once

#include "weft/Tile/Tiling/TilingSpace.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

#include <optional>

namespace weft::tile {

/// A block in which every value is a scalar or has one and the same shape, and
/// every operation is elementwise, as it is for `size` elements of that shape.
struct PointwiseBlock {
  mlir::OwningOpRef<mlir::ModuleOp> owner;
  mlir::Block *block = nullptr;
  llvm::SmallVector<mlir::Value> roots;
  /// Elements of the shape, and of a tile.
  int64_t count = 0;
  int64_t size = 0;
};

/// How many elements the one shape has; nothing when the block is not of this
/// kind.
std::optional<int64_t> pointwiseCount(const TilingSpace &space);

PointwiseBlock makePointwise(const TilingSpace &space, int64_t count,
                             int64_t size);

} // namespace weft::tile
