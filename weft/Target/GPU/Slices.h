// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that are written slice by slice.
//
// An operation on tiles is code for each register of a thread, and the next
// operation comes behind all of it. Where many operations follow a product,
// their tiles are held at once, and there are more of them than registers:
//
//   all registers of a, all of b = f(a), all of c = g(a, b), all of c stored
//
// What works on each element by itself can as well be written for a few
// registers from the first operation to the last, and then for the next few:
//
//   first slice of a, b, c, stored; second slice of a, b, c, stored; ...
//
// Sums are then held next to a slice of what becomes of them.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

#include <vector>

namespace weft::gpu {

/// No access is of more at once.
constexpr size_t registersOfSlice = 16;

struct SlicedRun {
  /// Where the block goes on.
  mlir::Operation *end = nullptr;
  /// What every slice needs, or is loaded before there are slices.
  std::vector<mlir::Operation *> before;
  /// The operations that are written once for each slice, in order.
  std::vector<mlir::Operation *> operations;
  /// Of each of their tiles.
  size_t registers = 0;
};

/// The run that begins with an operation; without operations where registers
/// suffice, or nothing is gained.
SlicedRun findSlicedRun(mlir::Operation *first, const Machine &machine);

} // namespace weft::gpu
