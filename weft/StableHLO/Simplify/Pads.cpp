// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding. pad(x, v, l, h, i) puts i elements v between neighbours of x, then
// l and h at the ends; negative l and h take away.

#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

bool isZero(int64_t amount) { return amount == 0; }

/// pad(x, v, 0, 0, 0) = x
Value padIdentity(PadOp op, Rewriter &) {
  return llvm::all_of(op.getEdgePaddingLow(), isZero) &&
                 llvm::all_of(op.getEdgePaddingHigh(), isZero) &&
                 llvm::all_of(op.getInteriorPadding(), isZero)
             ? op.getOperand()
             : Value();
}

/// pad(x, v) = v everywhere where x has no elements.
Value padOfEmpty(PadOp op, Rewriter &rewriter) {
  return elementCount(op.getOperand()) == 0
             ? rewriter.broadcastScalar(op.getPaddingValue(), shapeOf(op))
             : Value();
}

/// pad(c, c) = c, in the larger shape, for a constant of equal elements.
Value padOfSplat(PadOp op, Rewriter &rewriter) {
  return areSameSplat(op.getOperand(), op.getPaddingValue())
             ? rewriter.splatLike(op.getOperand(), shapeOf(op))
             : Value();
}

/// pad(x, v, l, h, i) = pad(x, v, l, h, 0) along dimensions of size one, which
/// have nothing between.
Value padOfUnits(PadOp op, Rewriter &rewriter) {
  Dimensions interior(op.getInteriorPadding());
  for (auto [amount, size] :
       llvm::zip_equal(interior, shapeOf(op.getOperand()))) {
    amount = size <= 1 ? 0 : amount;
  }
  if (ArrayRef<int64_t>(interior) == op.getInteriorPadding()) {
    return {};
  }
  return rewriter.pad(op.getOperand(), op.getPaddingValue(),
                      op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                      interior);
}

/// pad(x, v, l, h, 0) = pad(slice(x), v, max(l, 0), max(h, 0), 0) where some
/// l or h is negative: what is taken away need not be there first.
Value padNegative(PadOp op, Rewriter &rewriter) {
  auto isNegative = [](int64_t amount) { return amount < 0; };
  if (!llvm::all_of(op.getInteriorPadding(), isZero) ||
      (llvm::none_of(op.getEdgePaddingLow(), isNegative) &&
       llvm::none_of(op.getEdgePaddingHigh(), isNegative))) {
    return {};
  }
  Dimensions starts;
  Dimensions limits;
  Dimensions low;
  Dimensions high;
  for (int64_t d = 0; d < rankOf(op); ++d) {
    int64_t size = shapeOf(op.getOperand())[d];
    int64_t start = std::max<int64_t>(-op.getEdgePaddingLow()[d], 0);
    int64_t limit = size - std::max<int64_t>(-op.getEdgePaddingHigh()[d], 0);
    // One end may take away more than there is, of the other end's padding.
    if (start > limit || start > size || limit < 0) {
      return {};
    }
    starts.push_back(start);
    limits.push_back(limit);
    low.push_back(std::max<int64_t>(op.getEdgePaddingLow()[d], 0));
    high.push_back(std::max<int64_t>(op.getEdgePaddingHigh()[d], 0));
  }
  return rewriter.pad(rewriter.slice(op.getOperand(), starts, limits,
                                     Dimensions(rankOf(op), 1)),
                      op.getPaddingValue(), low, high, op.getInteriorPadding());
}

/// pad(pad(x, v, l1, h1, i), v, l2, h2, 0) = pad(x, v, l1 + l2, h1 + h2, i),
/// nothing being taken away.
Value padOfPad(PadOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<PadOp>(op.getOperand());
  auto isNegative = [](int64_t amount) { return amount < 0; };
  if (!inner || !llvm::all_of(op.getInteriorPadding(), isZero) ||
      (inner.getPaddingValue() != op.getPaddingValue() &&
       !areSameSplat(inner.getPaddingValue(), op.getPaddingValue()))) {
    return {};
  }
  for (PadOp pad : {op, inner}) {
    if (llvm::any_of(pad.getEdgePaddingLow(), isNegative) ||
        llvm::any_of(pad.getEdgePaddingHigh(), isNegative)) {
      return {};
    }
  }
  Dimensions low;
  Dimensions high;
  for (int64_t d = 0; d < rankOf(op); ++d) {
    low.push_back(op.getEdgePaddingLow()[d] + inner.getEdgePaddingLow()[d]);
    high.push_back(op.getEdgePaddingHigh()[d] + inner.getEdgePaddingHigh()[d]);
  }
  return rewriter.pad(inner.getOperand(), op.getPaddingValue(), low, high,
                      inner.getInteriorPadding());
}

} // namespace

void addPadRules(RuleSet &rules) {
  rules.add<PadOp>("pad-identity", padIdentity);
  rules.add<PadOp>("pad-of-empty", padOfEmpty);
  rules.add<PadOp>("pad-of-splat", padOfSplat);
  rules.add<PadOp>("pad-of-units", padOfUnits);
  rules.add<PadOp>("pad-negative", padNegative);
  rules.add<PadOp>("pad-of-pad", padOfPad);
}

} // namespace weft::stablehlo
