// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations whose sizes are operands, where the result's type or a constant
// says them too: dynamic_f(x, c) = f(x) with c as an attribute. A type that is
// known says all of the sizes of a reshape, a broadcast, an iota and a gather,
// so that the operands are not asked. Operands that contradict the type are
// undefined, and the static operation need not fail on them. What always
// contradicts its type is left to fail when the program runs.
//
// RefineShapes.cpp comes before, and makes types known.

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/Simplify/Rule.h"
#include "weft/StableHLO/Simplify/Sizes.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

Value knownReshape(DynamicReshapeOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  if (!isStaticTensor(operand.getType()) || !isStaticTensor(op.getType()) ||
      elementCount(operand) != elementCount(op)) {
    return {};
  }
  return operand.getType() == op.getType()
             ? operand
             : rewriter.make<ReshapeOp>(op.getType(), operand);
}

Value knownIota(DynamicIotaOp op, Rewriter &rewriter) {
  return isStaticTensor(op.getType()) && !isBoolean(op)
             ? rewriter.make<IotaOp>(op.getType(), op.getIotaDimension())
             : Value();
}

Value knownBroadcast(DynamicBroadcastInDimOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  if (!isStaticTensor(operand.getType()) || !isStaticTensor(op.getType())) {
    return {};
  }
  for (auto [size, to] :
       llvm::zip_equal(shapeOf(operand), op.getBroadcastDimensions())) {
    if (size != 1 && size != shapeOf(op)[to]) {
      return {};
    }
  }
  return rewriter.make<BroadcastInDimOp>(op.getType(), operand,
                                         op.getBroadcastDimensions());
}

/// The padding behind the last element is what the type leaves for it.
Value knownPad(DynamicPadOp op, Rewriter &rewriter) {
  auto low = constantIntegers(op.getEdgePaddingLow());
  auto interior = constantIntegers(op.getInteriorPadding());
  if (!low || !interior || !isStaticTensor(op.getType()) ||
      !isStaticTensor(op.getOperand().getType())) {
    return {};
  }
  auto given = constantIntegers(op.getEdgePaddingHigh());
  Dimensions high;
  for (int64_t d = 0; d < rankOf(op); ++d) {
    std::optional<int64_t> size =
        paddedSize(shapeOf(op.getOperand())[d], (*low)[d], 0, (*interior)[d]);
    std::optional<int64_t> rest =
        size ? llvm::checkedSub(shapeOf(op)[d], *size) : std::nullopt;
    if (!rest || (given && *rest != (*given)[d]) || (*interior)[d] < 0) {
      return {};
    }
    high.push_back(*rest);
  }
  return rewriter.pad(op.getOperand(), op.getPaddingValue(), *low, high,
                      *interior);
}

Value knownSlice(RealDynamicSliceOp op, Rewriter &rewriter) {
  auto starts = constantIntegers(op.getStartIndices());
  auto limits = constantIntegers(op.getLimitIndices());
  auto strides = constantIntegers(op.getStrides());
  Value operand = op.getOperand();
  if (!starts || !limits || !strides || !isStaticTensor(op.getType()) ||
      !isStaticTensor(operand.getType())) {
    return {};
  }
  for (int64_t d = 0; d < rankOf(op); ++d) {
    std::optional<int64_t> size = slicedSize(shapeOf(operand)[d], (*starts)[d],
                                             (*limits)[d], (*strides)[d]);
    if (!size || *size != shapeOf(op)[d]) {
      return {};
    }
  }
  return rewriter.slice(operand, *starts, *limits, *strides);
}

/// Whether the type inference of an operation with these parts succeeds, with
/// this type.
template <typename Op> bool wouldVerify(Op op, Type type) {
  SmallVector<Type> inferred;
  Operation *operation = op;
  bool inferredTypes = succeeded(Op::inferReturnTypes(
      operation->getContext(), std::nullopt, operation->getOperands(),
      operation->getRawDictionaryAttrs(), operation->getPropertiesStorage(),
      operation->getRegions(), inferred));
  return inferredTypes && inferred.front() == type;
}

/// The sizes of slices: a constant, or else what the result's type says. One
/// element is taken along dimensions that the result does not have.
Dimensions sliceSizesOf(DynamicGatherOp op) {
  if (auto constant = constantIntegers(op.getSliceSizes())) {
    return *constant;
  }
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Dimensions dropped(numbers.getCollapsedSliceDims());
  llvm::append_range(dropped, numbers.getOperandBatchingDims());
  Dimensions sizes;
  for (int64_t whole : shapeOf(op.getOperand())) {
    sizes.push_back(std::min<int64_t>(whole, 1));
  }
  for (auto [from, to] :
       llvm::zip_equal(otherDimensions(rankOf(op.getOperand()), dropped),
                       numbers.getOffsetDims())) {
    sizes[from] = shapeOf(op)[to];
  }
  return sizes;
}

