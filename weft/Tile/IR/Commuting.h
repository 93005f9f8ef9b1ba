// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which reductions may take their elements in any order. A region need not
// commute; one that brings its two sides into an order first, by comparing an
// operand that tells places apart, does:
//
//   ^bb0(%x0: f32, %i0: i32, %x1: f32, %i1: i32):
//     %turned = arith.cmpi slt, %i1, %i0 : i32
//     %x = arith.select %turned, %x1, %x0 : f32
//     %y = arith.select %turned, %x0, %x1 : f32
//     ...
//
// where nothing else uses the sides as they came.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// By its kind, or by the form of its region.
bool commutes(ReduceOp op);

/// The condition under which such a region exchanges its sides, which is false
/// where the left side comes first; null for other regions.
mlir::Value findExchange(mlir::Region &region);

} // namespace weft::tile
