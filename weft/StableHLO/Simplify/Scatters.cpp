// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatters that are updates of a slice, which loops then do in place, and
// scatters to rows in turn.
//
// A scatter leaves out a window that does not lie inside the input as a whole,
// where dynamic_update_slice moves it inside. What is written there is what was
// there before, then.

#include "weft/StableHLO/Simplify/Body.h"
#include "weft/StableHLO/Simplify/Counting.h"
#include "weft/StableHLO/Simplify/Ranges.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// scatter(x, i, u) = x where there are no updates.
Replacement scatterOfNothing(ScatterOp op, Rewriter &) {
  if (elementCount(op.getUpdates().front()) != 0) {
    return std::nullopt;
  }
  for (auto [input, result] :
       llvm::zip_equal(op.getInputs(), op.getResults())) {
    if (input.getType() != result.getType()) {
      return std::nullopt;
    }
  }
  return SmallVector<Value>(op.getInputs());
}

/// scatter(x, i, u) with one index vector:
///   old = dynamic_slice(x, i)
///   dynamic_update_slice(x, select(i inside, f(old, u), old), i)
/// without the select where the update is surely inside.
Replacement scatterOfOneSlice(ScatterOp op, Rewriter &rewriter) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  Value indices = op.getScatterIndices();
  ArrayRef<int64_t> moved = numbers.getScatterDimsToOperandDims();
  int64_t components = static_cast<int64_t>(moved.size());
  if (op.getInputs().size() != 1 || elementCount(indices) != components ||
      components == 0 || !isElementwiseBody(op.getUpdateComputation())) {
    return std::nullopt;
  }
  Value input = op.getInputs().front();
  Value update = op.getUpdates().front();
  Value returned =
      op.getUpdateComputation().front().getTerminator()->getOperand(0);
  if (input.getType() != op.getResult(0).getType() ||
      elementOf(input) != elementOf(update) ||
      elementOf(input) != elementOf(returned)) {
    return std::nullopt;
  }
  // The update in the input's dimensions.
  Dimensions dropped(numbers.getInsertedWindowDims());
  llvm::append_range(dropped, numbers.getInputBatchingDims());
  Dimensions window = otherDimensions(rankOf(input), dropped);
  Dimensions shape(rankOf(input), 1);
  for (auto [d, source] :
       llvm::zip_equal(window, numbers.getUpdateWindowDims())) {
    shape[d] = shapeOf(update)[source];
  }
  // A window larger than the input is never inside.
  for (auto [size, whole] : llvm::zip_equal(shape, shapeOf(input))) {
    if (size > whole || whole == 0) {
      return std::nullopt;
    }
  }
  std::optional<IntegerRange> range = rangeOf(indices);
  bool surelyInside = range.has_value();
  for (int64_t d : moved) {
    int64_t last = shapeOf(input)[d] - shape[d];
    surelyInside &= range && range->least >= 0 && range->greatest <= last;
  }

  auto scalarType = RankedTensorType::get({}, elementOf(indices));
  auto flagType = RankedTensorType::get({}, rewriter.getI1Type());
  Value zero = rewriter.zero(scalarType);
  Value list = rewriter.reshape(indices, {components});
  SmallVector<Value> starts(rankOf(input), zero);
  Value inside;
  for (auto [i, d] : llvm::enumerate(moved)) {
    Value start = rewriter.reshape(rewriter.slice(list, 0, i, i + 1), {});
    starts[d] = start;
    if (surelyInside) {
      continue;
    }
    // The limit may not be a number of the index type; then nothing exceeds it.
    unsigned width = elementOf(indices).getIntOrFloatBitWidth();
    uint64_t largest = isUnsigned(indices) ? UINT64_MAX >> (64 - width)
                                           : (UINT64_MAX >> (64 - width)) >> 1;
    uint64_t last = static_cast<uint64_t>(shapeOf(input)[d] - shape[d]);
    Value limit =
        rewriter.splat(scalarType, llvm::APInt(width, std::min(last, largest)));
    Value fits = rewriter.make<AndOp>(
        flagType, rewriter.compare(start, ComparisonDirection::GE, zero),
        rewriter.compare(start, ComparisonDirection::LE, limit));
    inside =
        inside ? Value(rewriter.make<AndOp>(flagType, inside, fits)) : fits;
  }
  Value old = rewriter.make<DynamicSliceOp>(input, starts, shape);
  Value fresh = rewriter.reshape(update, shape);
  Value combined =
      applyBody(rewriter, op.getUpdateComputation(), {old, fresh}, shape)
          .front();
  if (inside) {
    combined = rewriter.select(inside, combined, old);
  }
  return SmallVector<Value>{
      rewriter.make<DynamicUpdateSliceOp>(input, combined, starts)};
}

/// scatter(x, (0 1 2 ..., i), u) = scatter(x, i, u) with a batching dimension,
/// where one component of the index counts along all of a dimension of x.
Replacement scatterToRowsInTurn(ScatterOp op, Rewriter &rewriter) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  std::optional<BatchedIndices> batched = batchCountedIndices(
      rewriter, op.getInputs().front(), op.getScatterIndices(),
      {Dimensions(numbers.getInsertedWindowDims()),
       Dimensions(numbers.getInputBatchingDims()),
       Dimensions(numbers.getScatterIndicesBatchingDims()),
       Dimensions(numbers.getScatterDimsToOperandDims()),
       numbers.getIndexVectorDim()});
  if (!batched) {
    return std::nullopt;
  }
  const IndexedDimensions &dimensions = batched->dimensions;
  SmallVector<Value> operands(op.getInputs());
  operands.push_back(batched->indices);
  llvm::append_range(operands, op.getUpdates());
  auto same = cast<ScatterOp>(rewriter.clone(*op));
  same->setLoc(rewriter.location());
  same->setOperands(operands);
  same.setScatterDimensionNumbersAttr(ScatterDimensionNumbersAttr::get(
      op.getContext(), numbers.getUpdateWindowDims(), dimensions.dropped,
      dimensions.batching, dimensions.indicesBatching, dimensions.moved,
      dimensions.vectorDimension));
  same.setIndicesAreSorted(false);
  return SmallVector<Value>(same->getResults());
}

} // namespace

void addScatterRules(RuleSet &rules) {
  rules.add<ScatterOp>("scatter-of-nothing", scatterOfNothing);
  rules.add<ScatterOp>("scatter-of-one-slice", scatterOfOneSlice);
  rules.add<ScatterOp>("scatter-to-rows-in-turn", scatterToRowsInTurn);
}

} // namespace weft::stablehlo
