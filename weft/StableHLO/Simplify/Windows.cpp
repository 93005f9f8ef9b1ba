// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windowed reductions that are none, and sorts of what is sorted.

#include "weft/StableHLO/Simplify/Body.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

bool hasPlainWindow(const WindowDimension &window) {
  return window.paddingLow == 0 && window.paddingHigh == 0 &&
         window.baseDilation == 1;
}

/// reduce_window(x, e) = f(e, x) where the window is one element that steps
/// over all of x.
Replacement windowOfPoints(ReduceWindowOp op, Rewriter &rewriter) {
  bool onlyPoints =
      llvm::all_of(op.getWindow(), [](const WindowDimension &window) {
        return window.size == 1 && window.stride == 1 && hasPlainWindow(window);
      });
  if (!onlyPoints || !isElementwiseBody(op.getBody())) {
    return std::nullopt;
  }
  ArrayRef<int64_t> shape = shapeOf(op.getResult(0));
  SmallVector<Value> operands;
  for (Value initial : op.getInitValues()) {
    operands.push_back(rewriter.broadcastScalar(initial, shape));
  }
  llvm::append_range(operands, op.getInputs());
  return applyBody(rewriter, op.getBody(), operands, shape);
}

/// reduce_window(x, e) = reshape(reduce(x, e, d)) where the window covers the
/// dimensions d whole and is one element along the others.
Replacement windowOfWhole(ReduceWindowOp op, Rewriter &rewriter) {
  Value first = op.getInputs().front();
  Dimensions dimensions;
  for (auto [d, window] : llvm::enumerate(op.getWindow())) {
    int64_t size = shapeOf(first)[d];
    if (!hasPlainWindow(window)) {
      return std::nullopt;
    }
    bool isWhole =
        window.size == size && (window.windowDilation == 1 || size <= 1);
    bool isPoint = window.size == 1 && window.stride == 1;
    if (!isWhole && !isPoint) {
      return std::nullopt;
    }
    if (isWhole && size > 1) {
      dimensions.push_back(d);
    }
  }
  if (dimensions.empty()) {
    return std::nullopt;
  }
  Dimensions kept = otherDimensions(rankOf(first), dimensions);
  SmallVector<Type> types;
  for (Value result : op.getResults()) {
    types.push_back(typeOf(result).clone(gatherEntries(shapeOf(first), kept)));
  }
  auto reduce = rewriter.make<ReduceOp>(TypeRange(types), op.getInputs(),
                                        op.getInitValues(),
                                        ArrayRef<int64_t>(dimensions));
  rewriter.cloneRegionBefore(op.getBody(), reduce.getBody(),
                             reduce.getBody().end());
  SmallVector<Value> values;
  for (auto [value, result] :
       llvm::zip_equal(reduce.getResults(), op.getResults())) {
    values.push_back(rewriter.reshape(value, shapeOf(result)));
  }
  return values;
}

int64_t sortedDimension(SortOp op) {
  int64_t dimension = static_cast<int64_t>(op.getDimension());
  return dimension < 0 ? dimension + rankOf(op.getInputs().front()) : dimension;
}

/// sort(x) = x along a dimension of size one.
Replacement sortOfUnits(SortOp op, Rewriter &) {
  if (shapeOf(op.getInputs().front())[sortedDimension(op)] != 1) {
    return std::nullopt;
  }
  return SmallVector<Value>(op.getInputs());
}

/// sort(x, y) = sort(x), y where the sorted y is not used, nor the
/// comparator at y. A sort that is not stable may order equals as it likes.
Replacement sortUnusedInputs(SortOp op, Rewriter &rewriter) {
  Block &body = op.getComparator().front();
  SmallVector<unsigned> kept;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    bool isUsed = !op.getResult(i).use_empty() ||
                  !body.getArgument(2 * i).use_empty() ||
                  !body.getArgument(2 * i + 1).use_empty();
    if (isUsed) {
      kept.push_back(i);
    }
  }
  if (kept.empty() || kept.size() == op.getNumResults()) {
    return std::nullopt;
  }
  SmallVector<Value> inputs;
  SmallVector<Type> types;
  llvm::BitVector unusedArguments(body.getNumArguments(), true);
  for (unsigned i : kept) {
    inputs.push_back(op.getInputs()[i]);
    types.push_back(op.getResult(i).getType());
    unusedArguments.reset(2 * i, 2 * i + 2);
  }
  auto sort = rewriter.make<SortOp>(TypeRange(types), ValueRange(inputs),
                                    op.getDimension(), op.getIsStable());
  rewriter.cloneRegionBefore(op.getComparator(), sort.getComparator(),
                             sort.getComparator().end());
  sort.getComparator().front().eraseArguments(unusedArguments);
  SmallVector<Value> values(op.getInputs());
  for (auto [to, from] : llvm::enumerate(kept)) {
    values[from] = sort.getResult(to);
  }
  return values;
}

} // namespace

void addWindowRules(RuleSet &rules) {
  rules.add<ReduceWindowOp>("window-of-points", windowOfPoints);
  rules.add<ReduceWindowOp>("window-of-whole", windowOfWhole);
  rules.add<SortOp>("sort-of-units", sortOfUnits);
  rules.add<SortOp>("sort-unused-inputs", sortUnusedInputs);
}

} // namespace weft::stablehlo
