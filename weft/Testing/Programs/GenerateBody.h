// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on scalars, as the bodies of reductions spell it.

#pragma once

#include "weft/StableHLO/IR/Writer.h"
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

class BodyMath : public stablehlo::Writer {
public:
  explicit BodyMath(Scope &scope)
      : Writer(scope.builder, scope.location), scope(scope) {}

  /// A scalar of the same type as `like`.
  mlir::Value number(int64_t number, mlir::Value like);
  mlir::Value scalar(mlir::Type element, const reference::Element &value) {
    return scope.constant(reference::Tensor::scalar(element, value));
  }

  /// The same by a conditional: an if, or a case of two branches.
  mlir::Value branch(mlir::Value predicate, mlir::Value yes, mlir::Value no);

  using State = llvm::SmallVector<mlir::Value>;
  /// state = step(iteration, state) for iteration = 0 to count - 1, which is an
  /// i32.
  State repeat(
      mlir::Value count, State state,
      llvm::function_ref<State(BodyMath &, mlir::Value iteration, State)> step);

  /// An array of shape [rows, columns] of these scalars, and back.
  mlir::Value array(llvm::ArrayRef<mlir::Value> scalars, int64_t rows);
  mlir::Value at(mlir::Value array, int64_t row, int64_t column);
  mlir::Value matrixProduct(mlir::Value a, mlir::Value b);

private:
  Scope &scope;
};

} // namespace weft::generate
