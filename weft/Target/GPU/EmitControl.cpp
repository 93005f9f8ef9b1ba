// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `scf` as blocks and phis. A tile that is carried around a loop or leaves a
// branch has one phi per register. Conditions are scalars, so all threads of a
// program take the same way.

#include "weft/Target/GPU/KernelEmitter.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::gpu {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
namespace scf = mlir::scf;

namespace {

/// The phis of several values, one list per value.
class Merge {
public:
  /// Creates phis where the builder is.
  Merge(KernelEmitter &emitter, mlir::TypeRange types) {
    for (mlir::Type type : types) {
      llvm::SmallVector<llvm::PHINode *> list;
      for (llvm::Type *piece : emitter.pieceTypes(type)) {
        list.push_back(emitter.builder.CreatePHI(piece, 2));
      }
      phis.push_back(std::move(list));
    }
  }

  void comeFrom(KernelEmitter &emitter, llvm::BasicBlock *block,
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
  llvm::SmallVector<llvm::SmallVector<llvm::PHINode *>> phis;
};

llvm::BasicBlock *createBlock(KernelEmitter &emitter, const char *name) {
  return llvm::BasicBlock::Create(
      emitter.builder.getContext(), name,
      emitter.builder.GetInsertBlock()->getParent());
}

LogicalResult emitFor(KernelEmitter &emitter, scf::ForOp op) {
  Builder &builder = emitter.builder;
  llvm::Value *upper = emitter.scalar(op.getUpperBound());
  auto less = [&](llvm::Value *a) {
    return op.getUnsignedCmp() ? builder.CreateICmpULT(a, upper)
                               : builder.CreateICmpSLT(a, upper);
  };
  llvm::Value *lower = emitter.scalar(op.getLowerBound());
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *loop = createBlock(emitter, "for");
  llvm::BasicBlock *after = createBlock(emitter, "done");
  builder.CreateCondBr(less(lower), loop, after);

  builder.SetInsertPoint(loop);
  llvm::PHINode *index = builder.CreatePHI(lower->getType(), 2);
  index->addIncoming(lower, before);
  emitter.define(op.getInductionVar(), {index});
  Merge carried(emitter, op.getInitArgs().getTypes());
  carried.comeFrom(emitter, before, op.getInitArgs());
  carried.define(emitter, op.getRegionIterArgs());
  if (failed(emitter.emitBlock(*op.getBody()))) {
    return failure();
  }
  llvm::BasicBlock *last = builder.GetInsertBlock();
  llvm::Value *next = builder.CreateAdd(index, emitter.scalar(op.getStep()));
  index->addIncoming(next, last);
  carried.comeFrom(emitter, last, op.getYieldedValues());
  builder.CreateCondBr(less(next), loop, after);

  builder.SetInsertPoint(after);
  Merge results(emitter, op.getResultTypes());
  results.comeFrom(emitter, before, op.getInitArgs());
  results.comeFrom(emitter, last, op.getYieldedValues());
  results.define(emitter, op.getResults());
  return success();
}

LogicalResult emitWhile(KernelEmitter &emitter, scf::WhileOp op) {
  Builder &builder = emitter.builder;
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *test = createBlock(emitter, "while");
  llvm::BasicBlock *body = createBlock(emitter, "do");
  llvm::BasicBlock *after = createBlock(emitter, "done");
  builder.CreateBr(test);

  builder.SetInsertPoint(test);
  Merge carried(emitter, op.getInits().getTypes());
  carried.comeFrom(emitter, before, op.getInits());
  carried.define(emitter, op.getBeforeArguments());
  if (failed(emitter.emitBlock(*op.getBeforeBody()))) {
    return failure();
  }
  scf::ConditionOp condition = op.getConditionOp();
  builder.CreateCondBr(emitter.scalar(condition.getCondition()), body, after);
  for (auto [argument, result, value] : llvm::zip_equal(
           op.getAfterArguments(), op.getResults(), condition.getArgs())) {
    emitter.define(argument, Pieces(emitter.pieces(value)));
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

/// Regions of which one is taken: those of `scf.if` and `scf.index_switch`.
LogicalResult
emitChoice(KernelEmitter &emitter, mlir::Operation *op,
           llvm::ArrayRef<std::pair<mlir::Region *, llvm::BasicBlock *>> ways,
           llvm::BasicBlock *after) {
  Builder &builder = emitter.builder;
  llvm::SmallVector<std::pair<llvm::BasicBlock *, mlir::Operation *>> ends;
  for (auto [region, block] : ways) {
    builder.SetInsertPoint(block);
    if (failed(emitter.emitBlock(region->front()))) {
      return failure();
    }
    ends.push_back({builder.GetInsertBlock(), region->front().getTerminator()});
    builder.CreateBr(after);
  }
  builder.SetInsertPoint(after);
  Merge results(emitter, op->getResultTypes());
  if (op->getNumResults() != 0) {
    for (auto [block, terminator] : ends) {
      results.comeFrom(emitter, block, terminator->getOperands());
    }
  }
  results.define(emitter, op->getResults());
  return success();
}

LogicalResult emitIf(KernelEmitter &emitter, scf::IfOp op) {
  llvm::BasicBlock *yes = createBlock(emitter, "then");
  llvm::BasicBlock *after = createBlock(emitter, "join");
  llvm::SmallVector<std::pair<mlir::Region *, llvm::BasicBlock *>> ways = {
      {&op.getThenRegion(), yes}};
  llvm::BasicBlock *no = after;
  if (!op.getElseRegion().empty()) {
    no = createBlock(emitter, "else");
    ways.push_back({&op.getElseRegion(), no});
  }
  emitter.builder.CreateCondBr(emitter.scalar(op.getCondition()), yes, no);
  return emitChoice(emitter, op, ways, after);
}

LogicalResult emitSwitch(KernelEmitter &emitter, scf::IndexSwitchOp op) {
  llvm::BasicBlock *otherwise = createBlock(emitter, "default");
  llvm::BasicBlock *after = createBlock(emitter, "join");
  llvm::SwitchInst *choice = emitter.builder.CreateSwitch(
      emitter.scalar(op.getArg()), otherwise, op.getNumCases());
  llvm::SmallVector<std::pair<mlir::Region *, llvm::BasicBlock *>> ways = {
      {&op.getDefaultRegion(), otherwise}};
  for (auto [value, region] :
       llvm::zip_equal(op.getCases(), op.getCaseRegions())) {
    llvm::BasicBlock *block = createBlock(emitter, "case");
    choice->addCase(emitter.builder.getInt64(static_cast<uint64_t>(value)),
                    block);
    ways.push_back({&region, block});
  }
  return emitChoice(emitter, op, ways, after);
}

} // namespace

LogicalResult KernelEmitter::emitControl(mlir::Operation *op) {
  // What may be read when a region starts holds for all of them, and around a
  // loop; it is known before the code is.
  Regions inside = pendingReads;
  for (int round = 0; round < 2; ++round) {
    for (mlir::Region &region : op->getRegions()) {
      if (!region.empty()) {
        Regions behind = readBehind(region.front(), inside);
        inside.insert(behind.begin(), behind.end());
      }
    }
  }
  startReads[op] = inside;
  LogicalResult result =
      llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
          .Case([&](scf::ForOp loop) { return emitFor(*this, loop); })
          .Case([&](scf::WhileOp loop) { return emitWhile(*this, loop); })
          .Case([&](scf::IfOp choice) { return emitIf(*this, choice); })
          .Case([&](scf::IndexSwitchOp choice) {
            return emitSwitch(*this, choice);
          });
  pendingReads = inside;
  return result;
}

} // namespace weft::gpu
