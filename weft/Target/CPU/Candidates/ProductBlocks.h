// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much of a product one program computes, and what is packed before it
// starts: numbers only, so that both can be tried out on their own.
//
// Larger programs pack less for what they multiply, smaller ones are shared
// better. One executable serves any number of threads, so the block is taken
// that all numbers of threads up to sixteen together lose least by. An operand
// that several programs would pack is packed once instead, where that takes all
// of these numbers less time, another kernel included.

#pragma once

#include "weft/Machine/Machine.h"

#include <array>

namespace weft::cpu {

struct ProductWork {
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t terms = 1;
  /// Products beside each other.
  int64_t others = 1;
  /// Of a tile of sums.
  int64_t height = 1;
  int64_t width = 1;
  int64_t elementBytes = 4;
  /// Terms that a lane adds up in the time of one of f32.
  int64_t rate = 1;
  /// How many times as fast products are as where the costs of packing were
  /// measured: packing takes as long as its bytes, however wide vectors are.
  int64_t pace = 1;
  /// Whether a program packs its part of the left and of the right operand.
  std::array<bool, 2> keeps = {false, false};
  /// Whether the right operand is read as it lies, where rows are too few to
  /// pack it, and is more than the first cache holds.
  bool walksRight = false;
  /// Whether an operand is read in panels that somebody else has packed.
  bool hasPanels = false;
  /// Whether terms that are taken together lie together in the left operand.
  bool hasLeftGroups = false;
  /// Whether the machine repeats an element of the left operand over all lanes
  /// as it loads it.
  bool repeatsLeft = false;
  /// Whether the left operand is cut out of an array by windows.
  bool hasWindows = false;
  /// Whether a program takes all rows to a tile of columns before the next.
  bool walksRowsInside = false;
  /// What an element of the right operand costs a program to pack, in products
  /// of one lane. Measured with f32 and narrower numbers (Neoverse V1).
  int64_t perRight = 8;
  /// Programs that the last of several threads has still to run when the first
  /// has nothing left: they do not begin together, and are not equally fast.
  int64_t lateTurns = 0;
  /// What a line of a cache costs that another thread has packed, beside what
  /// it costs to read anyway.
  int64_t perHandedLine = 0;
  /// How much of a packed operand a program may hold.
  int64_t packedBytes = 0;
};

/// How far a program goes.
struct ProductBlock {
  int64_t rows = 1;
  int64_t columns = 1;
};

ProductBlock chooseBlock(const ProductWork &work);

/// What to pack before the product runs, of what its programs would pack.
struct SharedPacking {
  std::array<bool, 2> isShared = {false, false};
  /// Predicted with that, and without.
  int64_t picoseconds = 0;
  int64_t otherwise = 0;
};

/// `canShare` says of which operand that is possible, `isFree` for which it
/// costs nothing.
SharedPacking chooseSharing(const ProductWork &work,
                            std::array<bool, 2> canShare,
                            std::array<bool, 2> isFree, const Machine &machine);

} // namespace weft::cpu
