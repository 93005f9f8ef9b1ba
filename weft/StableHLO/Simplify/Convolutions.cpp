// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions. Their canonical form is that of products (Dots.cpp): dimension
// numbers express transposes of operands and result. A convolution that looks
// at one point at a time is a product, and so is one of a single place.

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// A copy of `op` with other operands, dimension numbers and result.
Value sameConvolution(Rewriter &rewriter, ConvolutionOp op, Type type,
                      Value lhs, Value rhs, ConvDimensionNumbersAttr numbers) {
  return rewriter.make<ConvolutionOp>(
      type, lhs, rhs, op.getWindowStridesAttr(), op.getPaddingAttr(),
      op.getLhsDilationAttr(), op.getRhsDilationAttr(),
      op.getWindowReversalAttr(), numbers, op.getFeatureGroupCount(),
      op.getBatchGroupCount(), op.getPrecisionConfigAttr());
}

/// convolution(transpose(x, p), k) = convolution(x, k) with p applied to the
/// roles of x's dimensions; likewise for k.
Value convolutionOfTranspose(ConvolutionOp op, Rewriter &rewriter) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  if (auto transpose = rewriter.producer<TransposeOp>(op.getLhs())) {
    ArrayRef<int64_t> p = transpose.getPermutation();
    auto renamed = ConvDimensionNumbersAttr::get(
        op.getContext(), p[numbers.getInputBatchDimension()],
        p[numbers.getInputFeatureDimension()],
        gatherEntries(p, numbers.getInputSpatialDimensions()),
        numbers.getKernelInputFeatureDimension(),
        numbers.getKernelOutputFeatureDimension(),
        numbers.getKernelSpatialDimensions(), numbers.getOutputBatchDimension(),
        numbers.getOutputFeatureDimension(),
        numbers.getOutputSpatialDimensions());
    return sameConvolution(rewriter, op, op.getType(), transpose.getOperand(),
                           op.getRhs(), renamed);
  }
  if (auto transpose = rewriter.producer<TransposeOp>(op.getRhs())) {
    ArrayRef<int64_t> p = transpose.getPermutation();
    auto renamed = ConvDimensionNumbersAttr::get(
        op.getContext(), numbers.getInputBatchDimension(),
        numbers.getInputFeatureDimension(), numbers.getInputSpatialDimensions(),
        p[numbers.getKernelInputFeatureDimension()],
        p[numbers.getKernelOutputFeatureDimension()],
        gatherEntries(p, numbers.getKernelSpatialDimensions()),
        numbers.getOutputBatchDimension(), numbers.getOutputFeatureDimension(),
        numbers.getOutputSpatialDimensions());
    return sameConvolution(rewriter, op, op.getType(), op.getLhs(),
                           transpose.getOperand(), renamed);
  }
  return {};
}

/// transpose(convolution(x, k), p) = convolution(x, k) with p applied to the
/// roles of the result's dimensions, where nothing else uses it.
Value transposeOfConvolution(TransposeOp op, Rewriter &rewriter) {
  auto convolution = rewriter.producer<ConvolutionOp>(op.getOperand());
  if (!convolution || !convolution->hasOneUse()) {
    return {};
  }
  ConvDimensionNumbersAttr numbers = convolution.getDimensionNumbers();
  Dimensions place = inversePermutation(op.getPermutation());
  auto renamed = ConvDimensionNumbersAttr::get(
      op.getContext(), numbers.getInputBatchDimension(),
      numbers.getInputFeatureDimension(), numbers.getInputSpatialDimensions(),
      numbers.getKernelInputFeatureDimension(),
      numbers.getKernelOutputFeatureDimension(),
      numbers.getKernelSpatialDimensions(),
      place[numbers.getOutputBatchDimension()],
      place[numbers.getOutputFeatureDimension()],
      gatherEntries(place, numbers.getOutputSpatialDimensions()));
  return sameConvolution(rewriter, convolution, op.getType(),
                         convolution.getLhs(), convolution.getRhs(), renamed);
}

