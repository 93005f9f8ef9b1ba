// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `scf` as blocks and phis, for whoever emits the code inside. A tile that is
// carried around a loop or leaves a branch has one phi per piece.
//
// An emitter has a `builder`, knows the values it has `define`d as `pieces`,
// and writes a region's block with `emitBlock`:
//
//   class SomeEmitter {
//     Builder &builder;
//     SmallVector<llvm::Type *> pieceTypes(mlir::Type type) const;
//     ArrayRef<llvm::Value *> pieces(mlir::Value value) const;
//     llvm::Value *scalar(mlir::Value value) const;
//     void define(mlir::Value value, Pieces pieces);
//     LogicalResult emitBlock(mlir::Block &block);
//   };

#pragma once

#include "weft/Target/Code/Vectors.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

#include <optional>

namespace weft::code {

template <typename Emitter>
llvm::BasicBlock *createBlock(Emitter &emitter, const char *name) {
  return llvm::BasicBlock::Create(
      emitter.builder.getContext(), name,
      emitter.builder.GetInsertBlock()->getParent());
}

/// The phis of several values, one list per value.
template <typename Emitter> class Merge {
public:
  /// Creates phis where the builder is, for values like these.
  Merge(Emitter &emitter, llvm::ArrayRef<Pieces> values) : emitter(emitter) {
    for (const Pieces &pieces : values) {
      llvm::SmallVector<llvm::PHINode *> list;
      for (llvm::Value *piece : pieces) {
        list.push_back(emitter.builder.CreatePHI(piece->getType(), 2));
      }
      phis.push_back(std::move(list));
    }
  }
  /// For values of such types.
  Merge(Emitter &emitter, mlir::TypeRange types) : emitter(emitter) {
    for (mlir::Type type : types) {
      llvm::SmallVector<llvm::PHINode *> list;
      for (llvm::Type *piece : emitter.pieceTypes(type)) {
        list.push_back(emitter.builder.CreatePHI(piece, 2));
      }
      phis.push_back(std::move(list));
    }
  }

  /// What the values are when control comes from `block`.
  void comeFrom(llvm::BasicBlock *block, llvm::ArrayRef<Pieces> values) {
    for (auto [list, pieces] : llvm::zip_equal(phis, values)) {
      for (auto [phi, piece] : llvm::zip_equal(list, pieces)) {
        phi->addIncoming(piece, block);
      }
    }
  }
  void comeFrom(llvm::BasicBlock *block, mlir::ValueRange values) {
    comeFrom(block, piecesOf(emitter, values));
  }

  llvm::SmallVector<Pieces> values() const {
    return llvm::map_to_vector(phis, [](const auto &list) {
      return Pieces(list.begin(), list.end());
    });
  }
  void define(mlir::ValueRange named) {
    for (auto [pieces, value] : llvm::zip_equal(values(), named)) {
      emitter.define(value, pieces);
    }
  }

  static llvm::SmallVector<Pieces> piecesOf(Emitter &emitter,
                                            mlir::ValueRange values) {
    return llvm::map_to_vector(values, [&](mlir::Value value) {
      return Pieces(emitter.pieces(value));
    });
  }

private:
  Emitter &emitter;
  llvm::SmallVector<llvm::SmallVector<llvm::PHINode *>> phis;
};

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// How far a loop has come.
struct LoopState {
  /// Of the next step.
  llvm::Value *index;
  llvm::SmallVector<Pieces> carried;
  /// The branch back, if there is one.
  llvm::Instruction *branch = nullptr;
};

enum class Steps { Any, AtMostOne };

/// Steps from a state until the index reaches `upper`. Tested before the first
/// step and at the end of each, so that what does not change can move between
/// the test and the loop.
template <typename Emitter>
mlir::FailureOr<LoopState> emitSteps(Emitter &emitter, mlir::scf::ForOp op,
                                     const LoopState &from, llvm::Value *upper,
                                     Steps steps = Steps::Any) {
  Builder &builder = emitter.builder;
  llvm::Value *step = emitter.scalar(op.getStep());
  const bool isUnsigned = op.getUnsignedCmp();
  auto less = [&](llvm::Value *a, llvm::Value *b) {
    return isUnsigned ? builder.CreateICmpULT(a, b)
                      : builder.CreateICmpSLT(a, b);
  };
  llvm::Value *isFirst = less(from.index, upper);
  // Of a single step, what is known of its index stays known.
  if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(isFirst);
      known && steps == Steps::AtMostOne) {
    if (known->isZero()) {
      return from;
    }
    for (auto [argument, pieces] :
         llvm::zip_equal(op.getRegionIterArgs(), from.carried)) {
      emitter.define(argument, pieces);
    }
    emitter.define(op.getInductionVar(), {from.index});
    if (failed(emitter.emitBlock(*op.getBody()))) {
      return mlir::failure();
    }
    return LoopState{builder.CreateAdd(from.index, step),
                     Merge<Emitter>::piecesOf(emitter, op.getYieldedValues())};
  }
  llvm::Type *indexType = from.index->getType();
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *loop = createBlock(emitter, "for");
  llvm::BasicBlock *after = createBlock(emitter, "done");
  builder.CreateCondBr(isFirst, loop, after);

