// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `scf` as blocks and phis. A tile that is carried around a loop or leaves a
// branch has one phi per piece.

#include "weft/Target/Code/CodeEmitter.h"
#include "weft/Target/Code/LoopBounds.h"
#include "weft/Target/Code/Turns.h"
#include "weft/Tile/IR/Turns.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::code {
namespace {

namespace scf = mlir::scf;
using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

BasicBlock *createBlock(CodeEmitter &emitter, const char *name) {
  return BasicBlock::Create(emitter.builder.getContext(), name,
                            emitter.builder.GetInsertBlock()->getParent());
}

/// The phis of several values, one list per value.
class Merge {
public:
  /// Creates phis where the builder is.
  Merge(CodeEmitter &emitter, mlir::TypeRange types) {
    for (mlir::Type type : types) {
      llvm::SmallVector<PHINode *> list;
      for (const Piece &piece : emitter.cut(type)) {
        list.push_back(emitter.builder.CreatePHI(
            withWidth(emitter.elementType(type), piece.width), 2));
      }
      phis.push_back(std::move(list));
    }
  }

  /// What the values are when control comes from `block`.
  void comeFrom(BasicBlock *block, llvm::ArrayRef<Pieces> values) {
    for (auto [list, pieces] : llvm::zip_equal(phis, values)) {
      for (auto [phi, piece] : llvm::zip_equal(list, pieces)) {
        phi->addIncoming(piece, block);
      }
    }
  }
  void comeFrom(CodeEmitter &emitter, BasicBlock *block,
                mlir::ValueRange values) {
    comeFrom(block, piecesOf(emitter, values));
  }

  llvm::SmallVector<Pieces> values() const {
    return llvm::map_to_vector(phis, [](const auto &list) {
      return Pieces(list.begin(), list.end());
    });
  }
  void define(CodeEmitter &emitter, mlir::ValueRange named) {
    for (auto [pieces, value] : llvm::zip_equal(values(), named)) {
      emitter.define(value, pieces);
    }
  }

