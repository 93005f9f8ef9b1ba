// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions whose input has few features, as the first of most networks.
// Matrix instructions sum over sixteen terms at a time and more, and three
// features for each place of a window leave most of them zeros. So what the
// window sees along its innermost dimensions becomes features:
//
//   x'[b, y, x, (k, i)] = x[b, y, stride x + k, i]
//
// of which a convolution with a window of one place along x is left. This costs
// memory, so it is done as long as the input so written is no larger than the
// result.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/IR/Writer.h"

#include <llvm/ADT/Sequence.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Features that are few, and that are made of them at most.
constexpr int64_t fewFeatures = 8;
constexpr int64_t mostFeatures = 32;

using Numbers = llvm::SmallVector<int64_t>;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}
int64_t extentOf(Value value, int64_t dimension) {
  return typeOf(value).getDimSize(dimension);
}

/// One dimension of the window becomes features.
class SpreadWindow {
public:
  SpreadWindow(ConvolutionOp op, size_t number)
      : op(op), numbers(op.getDimensionNumbers()), writer(op), number(number),
        window(op.getWindow()[number]),
        place(numbers.getInputSpatialDimensions()[number]),
        feature(numbers.getInputFeatureDimension()),
        outputs(extentOf(op.getResult(),
                         numbers.getOutputSpatialDimensions()[number])) {}

  bool isSuitable() {
    const int64_t features = extentOf(op.getLhs(), feature);
    const int64_t inputs = typeOf(op.getLhs()).getNumElements() /
                           extentOf(op.getLhs(), place) * outputs * window.size;
    return window.size > 1 && window.baseDilation == 1 &&
           features * window.size <= mostFeatures &&
           inputs <= typeOf(op.getResult()).getNumElements();
  }

  ConvolutionOp run() {
    Value input = spreadInput();
    Value kernel = spreadKernel();
    auto clone = cast<ConvolutionOp>(writer.builder.clone(*op));
    clone->setOperands({input, kernel});
    setWindow(clone);
    return clone;
  }

private:
  /// What each point of the window sees, side by side.
  Value spreadInput() {
    const auto rank = static_cast<size_t>(typeOf(op.getLhs()).getRank());
    Numbers low(rank, 0);
    Numbers high(rank, 0);
    low[place] = window.paddingLow;
    high[place] = window.paddingHigh;
    Value padded = writer.pad(op.getLhs(),
                              writer.zero(RankedTensorType::get(
                                  {}, typeOf(op.getLhs()).getElementType())),
                              low, high, Numbers(rank, 0));
    llvm::SmallVector<Value> points;
    for (int64_t k : llvm::seq(window.size)) {
      Numbers starts(rank, 0);
      Numbers limits(typeOf(padded).getShape());
      Numbers strides(rank, 1);
      starts[place] = k * window.windowDilation;
      limits[place] = starts[place] + (outputs - 1) * window.stride + 1;
      strides[place] = window.stride;
      points.push_back(writer.slice(padded, starts, limits, strides));
    }
    // Every feature of the result would look for them again.
    return OptimizationBarrierOp::create(
               writer.builder, op.getLoc(),
               ValueRange(writer.concatenate(points, feature)))
        ->getResult(0);
  }

  /// The kernel with its points in the place of features: point by point.
  Value spreadKernel() {
    const int64_t along = numbers.getKernelSpatialDimensions()[number];
    const int64_t input = numbers.getKernelInputFeatureDimension();
    Value kernel = op.getRhs();
    if (window.reversed) {
      kernel = writer.reverse(kernel, {along});
    }
    llvm::SmallVector<Value> points;
    for (int64_t k : llvm::seq(window.size)) {
      points.push_back(writer.slice(kernel, along, k, k + 1));
    }
    return writer.concatenate(points, input);
  }

  /// One place, where the result is.
  void setWindow(ConvolutionOp clone) {
    llvm::SmallVector<WindowDimension> windows = op.getWindow();
    windows[number] = WindowDimension();
    Numbers strides;
    Numbers padding;
    Numbers base;
    Numbers dilation;
    llvm::SmallVector<bool> reversed;
    for (const WindowDimension &each : windows) {
      strides.push_back(each.stride);
      padding.append({each.paddingLow, each.paddingHigh});
      base.push_back(each.baseDilation);
      dilation.push_back(each.windowDilation);
      reversed.push_back(each.reversed);
    }
    clone.setWindowStridesAttr(writer.builder.getDenseI64ArrayAttr(strides));
    clone.setPaddingAttr(DenseIntElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(windows.size()), 2},
                              writer.builder.getI64Type()),
        ArrayRef<int64_t>(padding)));
    clone.setLhsDilationAttr(writer.builder.getDenseI64ArrayAttr(base));
    clone.setRhsDilationAttr(writer.builder.getDenseI64ArrayAttr(dilation));
    clone.setWindowReversalAttr(
        DenseBoolArrayAttr::get(op.getContext(), reversed));
  }

  ConvolutionOp op;
  ConvDimensionNumbersAttr numbers;
  Writer writer;
  size_t number;
  WindowDimension window;
  int64_t place;
  int64_t feature;
  int64_t outputs;
};

} // namespace

bool expandFewFeatures(Operation *candidate) {
  auto op = dyn_cast<ConvolutionOp>(candidate);
  auto isStatic = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() && !type.getEncoding() &&
           type.getElementType().isIntOrFloat() && type.getNumElements() > 0;
  };
  if (!op || !llvm::all_of(op->getOperands(), isStatic) ||
      !isStatic(op.getResult()) || op.getFeatureGroupCount() != 1 ||
      op.getBatchGroupCount() != 1 ||
      extentOf(op.getLhs(),
               op.getDimensionNumbers().getInputFeatureDimension()) >
          fewFeatures) {
    return false;
  }
  ConvolutionOp current = op;
  for (size_t number = op.getWindow().size(); number-- > 0;) {
    SpreadWindow spread(current, number);
    if (!spread.isSuitable()) {
      continue;
    }
    ConvolutionOp next = spread.run();
    if (current != op) {
      current->erase();
    }
    current = next;
  }
  if (current == op) {
    return false;
  }
  op.getResult().replaceAllUsesWith(current.getResult());
  return true;
}

} // namespace weft::stablehlo
