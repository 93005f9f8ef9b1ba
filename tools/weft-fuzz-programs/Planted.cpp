// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-fuzz-programs/Planted.h"

#include "weft/Support/PlantedFault.h"

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
  Dimensions order = gatherEntries(op.getPermutation(), inner.getPermutation());
  // Where that changes the shape, the verifier would know at once.
  bool isValid = gatherEntries(shapeOf(inner.getOperand()), order) ==
                 Dimensions(shapeOf(op));
  return isValid ? rewriter.transpose(inner.getOperand(), order) : Value();
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

template <typename Op, auto rule> void first(RuleSet &rules) {
  rules.addFirst<Op>("planted", rule);
}

constexpr PlantedFault allFaults[] = {
    {1, "simplify", "x + 0 = x for floats", first<AddOp, addZero>},
    {2, "simplify", "x * 0 = 0 for floats", first<MultiplyOp, multiplyZero>},
    {3, "simplify", "x = x is true for floats", first<CompareOp, compareSelf>},
    {4, "simplify", "a conversion to a narrow type is skipped",
     first<ConvertOp, convertTwice>},
    {5, "simplify",
     "permutations of transposes are composed in the wrong order",
     first<TransposeOp, transposeTwice>},
    {6, "simplify", "a stride is forgotten in a slice of a slice",
     first<SliceOp, sliceTwice>},
    {7, "simplify", "a dynamic slice beyond the end starts at 0",
     first<DynamicSliceOp, dynamicSliceAtConstant>},
    {8, "simplify",
     "padding with another value becomes padding with the first one",
     first<PadOp, padTwice>},
    {9, "simplify", "a case out of range takes the first branch",
     first<CaseOp, caseKnown>},
    {10, "simplify", "a reduction runs in another order",
     first<ReduceOp, reduceOfTranspose>},
    {static_cast<int>(Fault::CounterBehindLoop), "simplify",
     "a counter is one step further behind its loop", nullptr},
    {static_cast<int>(Fault::DifferencesMerged), "simplify",
     "x - y and y - x are merged as if they were equal", nullptr},
    {static_cast<int>(Fault::LifeEndsEarly), "pipeline",
     "place-values: a value's life ends one step early", nullptr},
    {static_cast<int>(Fault::OtherResult), "pipeline",
     "fuse-kernels: a kernel's result is taken for another", nullptr},
    {static_cast<int>(Fault::PartEndsEarly), "pipeline",
     "tile-kernels: a part of concatenate ends early", nullptr},
    {static_cast<int>(Fault::NeutralOfMaximum), "pipeline",
     "tile-kernels: the neutral element of max is 0", nullptr},
    {static_cast<int>(Fault::PaddingMoved), "pipeline",
     "tile-kernels: padding moves the wrong way", nullptr},
    {static_cast<int>(Fault::UnsignedAsSigned), "pipeline",
     "emit-code: unsigned numbers are compared as signed", nullptr},
    {static_cast<int>(Fault::RoundedToZero), "pipeline",
     "emit-code: narrow floats are rounded towards zero", nullptr},
    {static_cast<int>(Fault::LastBranchIsFirst), "pipeline",
     "emit-code: the last branch of a case is the first", nullptr},
    {static_cast<int>(Fault::MaximumForgetsNaN), "pipeline",
     "emit-code: the largest of a row forgets a NaN", nullptr},
    {static_cast<int>(Fault::EqualsTurned), "pipeline",
     "tile-kernels: a sort turns equal elements round", nullptr},
    {static_cast<int>(Fault::OrderForgotten), "pipeline",
     "tile-kernels: a reduction takes elements out of order", nullptr},
    {static_cast<int>(Fault::OnePartialSum), "pipeline",
     "tile-kernels: one partial sum serves all terms", nullptr},
    {static_cast<int>(Fault::PartialSumTwice), "pipeline",
     "tile-kernels: a partial sum is added twice", nullptr},
    {static_cast<int>(Fault::ThreadsNotAwaited), "pipeline",
     "run: a kernel starts before all threads have ended", nullptr},
    {static_cast<int>(Fault::RunsBehindRow), "pipeline",
     "tile-kernels: a running sum goes on behind its row", nullptr},
};

} // namespace

ArrayRef<PlantedFault> plantedFaults() { return allFaults; }

const PlantedFault *plantFault(int number, RuleSet &rules) {
  for (const PlantedFault &fault : allFaults) {
    if (fault.number != number) {
      continue;
    }
    if (fault.plantRule) {
      fault.plantRule(rules);
    } else {
      setenv("WEFT_PLANTED_FAULT", std::to_string(number).c_str(),
             /*overwrite=*/1);
    }
    return &fault;
  }
  return nullptr;
}

} // namespace weft::tools
