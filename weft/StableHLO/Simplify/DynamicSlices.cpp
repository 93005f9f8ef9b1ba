// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts at places known at run time. A start s is moved into the range in which
// the slice fits: clamp(s) = min(max(s, 0), size of x - size of slice).

#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Where a slice really starts; nothing if a start is not constant.
std::optional<Dimensions> clampedStarts(ValueRange starts,
                                        ArrayRef<int64_t> whole,
                                        ArrayRef<int64_t> part) {
  Dimensions clamped;
  for (auto [start, size, taken] : llvm::zip_equal(starts, whole, part)) {
    std::optional<int64_t> number = scalarInteger(start);
    if (!number && size != taken) {
      return std::nullopt;
    }
    clamped.push_back(std::clamp<int64_t>(number.value_or(0), 0, size - taken));
  }
  return clamped;
}

/// dynamic_slice(x, c) = slice(x, clamp(c)) for constant starts.
Value dynamicSliceAtConstant(DynamicSliceOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  std::optional<Dimensions> starts =
      clampedStarts(op.getStartIndices(), shapeOf(operand), shapeOf(op));
  if (!starts) {
    return {};
  }
  Dimensions limits;
  for (auto [start, size] : llvm::zip_equal(*starts, shapeOf(op))) {
    limits.push_back(start + size);
  }
  return rewriter.slice(operand, *starts, limits,
                        Dimensions(rankOf(operand), 1));
}

/// The starts, with 0 where the slice is as large as what it is taken from and
/// any start is moved there; empty if nothing changes.
SmallVector<Value> withoutIdleStarts(Rewriter &rewriter, ValueRange starts,
                                     ArrayRef<int64_t> whole,
                                     ArrayRef<int64_t> part) {
  SmallVector<Value> result;
  bool changed = false;
  for (auto [start, size, taken] : llvm::zip_equal(starts, whole, part)) {
    bool isIdle = size == taken && scalarInteger(start) != 0;
    changed |= isIdle;
    result.push_back(isIdle ? rewriter.zero(typeOf(start)) : start);
  }
  return changed ? result : SmallVector<Value>();
}

/// clamp(s) = 0 along dimensions that are taken whole.
Value dynamicSliceIdleStarts(DynamicSliceOp op, Rewriter &rewriter) {
  SmallVector<Value> starts = withoutIdleStarts(
      rewriter, op.getStartIndices(), shapeOf(op.getOperand()), shapeOf(op));
  return starts.empty() ? Value()
                        : rewriter.make<DynamicSliceOp>(op.getOperand(), starts,
                                                        op.getSliceSizes());
}

/// clamp(s) = 0 along dimensions that are written whole.
Value dynamicUpdateIdleStarts(DynamicUpdateSliceOp op, Rewriter &rewriter) {
  SmallVector<Value> starts =
      withoutIdleStarts(rewriter, op.getStartIndices(),
                        shapeOf(op.getOperand()), shapeOf(op.getUpdate()));
  return starts.empty() ? Value()
                        : rewriter.make<DynamicUpdateSliceOp>(
                              op.getOperand(), op.getUpdate(), starts);
}

/// dynamic_slice(c) = c for a constant of equal elements.
Value dynamicSliceOfSplat(DynamicSliceOp op, Rewriter &rewriter) {
  return isSplat(op.getOperand())
             ? rewriter.splatLike(op.getOperand(), shapeOf(op))
             : Value();
}

/// dynamic_slice(dynamic_update_slice(x, u, s), s) = u, of u's size.
Value dynamicSliceOfUpdate(DynamicSliceOp op, Rewriter &rewriter) {
  auto update = rewriter.producer<DynamicUpdateSliceOp>(op.getOperand());
  return update && shapeOf(update.getUpdate()) == shapeOf(op) &&
                 llvm::equal(update.getStartIndices(), op.getStartIndices())
             ? update.getUpdate()
             : Value();
}

/// dynamic_update_slice(x, u) = u where u is as large as x, and x where u has
/// no elements.
Value dynamicUpdateWhole(DynamicUpdateSliceOp op, Rewriter &) {
  if (op.getUpdate().getType() == op.getType()) {
    return op.getUpdate();
  }
  return elementCount(op.getUpdate()) == 0 ? op.getOperand() : Value();
}

/// dynamic_update_slice(dynamic_update_slice(x, u, s), v, s)
///   = dynamic_update_slice(x, v, s), u and v of one size.
Value dynamicUpdateOfUpdate(DynamicUpdateSliceOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<DynamicUpdateSliceOp>(op.getOperand());
  if (!inner || inner.getUpdate().getType() != op.getUpdate().getType() ||
      !llvm::equal(inner.getStartIndices(), op.getStartIndices())) {
    return {};
  }
  return rewriter.make<DynamicUpdateSliceOp>(inner.getOperand(), op.getUpdate(),
                                             op.getStartIndices());
}

/// dynamic_update_slice(x, dynamic_slice(x, s), s) = x
Value dynamicUpdateWithItself(DynamicUpdateSliceOp op, Rewriter &rewriter) {
  auto slice = rewriter.producer<DynamicSliceOp>(op.getUpdate());
  return slice && slice.getOperand() == op.getOperand() &&
                 llvm::equal(slice.getStartIndices(), op.getStartIndices())
             ? op.getOperand()
             : Value();
}

} // namespace

void addDynamicSliceRules(RuleSet &rules) {
  rules.add<DynamicSliceOp>("dynamic-slice-at-constant",
                            dynamicSliceAtConstant);
  rules.add<DynamicSliceOp>("dynamic-slice-of-splat", dynamicSliceOfSplat);
  rules.add<DynamicSliceOp>("dynamic-slice-of-update", dynamicSliceOfUpdate);
  rules.add<DynamicSliceOp>("dynamic-slice-idle-starts",
                            dynamicSliceIdleStarts);
  rules.add<DynamicUpdateSliceOp>("dynamic-update-whole", dynamicUpdateWhole);
  rules.add<DynamicUpdateSliceOp>("dynamic-update-of-update",
                                  dynamicUpdateOfUpdate);
  rules.add<DynamicUpdateSliceOp>("dynamic-update-with-itself",
                                  dynamicUpdateWithItself);
  rules.add<DynamicUpdateSliceOp>("dynamic-update-idle-starts",
                                  dynamicUpdateIdleStarts);
}

} // namespace weft::stablehlo
