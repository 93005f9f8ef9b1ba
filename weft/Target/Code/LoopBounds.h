// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which steps of a loop stay inside of the bounds of its accesses.
//
// A loop over the tiles of a row has loads, stores and masks whose offset is
// the loop's index plus something fixed, and whose bound is the length of the
// row. All its steps but the last are inside; which ones those are is known
// before the loop starts. Accesses that do not depend on the index at all are
// inside in all steps or in none.

#pragma once

#include "weft/Target/Code/CodeEmitter.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::code {

class LoopBounds {
public:
  /// An operation and a dim of its ref or mask.
  using Access = std::pair<mlir::Operation *, int64_t>;

  explicit LoopBounds(mlir::scf::ForOp loop);

  /// Whether there is nothing to gain, or the code of two loops would be too
  /// long.
  bool empty() const { return conditions.empty(); }

  /// Whether at most one step is left after those that are inside.
  bool leavesOneStep();

  /// What is inside in all steps before the limit.
  llvm::ArrayRef<Access> accesses() const { return inside; }

  /// Where the steps end that are inside: between the loop's bounds. Null if no
  /// step can be inside. Writes code in front of the loop.
  llvm::Value *emitLimit(CodeEmitter &emitter);

private:
  /// Inside for 0 <= index * factor + sum of addends + [low, high] < bound,
  /// where the factor is 0 or 1.
  struct Condition {
    bool hasIndex = false;
    llvm::SmallVector<mlir::Value> addends;
    mlir::Value bound;
    int64_t low = 0;
    int64_t high = 0;
  };

  void consider(mlir::Operation *op, int64_t dim, mlir::Value offset,
                mlir::Value bound, int64_t reach);
  bool isFixed(mlir::Value value);
  bool addTo(Condition &condition, mlir::Value offset);

  mlir::scf::ForOp loop;
  llvm::SmallVector<Access> inside;
  llvm::SmallVector<Condition> conditions;
};

} // namespace weft::code
