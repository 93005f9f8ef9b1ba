// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some factors of a Fourier transform, as one kernel of blocks of threads does
// them.
//
// Of n points let l be the product of the factors done so far, P that of the
// next ones and m = n / (l P). As with a single factor (FourierPlan.h), for
// j < m and k < l, the P points x[(j + q m) l + k], turned by the q k-th of l P
// parts of a circle, are a signal, and its transform goes to y[(j P + u) l +
// k].

#pragma once

#include "weft/Tile/Tiling/Heroes/FourierPlan.h"

namespace weft::tile {

/// What one kernel transforms.
struct FourierPass {
  /// Of a signal: P, l and n of above.
  int64_t points = 1;
  int64_t done = 1;
  int64_t length = 1;
  /// Whether it reads the operand, and whether it writes the result.
  bool isFirst = true;
  bool isLast = true;
  /// Of a convolution by several kernels, its numbers, and whether this is of
  /// the second transform.
  const FourierPlan *convolution = nullptr;
  bool isBack = false;

  bool isPart() const { return points != length; }
  /// Whether all of the line is done then.
  bool isEnd() const { return done * points == length; }
  /// Signals of a line.
  int64_t each() const { return length / points; }
};

} // namespace weft::tile
