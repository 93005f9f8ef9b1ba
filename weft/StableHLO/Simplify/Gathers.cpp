// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers that are slices. Both move starts into the range in which a slice
// fits, so that no index is an obstacle. And gathers of which the indices are
// known in part.

#include "weft/StableHLO/Simplify/Counting.h"
#include "weft/StableHLO/Simplify/Ranges.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Result dimensions that come from the indices, ascending.
Dimensions batchDimensions(GatherOp op) {
  return otherDimensions(rankOf(op), op.getDimensionNumbers().getOffsetDims());
}

/// Operand dimensions that the slices keep, ascending: offset dimension i of
/// the result is the i-th of them.
Dimensions windowDimensions(GatherOp op) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Dimensions dropped(numbers.getCollapsedSliceDims());
  llvm::append_range(dropped, numbers.getOperandBatchingDims());
  return otherDimensions(rankOf(op.getOperand()), dropped);
}

/// gather(c) = c for a constant of equal elements.
Value gatherOfSplat(GatherOp op, Rewriter &rewriter) {
  return isSplat(op.getOperand())
             ? rewriter.splatLike(op.getOperand(), shapeOf(op))
             : Value();
}

/// gather(x, i) = reshape(dynamic_slice(x, i)) where there is one index vector.
Value gatherOfOneSlice(GatherOp op, Rewriter &rewriter) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Value indices = op.getStartIndices();
  int64_t components = static_cast<int64_t>(numbers.getStartIndexMap().size());
  if (elementCount(indices) != components || components == 0) {
    return {};
  }
  auto scalarType = RankedTensorType::get({}, elementOf(indices));
  Value zero = rewriter.zero(scalarType);
  Value list = rewriter.reshape(indices, {components});
  SmallVector<Value> starts(rankOf(op.getOperand()), zero);
  for (auto [i, d] : llvm::enumerate(numbers.getStartIndexMap())) {
    starts[d] = rewriter.reshape(rewriter.slice(list, 0, i, i + 1), {});
  }
  // Batching dimensions of one index vector are of size one.
  Value slice = rewriter.make<DynamicSliceOp>(op.getOperand(), starts,
                                              op.getSliceSizes());
  return rewriter.reshape(slice, shapeOf(op));
}

/// gather(x, i) = broadcast(x) where each slice is all of x.
Value gatherOfWhole(GatherOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  if (op.getSliceSizes() != shapeOf(operand) ||
      !op.getDimensionNumbers().getOperandBatchingDims().empty()) {
    return {};
  }
  Dimensions window = windowDimensions(op);
  return rewriter.broadcast(
      rewriter.reshape(operand, gatherEntries(shapeOf(operand), window)),
      shapeOf(op), op.getDimensionNumbers().getOffsetDims());
}

/// first, first + step, first + 2 * step, ...
struct Progression {
  int64_t first;
  int64_t step;
};

/// The elements of a list, if they are evenly spaced.
std::optional<Progression> progressionOf(Value list) {
  if (auto iota = list.getDefiningOp<IotaOp>()) {
    // Along the one dimension that is not of size one.
    int64_t size = shapeOf(list)[iota.getIotaDimension()];
    std::optional<IntegerRange> range = rangeOf(list);
    bool fits = range && range->greatest == size - 1;
    return size == elementCount(list) && fits ? std::optional(Progression{0, 1})
                                              : std::nullopt;
  }
  DenseElementsAttr elements = constantOf(list);
  constexpr int64_t longest = 4096;
  if (!elements || elements.getNumElements() < 2 ||
      elements.getNumElements() > longest || !isInteger(list)) {
    return std::nullopt;
  }
  bool isUnsignedList = isUnsigned(list);
  std::optional<Progression> result;
  int64_t previous = 0;
  int64_t position = 0;
  for (const llvm::APInt &element : elements.getValues<llvm::APInt>()) {
    if (element.getActiveBits() > 32 && element.getSignificantBits() > 32) {
      return std::nullopt;
    }
    int64_t number = isUnsignedList
                         ? static_cast<int64_t>(element.getZExtValue())
                         : element.getSExtValue();
    if (position == 0) {
      result = Progression{number, 0};
    } else if (position == 1) {
      result->step = number - previous;
    } else if (number - previous != result->step) {
      return std::nullopt;
    }
    previous = number;
    ++position;
  }
  return result;
}

