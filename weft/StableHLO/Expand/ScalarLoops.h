// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of StableHLO that go through arrays element by element, for
// functions of scalars that cannot be applied to whole tiles.

#pragma once

#include "weft/StableHLO/IR/Writer.h"

namespace weft::stablehlo {

/// Writes in front of an operation. Arrays are lists here, in row-major order,
/// and places in them are scalars of i64.
class ScalarLoops : public Writer {
public:
  explicit ScalarLoops(mlir::Operation *op);

  mlir::Value number(int64_t value);
  using Writer::add;
  using Writer::divide;
  using Writer::multiply;
  using Writer::remainder;
  mlir::Value add(mlir::Value a, int64_t b) { return add(a, number(b)); }
  mlir::Value multiply(mlir::Value a, int64_t b) {
    return multiply(a, number(b));
  }
  mlir::Value divide(mlir::Value a, int64_t b) { return divide(a, number(b)); }
  mlir::Value remainder(mlir::Value a, int64_t b) {
    return remainder(a, number(b));
  }
  mlir::Value atMost(mlir::Value a, int64_t limit) {
    return smaller(a, number(limit));
  }
  mlir::Value isWithin(mlir::Value place, int64_t size);

  /// The position of element `place` of an array of this shape.
  llvm::SmallVector<mlir::Value> digits(mlir::Value place,
                                        llvm::ArrayRef<int64_t> shape);
  /// And back.
  mlir::Value place(llvm::ArrayRef<mlir::Value> digits,
                    llvm::ArrayRef<int64_t> shape);

  mlir::Value list(mlir::Value array) { return flatten(array); }
  mlir::Value array(mlir::Value list, mlir::Type type);
  /// Of any content, to be written over.
  mlir::Value emptyList(mlir::Type array);
  mlir::Value repeated(mlir::Value scalar, mlir::Type array);
  mlir::Value at(mlir::Value list, mlir::Value place);
  mlir::Value put(mlir::Value list, mlir::Value element, mlir::Value place);

  using State = llvm::SmallVector<mlir::Value>;
  /// Counts from zero; what an iteration returns the next one gets.
  State
  loop(int64_t count, const State &initial,
       llvm::function_ref<State(mlir::Value count, State state)> iteration);

  /// The body's results for scalars, which are converted to what it takes.
  State apply(mlir::Region &body, mlir::ValueRange arguments);
  /// As an element of this array.
  mlir::Value convertLike(mlir::Value scalar, mlir::Type like);

private:
  mlir::RankedTensorType word;
};

} // namespace weft::stablehlo
