// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batch normalisation, by its definition in the specification.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/Support/FloatTypes.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// The vocabulary of the definition: arithmetic on tensors of the operand's
/// type, numbers per feature repeated over it, and sums per feature.
class Normalization : public Writer {
public:
  Normalization(Operation *op, const llvm::APFloat &epsilon, int64_t feature)
      : Writer(op), operand(op->getOperand(0)),
        type(cast<RankedTensorType>(operand.getType())), feature(feature),
        epsilon(epsilon.convertToDouble()) {}

  Value mean() { return meanOf(operand); }

  Value variance(Value mean) {
    Value centered = subtract(operand, repeat(mean));
    return meanOf(multiply(centered, centered));
  }

  Value normalize(Value scale, Value offset, Value mean, Value variance) {
    Value centered = subtract(operand, repeat(mean));
    Value quotient = divide(centered, deviation(variance));
    return add(multiply(repeat(scale), quotient), repeat(offset));
  }

  llvm::SmallVector<Value> gradients(Value scale, Value mean, Value variance,
                                     Value gradient) {
    Value centered = subtract(operand, repeat(mean));
    Value shifted = add(repeat(variance), number(type, epsilon));
    Value root = squareRoot(shifted);
    Value gradOffset = sum(gradient);
    Value gradScale = sum(multiply(gradient, divide(centered, root)));
    Value count = number(type, elementsPerFeature());
    Value i1 = multiply(gradient, count);
    Value i3 = repeat(sum(multiply(gradient, centered)));
    Value i5 = divide(multiply(i3, centered), shifted);
    Value i6 = subtract(subtract(i1, repeat(gradOffset)), i5);
    Value factor = divide(divide(repeat(scale), root), count);
    return {multiply(factor, i6), gradScale, gradOffset};
  }

private:
  RankedTensorType perFeature() const {
    return RankedTensorType::get({type.getDimSize(feature)},
                                 type.getElementType());
  }
  double elementsPerFeature() const {
    int64_t features = type.getDimSize(feature);
    return features == 0 ? 0
                         : static_cast<double>(type.getNumElements()) /
                               static_cast<double>(features);
  }

  Value number(RankedTensorType shaped, double value) {
    return splat(shaped,
                 roundTo(cast<FloatType>(shaped.getElementType()), value));
  }
  Value deviation(Value variance) {
    return squareRoot(add(repeat(variance), number(type, epsilon)));
  }
  Value repeat(Value value) {
    return broadcast(value, type.getShape(), {feature});
  }
  Value sum(Value value) {
    llvm::SmallVector<int64_t> dimensions;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (d != feature) {
        dimensions.push_back(d);
      }
    }
    // All bits zero, which in f8E8M0FNU is the least there is.
    Value zero = bytes(RankedTensorType::get({}, type.getElementType()), 0);
    return Writer::sum(value, zero, dimensions);
  }
  Value meanOf(Value value) {
    return divide(sum(value), number(perFeature(), elementsPerFeature()));
  }

  Value operand;
  RankedTensorType type;
  int64_t feature;
  double epsilon;
};

template <typename Op> Normalization definitionOf(Op op) {
  return Normalization(op, op.getEpsilon(), op.getFeatureIndex());
}

} // namespace

bool expandNormalization(Operation *op) {
  auto isStatic = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() &&
           isa<FloatType>(type.getElementType());
  };
  if (!llvm::all_of(op->getOperands(), isStatic)) {
    return false;
  }
  if (auto training = dyn_cast<BatchNormTrainingOp>(op)) {
    Normalization definition = definitionOf(training);
    Value mean = definition.mean();
    Value variance = definition.variance(mean);
    Value output = definition.normalize(training.getScale(),
                                        training.getOffset(), mean, variance);
    op->replaceAllUsesWith(ValueRange{output, mean, variance});
    return true;
  }
  if (auto inference = dyn_cast<BatchNormInferenceOp>(op)) {
    Value output = definitionOf(inference).normalize(
        inference.getScale(), inference.getOffset(), inference.getMean(),
        inference.getVariance());
    op->replaceAllUsesWith(ValueRange{output});
    return true;
  }
  if (auto gradient = dyn_cast<BatchNormGradOp>(op)) {
    op->replaceAllUsesWith(definitionOf(gradient).gradients(
        gradient.getScale(), gradient.getMean(), gradient.getVariance(),
        gradient.getGradOutput()));
    return true;
  }
  return false;
}

} // namespace weft::stablehlo