bool looksAtPoints(ConvolutionOp op) {
  return op.getFeatureGroupCount() == 1 && op.getBatchGroupCount() == 1 &&
         llvm::all_of(op.getWindow(), [](const WindowDimension &window) {
           return window.size == 1 && window.paddingLow == 0 &&
                  window.paddingHigh == 0 && window.baseDilation == 1;
         });
}

/// convolution(x, k) = transpose(dot(slice(x), k)) where k has one point: the
/// features are contracted, the strides are those of the slice.
Value convolutionOfPoints(ConvolutionOp op, Rewriter &rewriter) {
  // Convolutions, not products, may add up integers in floats.
  if (!looksAtPoints(op) ||
      !isPromotable(elementOf(op.getLhs()), elementOf(op))) {
    return {};
  }
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Value lhs = op.getLhs();
  Dimensions starts(rankOf(lhs), 0);
  Dimensions limits(shapeOf(lhs));
  Dimensions strides(rankOf(lhs), 1);
  SmallVector<WindowDimension> window = op.getWindow();
  for (auto [i, d] : llvm::enumerate(numbers.getInputSpatialDimensions())) {
    strides[d] = window[i].stride;
  }
  lhs = rewriter.slice(lhs, starts, limits, strides);
  int64_t inputFeature = numbers.getKernelInputFeatureDimension();
  int64_t outputFeature = numbers.getKernelOutputFeatureDimension();
  bool inputFirst = inputFeature < outputFeature;
  Dimensions kernelShape = {shapeOf(op.getRhs())[inputFeature],
                            shapeOf(op.getRhs())[outputFeature]};
  if (!inputFirst) {
    std::swap(kernelShape[0], kernelShape[1]);
  }
  Value kernel = rewriter.reshape(op.getRhs(), kernelShape);

  // The product has the input's dimensions but the feature's, in their order,
  // then the output features. Where does each go?
  Dimensions targets(rankOf(lhs), -1);
  targets[numbers.getInputBatchDimension()] = numbers.getOutputBatchDimension();
  for (auto [from, to] :
       llvm::zip_equal(numbers.getInputSpatialDimensions(),
                       numbers.getOutputSpatialDimensions())) {
    targets[from] = to;
  }
  targets.erase(targets.begin() + numbers.getInputFeatureDimension());
  targets.push_back(numbers.getOutputFeatureDimension());
  auto dotNumbers = DotDimensionNumbersAttr::get(
      op.getContext(), {}, {}, {numbers.getInputFeatureDimension()},
      {inputFirst ? 0 : 1});
  Value dot = rewriter.make<DotGeneralOp>(
      typeOf(op).clone(gatherEntries(shapeOf(op), targets)), lhs, kernel,
      dotNumbers, op.getPrecisionConfigAttr(), DotAlgorithmAttr());
  return rewriter.transpose(dot, inversePermutation(targets));
}

/// Whether the input is one place, which every window that is taken covers.
bool hasOnePlace(ConvolutionOp op) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  auto isOne = [&](int64_t d) { return shapeOf(op.getLhs())[d] == 1; };
  return op.getFeatureGroupCount() == 1 && op.getBatchGroupCount() == 1 &&
         llvm::all_of(numbers.getInputSpatialDimensions(), isOne) &&
         llvm::all_of(op.getWindow(), [](const WindowDimension &window) {
           return window.stride == 1 && window.windowDilation == 1 &&
                  window.paddingLow >= 0 && window.paddingHigh >= 0 &&
                  window.paddingLow < window.size &&
                  window.paddingHigh < window.size;
         });
}

