// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `scf` as blocks and phis. A tile that is carried around a loop or leaves a
// branch has one phi per piece.

#include "weft/Target/CPU/KernelEmitter.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::cpu {
namespace {

namespace scf = mlir::scf;
using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

BasicBlock *createBlock(KernelEmitter &emitter, const char *name) {
  return BasicBlock::Create(emitter.builder.getContext(), name,
                            emitter.builder.GetInsertBlock()->getParent());
}

/// The phis of several values, one list per value.
class Merge {
public:
  /// Creates phis where the builder is.
  Merge(KernelEmitter &emitter, mlir::TypeRange types) {
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
  void comeFrom(KernelEmitter &emitter, BasicBlock *block,
                mlir::ValueRange values) {
    for (auto [list, value] : llvm::zip_equal(phis, values)) {
      for (auto [phi, piece] : llvm::zip_equal(list, emitter.pieces(value))) {
        phi->addIncoming(piece, block);
      }
    }
  }

  void define(KernelEmitter &emitter, mlir::ValueRange values) {
    for (auto [list, value] : llvm::zip_equal(phis, values)) {
      emitter.define(value, Pieces(list.begin(), list.end()));
    }
  }

private:
  llvm::SmallVector<llvm::SmallVector<PHINode *>> phis;
};

/// Tested before the first step and at the end of each, so that what does not
/// change can move between the test and the loop.
LogicalResult emitFor(KernelEmitter &emitter, scf::ForOp op) {
  Builder &builder = emitter.builder;
  mlir::Type indexType = op.getInductionVar().getType();
  Value *lower = emitter.scalar(op.getLowerBound());
  Value *upper = emitter.scalar(op.getUpperBound());
  Value *step = emitter.scalar(op.getStep());
  const bool isUnsigned = op.getUnsignedCmp();
  auto less = [&](Value *a, Value *b) {
    return isUnsigned ? builder.CreateICmpULT(a, b)
                      : builder.CreateICmpSLT(a, b);
  };
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = createBlock(emitter, "for");
  BasicBlock *after = createBlock(emitter, "done");
  builder.CreateCondBr(less(lower, upper), loop, after);

  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(emitter.elementType(indexType), 2);
  index->addIncoming(lower, before);
  emitter.define(op.getInductionVar(), {index});
  Merge carried(emitter, op.getInitArgs().getTypes());
  carried.comeFrom(emitter, before, op.getInitArgs());
  carried.define(emitter, op.getRegionIterArgs());
  if (failed(emitter.emitBlock(*op.getBody()))) {
    return failure();
  }
  BasicBlock *last = builder.GetInsertBlock();
  Value *next = isUnsigned ? builder.CreateAdd(index, step)
                           : builder.CreateNSWAdd(index, step);
  index->addIncoming(next, last);
  carried.comeFrom(emitter, last, op.getYieldedValues());
  builder.CreateCondBr(less(next, upper), loop, after);

  builder.SetInsertPoint(after);
  Merge results(emitter, op.getResultTypes());
  results.comeFrom(emitter, before, op.getInitArgs());
  results.comeFrom(emitter, last, op.getYieldedValues());
  results.define(emitter, op.getResults());
  return success();
}

/// The region's block, then on to `after`; its results join there.
LogicalResult emitBranch(
    KernelEmitter &emitter, mlir::Region &region, BasicBlock *after,
    llvm::SmallVectorImpl<std::pair<BasicBlock *, mlir::Operation *>> &ends) {
  if (failed(emitter.emitBlock(region.front()))) {
    return failure();
  }
  ends.push_back(
      {emitter.builder.GetInsertBlock(), region.front().getTerminator()});
  emitter.builder.CreateBr(after);
  return success();
}

LogicalResult emitIfOp(KernelEmitter &emitter, scf::IfOp op) {
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

LogicalResult emitWhile(KernelEmitter &emitter, scf::WhileOp op) {
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
  builder.CreateBr(test);
  builder.SetInsertPoint(after);
  return success();
}

LogicalResult emitSwitch(KernelEmitter &emitter, scf::IndexSwitchOp op) {
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

LogicalResult emitControl(KernelEmitter &emitter, mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp loop) { return emitFor(emitter, loop); })
      .Case([&](scf::IfOp branch) { return emitIfOp(emitter, branch); })
      .Case([&](scf::WhileOp loop) { return emitWhile(emitter, loop); })
      .Case([&](scf::IndexSwitchOp choice) {
        return emitSwitch(emitter, choice);
      });
}

} // namespace weft::cpu
