// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions of each feature by itself. They are no products: every lane has
// a window of its own. As sums of shifted arrays they are computed in one pass,
// lane by lane, be lanes features or places:
//
//   r[p, f] = sum over points k of the window:  x[p + k, f] * w[k, f]
//
// The gradient to such a window has as many results as the window has points,
// each a sum over all places:
//
//   w'[k, f] = sum over places p:  x[p + k, f] * r'[p, f]

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/IR/Writer.h"

#include <llvm/ADT/SmallVectorExtras.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Points that are written out.
constexpr int64_t mostPoints = 64;
/// Sums over all places, each of which is a kernel.
constexpr int64_t mostSums = 25;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}
ArrayRef<int64_t> shapeOf(Value value) { return typeOf(value).getShape(); }
int64_t rankOf(Value value) { return typeOf(value).getRank(); }
Type elementOf(Value value) { return typeOf(value).getElementType(); }

/// The permutation that brings dimension d to targets[d].
llvm::SmallVector<int64_t> bringing(ArrayRef<int64_t> targets) {
  llvm::SmallVector<int64_t> permutation(targets.size());
  for (auto [from, to] : llvm::enumerate(targets)) {
    permutation[to] = static_cast<int64_t>(from);
  }
  return permutation;
}

int64_t product(ArrayRef<int64_t> extents) {
  int64_t all = 1;
  for (int64_t extent : extents) {
    all *= extent;
  }
  return all;
}

/// All places of a box, the last dimension fastest.
void forEachPlace(ArrayRef<int64_t> extents,
                  llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  llvm::SmallVector<int64_t> place(extents.size(), 0);
  for (int64_t i = 0, count = product(extents); i < count; ++i) {
    int64_t rest = i;
    for (size_t d = extents.size(); d-- > 0;) {
      place[d] = rest % extents[d];
      rest /= extents[d];
    }
    visit(place);
  }
}

class Depthwise {
public:
  explicit Depthwise(ConvolutionOp op)
      : op(op), numbers(op.getDimensionNumbers()), window(op.getWindow()),
        writer(op), lhs(op.getLhs()), rhs(op.getRhs()) {
    for (const WindowDimension &dimension : window) {
      sizes.push_back(dimension.size);
    }
  }

  /// Sums are formed in f32 at least.
  bool findType() {
    Type element = elementOf(op.getResult());
    auto real = dyn_cast<FloatType>(element);
    sum = real && real.getWidth() < 32 ? Type(writer.builder.getF32Type())
                                       : element;
    // Integers that are added up in floats are left to others.
    bool isReal = isa<FloatType>(elementOf(lhs)) == isa<FloatType>(sum);
    return isReal && elementOf(lhs) == elementOf(rhs) && !isa<ComplexType>(sum);
  }

  bool hasHoles() {
    return llvm::any_of(window, [](const WindowDimension &dimension) {
      return dimension.baseDilation != 1;
    });
  }

  /// One input and one output feature in each group.
  bool isForward() {
    auto groups = static_cast<int64_t>(op.getFeatureGroupCount());
    return groups > 1 && op.getBatchGroupCount() == 1 &&
           shapeOf(lhs)[numbers.getInputFeatureDimension()] == groups &&
           shapeOf(op.getResult())[numbers.getOutputFeatureDimension()] ==
               groups &&
           product(sizes) <= mostPoints;
  }

  /// What is a feature of the input is called its batch here.
  bool isGradient() {
    auto groups = static_cast<int64_t>(op.getBatchGroupCount());
    return groups > 1 && op.getFeatureGroupCount() == 1 &&
           shapeOf(lhs)[numbers.getInputBatchDimension()] == groups &&
           shapeOf(op.getResult())[numbers.getOutputFeatureDimension()] ==
               groups &&
           product(outputExtents()) <= mostSums;
  }

  Value expandForward() {
    Value padded = padInput();
    Value kernel = writer.convert(rhs, sum);
    int64_t feature = numbers.getInputFeatureDimension();
    llvm::SmallVector<int64_t> extents = outputExtents();
    Value total;
    forEachPlace(sizes, [&](ArrayRef<int64_t> point) {
      llvm::SmallVector<int64_t> starts, steps;
      for (auto [i, dimension] : llvm::enumerate(window)) {
        starts.push_back(point[i] * dimension.windowDilation);
        steps.push_back(dimension.stride);
      }
      Value shifted = places(padded, starts, extents, steps);
      Value weights = writer.broadcast(weightsAt(kernel, point),
                                       shapeOf(shifted), {feature});
      Value term = writer.multiply(shifted, weights);
      total = total ? writer.add(total, term) : term;
    });
    return finish(writer.transpose(total, bringing(resultTargets())));
  }

