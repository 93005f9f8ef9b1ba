// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches.

#include "weft/StableHLO/Simplify/Evaluate.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Puts the operations of a branch in front of the root, and gives what it
/// returns. The branch is left empty, for its owner goes.
SmallVector<Value> takeBranch(Rewriter &rewriter, Operation *root,
                              Region &branch) {
  Block &block = branch.front();
  Operation *end = block.getTerminator();
  SmallVector<Value> values(end->getOperands());
  rewriter.eraseOp(end);
  rewriter.inlineBlockBefore(&block, root);
  return values;
}

/// if(true) a else b = a, if(false) a else b = b
Replacement ifKnown(IfOp op, Rewriter &rewriter) {
  std::optional<llvm::APInt> predicate = splatInteger(op.getPred());
  if (!predicate) {
    return std::nullopt;
  }
  return takeBranch(rewriter, op,
                    predicate->isOne() ? op.getTrueBranch()
                                       : op.getFalseBranch());
}

/// case(c, b0, b1, ...) = bc, and the last one where c is out of range; so too
/// case(i, b0) = b0.
Replacement caseKnown(CaseOp op, Rewriter &rewriter) {
  std::optional<int64_t> index = scalarInteger(op.getIndex());
  int64_t count = static_cast<int64_t>(op.getBranches().size());
  if (!index && count != 1) {
    return std::nullopt;
  }
  int64_t chosen = index.value_or(0);
  bool inRange = chosen >= 0 && chosen < count;
  return takeBranch(rewriter, op,
                    op.getBranches()[inRange ? chosen : count - 1]);
}

/// if(not p) a else b = if(p) b else a
Replacement ifOfNot(IfOp op, Rewriter &rewriter) {
  auto negation = rewriter.producer<NotOp>(op.getPred());
  if (!negation) {
    return std::nullopt;
  }
  auto other = rewriter.make<IfOp>(op.getResultTypes(), negation.getOperand());
  other.getTrueBranch().takeBody(op.getFalseBranch());
  other.getFalseBranch().takeBody(op.getTrueBranch());
  return SmallVector<Value>(other.getResults());
}

/// case(i) a, b = if(i = 0) a else b
Replacement caseOfTwo(CaseOp op, Rewriter &rewriter) {
  if (op.getBranches().size() != 2 || !isPlainTensor(op.getIndex().getType())) {
    return std::nullopt;
  }
  Value isFirst = rewriter.compare(op.getIndex(), ComparisonDirection::EQ,
                                   rewriter.zero(typeOf(op.getIndex())));
  auto branch = rewriter.make<IfOp>(op.getResultTypes(), isFirst);
  branch.getTrueBranch().takeBody(op.getBranches()[0]);
  branch.getFalseBranch().takeBody(op.getBranches()[1]);
  return SmallVector<Value>(branch.getResults());
}

//===----------------------------------------------------------------------===//
// Results and branches that need no choice
//===----------------------------------------------------------------------===//

SmallVector<Operation *> endsOf(Operation *op) {
  SmallVector<Operation *> ends;
  for (Region &region : op->getRegions()) {
    ends.push_back(region.front().getTerminator());
  }
  return ends;
}

/// A value from outside that every branch returns as result i.
Value commonResult(Operation *op, ArrayRef<Operation *> ends, unsigned i) {
  Value value = ends.front()->getOperand(i);
  bool isOutside = !op->isAncestor(value.getParentBlock()->getParentOp());
  return isOutside && llvm::all_of(ends,
                                   [&](Operation *end) {
                                     return end->getOperand(i) == value;
                                   })
             ? value
             : Value();
}

