// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether two accesses whose places are tiles of indices touch other elements,
// whichever thread touches which.
//
// They do where all indices of one are larger than those of the other, and
// where they leave other remainders:
//
//   %even = %i * 2            // 0, 2, 4, ...
//   %odd = %i * 2 + 1         // 1, 3, 5, ...
//
// An index may be made of several ones, %line * 45 + %row with rows below 45:
// two are the same only if both of their parts are. What a mask compares with
// constants is known of the elements that it lets pass. Nothing is known of
// numbers that may wrap.

#pragma once

#include <mlir/IR/Value.h>

namespace weft::tile {

/// The indices of an access along a dim, where its mask holds; null for no
/// mask.
struct IndexTile {
  mlir::Value indices;
  mlir::Value mask;
};

/// Whether no index is in both tiles. False where it is not known.
bool haveNoneInCommon(const IndexTile &a, const IndexTile &b);

} // namespace weft::tile