  static llvm::SmallVector<Pieces> piecesOf(CodeEmitter &emitter,
                                            mlir::ValueRange values) {
    return llvm::map_to_vector(values, [&](mlir::Value value) {
      return Pieces(emitter.pieces(value));
    });
  }

private:
  llvm::SmallVector<llvm::SmallVector<PHINode *>> phis;
};

/// How far a loop has come: the index of the next step, and what is carried.
struct LoopState {
  Value *index;
  llvm::SmallVector<Pieces> carried;
};

enum class Steps { Any, AtMostOne };

/// Steps from a state until the index reaches `upper`. Tested before the first
/// step and at the end of each, so that what does not change can move between
/// the test and the loop.
mlir::FailureOr<LoopState> emitSteps(CodeEmitter &emitter, scf::ForOp op,
                                     const LoopState &from, Value *upper,
                                     Steps steps = Steps::Any) {
  Builder &builder = emitter.builder;
  Value *step = emitter.scalar(op.getStep());
  const bool isUnsigned = op.getUnsignedCmp();
  auto less = [&](Value *a, Value *b) {
    return isUnsigned ? builder.CreateICmpULT(a, b)
                      : builder.CreateICmpSLT(a, b);
  };
  llvm::Type *indexType = emitter.elementType(op.getInductionVar().getType());
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = createBlock(emitter, "for");
  BasicBlock *after = createBlock(emitter, "done");
  builder.CreateCondBr(less(from.index, upper), loop, after);

  builder.SetInsertPoint(loop);
  Value *index = from.index;
  std::optional<Merge> carried;
  if (steps == Steps::Any) {
    index = builder.CreatePHI(indexType, 2);
    carried.emplace(emitter, op.getInitArgs().getTypes());
    carried->comeFrom(before, from.carried);
    carried->define(emitter, op.getRegionIterArgs());
  } else {
    for (auto [argument, pieces] :
         llvm::zip_equal(op.getRegionIterArgs(), from.carried)) {
      emitter.define(argument, pieces);
    }
  }
  emitter.define(op.getInductionVar(), {index});
  if (failed(emitter.emitBlock(*op.getBody()))) {
    return failure();
  }
  BasicBlock *last = builder.GetInsertBlock();
  Value *next = isUnsigned ? builder.CreateAdd(index, step)
                           : builder.CreateNSWAdd(index, step);
  if (steps == Steps::Any) {
    auto *phi = llvm::cast<PHINode>(index);
    phi->addIncoming(from.index, before);
    phi->addIncoming(next, last);
    carried->comeFrom(emitter, last, op.getYieldedValues());
    llvm::Instruction *turn =
        builder.CreateCondBr(less(next, upper), loop, after);
    if (op->hasAttr(tile::turnsAttributeName)) {
      markTurn(turn);
    }
  } else {
    builder.CreateBr(after);
  }

  builder.SetInsertPoint(after);
  PHINode *reached = builder.CreatePHI(indexType, 2);
  reached->addIncoming(from.index, before);
  reached->addIncoming(next, last);
  Merge results(emitter, op.getResultTypes());
  results.comeFrom(before, from.carried);
  results.comeFrom(emitter, last, op.getYieldedValues());
  return LoopState{reached, results.values()};
}

/// Steps whose accesses are inside of their bounds in code of their own,
/// without tests and masks; then the others, usually the last one.
LogicalResult emitFor(CodeEmitter &emitter, scf::ForOp op) {
  const LoopState start = {emitter.scalar(op.getLowerBound()),
                           Merge::piecesOf(emitter, op.getInitArgs())};
  Value *upper = emitter.scalar(op.getUpperBound());
  LoopBounds bounds(op);
  mlir::FailureOr<LoopState> end = start;
  const bool splits =
      emitter.style.splitsLoops && !emitter.isSeldom && !bounds.empty();
  Value *limit = splits ? bounds.emitLimit(emitter) : nullptr;
  if (limit != nullptr) {
    llvm::SmallVector<LoopBounds::Access> added;
    for (const LoopBounds::Access &access : bounds.accesses()) {
      if (emitter.knownLive.insert(access).second) {
        added.push_back(access);
      }
    }
    end = emitSteps(emitter, op, start, limit);
    for (const LoopBounds::Access &access : added) {
      emitter.knownLive.erase(access);
    }
    if (failed(end)) {
      return failure();
    }
    emitter.isSeldom = true;
    end = emitSteps(emitter, op, *end, upper,
                    bounds.leavesOneStep() ? Steps::AtMostOne : Steps::Any);
    emitter.isSeldom = false;
  } else {
    end = emitSteps(emitter, op, start, upper);
  }
  if (failed(end)) {
    return failure();
  }
  for (auto [result, pieces] : llvm::zip_equal(op.getResults(), end->carried)) {
    emitter.define(result, pieces);
  }
  return success();
}

/// The region's block, then on to `after`; its results join there.
LogicalResult emitBranch(
    CodeEmitter &emitter, mlir::Region &region, BasicBlock *after,
    llvm::SmallVectorImpl<std::pair<BasicBlock *, mlir::Operation *>> &ends) {
  if (failed(emitter.emitBlock(region.front()))) {
    return failure();
  }
  ends.push_back(
      {emitter.builder.GetInsertBlock(), region.front().getTerminator()});
  emitter.builder.CreateBr(after);
  return success();
}

LogicalResult emitIfOp(CodeEmitter &emitter, scf::IfOp op) {
  Builder &builder = emitter.builder;
  llvm::SmallVector<std::pair<BasicBlock *, mlir::Operation *>> ends;
  BasicBlock *yes = createBlock(emitter, "then");
  BasicBlock *after = createBlock(emitter, "join");
  BasicBlock *no =
      op.getElseRegion().empty() ? after : createBlock(emitter, "else");
  builder.CreateCondBr(emitter.scalar(op.getCondition()), yes, no);
  builder.SetInsertPoint(yes);
  if (failed(emitBranch(emitter, op.getThenRegion(), after, ends))) {
    return failure();
  }
  if (no != after) {
    builder.SetInsertPoint(no);
    if (failed(emitBranch(emitter, op.getElseRegion(), after, ends))) {
      return failure();
    }
  }
  builder.SetInsertPoint(after);
  Merge results(emitter, op.getResultTypes());
  if (op.getNumResults() != 0) {
    for (auto [block, terminator] : ends) {
      results.comeFrom(emitter, block, terminator->getOperands());
    }
  }
  results.define(emitter, op.getResults());
  return success();
}

LogicalResult emitWhile(CodeEmitter &emitter, scf::WhileOp op) {
  Builder &builder = emitter.builder;
  BasicBlock *entry = builder.GetInsertBlock();
  BasicBlock *test = createBlock(emitter, "while");
  BasicBlock *body = createBlock(emitter, "do");
  BasicBlock *after = createBlock(emitter, "done");
  builder.CreateBr(test);

  builder.SetInsertPoint(test);
  Merge carried(emitter, op.getInits().getTypes());
  carried.comeFrom(emitter, entry, op.getInits());
  carried.define(emitter, op.getBeforeArguments());
  if (failed(emitter.emitBlock(*op.getBeforeBody()))) {
    return failure();
  }
  scf::ConditionOp condition = op.getConditionOp();
  builder.CreateCondBr(emitter.scalar(condition.getCondition()), body, after);
  for (auto [argument, value] :
       llvm::zip_equal(op.getAfterArguments(), condition.getArgs())) {
    emitter.define(argument, Pieces(emitter.pieces(value)));
  }
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), condition.getArgs())) {
    emitter.define(result, Pieces(emitter.pieces(value)));
  }

  builder.SetInsertPoint(body);
  if (failed(emitter.emitBlock(*op.getAfterBody()))) {
    return failure();
  }
  carried.comeFrom(emitter, builder.GetInsertBlock(),
                   op.getYieldOp().getOperands());
  markTurn(builder.CreateBr(test));
  builder.SetInsertPoint(after);
  return success();
}

