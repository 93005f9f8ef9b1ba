// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of factors and systems: a number is one tile, or two for a complex
// one.

#pragma once

#include "weft/Tile/Tiling/Arithmetic.h"

namespace weft::tile {

/// What sums of products of elements are formed in: a type of real numbers.
mlir::Type typeOfSums(mlir::Type element);

class FactorNumbers {
public:
  explicit FactorNumbers(Arithmetic &math) : math(math) {}

  Arithmetic &math;

  TileValue conjugate(const TileValue &a) {
    return a.size() == 1 ? a : TileValue{a[0], math.negate(a[1])};
  }
  /// sum - a * b.
  TileValue subtractProduct(const TileValue &sum, const TileValue &a,
                            const TileValue &b);
  TileValue multiply(const TileValue &a, const TileValue &b);
  TileValue multiplyByReal(const TileValue &a, mlir::Value b);
  TileValue divide(const TileValue &a, const TileValue &b);
  TileValue divideByReal(const TileValue &a, mlir::Value b);
  TileValue select(mlir::Value condition, const TileValue &a,
                   const TileValue &b);
  TileValue zeros(const TileValue &like);

  /// By which rows are compared: of a complex number the sum of its parts'.
  mlir::Value magnitude(const TileValue &a);
  mlir::Value isZero(const TileValue &a);
  /// The root of a pivot. One that is not positive gives NaN, which spreads
  /// over all that depends on it.
  mlir::Value rootOf(mlir::Value pivot);
};

} // namespace weft::tile