/// if(p, {return x, y}, {return x, z}) = x, if(p, {return y}, {return z}): what
/// all branches agree on, and what is not used, is not returned.
Replacement dropResults(Operation *op, Rewriter &rewriter) {
  SmallVector<Operation *> ends = endsOf(op);
  SmallVector<Value> values(op->getNumResults());
  SmallVector<unsigned> kept;
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    values[i] = commonResult(op, ends, i);
    if (!values[i] && !op->getResult(i).use_empty()) {
      kept.push_back(i);
    }
  }
  if (kept.size() == op->getNumResults()) {
    return std::nullopt;
  }
  SmallVector<Type> types;
  for (unsigned i : kept) {
    types.push_back(op->getResult(i).getType());
  }
  Operation *smaller;
  if (auto branch = dyn_cast<IfOp>(op)) {
    smaller = rewriter.make<IfOp>(TypeRange(types), branch.getPred());
  } else {
    smaller = rewriter.make<CaseOp>(
        TypeRange(types), cast<CaseOp>(op).getIndex(), op->getNumRegions());
  }
  for (auto [to, from] :
       llvm::zip_equal(smaller->getRegions(), op->getRegions())) {
    Operation *end = from.front().getTerminator();
    SmallVector<Value> returned;
    for (unsigned i : kept) {
      returned.push_back(end->getOperand(i));
    }
    rewriter.modifyOpInPlace(end, [&] { end->setOperands(returned); });
    to.takeBody(from);
  }
  for (auto [to, from] : llvm::enumerate(kept)) {
    values[from] = smaller->getResult(to);
  }
  // What is left has no uses; any value of the type will do, and the branch's
  // own would keep it alive.
  for (auto [value, result] : llvm::zip_equal(values, op->getResults())) {
    if (!value) {
      value = result;
    }
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Small branches
//===----------------------------------------------------------------------===//

/// Cheap enough to be done for nothing: a few operations on few elements, that
/// work element by element or only move, and may run at any time.
bool isSmall(Region &branch) {
  constexpr size_t mostOperations = 8;
  constexpr int64_t mostElements = 1024;
  Block &block = branch.front();
  if (block.getOperations().size() > mostOperations + 1) {
    return false;
  }
  return llvm::all_of(block.without_terminator(), [&](Operation &op) {
    bool isCheap = isElementwise(&op) ||
                   isa<BroadcastInDimOp, ConcatenateOp, ConstantOp,
                       DynamicSliceOp, DynamicUpdateSliceOp, IotaOp, PadOp,
                       ReshapeOp, ReverseOp, SliceOp, TransposeOp>(op);
    return isCheap && isPlain(&op) && isPure(&op) &&
           llvm::all_of(op.getResults(), [&](Value result) {
             return elementCount(result) <= mostElements;
           });
  });
}

/// if(p) a else b = select(p, a, b) where both are small.
Replacement ifOfSmallBranches(IfOp op, Rewriter &rewriter) {
  if (!llvm::all_of(op.getResultTypes(), isPlainTensor) ||
      !isPlainTensor(op.getPred().getType()) || !isSmall(op.getTrueBranch()) ||
      !isSmall(op.getFalseBranch())) {
    return std::nullopt;
  }
  Value predicate = op.getPred();
  SmallVector<Value> onTrue = takeBranch(rewriter, op, op.getTrueBranch());
  SmallVector<Value> onFalse = takeBranch(rewriter, op, op.getFalseBranch());
  SmallVector<Value> values;
  rewriter.setInsertionPoint(op);
  for (auto [a, b] : llvm::zip_equal(onTrue, onFalse)) {
    values.push_back(rewriter.select(predicate, a, b));
  }
  return values;
}

} // namespace

void addConditionalRules(RuleSet &rules) {
  rules.addForAnyType<IfOp>("if-known", ifKnown);
  rules.addForAnyType<IfOp>("if-of-not", ifOfNot);
  rules.addForAnyType<IfOp>("drop-results", dropResults);
  rules.addForAnyType<IfOp>("if-of-small-branches", ifOfSmallBranches);
  rules.addForAnyType<CaseOp>("case-known", caseKnown);
  rules.addForAnyType<CaseOp>("case-of-two", caseOfTwo);
  rules.addForAnyType<CaseOp>("drop-results", dropResults);
}

} // namespace weft::stablehlo