LogicalResult emitSwitch(CodeEmitter &emitter, scf::IndexSwitchOp op) {
  Builder &builder = emitter.builder;
  llvm::SmallVector<std::pair<BasicBlock *, mlir::Operation *>> ends;
  BasicBlock *otherwise = createBlock(emitter, "default");
  BasicBlock *after = createBlock(emitter, "join");
  llvm::SwitchInst *choice = builder.CreateSwitch(emitter.scalar(op.getArg()),
                                                  otherwise, op.getNumCases());
  for (auto [value, region] :
       llvm::zip_equal(op.getCases(), op.getCaseRegions())) {
    BasicBlock *block = createBlock(emitter, "case");
    choice->addCase(builder.getInt64(static_cast<uint64_t>(value)), block);
    builder.SetInsertPoint(block);
    if (failed(emitBranch(emitter, region, after, ends))) {
      return failure();
    }
  }
  builder.SetInsertPoint(otherwise);
  if (failed(emitBranch(emitter, op.getDefaultRegion(), after, ends))) {
    return failure();
  }
  builder.SetInsertPoint(after);
  Merge results(emitter, op.getResultTypes());
  for (auto [block, terminator] : ends) {
    results.comeFrom(emitter, block, terminator->getOperands());
  }
  results.define(emitter, op.getResults());
  return success();
}

} // namespace

LogicalResult emitControl(CodeEmitter &emitter, mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp loop) { return emitFor(emitter, loop); })
      .Case([&](scf::IfOp branch) { return emitIfOp(emitter, branch); })
      .Case([&](scf::WhileOp loop) { return emitWhile(emitter, loop); })
      .Case([&](scf::IndexSwitchOp choice) {
        return emitSwitch(emitter, choice);
      });
}

} // namespace weft::code