  Value expandGradient() {
    Value padded = padInput();
    auto groups = static_cast<int64_t>(op.getBatchGroupCount());
    int64_t feature = numbers.getInputBatchDimension();
    llvm::SmallVector<int64_t> reversed;
    for (auto [i, d] : llvm::enumerate(numbers.getInputSpatialDimensions())) {
      if (window[i].reversed) {
        reversed.push_back(d);
      }
    }
    // The kernel as the input lies.
    Value factors = writer.convert(writer.transpose(rhs, factorTargets()), sum);
    if (!reversed.empty()) {
      factors = writer.reverse(factors, reversed);
    }
    llvm::SmallVector<int64_t> summed;
    for (int64_t d = 0; d < rankOf(lhs); ++d) {
      if (d != feature) {
        summed.push_back(d);
      }
    }
    llvm::SmallVector<int64_t> extents = outputExtents();
    llvm::SmallVector<Value> sums;
    Value nothing = writer.zero(RankedTensorType::get({}, sum));
    forEachPlace(extents, [&](ArrayRef<int64_t> place) {
      llvm::SmallVector<int64_t> starts, steps;
      for (auto [i, dimension] : llvm::enumerate(window)) {
        starts.push_back(place[i] * dimension.stride);
        steps.push_back(dimension.windowDilation);
      }
      Value shifted = places(padded, starts, sizes, steps);
      Value one =
          writer.sum(writer.multiply(shifted, factors), nothing, summed);
      sums.push_back(writer.reshape(one, {1, groups}));
    });
    // Places, then features; the output's batch is one.
    llvm::SmallVector<int64_t> shape(extents);
    shape.append({groups, 1});
    Value all = writer.reshape(writer.concatenate(sums, 0), shape);
    llvm::SmallVector<int64_t> targets(numbers.getOutputSpatialDimensions());
    targets.push_back(numbers.getOutputFeatureDimension());
    targets.push_back(numbers.getOutputBatchDimension());
    return finish(writer.transpose(all, bringing(targets)));
  }

private:
  /// Where the input's dimensions are in the result.
  llvm::SmallVector<int64_t> resultTargets() {
    llvm::SmallVector<int64_t> targets(rankOf(lhs));
    targets[numbers.getInputBatchDimension()] =
        numbers.getOutputBatchDimension();
    targets[numbers.getInputFeatureDimension()] =
        numbers.getOutputFeatureDimension();
    for (auto [from, to] :
         llvm::zip_equal(numbers.getInputSpatialDimensions(),
                         numbers.getOutputSpatialDimensions())) {
      targets[from] = to;
    }
    return targets;
  }

  /// And in the gradient's factors, where its batch is a feature.
  llvm::SmallVector<int64_t> factorTargets() {
    llvm::SmallVector<int64_t> targets(rankOf(lhs));
    targets[numbers.getInputBatchDimension()] =
        numbers.getKernelOutputFeatureDimension();
    targets[numbers.getInputFeatureDimension()] =
        numbers.getKernelInputFeatureDimension();
    for (auto [from, to] :
         llvm::zip_equal(numbers.getInputSpatialDimensions(),
                         numbers.getKernelSpatialDimensions())) {
      targets[from] = to;
    }
    return targets;
  }

  llvm::SmallVector<int64_t> outputExtents() {
    return llvm::map_to_vector(
        numbers.getOutputSpatialDimensions(),
        [&](int64_t d) { return shapeOf(op.getResult())[d]; });
  }

  Value padInput() {
    llvm::SmallVector<int64_t> low(rankOf(lhs), 0);
    llvm::SmallVector<int64_t> high(rankOf(lhs), 0);
    llvm::SmallVector<int64_t> none(rankOf(lhs), 0);
    for (auto [dimension, d] :
         llvm::zip_equal(window, numbers.getInputSpatialDimensions())) {
      low[d] = dimension.paddingLow;
      high[d] = dimension.paddingHigh;
    }
    Value wide = writer.convert(lhs, sum);
    return writer.pad(wide, writer.zero(RankedTensorType::get({}, sum)), low,
                      high, none);
  }

  /// So many places of the padded input from `starts` on.
  Value places(Value padded, ArrayRef<int64_t> first, ArrayRef<int64_t> counts,
               ArrayRef<int64_t> steps) {
    llvm::SmallVector<int64_t> starts(rankOf(padded), 0);
    llvm::SmallVector<int64_t> limits(shapeOf(padded));
    llvm::SmallVector<int64_t> strides(rankOf(padded), 1);
    for (auto [i, d] : llvm::enumerate(numbers.getInputSpatialDimensions())) {
      starts[d] = first[i];
      limits[d] = first[i] + (counts[i] - 1) * steps[i] + 1;
      strides[d] = steps[i];
    }
    return writer.slice(padded, starts, limits, strides);
  }

  /// The weights of all features at a point of the window.
  Value weightsAt(Value kernel, ArrayRef<int64_t> point) {
    llvm::SmallVector<int64_t> starts(rankOf(rhs), 0);
    llvm::SmallVector<int64_t> limits(shapeOf(rhs));
    llvm::SmallVector<int64_t> strides(rankOf(rhs), 1);
    for (auto [i, d] : llvm::enumerate(numbers.getKernelSpatialDimensions())) {
      starts[d] = window[i].reversed ? sizes[i] - 1 - point[i] : point[i];
      limits[d] = starts[d] + 1;
    }
    return writer.reshape(writer.slice(kernel, starts, limits, strides),
                          {static_cast<int64_t>(op.getFeatureGroupCount())});
  }

  Value finish(Value value) {
    return writer.convert(value, elementOf(op.getResult()));
  }

  ConvolutionOp op;
  ConvDimensionNumbersAttr numbers;
  llvm::SmallVector<WindowDimension> window;
  Writer writer;
  Value lhs;
  Value rhs;
  llvm::SmallVector<int64_t> sizes;
  /// What sums are formed in.
  Type sum;
};

} // namespace

bool expandDepthwise(Operation *candidate) {
  auto op = dyn_cast<ConvolutionOp>(candidate);
  auto isStatic = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() && !type.getEncoding() &&
           type.getElementType().isIntOrFloat() && type.getNumElements() > 0;
  };
  if (!op || !isStatic(op.getLhs()) || !isStatic(op.getRhs()) ||
      !isStatic(op.getResult())) {
    return false;
  }
  Depthwise depthwise(op);
  if (!depthwise.findType() || depthwise.hasHoles()) {
    return false;
  }
  Value result = depthwise.isForward()    ? depthwise.expandForward()
                 : depthwise.isGradient() ? depthwise.expandGradient()
                                          : Value();
  if (!result) {
    return false;
  }
  op.getResult().replaceAllUsesWith(result);
  return true;
}

} // namespace weft::stablehlo
