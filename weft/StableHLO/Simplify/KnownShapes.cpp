// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations whose sizes are operands, where these are constants after all:
// dynamic_f(x, c) = f(x) with c as an attribute. Only where the result has just
// the type that f gives; what would fail at run time is left to fail there.

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// A constant list that is the shape of a plain type.
bool isShapeOf(Value list, Type type) {
  std::optional<SmallVector<int64_t>> sizes = constantIntegers(list);
  return sizes && isPlainTensor(type) &&
         ArrayRef<int64_t>(*sizes) == cast<ShapedType>(type).getShape();
}

Value knownReshape(DynamicReshapeOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  return isPlainTensor(operand.getType()) &&
                 isShapeOf(op.getOutputShape(), op.getType()) &&
                 elementCount(operand) == elementCount(op)
             ? rewriter.reshape(operand, shapeOf(op))
             : Value();
}

Value knownIota(DynamicIotaOp op, Rewriter &rewriter) {
  return isShapeOf(op.getOutputShape(), op.getType()) && !isBoolean(op)
             ? rewriter.make<IotaOp>(op.getType(), op.getIotaDimension())
             : Value();
}

Value knownBroadcast(DynamicBroadcastInDimOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  if (!isPlainTensor(operand.getType()) ||
      !isShapeOf(op.getOutputDimensions(), op.getType())) {
    return {};
  }
  for (auto [size, to] :
       llvm::zip_equal(shapeOf(operand), op.getBroadcastDimensions())) {
    if (size != 1 && size != shapeOf(op)[to]) {
      return {};
    }
  }
  return rewriter.broadcast(operand, shapeOf(op), op.getBroadcastDimensions());
}

Value knownPad(DynamicPadOp op, Rewriter &rewriter) {
  auto low = constantIntegers(op.getEdgePaddingLow());
  auto high = constantIntegers(op.getEdgePaddingHigh());
  auto interior = constantIntegers(op.getInteriorPadding());
  if (!low || !high || !interior || !isPlainTensor(op.getType()) ||
      !isPlainTensor(op.getOperand().getType())) {
    return {};
  }
  for (int64_t d = 0; d < rankOf(op); ++d) {
    std::optional<int64_t> size = paddedSize(
        shapeOf(op.getOperand())[d], (*low)[d], (*high)[d], (*interior)[d]);
    if (!size || *size != shapeOf(op)[d] || (*interior)[d] < 0) {
      return {};
    }
  }
  return rewriter.pad(op.getOperand(), op.getPaddingValue(), *low, *high,
                      *interior);
}

Value knownSlice(RealDynamicSliceOp op, Rewriter &rewriter) {
  auto starts = constantIntegers(op.getStartIndices());
  auto limits = constantIntegers(op.getLimitIndices());
  auto strides = constantIntegers(op.getStrides());
  Value operand = op.getOperand();
  if (!starts || !limits || !strides || !isPlainTensor(op.getType()) ||
      !isPlainTensor(operand.getType())) {
    return {};
  }
  for (int64_t d = 0; d < rankOf(op); ++d) {
    int64_t start = (*starts)[d];
    int64_t limit = (*limits)[d];
    int64_t stride = (*strides)[d];
    if (start < 0 || limit < start || limit > shapeOf(operand)[d] ||
        stride < 1 || (limit - start + stride - 1) / stride != shapeOf(op)[d]) {
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

Value knownGather(DynamicGatherOp op, Rewriter &rewriter) {
  auto sizes = constantIntegers(op.getSliceSizes());
  if (!sizes || !isPlainTensor(op.getType()) ||
      !isPlainTensor(op.getOperand().getType()) ||
      !isPlainTensor(op.getStartIndices().getType())) {
    return {};
  }
  for (auto [size, whole] : llvm::zip_equal(*sizes, shapeOf(op.getOperand()))) {
    if (size < 0 || size > whole) {
      return {};
    }
  }
  auto gather = rewriter.make<GatherOp>(
      op.getType(), op.getOperand(), op.getStartIndices(),
      op.getDimensionNumbers(), *sizes, op.getIndicesAreSorted());
  if (!wouldVerify(gather, op.getType())) {
    rewriter.eraseOp(gather);
    return {};
  }
  return gather;
}

Value knownConvolution(DynamicConvOp op, Rewriter &rewriter) {
  DenseElementsAttr elements = constantOf(op.getPadding());
  if (!elements || elements.getElementType().isUnsignedInteger() ||
      !isPlainTensor(op.getType()) || !isPlainTensor(op.getLhs().getType()) ||
      !isPlainTensor(op.getRhs().getType())) {
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

/// set_dimension_size(x, c) = x where c is x's own size.
Value sameSize(SetDimensionSizeOp op, Rewriter &) {
  return op.getOperand().getType() == op.getType() &&
                 scalarInteger(op.getSize()) ==
                     shapeOf(op.getOperand())[op.getDimension()]
             ? op.getOperand()
             : Value();
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
  rules.add<SetDimensionSizeOp>("same-size", sameSize);
}

} // namespace weft::stablehlo
