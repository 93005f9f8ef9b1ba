// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of Fourier transforms: complex numbers as two tiles, and the
// transforms of a few of them that are written out. A part that is null is
// zero.

#pragma once

#include "weft/Tile/Tiling/Arithmetic.h"
#include "weft/Tile/Tiling/Heroes/FourierPlan.h"

#include <mlir/IR/BuiltinAttributes.h>

namespace weft::tile {

class FourierNumbers {
public:
  using Numbers = llvm::SmallVector<TileValue, 13>;

  explicit FourierNumbers(Arithmetic &math) : math(math) {}

  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  TileValue plus(const TileValue &a, const TileValue &b);
  TileValue minus(const TileValue &a, const TileValue &b);
  TileValue times(const TileValue &a, const TileValue &b);
  /// a - i b and a + i b.
  TileValue plusTurned(const TileValue &a, const TileValue &b);
  TileValue minusTurned(const TileValue &a, const TileValue &b);
  TileValue scaled(const TileValue &a, double b);
  mlir::Value scaled(mlir::Value a, double b);

  /// Factors that are written out.
  static bool isShort(int64_t p) { return p <= 13; }
  /// The transform of so many numbers.
  Numbers butterfly(const Numbers &t);

protected:
  Arithmetic &math;

private:
  Numbers four(const Numbers &t);
  Numbers eight(const Numbers &t);
  Numbers odd(const Numbers &t);
};

/// Numbers as a constant of a kernel.
mlir::ElementsAttr tableOf(llvm::ArrayRef<double> numbers, mlir::Type part);
/// The same of complex numbers, whose two parts are neighbours there; in rows,
/// if their number is given.
mlir::ElementsAttr pairsOf(const ComplexTable &numbers, int64_t rows,
                           mlir::Type part);

} // namespace weft::tile
