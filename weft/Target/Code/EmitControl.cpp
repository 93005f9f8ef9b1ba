// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow (ControlFlow.h) in code that knows which accesses stay inside of
// their bounds.

#include "weft/Target/Code/CodeEmitter.h"
#include "weft/Target/Code/ControlFlow.h"
#include "weft/Target/Code/Iterations.h"
#include "weft/Target/Code/LoopBounds.h"
#include "weft/Tile/IR/Interruptible.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::code {
namespace {

namespace scf = mlir::scf;
using llvm::Value;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

/// Steps until the index reaches `upper`; where they are iterations of the
/// user's loop, that is marked.
mlir::FailureOr<LoopState> emitIterations(CodeEmitter &emitter, scf::ForOp op,
                                          const LoopState &from, Value *upper,
                                          Steps steps = Steps::Any) {
  mlir::FailureOr<LoopState> end = emitSteps(emitter, op, from, upper, steps);
  if (succeeded(end) && end->branch != nullptr &&
      op->hasAttr(tile::interruptibleAttributeName)) {
    markIteration(end->branch);
  }
  return end;
}

/// Whether steps are worth being written twice: not where loops inside do the
/// work, and only what comes before or after them has bounds. Where they
/// multiply, what is beside the products counts as little.
bool isWorthSplitting(scf::ForOp op, const LoopBounds &bounds) {
  const bool hasLoops =
      op.getBody()
          ->walk([](scf::ForOp) { return mlir::WalkResult::interrupt(); })
          .wasInterrupted();
  llvm::SmallPtrSet<mlir::Block *, 4> products;
  op.getBody()->walk(
      [&](tile::DotOp dot) { products.insert(dot->getBlock()); });
  auto isInside = [&](const LoopBounds::Access &access) {
    return products.empty() ? access.first->getParentOp() != op
                            : products.contains(access.first->getBlock());
  };
  return !hasLoops ||
         llvm::any_of(bounds.stretches(),
                      [&](const LoopBounds::Stretch &stretch) {
                        return llvm::any_of(stretch.live, isInside) ||
                               llvm::any_of(stretch.dead, isInside);
                      });
}

/// As many steps are written one by one: of an index that is known, LLVM knows
/// most answers.
constexpr int64_t mostWrittenOut = 2;

/// Steps that have to ask, in code that is seldom run. `count` of them, the
/// first at `first`, if that is not negative.
mlir::FailureOr<LoopState> emitOtherSteps(CodeEmitter &emitter, scf::ForOp op,
                                          const LoopBounds &bounds,
                                          const LoopState &from, Value *upper,
                                          int64_t count, int64_t first) {
  const bool isFew = count >= 0 && count <= mostWrittenOut;
  mlir::FailureOr<LoopState> end = from;
  emitter.isUnlikely = true;
  for (int64_t i = 0; succeeded(end) && i < (isFew ? count : 1); ++i) {
    const KnownAccesses known(emitter,
                              isFew ? bounds.stepAt(bounds.indexAfter(first, i))
                                    : LoopBounds::Stretch());
    end = emitIterations(emitter, op, LoopState(*end), upper,
                         isFew ? Steps::AtMostOne : Steps::Any);
  }
  emitter.isUnlikely = false;
  return end;
}

/// Stretches of steps whose accesses are on one side of their bounds in code of
/// their own, without tests and masks; the others in code that asks.
mlir::FailureOr<LoopState> emitStretches(CodeEmitter &emitter, scf::ForOp op,
                                         LoopBounds &bounds,
                                         const LoopState &start, Value *upper) {
  LoopState state = start;
  int64_t index = bounds.firstIndex();
  for (const LoopBounds::Stretch &stretch : bounds.stretches()) {
    if (stretch.begin) {
      mlir::FailureOr<LoopState> before =
          emitOtherSteps(emitter, op, bounds, state,
                         emitter.index(*stretch.begin), stretch.before, index);
      if (failed(before)) {
        return failure();
      }
      state = *before;
    }
    Value *end = bounds.emitEnd(emitter, stretch, state.index);
    if (end == nullptr) {
      continue;
    }
    const KnownAccesses known(emitter, stretch);
    mlir::FailureOr<LoopState> inside = emitIterations(emitter, op, state, end);
    if (failed(inside)) {
      return failure();
    }
    state = *inside;
    // Nothing was asked in front of the loop that could have ended it earlier.
    if (stretch.end && stretch.before >= 0) {
      state.index = emitter.index(*stretch.end);
    }
    index = stretch.end.value_or(index);
  }
  return emitOtherSteps(emitter, op, bounds, state, upper, bounds.stepsAfter(),
                        index);
}

LogicalResult emitFor(CodeEmitter &emitter, scf::ForOp op) {
  LoopState start = {emitter.scalar(op.getLowerBound()),
                     Merge<CodeEmitter>::piecesOf(emitter, op.getInitArgs())};
  const std::optional<unsigned> held = emitter.heldByLoop(op);
  if (held) {
    emitter.emitHold(op, std::exchange(start.carried[*held], {}));
  }
  Value *upper = emitter.scalar(op.getUpperBound());
  LoopBounds bounds(emitter, op);
  const bool isShort =
      bounds.stepsAfter() > 0 && bounds.stepsAfter() <= mostWrittenOut;
  const bool splits = emitter.style.splitsLoops && !emitter.isUnlikely &&
                      (!bounds.stretches().empty() || isShort) &&
                      isWorthSplitting(op, bounds);
  mlir::FailureOr<LoopState> end =
      splits ? emitStretches(emitter, op, bounds, start, upper)
             : emitIterations(emitter, op, start, upper);
  if (failed(end)) {
    return failure();
  }
  if (held) {
    end->carried[*held] = emitter.emitRelease(op);
  }
  for (auto [result, pieces] : llvm::zip_equal(op.getResults(), end->carried)) {
    emitter.define(result, pieces);
  }
  return success();
}

} // namespace

LogicalResult emitControl(CodeEmitter &emitter, mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp loop) { return emitFor(emitter, loop); })
      .Case([&](scf::IfOp branch) { return emitIf(emitter, branch); })
      .Case([&](scf::WhileOp loop) -> LogicalResult {
        mlir::FailureOr<llvm::Instruction *> branch = emitWhile(emitter, loop);
        if (failed(branch)) {
          return failure();
        }
        markIteration(*branch);
        return success();
      })
      .Case([&](scf::IndexSwitchOp choice) {
        return emitSwitch(emitter, choice);
      });
}

} // namespace weft::code
