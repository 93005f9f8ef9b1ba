// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Tile/Tiling/TiledProgram.h"

namespace weft::tile {

/// What a program of one-element tiles says about the dimensions.
struct Survey {
  /// Elements read or written with the dimension as the contiguous one.
  llvm::SmallVector<int64_t> contiguous;
  /// Places from one element to the next along the dimension, where padding is
  /// between.
  llvm::SmallVector<int64_t> periods;
  /// Parallel dimensions that some loop does not need.
  llvm::SmallBitVector isRepeated;
  bool hasDot = false;
  /// The elements of the left factor of a product, and the product.
  mlir::Type factor;
  mlir::Operation *product = nullptr;
  /// Dimensions of the product's results that only one of its factors has.
  unsigned sides = 2;
  /// Those of the left one, which come first.
  unsigned leftSides = 1;
  /// Dimensions that reductions sum over, and no product.
  llvm::SmallBitVector isReduced;
  /// Bytes of the widest element.
  int64_t widest = 1;
  /// Two where elements are complex, each in lanes of its own.
  int64_t parts = 1;
};

Survey surveyOf(const TiledProgram &simple);

} // namespace weft::tile