/// Where the dimensions of the operand are in the result of a gather along
/// `dimension`. That one goes where the indices' dimensions are, taken as one
/// at the place of the first; the others keep their order; dropped dimensions,
/// of size one, come last. None where the indices' dimensions are not one.
std::optional<Dimensions> orderInResult(GatherOp op, int64_t dimension) {
  Dimensions window = windowDimensions(op);
  Dimensions batch = batchDimensions(op);
  Dimensions order;
  size_t nextWindow = 0;
  bool placed = false;
  for (int64_t d = 0; d < rankOf(op); ++d) {
    if (llvm::is_contained(batch, d)) {
      // Apart from each other they would not be one dimension.
      bool isFirst = !placed;
      bool continues = placed && d > 0 && llvm::is_contained(batch, d - 1);
      if (!isFirst && !continues && shapeOf(op)[d] != 1) {
        return std::nullopt;
      }
      if (isFirst) {
        order.push_back(dimension);
        placed = true;
      }
      continue;
    }
    int64_t source = window[nextWindow++];
    if (source != dimension) {
      order.push_back(source);
    }
  }
  if (!placed) {
    return std::nullopt;
  }
  for (int64_t d : otherDimensions(rankOf(op.getOperand()), order)) {
    order.push_back(d);
  }
  return order;
}

/// gather(x, i) = transpose(slice(x)), or of its reverse, where the indices
/// count evenly along one dimension of x and the slices are whole along the
/// others.
Value gatherOfProgression(GatherOp op, Rewriter &rewriter) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Value operand = op.getOperand();
  if (numbers.getStartIndexMap().size() != 1 ||
      !numbers.getOperandBatchingDims().empty()) {
    return {};
  }
  int64_t dimension = numbers.getStartIndexMap().front();
  for (auto [d, size] : llvm::enumerate(op.getSliceSizes())) {
    bool isIndexed = static_cast<int64_t>(d) == dimension;
    if (size != (isIndexed ? 1 : shapeOf(operand)[d])) {
      return {};
    }
  }
  int64_t count = elementCount(op.getStartIndices());
  std::optional<Progression> indices = progressionOf(op.getStartIndices());
  if (!indices || indices->step == 0) {
    return {};
  }
  int64_t last = indices->first + (count - 1) * indices->step;
  int64_t low = std::min(indices->first, last);
  int64_t high = std::max(indices->first, last);
  if (low < 0 || high >= shapeOf(operand)[dimension]) {
    return {};
  }
  std::optional<Dimensions> order = orderInResult(op, dimension);
  if (!order) {
    return {};
  }
  Dimensions starts(rankOf(operand), 0);
  Dimensions limits(shapeOf(operand));
  Dimensions strides(rankOf(operand), 1);
  starts[dimension] = low;
  limits[dimension] = high + 1;
  strides[dimension] = std::abs(indices->step);
  Value part = rewriter.slice(operand, starts, limits, strides);
  if (indices->step < 0) {
    part = rewriter.reverse(part, {dimension});
  }
  return rewriter.reshape(rewriter.transpose(part, *order), shapeOf(op));
}

/// gather(x, (0 1 2 ..., i)) = gather(x, i) with a batching dimension, where
/// one component of the index counts along all of a dimension of x.
Value gatherFromRowsInTurn(GatherOp op, Rewriter &rewriter) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  std::optional<BatchedIndices> batched = batchCountedIndices(
      rewriter, op.getOperand(), op.getStartIndices(),
      {Dimensions(numbers.getCollapsedSliceDims()),
       Dimensions(numbers.getOperandBatchingDims()),
       Dimensions(numbers.getStartIndicesBatchingDims()),
       Dimensions(numbers.getStartIndexMap()), numbers.getIndexVectorDim()});
  if (!batched) {
    return {};
  }
  const IndexedDimensions &dimensions = batched->dimensions;
  auto renamed = GatherDimensionNumbersAttr::get(
      op.getContext(), numbers.getOffsetDims(), dimensions.dropped,
      dimensions.batching, dimensions.indicesBatching, dimensions.moved,
      dimensions.vectorDimension);
  return rewriter.make<GatherOp>(
      op.getType(), op.getOperand(), batched->indices, renamed,
      op.getSliceSizesAttr(), rewriter.getBoolAttr(false));
}

/// Whether all elements along a dimension are alike.
bool isAlikeAlong(Value value, int64_t dimension) {
  if (isSplat(value)) {
    return true;
  }
  auto broadcast = value.getDefiningOp<BroadcastInDimOp>();
  if (!broadcast) {
    return false;
  }
  for (auto [from, to] : llvm::enumerate(broadcast.getBroadcastDimensions())) {
    if (to == dimension) {
      return shapeOf(broadcast.getOperand())[from] == 1;
    }
  }
  return true;
}