  builder.SetInsertPoint(loop);
  llvm::Value *index = from.index;
  std::optional<Merge<Emitter>> carried;
  if (steps == Steps::Any) {
    index = builder.CreatePHI(indexType, 2);
    carried.emplace(emitter, from.carried);
    carried->comeFrom(before, from.carried);
    carried->define(op.getRegionIterArgs());
  } else {
    for (auto [argument, pieces] :
         llvm::zip_equal(op.getRegionIterArgs(), from.carried)) {
      emitter.define(argument, pieces);
    }
  }
  emitter.define(op.getInductionVar(), {index});
  if (failed(emitter.emitBlock(*op.getBody()))) {
    return mlir::failure();
  }
  llvm::BasicBlock *last = builder.GetInsertBlock();
  llvm::Value *next = isUnsigned ? builder.CreateAdd(index, step)
                                 : builder.CreateNSWAdd(index, step);
  llvm::Instruction *branch = nullptr;
  if (steps == Steps::Any) {
    auto *phi = llvm::cast<llvm::PHINode>(index);
    phi->addIncoming(from.index, before);
    phi->addIncoming(next, last);
    carried->comeFrom(last, op.getYieldedValues());
    branch = builder.CreateCondBr(less(next, upper), loop, after);
  } else {
    builder.CreateBr(after);
  }

  builder.SetInsertPoint(after);
  llvm::PHINode *reached = builder.CreatePHI(indexType, 2);
  reached->addIncoming(from.index, before);
  reached->addIncoming(next, last);
  Merge<Emitter> results(emitter, from.carried);
  results.comeFrom(before, from.carried);
  results.comeFrom(last, op.getYieldedValues());
  return LoopState{reached, results.values(), branch};
}

/// The branch back.
template <typename Emitter>
mlir::FailureOr<llvm::Instruction *> emitWhile(Emitter &emitter,
                                               mlir::scf::WhileOp op) {
  Builder &builder = emitter.builder;
  llvm::BasicBlock *entry = builder.GetInsertBlock();
  llvm::BasicBlock *test = createBlock(emitter, "while");
  llvm::BasicBlock *body = createBlock(emitter, "do");
  llvm::BasicBlock *after = createBlock(emitter, "done");
  builder.CreateBr(test);

  builder.SetInsertPoint(test);
  Merge<Emitter> carried(emitter, op.getInits().getTypes());
  carried.comeFrom(entry, op.getInits());
  carried.define(op.getBeforeArguments());
  if (failed(emitter.emitBlock(*op.getBeforeBody()))) {
    return mlir::failure();
  }
  mlir::scf::ConditionOp condition = op.getConditionOp();
  builder.CreateCondBr(emitter.scalar(condition.getCondition()), body, after);
  for (auto [argument, result, value] : llvm::zip_equal(
           op.getAfterArguments(), op.getResults(), condition.getArgs())) {
    emitter.define(argument, Pieces(emitter.pieces(value)));
    emitter.define(result, Pieces(emitter.pieces(value)));
  }

  builder.SetInsertPoint(body);
  if (failed(emitter.emitBlock(*op.getAfterBody()))) {
    return mlir::failure();
  }
  carried.comeFrom(builder.GetInsertBlock(), op.getYieldOp().getOperands());
  llvm::Instruction *branch = builder.CreateBr(test);
  builder.SetInsertPoint(after);
  return branch;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Regions of which one is taken, and where their results join.
template <typename Emitter> class Choice {
public:
  Choice(Emitter &emitter, llvm::BasicBlock *after)
      : emitter(emitter), after(after) {}

  /// The region's block in `block`, then on to where all meet.
  mlir::LogicalResult add(mlir::Region &region, llvm::BasicBlock *block) {
    emitter.builder.SetInsertPoint(block);
    if (failed(emitter.emitBlock(region.front()))) {
      return mlir::failure();
    }
    ends.push_back(
        {emitter.builder.GetInsertBlock(), region.front().getTerminator()});
    emitter.builder.CreateBr(after);
    return mlir::success();
  }

  void join(mlir::Operation *op) {
    emitter.builder.SetInsertPoint(after);
    Merge<Emitter> results(emitter, op->getResultTypes());
    if (op->getNumResults() != 0) {
      for (auto [block, terminator] : ends) {
        results.comeFrom(block, terminator->getOperands());
      }
    }
    results.define(op->getResults());
  }

private:
  Emitter &emitter;
  llvm::BasicBlock *after;
  llvm::SmallVector<std::pair<llvm::BasicBlock *, mlir::Operation *>> ends;
};

template <typename Emitter>
mlir::LogicalResult emitIf(Emitter &emitter, mlir::scf::IfOp op) {
  llvm::BasicBlock *yes = createBlock(emitter, "then");
  llvm::BasicBlock *after = createBlock(emitter, "join");
  llvm::BasicBlock *no =
      op.getElseRegion().empty() ? after : createBlock(emitter, "else");
  emitter.builder.CreateCondBr(emitter.scalar(op.getCondition()), yes, no);
  Choice<Emitter> choice(emitter, after);
  if (failed(choice.add(op.getThenRegion(), yes)) ||
      (no != after && failed(choice.add(op.getElseRegion(), no)))) {
    return mlir::failure();
  }
  choice.join(op);
  return mlir::success();
}

template <typename Emitter>
mlir::LogicalResult emitSwitch(Emitter &emitter, mlir::scf::IndexSwitchOp op) {
  llvm::BasicBlock *otherwise = createBlock(emitter, "default");
  llvm::BasicBlock *after = createBlock(emitter, "join");
  llvm::SwitchInst *branch = emitter.builder.CreateSwitch(
      emitter.scalar(op.getArg()), otherwise, op.getNumCases());
  Choice<Emitter> choice(emitter, after);
  for (auto [value, region] :
       llvm::zip_equal(op.getCases(), op.getCaseRegions())) {
    llvm::BasicBlock *block = createBlock(emitter, "case");
    branch->addCase(emitter.builder.getInt64(static_cast<uint64_t>(value)),
                    block);
    if (failed(choice.add(region, block))) {
      return mlir::failure();
    }
  }
  if (failed(choice.add(op.getDefaultRegion(), otherwise))) {
    return mlir::failure();
  }
  choice.join(op);
  return mlir::success();
}

} // namespace weft::code
