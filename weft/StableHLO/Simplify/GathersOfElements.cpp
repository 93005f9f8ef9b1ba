// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers of few elements of what is computed element by element, as
// log-softmax at the places of labels: they are computed of what is gathered,
// and the others need not be stored. That is for machines whose memory is far:
// a core finds what it stored in its caches.

#include "weft/StableHLO/Simplify/Evaluate.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Whether the dimensions of what is repeated are all batching dimensions of a
/// gather, one element in each slice: then slices are taken of no other.
bool isRepeatedInSlices(BroadcastInDimOp repeat, GatherOp op) {
  return llvm::is_sorted(
             op.getDimensionNumbers().getStartIndicesBatchingDims()) &&
         llvm::all_of(repeat.getBroadcastDimensions(), [&](int64_t d) {
           return llvm::is_contained(
               op.getDimensionNumbers().getOperandBatchingDims(), d);
         });
}

/// Whether a gather may take elements of what a value is computed of, which is
/// in memory whatever becomes of the value: an argument, or what is stored in a
/// narrower type than it is computed with.
bool isComputedOfMemory(Value value, GatherOp op, int &steps) {
  Operation *maker = value.getDefiningOp();
  if (!maker || isSplat(value)) {
    return true;
  }
  if (auto repeat = dyn_cast<BroadcastInDimOp>(maker)) {
    return isRepeatedInSlices(repeat, op);
  }
  if (steps-- == 0 || !isElementwise(maker) || !isPlain(maker)) {
    return false;
  }
  auto convert = dyn_cast<ConvertOp>(maker);
  const bool isWidened =
      convert && isFloat(convert.getOperand()) && isFloat(convert) &&
      elementOf(convert.getOperand()).getIntOrFloatBitWidth() <
          elementOf(convert).getIntOrFloatBitWidth();
  return isWidened || llvm::all_of(maker->getOperands(), [&](Value operand) {
           return shapeOf(operand) == shapeOf(value) &&
                  isComputedOfMemory(operand, op, steps);
         });
}

/// gather(f(x, y), i) = f(gather(x, i), gather(y, i)) where few elements are
/// taken of many, which then need not be stored.
Value gatherOfElements(GatherOp op, Rewriter &rewriter) {
  constexpr int64_t fewOf = 16;
  constexpr int mostSteps = 16;
  Operation *maker = op.getOperand().getDefiningOp();
  int steps = mostSteps;
  if (!maker || isa<BroadcastInDimOp>(maker) ||
      elementCount(op) > elementCount(op.getOperand()) / fewOf ||
      !isComputedOfMemory(op.getOperand(), op, steps)) {
    return {};
  }
  SmallVector<Value> operands;
  for (Value operand : maker->getOperands()) {
    operands.push_back(rewriter.make<GatherOp>(
        RankedTensorType::get(shapeOf(op), elementOf(operand)), operand,
        op.getStartIndices(), op.getDimensionNumbers(), op.getSliceSizesAttr(),
        op.getIndicesAreSortedAttr()));
  }
  return rewriter.remake(maker, operands, op.getType(), maker->getLoc());
}

/// gather(broadcast(x), i) = broadcast(x) where x has batching dimensions only.
Value gatherOfRepeated(GatherOp op, Rewriter &rewriter) {
  auto repeat = op.getOperand().getDefiningOp<BroadcastInDimOp>();
  if (!repeat || !isPlain(repeat) || !isRepeatedInSlices(repeat, op)) {
    return {};
  }
  // Where dimensions of the indices are in the result, but for that of vectors.
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  const Dimensions batch = otherDimensions(rankOf(op), numbers.getOffsetDims());
  Dimensions dimensions;
  for (int64_t d : repeat.getBroadcastDimensions()) {
    const auto *place = llvm::find(numbers.getOperandBatchingDims(), d);
    const int64_t ofIndices =
        numbers.getStartIndicesBatchingDims()
            [place - numbers.getOperandBatchingDims().begin()];
    dimensions.push_back(
        batch[ofIndices - (ofIndices > numbers.getIndexVectorDim() ? 1 : 0)]);
  }
  return rewriter.broadcast(repeat.getOperand(), shapeOf(op), dimensions);
}

} // namespace

void addGatherOfElementsRules(RuleSet &rules) {
  rules.add<GatherOp>("gather-of-elements", gatherOfElements);
  rules.add<GatherOp>("gather-of-repeated", gatherOfRepeated);
}

} // namespace weft::stablehlo
