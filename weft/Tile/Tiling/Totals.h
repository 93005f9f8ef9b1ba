// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the chains of a long sum are added to (weft/Support/Summation.h): a
// number with twice the digits. For chains in f32 and narrower it is one in
// f64. For chains in f64 it is a pair, the sum and what rounding has taken from
// it so far: of two numbers, what their sum loses can be computed exactly.
//
// All are tiles, element by element.

#pragma once

#include "weft/Tile/Tiling/Arithmetic.h"

namespace weft::tile {

/// One or two values.
using Total = llvm::SmallVector<mlir::Value, 2>;

/// How many values the total of chains of this type is.
unsigned totalSize(mlir::Type chain);

/// A total that is `first`, a value in the type of the chains.
Total startTotal(Arithmetic &math, mlir::Value first);
/// With one more chain.
Total addToTotal(Arithmetic &math, mlir::ValueRange total, mlir::Value chain);
/// In f64. Zeros keep their sign, and what is not finite stays what it is.
mlir::Value finishTotal(Arithmetic &math, mlir::ValueRange total);

/// The same of several chains whose totals lie one behind the other.
llvm::SmallVector<mlir::Value> startTotals(Arithmetic &math,
                                           mlir::ValueRange first);
llvm::SmallVector<mlir::Value>
addToTotals(Arithmetic &math, mlir::ValueRange totals, mlir::ValueRange chains);
/// `chain` is the type of the chains.
llvm::SmallVector<mlir::Value>
finishTotals(Arithmetic &math, mlir::ValueRange totals, mlir::Type chain);

} // namespace weft::tile
