// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From when to when each value of a program is needed.
//
// All operations are numbered in one walk, the regions of loops and branches
// inline: a loop or branch has a number where it begins, its regions follow,
// and a number where it ends. A value lives from the operation that makes it to
// the last that reads it, both included, for an operation may read while it
// writes. Around that:
//
// - A value from outside a loop that is used inside lives to the loop's end:
//   the next iteration needs it again.
// - What a loop carries exists from the loop's beginning through its condition,
//   since the condition may end it. The body's argument then lives to its last
//   use in the body, and the yielded value from its making to the body's end.
// - What a condition yields lives to the end of a loop that is told several
//   turns at once: steps of the body look at it. So does the number of guarded
//   branches, to the end of the last.
// - What an asynchronous operation reads and writes lives from start to done.
// - Branches follow each other in the numbering, so nothing of one overlaps
//   with anything of another.
// - Arguments live from the beginning; those that are not donated to the end.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace weft::plan {

/// Numbers of operations, both ends included.
struct Interval {
  int64_t begin = 0;
  int64_t end = 0;

  bool overlaps(const Interval &other) const {
    return begin <= other.end && other.begin <= end;
  }
  friend bool operator==(const Interval &, const Interval &) = default;
};

class Lives {
public:
  explicit Lives(ProgramOp program);

  /// Where an operation of the plan begins; arguments are at 0.
  int64_t position(mlir::Operation *operation) const {
    return positions.lookup(operation).begin;
  }
  /// Where its results appear.
  int64_t endPosition(mlir::Operation *operation) const {
    return positions.lookup(operation).end;
  }
  /// The number of the program's return.
  int64_t last() const { return lastPosition; }

  /// Of a value of the plan that has bytes.
  Interval of(mlir::Value value) const { return intervals.lookup(value); }
  /// All of those, in the order of the walk.
  llvm::ArrayRef<mlir::Value> values() const { return order; }

private:
  void number(mlir::Block &block);
  void define(mlir::Value value);
  Interval compute(mlir::Value value);
  int64_t begin(mlir::Value value) const;
  int64_t positionOfUse(mlir::OpOperand &use) const;
  int64_t endOfPending(mlir::Value pending) const;

  ProgramOp program;
  int64_t lastPosition = 0;
  llvm::DenseMap<mlir::Operation *, Interval> positions;
  llvm::DenseMap<mlir::Value, Interval> intervals;
  std::vector<mlir::Value> order;
};

} // namespace weft::plan