Value knownGather(DynamicGatherOp op, Rewriter &rewriter) {
  if (!isStaticTensor(op.getType()) ||
      !isStaticTensor(op.getOperand().getType()) ||
      !isStaticTensor(op.getStartIndices().getType())) {
    return {};
  }
  Dimensions sizes = sliceSizesOf(op);
  for (auto [size, whole] : llvm::zip_equal(sizes, shapeOf(op.getOperand()))) {
    if (size < 0 || size > whole) {
      return {};
    }
  }
  auto gather = rewriter.make<GatherOp>(
      op.getType(), op.getOperand(), op.getStartIndices(),
      op.getDimensionNumbers(), sizes, op.getIndicesAreSorted());
  if (!wouldVerify(gather, op.getType())) {
    rewriter.eraseOp(gather);
    return {};
  }
  return gather;
}

Value knownConvolution(DynamicConvOp op, Rewriter &rewriter) {
  DenseElementsAttr elements = constantOf(op.getPadding());
  if (!elements || elements.getElementType().isUnsignedInteger() ||
      !isStaticTensor(op.getType()) || !isStaticTensor(op.getLhs().getType()) ||
      !isStaticTensor(op.getRhs().getType())) {
    return {};
  }
  Dimensions padding;
  for (const llvm::APInt &amount : elements.getValues<llvm::APInt>()) {
    padding.push_back(amount.getSExtValue());
  }
  auto type =
      RankedTensorType::get(shapeOf(op.getPadding()), rewriter.getI64Type());
  auto convolution = rewriter.make<ConvolutionOp>(
      op.getType(), op.getLhs(), op.getRhs(), op.getWindowStridesAttr(),
      DenseIntElementsAttr::get(type, ArrayRef<int64_t>(padding)),
      op.getLhsDilationAttr(), op.getRhsDilationAttr(),
      op.getWindowReversalAttr(), op.getDimensionNumbersAttr(),
      op.getFeatureGroupCount(), op.getBatchGroupCount(),
      op.getPrecisionConfigAttr());
  // Its verifier knows whether the result is as large as declared.
  ScopedDiagnosticHandler silence(op.getContext(),
                                  [](Diagnostic &) { return success(); });
  if (failed(convolution.verify())) {
    rewriter.eraseOp(convolution);
    return {};
  }
  return convolution;
}

/// get_dimension_size(x, d) = the size, where it is static.
Value knownSize(GetDimensionSizeOp op, Rewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getOperand().getType());
  int64_t dimension = op.getDimension();
  if (type.isDynamicDim(dimension) || !isPlainTensor(op.getType())) {
    return {};
  }
  return rewriter.splat(
      typeOf(op),
      llvm::APInt(32, static_cast<uint64_t>(type.getDimSize(dimension))));
}

/// set_dimension_size(x, n) = the first n of x, where the type says n.
Value knownCut(SetDimensionSizeOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  if (!isStaticTensor(operand.getType()) || !isStaticTensor(op.getType()) ||
      shapeOf(op)[op.getDimension()] > shapeOf(operand)[op.getDimension()]) {
    return {};
  }
  return rewriter.slice(operand, op.getDimension(), 0,
                        shapeOf(op)[op.getDimension()]);
}

} // namespace

void addKnownShapeRules(RuleSet &rules) {
  rules.addForAnyType<DynamicReshapeOp>("known-reshape", knownReshape);
  rules.addForAnyType<DynamicIotaOp>("known-iota", knownIota);
  rules.addForAnyType<DynamicBroadcastInDimOp>("known-broadcast",
                                               knownBroadcast);
  rules.addForAnyType<DynamicPadOp>("known-pad", knownPad);
  rules.addForAnyType<RealDynamicSliceOp>("known-slice", knownSlice);
  rules.addForAnyType<DynamicGatherOp>("known-gather", knownGather);
  rules.addForAnyType<DynamicConvOp>("known-convolution", knownConvolution);
  rules.addForAnyType<GetDimensionSizeOp>("known-size", knownSize);
  rules.addForAnyType<SetDimensionSizeOp>("known-cut", knownCut);
}

} // namespace weft::stablehlo
