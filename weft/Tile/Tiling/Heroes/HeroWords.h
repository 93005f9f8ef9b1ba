// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that algorithms are written in where tiling does not give them:
// loops, elements read and written, conditions. All values are scalars unless
// said otherwise; an element is one scalar, or two for a complex number.

#pragma once

#include "weft/Tile/Tiling/Arithmetic.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::tile {

class HeroWords {
public:
  HeroWords(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc), math(builder, loc) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  Arithmetic math;

  using Indices = mlir::ArrayRef<mlir::Value>;

  /// An element of StableHLO's type `element`.
  TileValue load(mlir::Value ref, Indices indices, mlir::Type element);
  void store(mlir::Value ref, Indices indices, const TileValue &value,
             mlir::Type element);
  /// Memory of the program's own, for elements of that type.
  mlir::Value scratch(mlir::ArrayRef<int64_t> shape, mlir::Type element);

  // Indices.
  mlir::Value index(int64_t value) { return math.index(value); }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return math.make<mlir::arith::AddIOp>(a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return math.make<mlir::arith::SubIOp>(a, b);
  }
  mlir::Value mul(mlir::Value a, int64_t b) {
    return b == 1 ? a : math.make<mlir::arith::MulIOp>(a, index(b));
  }
  mlir::Value smaller(mlir::Value a, mlir::Value b) {
    return math.make<mlir::arith::MinSIOp>(a, b);
  }
  mlir::Value larger(mlir::Value a, mlir::Value b) {
    return math.make<mlir::arith::MaxSIOp>(a, b);
  }
  mlir::Value isBelow(mlir::Value a, mlir::Value b) {
    return math.compare(mlir::arith::CmpIPredicate::slt, a, b);
  }
  /// An integer element, as an index.
  mlir::Value toIndex(const TileValue &value, mlir::Type element);

  /// for i in [from, to).
  void loop(mlir::Value from, mlir::Value to,
            llvm::function_ref<void(mlir::Value)> body);
  /// The same with carried values, which the body replaces.
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value from, mlir::Value to, mlir::ValueRange initial,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                         mlir::ValueRange)>
           body);
  /// One loop per extent, outermost first.
  void loops(mlir::ArrayRef<int64_t> extents,
             llvm::function_ref<void(mlir::ArrayRef<mlir::Value>)> body);
  void when(mlir::Value condition, llvm::function_ref<void()> body);
};

} // namespace weft::tile
