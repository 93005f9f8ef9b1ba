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
/// work, and only what comes before or after them has bounds.
bool isWorthSplitting(scf::ForOp op, const LoopBounds &bounds) {
  const bool hasLoops =
      op.getBody()
          ->walk([](scf::ForOp) { return mlir::WalkResult::interrupt(); })
          .wasInterrupted();
  return !hasLoops ||
         llvm::any_of(bounds.accesses(), [&](const LoopBounds::Access &access) {
           return access.first->getParentOp() != op;
         });
}

/// Steps whose accesses are inside of their bounds in code of their own,
/// without tests and masks; then the others, usually the last one.
LogicalResult emitFor(CodeEmitter &emitter, scf::ForOp op) {
  const LoopState start = {
      emitter.scalar(op.getLowerBound()),
      Merge<CodeEmitter>::piecesOf(emitter, op.getInitArgs())};
  Value *upper = emitter.scalar(op.getUpperBound());
  LoopBounds bounds(op);
  mlir::FailureOr<LoopState> end = start;
  const bool splits = emitter.style.splitsLoops && !emitter.isUnlikely &&
                      !bounds.empty() && isWorthSplitting(op, bounds);
  Value *limit = splits ? bounds.emitLimit(emitter) : nullptr;
  if (limit != nullptr) {
    llvm::SmallVector<LoopBounds::Access> added;
    for (const LoopBounds::Access &access : bounds.accesses()) {
      if (emitter.knownLive.insert(access).second) {
        added.push_back(access);
      }
    }
    end = emitIterations(emitter, op, start, limit);
    for (const LoopBounds::Access &access : added) {
      emitter.knownLive.erase(access);
    }
    if (failed(end)) {
      return failure();
    }
    emitter.isUnlikely = true;
    end =
        emitIterations(emitter, op, *end, upper,
                       bounds.leavesOneStep() ? Steps::AtMostOne : Steps::Any);
    emitter.isUnlikely = false;
  } else {
    end = emitIterations(emitter, op, start, upper);
  }
  if (failed(end)) {
    return failure();
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
