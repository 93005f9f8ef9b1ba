// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a block as fusion sees them.

#include "weft/Plan/Fuse/BlockFuser.h"

#include "weft/Plan/Memory/SliceView.h"

using namespace mlir;

namespace weft::plan {

/// Whether a kernel may have others joined to it. What takes whole operands and
/// gives whole results is a kernel of its own, and so is what was joined
/// before.
static bool isOpen(KernelOp kernel) {
  if (!kernel || !getRecord(kernel).empty() ||
      !llvm::hasNItems(kernel.getBody().front(), 2)) {
    return false;
  }
  Operation &only = kernel.getBody().front().front();
  switch (heroOf(&only)) {
  case Hero::None:
  case Hero::Dot:
  case Hero::Convolution:
  case Hero::Reduce:
  case Hero::Window:
  case Hero::Gather:
    break;
  default:
    return false;
  }
  return llvm::all_of(kernel.getResultTypes(), [](Type type) {
    return cast<RankedTensorType>(type).getNumElements() > 0;
  });
}

Value BlockFuser::findNextCondition(Block &block, const Machine &machine) {
  auto loop = dyn_cast<WhileOp>(block.getParentOp());
  const bool mayLook =
      loop && !loop.getTrip() && &block == &loop.getBody().front() &&
      machine.costs.guardPicoseconds != 0 &&
      llvm::all_of(block.without_terminator(), [](Operation &step) {
        return isa<CaseOp>(step) || canLook(&step);
      });
  Value next = mayLook ? loop.getNextCondition() : Value();
  return next ? lookThroughViews(next) : Value();
}

/// The values behind `value` that are no free steps.
void BlockFuser::collectReads(Value value, llvm::SetVector<Value> &reads) {
  value = lookThroughViews(value);
  Operation *definer = value.getDefiningOp();
  if (definer && isFree(definer)) {
    for (Value operand : definer->getOperands()) {
      collectReads(operand, reads);
    }
    return;
  }
  reads.insert(value);
}

/// A free step is a node too if something reads it that makes none itself.
bool BlockFuser::isNode(Operation *step) const {
  if (!isFree(step)) {
    return true;
  }
  if (!isa<KernelOp>(step)) {
    return false;
  }
  SmallVector<Value> open(step->getResults());
  while (!open.empty()) {
    for (Operation *user : open.pop_back_val().getUsers()) {
      if (isa<ViewOp>(user)) {
        llvm::append_range(open, user->getResults());
      } else if (user->getBlock() != &block ||
                 (!isFree(user) && !isOpen(dyn_cast<KernelOp>(user)))) {
        return true;
      }
    }
  }
  return false;
}

SmallVector<Value> BlockFuser::readsOf(Operation *step) {
  llvm::SetVector<Value> reads;
  bool isWall = !isOpen(dyn_cast<KernelOp>(step));
  auto read = [&](Value operand) {
    collectReads(operand, reads);
    // A wall takes free steps as they are.
    Value source = lookThroughViews(operand);
    if (isWall && numbers.contains(source.getDefiningOp())) {
      reads.insert(source);
    }
  };
  if (isa<KernelOp>(step)) {
    llvm::for_each(step->getOperands(), read);
    return reads.takeVector();
  }
  step->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      // What a region of the step makes itself is not read from outside.
      Operation *owner = operand.getParentRegion()->getParentOp();
      if (owner != step && !step->isProperAncestor(owner)) {
        read(operand);
      }
    }
    return isa<KernelOp>(inner) ? WalkResult::skip() : WalkResult::advance();
  });
  return reads.takeVector();
}

void BlockFuser::collectNodes() {
  for (Operation &step : block.without_terminator()) {
    if (isNode(&step)) {
      numbers[&step] = nodes.size();
      nodes.emplace_back().step = &step;
    }
  }
  for (unsigned i = 0; i < nodes.size(); ++i) {
    nodes[i].reads.assign(readsOf(nodes[i].step));
    for (Value value : nodes[i].reads) {
      readers[value].push_back(i);
    }
    describe(i);
  }
  for (Value value : readsOf(block.getTerminator())) {
    readers[value].push_back(noNode);
  }
}

/// Operands that a kernel must find in memory.
static SmallVector<Value, 1> memoryOperands(Operation *operation) {
  if (auto gather = dyn_cast<stablehlo::GatherOp>(operation)) {
    return {gather.getOperand()};
  }
  if (auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(operation)) {
    return {update.getOperand()};
  }
  return {};
}

void BlockFuser::describe(unsigned number) {
  Node &node = nodes[number];
  auto kernel = dyn_cast<KernelOp>(node.step);
  if (!isOpen(kernel) || isFree(kernel)) {
    return;
  }
  Operation *only = &kernel.getBody().front().front();
  node.part = {kernel, only, number, 0, unitsPerPlace(only)};
  node.isView = findSliceView(kernel, machine.isCpu() ? IndexKnownTo::Plan
                                                      : IndexKnownTo::Kernels)
                    .has_value();
  bool sums = !summedExtents(only).empty();
  SmallVector<unsigned, 3> products;
  for (Value value : node.reads) {
    auto found = numbers.find(value.getDefiningOp());
    if (found == numbers.end() || nodes[found->second].isWall()) {
      continue;
    }
    const Node &maker = nodes[found->second];
    node.part.depth = std::max(node.part.depth, maker.part.depth);
    bool isOfProduct =
        (maker.followsProduct || isProduct(maker.part.operation)) &&
        cast<RankedTensorType>(value.getType()).getNumElements() ==
            cast<RankedTensorType>(kernel.getResult(0).getType())
                .getNumElements();
    if (isOfProduct) {
      products.push_back(maker.part.depth);
    }
  }
  // What also needs a sum of the product cannot be done with it.
  node.followsProduct =
      isElementwise(only) && llvm::is_contained(products, node.part.depth);
  node.part.depth += sums ? 1 : 0;
  for (Value operand : memoryOperands(only)) {
    if (auto argument = dyn_cast<BlockArgument>(operand)) {
      llvm::SetVector<Value> behind;
      collectReads(kernel.getOperand(argument.getArgNumber()), behind);
      node.memory.append(behind.begin(), behind.end());
    }
  }
  KernelWork alone(kernel.getResult(0), machine);
  KernelWork::Change change = alone.price(node.part);
  alone.add(node.part, change);
  for (Value value : alone.inputs()) {
    node.bytes += alone.bytesRead(value);
  }
  for (Value result : kernel.getResults()) {
    node.bytes += byteSize(result.getType());
  }
  node.picoseconds = timeOf(alone, node.bytes);
}

} // namespace weft::plan
