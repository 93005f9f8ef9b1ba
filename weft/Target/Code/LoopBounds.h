// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which steps of a loop stay on one side of the bounds of its accesses.
//
// A loop over the tiles of a row has loads, stores and masks whose offset is
// the loop's index plus something fixed, and whose bound is the length of a
// row. Most steps are inside of all bounds, or, where rows of two arrays follow
// each other, inside of some and beyond others:
//
//   concatenate(a, b)       | a a a a a|b b b b |
//   tiles of the result     |___|___|___|___|___|
//   load of a                 in  in   ?  out out
//   load of b                out out   ?   in  in
//
// A stretch is a row of steps that need not ask. Where all is known when the
// code is written there are up to two of them. Else there is one, from the
// first step on, whose end is computed in front of the loop.
//
// The programs of a kernel are such a loop, too, from 0 to the size of the
// grid: one thread runs some of them in a row.

#pragma once

#include "weft/Target/Code/CodeEmitter.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::code {

class LoopBounds {
public:
  /// An operation and a dim of its ref or mask.
  using Access = std::pair<mlir::Operation *, int64_t>;

  /// Steps whose accesses are all live or all dead.
  struct Stretch {
    /// The first index, and the one behind the last; the loop's own if not
    /// given.
    std::optional<int64_t> begin;
    std::optional<int64_t> end;
    /// Steps that are in no stretch, before this one.
    int64_t before = 0;
    llvm::SmallVector<Access> live;
    llvm::SmallVector<Access> dead;
  };

  /// What the emitter knows of accesses is not asked again.
  LoopBounds(const CodeEmitter &emitter, mlir::scf::ForOp loop);
  LoopBounds(const CodeEmitter &emitter, tile::KernelOp kernel);

  /// In order. Empty if there is nothing to gain, or the code of several loops
  /// would be too long.
  llvm::ArrayRef<Stretch> stretches() const { return known; }

  /// Where a stretch ends that begins at an index: at its end or earlier. Null
  /// if no step can be in it. Writes code in front of its loop.
  llvm::Value *emitEnd(CodeEmitter &emitter, const Stretch &stretch,
                       llvm::Value *begin);

  /// Steps after the last stretch, if that is known; -1 if not.
  int64_t stepsAfter() const { return after; }

  /// The step at an index, which is in no stretch, as far as accesses do not
  /// have to ask in it. Where the number of such steps is known.
  Stretch stepAt(int64_t index) const;
  /// The first index, and that of so many steps after another one.
  int64_t firstIndex() const { return range ? range->lower : 0; }
  int64_t indexAfter(int64_t index, int64_t steps) const {
    return index + steps * (range ? range->step : 0);
  }

private:
  /// Inside for 0 <= index * factor + sum of addends + fixed + [low, high] <
  /// bound.
  struct Condition {
    int64_t factor = 0;
    llvm::SmallVector<mlir::Value> addends;
    int64_t fixed = 0;
    mlir::Value bound;
    int64_t low = 0;
    int64_t high = 0;
    llvm::SmallVector<Access> accesses;
  };
  enum class Side { Below, Inside, Above, Across };
  /// A condition on the index alone: 0 <= index * factor + [low, high] < bound.
  struct Limits {
    const Condition *condition;
    int64_t low;
    int64_t high;
    int64_t bound;
    Side sideOf(int64_t index) const;
  };
  /// The steps, where they are known.
  struct Range {
    int64_t lower;
    int64_t upper;
    int64_t step;
  };

  void findConditions(mlir::Block &body);
  void consider(mlir::Operation *op, int64_t dim, mlir::Value offset,
                mlir::Value bound, int64_t reach);
  bool isFixed(mlir::Value value);
  bool isIndex(mlir::Value value);
  bool addTo(Condition &condition, mlir::Value offset, int64_t factor = 1);
  static std::optional<Limits> limitsOf(const Condition &condition);
  /// Whether an access reaches over its bound whatever the index is, as tiles
  /// do that are wider than a row. It asks in every step, and is no reason for
  /// others to.
  static bool isNeverInside(const Condition &condition);
  void findStretches();
  void cutSteps();
  bool leavesOneStep();

  const CodeEmitter &emitter;
  /// Null for the programs of a kernel.
  mlir::scf::ForOp loop;
  std::optional<Range> range;
  llvm::SmallVector<Condition> conditions;
  /// Those that are known for each step.
  llvm::SmallVector<Limits> limits;
  /// What is asked in front of the loop.
  llvm::SmallVector<const Condition *> open;
  llvm::SmallVector<Stretch, 2> known;
  int64_t after = -1;
};

/// Tells the code of a stretch what is known of its accesses, while this lives.
class KnownAccesses {
public:
  KnownAccesses(CodeEmitter &emitter, const LoopBounds::Stretch &stretch);
  ~KnownAccesses();
  KnownAccesses(const KnownAccesses &) = delete;
  KnownAccesses &operator=(const KnownAccesses &) = delete;

private:
  CodeEmitter &emitter;
  /// Without those that a loop around this one has told: they stay.
  llvm::SmallVector<LoopBounds::Access> live;
  llvm::SmallVector<LoopBounds::Access> dead;
};

} // namespace weft::code
