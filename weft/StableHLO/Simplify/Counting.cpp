// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Counting.h"

#include "weft/StableHLO/Simplify/Ranges.h"
#include "weft/Support/RowMajor.h"

using namespace mlir;

namespace weft::stablehlo {

/// The dimension along which elements of a constant count: all of them, or
/// those at one place of another dimension.
static std::optional<int64_t>
countedInConstant(Value value, DenseElementsAttr elements,
                  std::optional<std::pair<int64_t, int64_t>> at = {}) {
  constexpr int64_t mostElements = 4096;
  ArrayRef<int64_t> shape = shapeOf(value);
  if (elements.getNumElements() > mostElements) {
    return std::nullopt;
  }
  const Dimensions below = rowMajorStrides(shape);
  auto indexOf = [&](int64_t place, int64_t d) {
    return place / below[d] % shape[d];
  };
  for (auto [d, size] : llvm::enumerate(shape)) {
    auto dimension = static_cast<int64_t>(d);
    if (size < 2 || (at && at->first == dimension)) {
      continue;
    }
    int64_t place = 0;
    if (llvm::all_of(elements.getValues<llvm::APInt>(),
                     [&](const llvm::APInt &element) {
                       int64_t here = place++;
                       return (at && indexOf(here, at->first) != at->second) ||
                              element == indexOf(here, dimension);
                     })) {
      return dimension;
    }
  }
  return std::nullopt;
}

/// Where a dimension is after a reshape that adds and removes dimensions of one
/// element only.
static std::optional<int64_t> reshapedDimension(ReshapeOp op,
                                                int64_t dimension) {
  auto isLong = [](int64_t size) { return size != 1; };
  ArrayRef<int64_t> from = shapeOf(op.getOperand());
  ArrayRef<int64_t> to = shapeOf(op);
  if (llvm::to_vector(llvm::make_filter_range(from, isLong)) !=
      llvm::to_vector(llvm::make_filter_range(to, isLong))) {
    return std::nullopt;
  }
  int64_t before = llvm::count_if(from.take_front(dimension), isLong);
  for (auto [d, size] : llvm::enumerate(to)) {
    if (isLong(size) && before-- == 0) {
      return static_cast<int64_t>(d);
    }
  }
  return std::nullopt;
}

std::optional<int64_t> countedDimension(Value value) {
  constexpr unsigned farEnough = 6;
  // From the result to what counts, then back again.
  SmallVector<Operation *> path;
  for (Value at = value; path.size() <= farEnough;) {
    Operation *op = at.getDefiningOp();
    if (!op || !isPlain(op) || !isInteger(at)) {
      return std::nullopt;
    }
    std::optional<int64_t> counted;
    if (DenseElementsAttr elements = constantOf(at)) {
      counted = countedInConstant(at, elements);
    } else if (auto iota = dyn_cast<IotaOp>(op)) {
      int64_t dimension = iota.getIotaDimension();
      std::optional<IntegerRange> range = rangeOf(at);
      if (shapeOf(at)[dimension] > 1 && range &&
          range->greatest == shapeOf(at)[dimension] - 1) {
        counted = dimension;
      }
    } else if (isa<BroadcastInDimOp, ReshapeOp>(op)) {
      path.push_back(op);
      at = op->getOperand(0);
      continue;
    }
    if (!counted) {
      return std::nullopt;
    }
    for (Operation *step : llvm::reverse(path)) {
      if (auto broadcast = dyn_cast<BroadcastInDimOp>(step)) {
        counted = broadcast.getBroadcastDimensions()[*counted];
      } else {
        counted = reshapedDimension(cast<ReshapeOp>(step), *counted);
      }
      if (!counted) {
        return std::nullopt;
      }
    }
    return counted;
  }
  return std::nullopt;
}

namespace {

/// One component of an index that is known without looking.
struct CountedComponent {
  /// Of the index vector.
  int64_t component;
  /// The dimension of the indices that it is the number along.
  int64_t dimension;
  /// The indices without it.
  Value others;
};

} // namespace

/// A component of indices along `vectorDimension` for which `mayBatch` holds,
/// of a component and the dimension that it counts along; there is at least one
/// more.
static std::optional<CountedComponent>
findCountedComponent(Rewriter &rewriter, Value indices, int64_t vectorDimension,
                     llvm::function_ref<bool(int64_t, int64_t)> mayBatch) {
  if (vectorDimension >= rankOf(indices) ||
      shapeOf(indices)[vectorDimension] < 2 || !isInteger(indices)) {
    return std::nullopt;
  }
  if (DenseElementsAttr elements = constantOf(indices)) {
    int64_t count = shapeOf(indices)[vectorDimension];
    for (int64_t component : llvm::seq(count)) {
      std::optional<int64_t> dimension = countedInConstant(
          indices, elements, std::pair(vectorDimension, component));
      if (!dimension || !mayBatch(component, *dimension)) {
        continue;
      }
      SmallVector<Value> others;
      for (auto [from, to] : {std::pair(int64_t(0), component),
                              std::pair(component + 1, count)}) {
        if (from < to) {
          others.push_back(rewriter.slice(indices, vectorDimension, from, to));
        }
      }
      return CountedComponent{component, *dimension,
                              rewriter.concatenate(others, vectorDimension)};
    }
    return std::nullopt;
  }
  auto joined = rewriter.producer<ConcatenateOp>(indices);
  if (!joined ||
      static_cast<int64_t>(joined.getDimension()) != vectorDimension ||
      joined.getInputs().size() < 2) {
    return std::nullopt;
  }
  int64_t component = 0;
  for (auto [i, part] : llvm::enumerate(joined.getInputs())) {
    int64_t size = shapeOf(part)[vectorDimension];
    std::optional<int64_t> dimension =
        size == 1 ? countedDimension(part) : std::nullopt;
    if (dimension && mayBatch(component, *dimension)) {
      SmallVector<Value> others(joined.getInputs());
      others.erase(others.begin() + i);
      return CountedComponent{
          component, *dimension,
          others.size() == 1 ? others.front()
                             : rewriter.concatenate(others, vectorDimension)};
    }
    component += size;
  }
  return std::nullopt;
}

std::optional<BatchedIndices>
batchCountedIndices(Rewriter &rewriter, Value operand, Value indices,
                    const IndexedDimensions &dimensions) {
  auto mayBatch = [&](int64_t component, int64_t dimension) {
    int64_t row = dimensions.moved[component];
    return llvm::is_contained(dimensions.dropped, row) &&
           !llvm::is_contained(dimensions.indicesBatching, dimension) &&
           shapeOf(operand)[row] == shapeOf(indices)[dimension];
  };
  std::optional<CountedComponent> found = findCountedComponent(
      rewriter, indices, dimensions.vectorDimension, mayBatch);
  if (!found) {
    return std::nullopt;
  }
  IndexedDimensions batched = dimensions;
  int64_t row = dimensions.moved[found->component];
  llvm::erase(batched.dropped, row);
  batched.moved.erase(batched.moved.begin() + found->component);
  auto place =
      llvm::lower_bound(batched.batching, row) - batched.batching.begin();
  batched.batching.insert(batched.batching.begin() + place, row);
  batched.indicesBatching.insert(batched.indicesBatching.begin() + place,
                                 found->dimension);
  return BatchedIndices{found->others, batched};
}

} // namespace weft::stablehlo
