// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on scalars, as the bodies of reductions spell it.

#pragma once

#include "weft/Testing/Programs/GenerateScope.h"

namespace weft::generate {

/// Makes the region return Op(a, b) of its two arguments.
template <typename Op>
void combineBy(Scope &scope, mlir::Region &region, mlir::Type type) {
  mlir::Block &block = region.emplaceBlock();
  block.addArguments({type, type}, {scope.location, scope.location});
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&block);
  mlir::Value both = Op::create(builder, scope.location, mlir::TypeRange(type),
                                mlir::ValueRange(block.getArguments()));
  stablehlo::ReturnOp::create(builder, scope.location, mlir::ValueRange(both));
}

class BodyMath {
public:
  explicit BodyMath(Scope &scope) : scope(scope) {}

  template <typename Op> mlir::Value make(mlir::Value a, mlir::Value b) {
    return Op::create(scope.builder, scope.location,
                      mlir::TypeRange(a.getType()), mlir::ValueRange{a, b})
        ->getResult(0);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return make<stablehlo::AddOp>(a, b);
  }
  mlir::Value subtract(mlir::Value a, mlir::Value b) {
    return make<stablehlo::SubtractOp>(a, b);
  }
  mlir::Value multiply(mlir::Value a, mlir::Value b) {
    return make<stablehlo::MultiplyOp>(a, b);
  }
  mlir::Value both(mlir::Value a, mlir::Value b) {
    return make<stablehlo::AndOp>(a, b);
  }
  mlir::Value either(mlir::Value a, mlir::Value b) {
    return make<stablehlo::OrOp>(a, b);
  }
  mlir::Value smaller(mlir::Value a, mlir::Value b) {
    return make<stablehlo::MinimumOp>(a, b);
  }
  mlir::Value larger(mlir::Value a, mlir::Value b) {
    return make<stablehlo::MaximumOp>(a, b);
  }
  mlir::Value shiftLeft(mlir::Value a, mlir::Value b) {
    return make<stablehlo::ShiftLeftOp>(a, b);
  }
  mlir::Value shiftRight(mlir::Value a, mlir::Value b) {
    return make<stablehlo::ShiftRightLogicalOp>(a, b);
  }
  mlir::Value compare(mlir::Value a, stablehlo::ComparisonDirection direction,
                      mlir::Value b) {
    return stablehlo::CompareOp::create(scope.builder, scope.location, a, b,
                                        direction);
  }
  mlir::Value select(mlir::Value predicate, mlir::Value yes, mlir::Value no) {
    return stablehlo::SelectOp::create(scope.builder, scope.location,
                                       yes.getType(), predicate, yes, no);
  }
  mlir::Value convert(mlir::Value value, mlir::Type type) {
    return stablehlo::ConvertOp::create(scope.builder, scope.location,
                                        mlir::TypeRange(type),
                                        mlir::ValueRange(value));
  }
  /// A scalar of the same type as `like`.
  mlir::Value number(int64_t number, mlir::Value like);
  mlir::Value scalar(mlir::Type element, const reference::Element &value) {
    return scope.constant(reference::Tensor::scalar(element, value));
  }

  /// The same by a conditional: an if, or a case of two branches.
  mlir::Value branch(mlir::Value predicate, mlir::Value yes, mlir::Value no);

  using State = llvm::SmallVector<mlir::Value>;
  /// state = step(turn, state) for turn = 0 to count - 1, which is an i32.
  State
  repeat(mlir::Value count, State state,
         llvm::function_ref<State(BodyMath &, mlir::Value turn, State)> step);

  /// An array of shape [rows, columns] of these scalars, and back.
  mlir::Value array(llvm::ArrayRef<mlir::Value> scalars, int64_t rows);
  mlir::Value at(mlir::Value array, int64_t row, int64_t column);
  mlir::Value matrixProduct(mlir::Value a, mlir::Value b);

private:
  Scope &scope;
};

} // namespace weft::generate
