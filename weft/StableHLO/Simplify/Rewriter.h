// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How rules make operations.
//
// A rewriter stands in front of the operation a rule looks at, the *root*. The
// operations it makes carry the locations of everything the rule replaces:
// that of the root, and those of the producers it looked through. A rule gets
// a producer by `producer<Op>(value)`, which remembers it.
//
// The builders below give back a value that is there already where nothing
// needs to be done (a reshape to the same shape), so that a rule states its
// general case only.

#pragma once

#include "weft/StableHLO/Simplify/Match.h"

#include <mlir/IR/PatternMatch.h>

namespace weft::stablehlo {

class ConstantEvaluator;

class Rewriter : public mlir::IRRewriter {
public:
  Rewriter(mlir::MLIRContext *context, ConstantEvaluator &evaluator,
           mlir::OpBuilder::Listener *listener = nullptr)
      : IRRewriter(context, listener), constantEvaluator(evaluator) {}

  ConstantEvaluator &evaluator() { return constantEvaluator; }

  /// Stands before `root`, and forgets what an earlier rule looked through.
  void startAt(mlir::Operation *root);

  /// The operation that made a value, if it is an `Op` on plain tensors.
  template <typename Op> Op producer(mlir::Value value) {
    auto op = value.getDefiningOp<Op>();
    if (!op || !isPlain(op)) {
      return {};
    }
    lookedThrough(op);
    return op;
  }

  /// Says that what is made now stands for this operation too.
  void lookedThrough(mlir::Operation *op) { sources.push_back(op); }

  /// Of all operations that the rule replaces.
  mlir::Location location();
  /// Of these and one more.
  mlir::Location locationWith(mlir::Operation *op);

  template <typename Op, typename... Arguments>
  Op make(Arguments &&...arguments) {
    return Op::create(*this, location(), std::forward<Arguments>(arguments)...);
  }

  /// An operation without regions like `op`, on other operands, with one result
  /// of another type.
  mlir::Value remake(mlir::Operation *op, mlir::ValueRange operands,
                     mlir::Type type, mlir::Location location);

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  mlir::Value constant(mlir::DenseElementsAttr elements);
  /// The one value of a type without elements.
  mlir::Value empty(mlir::RankedTensorType type);
  /// All elements alike. The number is rounded to the element type.
  mlir::Value splat(mlir::RankedTensorType type, double number);
  mlir::Value splat(mlir::RankedTensorType type, const llvm::APInt &number);
  mlir::Value splat(mlir::RankedTensorType type, const llvm::APFloat &number);
  /// The splat constant `value` in another shape.
  mlir::Value splatLike(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value zero(mlir::RankedTensorType type);
  mlir::Value boolean(mlir::RankedTensorType type, bool value);

  //===--------------------------------------------------------------------===//
  // Shapes
  //===--------------------------------------------------------------------===//

  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  /// Dimension d of the result is dimension permutation[d] of the value.
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dimensions);
  /// A scalar for every element.
  mlir::Value broadcastScalar(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value slice(mlir::Value value, llvm::ArrayRef<int64_t> starts,
                    llvm::ArrayRef<int64_t> limits,
                    llvm::ArrayRef<int64_t> strides);
  /// Along one dimension, with stride one.
  mlir::Value slice(mlir::Value value, int64_t dimension, int64_t start,
                    int64_t limit);
  mlir::Value pad(mlir::Value value, mlir::Value filler,
                  llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
                  llvm::ArrayRef<int64_t> interior);
  mlir::Value concatenate(mlir::ValueRange values, int64_t dimension);
  mlir::Value reverse(mlir::Value value, llvm::ArrayRef<int64_t> dimensions);
  mlir::Value convert(mlir::Value value, mlir::Type elementType);
  mlir::Value select(mlir::Value predicate, mlir::Value onTrue,
                     mlir::Value onFalse);
  mlir::Value compare(mlir::Value lhs, mlir::Value rhs,
                      ComparisonDirection direction);

private:
  ConstantEvaluator &constantEvaluator;
  llvm::SmallVector<mlir::Operation *, 4> sources;
};

} // namespace weft::stablehlo