/// gather(x, i + (0 1 2 ...)) = gather(x, i) of slices, where the sum lies
/// inside x: elements that follow each other are a slice.
Value gatherOfNeighbours(GatherOp op, Rewriter &rewriter) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Value indices = op.getStartIndices();
  ArrayRef<int64_t> moved = numbers.getStartIndexMap();
  if (moved.size() != 1 || !numbers.getStartIndicesBatchingDims().empty() ||
      !llvm::is_contained(numbers.getCollapsedSliceDims(), moved.front())) {
    return {};
  }
  int64_t along = moved.front();
  std::optional<IntegerRange> range = rangeOf(indices);
  if (!range || range->least < 0 ||
      range->greatest >= shapeOf(op.getOperand())[along]) {
    return {};
  }
  // The indices without the dimension of their vectors.
  if (numbers.getIndexVectorDim() + 1 == rankOf(indices)) {
    auto reshape = rewriter.producer<ReshapeOp>(indices);
    if (!reshape ||
        shapeOf(reshape.getOperand()) != shapeOf(indices).drop_back()) {
      return {};
    }
    indices = reshape.getOperand();
  } else if (numbers.getIndexVectorDim() != rankOf(indices)) {
    return {};
  }
  auto sum = rewriter.producer<AddOp>(indices);
  if (!sum) {
    return {};
  }
  for (auto [first, steps] : {std::pair(sum.getLhs(), sum.getRhs()),
                              std::pair(sum.getRhs(), sum.getLhs())}) {
    std::optional<int64_t> counted = countedDimension(steps);
    if (!counted || !isAlikeAlong(first, *counted)) {
      continue;
    }
    int64_t place = batchDimensions(op)[*counted];
    // Slices keep the order that dimensions have in the operand.
    Dimensions window = windowDimensions(op);
    Dimensions offsets(numbers.getOffsetDims());
    auto before = llvm::lower_bound(offsets, place) - offsets.begin();
    if (llvm::lower_bound(window, along) - window.begin() != before) {
      continue;
    }
    offsets.insert(offsets.begin() + before, place);
    Dimensions collapsed(numbers.getCollapsedSliceDims());
    llvm::erase(collapsed, along);
    Dimensions sizes(op.getSliceSizes());
    sizes[along] = shapeOf(indices)[*counted];
    Value starts = rewriter.slice(first, *counted, 0, 1);
    Dimensions shape(shapeOf(starts));
    shape.erase(shape.begin() + *counted);
    starts = rewriter.reshape(starts, shape);
    auto renamed = GatherDimensionNumbersAttr::get(
        op.getContext(), offsets, collapsed, numbers.getOperandBatchingDims(),
        {}, moved, rankOf(starts));
    return rewriter.make<GatherOp>(op.getType(), op.getOperand(), starts,
                                   renamed, ArrayRef<int64_t>(sizes));
  }
  return {};
}

/// gather(x, (i, j)) = gather(x, i) where slices are all of the dimension that
/// j moves along: it starts at 0 wherever j would have it.
Value gatherOfWholeDimension(GatherOp op, Rewriter &rewriter) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Value indices = op.getStartIndices();
  int64_t vector = numbers.getIndexVectorDim();
  Dimensions moved;
  Dimensions components;
  for (auto [i, d] : llvm::enumerate(numbers.getStartIndexMap())) {
    if (op.getSliceSizes()[d] != shapeOf(op.getOperand())[d]) {
      moved.push_back(d);
      components.push_back(static_cast<int64_t>(i));
    }
  }
  if (moved.empty() || moved.size() == numbers.getStartIndexMap().size()) {
    return {};
  }
  SmallVector<Value> kept;
  for (int64_t i : components) {
    kept.push_back(rewriter.slice(indices, vector, i, i + 1));
  }
  auto renamed = GatherDimensionNumbersAttr::get(
      op.getContext(), numbers.getOffsetDims(), numbers.getCollapsedSliceDims(),
      numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims(),
      moved, vector);
  return rewriter.make<GatherOp>(
      op.getType(), op.getOperand(), rewriter.concatenate(kept, vector),
      renamed, op.getSliceSizesAttr(), rewriter.getBoolAttr(false));
}

/// Without dimension `d`, whose elements are the next one's: the numbers of
/// those behind it are one less.
Dimensions withoutDimension(ArrayRef<int64_t> dimensions, int64_t d) {
  Dimensions result;
  for (int64_t dimension : dimensions) {
    if (dimension != d) {
      result.push_back(dimension - (dimension > d ? 1 : 0));
    }
  }
  return result;
}

