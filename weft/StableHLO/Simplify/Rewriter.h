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
// How it makes them is a Writer's.

#pragma once

#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Simplify/Match.h"

#include <mlir/IR/PatternMatch.h>

namespace weft::stablehlo {

class ConstantEvaluator;

class Rewriter : public mlir::IRRewriter, public Writer {
public:
  Rewriter(mlir::MLIRContext *context, ConstantEvaluator &evaluator,
           mlir::OpBuilder::Listener *listener = nullptr)
      : IRRewriter(context, listener),
        Writer(static_cast<mlir::OpBuilder &>(*this),
               mlir::UnknownLoc::get(context)),
        constantEvaluator(evaluator) {}

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
  mlir::Location location() override;
  /// Of these and one more.
  mlir::Location locationWith(mlir::Operation *op);

  /// An operation without regions like `op`, on other operands, with one result
  /// of another type.
  mlir::Value remake(mlir::Operation *op, mlir::ValueRange operands,
                     mlir::Type type, mlir::Location location);

  /// The splat constant `value` in another shape.
  mlir::Value splatLike(mlir::Value value, llvm::ArrayRef<int64_t> shape);

private:
  ConstantEvaluator &constantEvaluator;
  llvm::SmallVector<mlir::Operation *, 4> sources;
};

} // namespace weft::stablehlo
