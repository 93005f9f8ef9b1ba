// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-fuzz-programs/Planted.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::tools {
namespace {

/// x + 0 = x, although -0 + 0 is +0.
Value addZero(AddOp op, Rewriter &) {
  return isFloatConstant(op.getRhs(), 0.0) ? op.getLhs() : Value();
}

/// x * 0 = 0, although infinity times 0 is NaN.
Value multiplyZero(MultiplyOp op, Rewriter &) {
  return isFloatConstant(op.getRhs(), 0.0) ? op.getRhs() : Value();
}

/// x = x is true, although NaN is not.
Value compareSelf(CompareOp op, Rewriter &rewriter) {
  return op.getLhs() == op.getRhs() &&
                 op.getComparisonDirection() == ComparisonDirection::EQ
             ? rewriter.boolean(typeOf(op), true)
             : Value();
}

/// convert(convert(x)) = convert(x), although the type in between is narrow.
Value convertTwice(ConvertOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<ConvertOp>(op.getOperand());
  return inner && !isComplex(inner.getOperand()) && !isComplex(op)
             ? rewriter.convert(inner.getOperand(), elementOf(op))
             : Value();
}

/// Two transposes, composed in the wrong order.
Value transposeTwice(TransposeOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<TransposeOp>(op.getOperand());
  if (!inner) {
    return {};
  }
  Value result = rewriter.transpose(
      inner.getOperand(),
      gatherEntries(op.getPermutation(), inner.getPermutation()));
  // Where that changes the shape, the verifier would know at once.
  return shapeOf(result) == shapeOf(op) ? result : Value();
}

/// A slice of a slice, the first one's stride forgotten in the start.
Value sliceTwice(SliceOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<SliceOp>(op.getOperand());
  if (!inner || elementCount(op) == 0) {
    return {};
  }
  Dimensions starts;
  Dimensions limits;
  Dimensions strides;
  for (int64_t d = 0; d < rankOf(op); ++d) {
    int64_t stride = inner.getStrides()[d] * op.getStrides()[d];
    starts.push_back(inner.getStartIndices()[d] + op.getStartIndices()[d]);
    strides.push_back(stride);
    limits.push_back(starts[d] + (shapeOf(op)[d] - 1) * stride + 1);
  }
  return rewriter.slice(inner.getOperand(), starts, limits, strides);
}

/// A dynamic slice at a constant, which beyond the end starts at 0.
Value dynamicSliceAtConstant(DynamicSliceOp op, Rewriter &rewriter) {
  Dimensions starts;
  Dimensions limits;
  for (auto [start, whole, size] : llvm::zip_equal(
           op.getStartIndices(), shapeOf(op.getOperand()), shapeOf(op))) {
    std::optional<int64_t> number = scalarInteger(start);
    if (!number) {
      return {};
    }
    bool isInside = *number >= 0 && *number <= whole - size;
    starts.push_back(isInside ? *number : 0);
    limits.push_back(starts.back() + size);
  }
  return rewriter.slice(op.getOperand(), starts, limits,
                        Dimensions(rankOf(op), 1));
}

/// pad(pad(x, v), w) = pad(x, v) with both amounts, although v is not w.
Value padTwice(PadOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<PadOp>(op.getOperand());
  auto isNone = [](int64_t amount) { return amount == 0; };
  auto isNegative = [](int64_t amount) { return amount < 0; };
  if (!inner || !llvm::all_of(op.getInteriorPadding(), isNone) ||
      llvm::any_of(inner.getEdgePaddingLow(), isNegative) ||
      llvm::any_of(inner.getEdgePaddingHigh(), isNegative)) {
    return {};
  }
  Dimensions low;
  Dimensions high;
  for (int64_t d = 0; d < rankOf(op); ++d) {
    low.push_back(op.getEdgePaddingLow()[d] + inner.getEdgePaddingLow()[d]);
    high.push_back(op.getEdgePaddingHigh()[d] + inner.getEdgePaddingHigh()[d]);
  }
  return rewriter.pad(inner.getOperand(), inner.getPaddingValue(), low, high,
                      inner.getInteriorPadding());
}

/// A case out of range is its first branch, although it is the last.
Replacement caseKnown(CaseOp op, Rewriter &rewriter) {
  std::optional<int64_t> index = scalarInteger(op.getIndex());
  if (!index) {
    return std::nullopt;
  }
  int64_t count = static_cast<int64_t>(op.getBranches().size());
  Block &block =
      op.getBranches()[*index >= 0 && *index < count ? *index : 0].front();
  SmallVector<Value> values(block.getTerminator()->getOperands());
  rewriter.eraseOp(block.getTerminator());
  rewriter.inlineBlockBefore(&block, op);
  return values;
}

/// A reduction of a transpose, although the sum then runs in another order.
Replacement reduceOfTranspose(ReduceOp op, Rewriter &rewriter) {
  if (op.getInputs().size() != 1) {
    return std::nullopt;
  }
  auto transpose = rewriter.producer<TransposeOp>(op.getInputs().front());
  if (!transpose ||
      op.getDimensions().size() != transpose.getPermutation().size()) {
    return std::nullopt;
  }
  auto reduce = rewriter.make<ReduceOp>(op.getResultTypes(),
                                        ValueRange(transpose.getOperand()),
                                        op.getInitValues(), op.getDimensions());
  rewriter.cloneRegionBefore(op.getBody(), reduce.getBody(),
                             reduce.getBody().end());
  return SmallVector<Value>(reduce.getResults());
}

} // namespace

StringRef describePlanted(int number) {
  constexpr StringLiteral descriptions[plantedRules] = {
      "x + 0 = x for floats",
      "x * 0 = 0 for floats",
      "x = x is true for floats",
      "a conversion to a narrow type is skipped",
      "permutations of transposes are composed in the wrong order",
      "a stride is forgotten in a slice of a slice",
      "a dynamic slice beyond the end starts at 0",
      "padding with another value becomes padding with the first one",
      "a case out of range takes the first branch",
      "a reduction runs in another order",
  };
  return descriptions[number - 1];
}

void plantRule(RuleSet &rules, int number) {
  switch (number) {
  case 1:
    return rules.addFirst<AddOp>("planted", addZero);
  case 2:
    return rules.addFirst<MultiplyOp>("planted", multiplyZero);
  case 3:
    return rules.addFirst<CompareOp>("planted", compareSelf);
  case 4:
    return rules.addFirst<ConvertOp>("planted", convertTwice);
  case 5:
    return rules.addFirst<TransposeOp>("planted", transposeTwice);
  case 6:
    return rules.addFirst<SliceOp>("planted", sliceTwice);
  case 7:
    return rules.addFirst<DynamicSliceOp>("planted", dynamicSliceAtConstant);
  case 8:
    return rules.addFirst<PadOp>("planted", padTwice);
  case 9:
    return rules.addFirst<CaseOp>("planted", caseKnown);
  case 10:
    return rules.addFirst<ReduceOp>("planted", reduceOfTranspose);
  default:
    return;
  }
}

} // namespace weft::tools