/// gather(x, i) = reshape(gather(reshape(x), i * n)) where slices have several
/// rows along one dimension, which i moves, and all n places of the next: these
/// follow each other in memory, and become one dimension.
Value gatherOfFollowingRows(GatherOp op, Rewriter &rewriter) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Value operand = op.getOperand();
  Value indices = op.getStartIndices();
  int64_t last = rankOf(operand) - 1;
  int64_t rows = last - 1;
  ArrayRef<int64_t> moved = numbers.getStartIndexMap();
  ArrayRef<int64_t> offsets = numbers.getOffsetDims();
  Dimensions window = windowDimensions(op);
  if (window.size() < 2 || window[window.size() - 2] != rows ||
      window.back() != last || !llvm::is_contained(moved, rows) ||
      llvm::is_contained(moved, last) || op.getSliceSizes()[rows] < 2 ||
      op.getSliceSizes()[last] != shapeOf(operand)[last] ||
      offsets[offsets.size() - 2] + 1 != offsets.back()) {
    return {};
  }
  int64_t width = shapeOf(operand)[last];
  int64_t reach = shapeOf(operand)[rows] * width;
  unsigned bits = elementOf(indices).getIntOrFloatBitWidth();
  if (bits < 63 && reach >> (bits - 1) != 0) {
    return {};
  }
  // Moved into the range first, since a product may leave that of the type.
  SmallVector<llvm::APInt> limits;
  SmallVector<llvm::APInt> factors;
  for (int64_t d : moved) {
    int64_t start = shapeOf(operand)[d] - op.getSliceSizes()[d];
    if (bits < 63 && start >> (bits - 1) != 0) {
      return {};
    }
    limits.push_back(llvm::APInt(bits, static_cast<uint64_t>(start)));
    factors.push_back(
        llvm::APInt(bits, static_cast<uint64_t>(d == rows ? width : 1)));
  }
  int64_t vector = numbers.getIndexVectorDim();
  bool hasVector = vector < rankOf(indices);
  auto perComponent = [&](ArrayRef<llvm::APInt> values) {
    auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                      elementOf(indices));
    Value list = rewriter.constant(DenseElementsAttr::get(type, values));
    return hasVector ? rewriter.broadcast(list, shapeOf(indices), {vector})
                     : rewriter.broadcast(rewriter.reshape(list, {}),
                                          shapeOf(indices), {});
  };
  Type type = indices.getType();
  Value within = rewriter.make<MaximumOp>(
      type, indices, rewriter.zero(cast<RankedTensorType>(type)));
  within = rewriter.make<MinimumOp>(type, within, perComponent(limits));
  Value starts = rewriter.make<MultiplyOp>(type, within, perComponent(factors));

  auto joined = [&](ArrayRef<int64_t> shape, int64_t d) {
    Dimensions result(shape);
    result[d] *= result[d + 1];
    result.erase(result.begin() + d + 1);
    return result;
  };
  int64_t place = offsets[offsets.size() - 2];
  auto renamed = GatherDimensionNumbersAttr::get(
      op.getContext(), withoutDimension(offsets, place + 1),
      numbers.getCollapsedSliceDims(), numbers.getOperandBatchingDims(),
      numbers.getStartIndicesBatchingDims(), moved, vector);
  Value rowsOfSlices = rewriter.make<GatherOp>(
      RankedTensorType::get(joined(shapeOf(op), place), elementOf(op)),
      rewriter.reshape(operand, joined(shapeOf(operand), rows)), starts,
      renamed, rewriter.getDenseI64ArrayAttr(joined(op.getSliceSizes(), rows)),
      rewriter.getBoolAttr(false));
  return rewriter.reshape(rowsOfSlices, shapeOf(op));
}

} // namespace

void addGatherRules(RuleSet &rules) {
  rules.add<GatherOp>("gather-of-splat", gatherOfSplat);
  rules.add<GatherOp>("gather-of-whole", gatherOfWhole);
  rules.add<GatherOp>("gather-of-one-slice", gatherOfOneSlice);
  rules.add<GatherOp>("gather-of-progression", gatherOfProgression);
  rules.add<GatherOp>("gather-from-rows-in-turn", gatherFromRowsInTurn);
  rules.add<GatherOp>("gather-of-neighbours", gatherOfNeighbours);
  rules.add<GatherOp>("gather-of-whole-dimension", gatherOfWholeDimension);
  rules.add<GatherOp>("gather-of-following-rows", gatherOfFollowingRows);
}

} // namespace weft::stablehlo