/// convolution(x, k)[p] = dot(x, k[low - p]) where x has one place, which point
/// low - p of the window at p covers: features are contracted, the points of
/// the window are those of the result, backwards.
Value convolutionOfOnePlace(ConvolutionOp op, Rewriter &rewriter) {
  if (!hasOnePlace(op) ||
      !isPromotable(elementOf(op.getLhs()), elementOf(op))) {
    return {};
  }
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Value kernel = op.getRhs();
  Dimensions starts(rankOf(kernel), 0);
  Dimensions limits(shapeOf(kernel));
  Dimensions backwards;
  for (auto [window, d] :
       llvm::zip_equal(op.getWindow(), numbers.getKernelSpatialDimensions())) {
    // A window that is reversed itself is met forwards.
    starts[d] = window.size - 1 -
                (window.reversed ? window.paddingLow : window.paddingHigh);
    limits[d] = (window.reversed ? window.paddingHigh : window.paddingLow) + 1;
    if (!window.reversed && limits[d] - starts[d] > 1) {
      backwards.push_back(d);
    }
  }
  kernel =
      rewriter.slice(kernel, starts, limits, Dimensions(rankOf(kernel), 1));
  if (!backwards.empty()) {
    kernel = rewriter.make<ReverseOp>(kernel.getType(), kernel, backwards);
  }
  bool batchFirst =
      numbers.getInputBatchDimension() < numbers.getInputFeatureDimension();
  Dimensions lhsShape = {
      shapeOf(op.getLhs())[numbers.getInputBatchDimension()],
      shapeOf(op.getLhs())[numbers.getInputFeatureDimension()]};
  if (!batchFirst) {
    std::swap(lhsShape[0], lhsShape[1]);
  }
  Value lhs = rewriter.reshape(op.getLhs(), lhsShape);

  // The product has the batch, then the kernel's dimensions but the input
  // features', in their order. Where does each go?
  Dimensions targets(rankOf(kernel), -1);
  targets[numbers.getKernelOutputFeatureDimension()] =
      numbers.getOutputFeatureDimension();
  for (auto [from, to] :
       llvm::zip_equal(numbers.getKernelSpatialDimensions(),
                       numbers.getOutputSpatialDimensions())) {
    targets[from] = to;
  }
  targets.erase(targets.begin() + numbers.getKernelInputFeatureDimension());
  targets.insert(targets.begin(), numbers.getOutputBatchDimension());
  auto dotNumbers = DotDimensionNumbersAttr::get(
      op.getContext(), {}, {}, {batchFirst ? 1 : 0},
      {numbers.getKernelInputFeatureDimension()});
  Value dot = rewriter.make<DotGeneralOp>(
      typeOf(op).clone(gatherEntries(shapeOf(op), targets)), lhs, kernel,
      dotNumbers, op.getPrecisionConfigAttr(), DotAlgorithmAttr());
  return rewriter.transpose(dot, inversePermutation(targets));
}

/// conv(x, w, reversed, dilated) = conv(x, w) along dimensions in which the
/// window is one point: it has nothing to reverse and no holes.
Value convolutionIdleWindow(ConvolutionOp op, Rewriter &rewriter) {
  SmallVector<WindowDimension> window = op.getWindow();
  SmallVector<bool> reversal;
  Dimensions dilation;
  bool changed = false;
  for (const WindowDimension &dimension : window) {
    bool isPoint = dimension.size == 1;
    changed |= isPoint && (dimension.reversed || dimension.windowDilation != 1);
    reversal.push_back(dimension.reversed && !isPoint);
    dilation.push_back(isPoint ? 1 : dimension.windowDilation);
  }
  if (!changed) {
    return {};
  }
  return rewriter.make<ConvolutionOp>(
      op.getType(), op.getLhs(), op.getRhs(), op.getWindowStridesAttr(),
      op.getPaddingAttr(), op.getLhsDilationAttr(),
      rewriter.getDenseI64ArrayAttr(dilation),
      rewriter.getDenseBoolArrayAttr(reversal), op.getDimensionNumbers(),
      op.getFeatureGroupCount(), op.getBatchGroupCount(),
      op.getPrecisionConfigAttr());
}

} // namespace

void addConvolutionRules(RuleSet &rules) {
  rules.add<ConvolutionOp>("convolution-of-transpose", convolutionOfTranspose);
  rules.add<ConvolutionOp>("convolution-of-points", convolutionOfPoints);
  rules.add<ConvolutionOp>("convolution-of-one-place", convolutionOfOnePlace);
  rules.add<ConvolutionOp>("convolution-idle-window", convolutionIdleWindow);
  rules.add<TransposeOp>("transpose-of-convolution", transposeOfConvolution);
}

} // namespace weft::stablehlo
