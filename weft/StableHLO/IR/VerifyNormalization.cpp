// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of batch_norm_training, batch_norm_inference
// and batch_norm_grad. Labels are those of the specification's section on the
// operation. That all have one element type (C2) is a trait's to check.

#include "weft/StableHLO/IR/Shapes.h"

using namespace mlir;

namespace weft::stablehlo {

namespace {

/// An operand with one number per feature, and the label of its size.
struct FeatureOperand {
  StringRef name;
  Value value;
  StringRef label;
};

} // namespace

/// `feature_index` is a dimension of operand (C1), and the others have its
/// size.
static LogicalResult checkFeatures(const Site &site, RankedTensorType operand,
                                   uint64_t featureIndex,
                                   ArrayRef<FeatureOperand> others) {
  auto dimension = static_cast<int64_t>(featureIndex);
  // (C1)
  if (failed(checkDimension(site, "C1", "feature_index", dimension,
                            operand.getRank()))) {
    return failure();
  }
  for (const FeatureOperand &other : others) {
    RankedTensorType type = tensorTypeOf(other.value);
    if (!areCompatibleSizes(type.getDimSize(0),
                            operand.getDimSize(dimension))) {
      return site.violated(other.label)
             << other.name << " with an element per feature of operand, which "
             << "is " << operand.getDimSize(dimension) << ", got " << type;
    }
  }
  return success();
}

/// A tensor with one element per feature.
static RankedTensorType featureType(RankedTensorType operand,
                                    uint64_t featureIndex) {
  return makeTensorType(operand.getContext(),
                        getExtent(operand, static_cast<int64_t>(featureIndex)),
                        operand.getElementType());
}

//===----------------------------------------------------------------------===//
// batch_norm_training
//===----------------------------------------------------------------------===//

LogicalResult BatchNormTrainingOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  // (C1), (C3), (C4)
  if (failed(checkFeatures(Site(location, getOperationName()), operand,
                           adaptor.getFeatureIndex(),
                           {{"scale", adaptor.getScale(), "C3"},
                            {"offset", adaptor.getOffset(), "C4"}}))) {
    return failure();
  }
  // (C7)
  inferred.push_back(operand);
  // (C5), (C6)
  inferred.append(2, featureType(operand, adaptor.getFeatureIndex()));
  return success();
}

LogicalResult BatchNormTrainingOp::verify() {
  return verifyInferredTypes(*this, "C5-C7");
}

//===----------------------------------------------------------------------===//
// batch_norm_inference
//===----------------------------------------------------------------------===//

LogicalResult BatchNormInferenceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  // (C1), (C3) to (C6)
  if (failed(checkFeatures(Site(location, getOperationName()), operand,
                           adaptor.getFeatureIndex(),
                           {{"scale", adaptor.getScale(), "C3"},
                            {"offset", adaptor.getOffset(), "C4"},
                            {"mean", adaptor.getMean(), "C5"},
                            {"variance", adaptor.getVariance(), "C6"}}))) {
    return failure();
  }
  // (C7)
  inferred.push_back(operand);
  return success();
}

LogicalResult BatchNormInferenceOp::verify() {
  return verifyInferredTypes(*this, "C7");
}

//===----------------------------------------------------------------------===//
// batch_norm_grad
//===----------------------------------------------------------------------===//

LogicalResult BatchNormGradOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  // (C3)
  if (failed(checkSameShape(site, "C3", "operand", operand, "grad_output",
                            adaptor.getGradOutput().getType()))) {
    return failure();
  }
  // (C4)
  for (auto [name, value] : {std::pair{"mean", adaptor.getMean()},
                             std::pair{"variance", adaptor.getVariance()}}) {
    if (failed(checkSameShape(site, "C4", "scale", adaptor.getScale().getType(),
                              name, value.getType()))) {
      return failure();
    }
  }
  // (C1), (C5): mean and variance again, in case the size of scale is not
  // known.
  if (failed(checkFeatures(site, operand, adaptor.getFeatureIndex(),
                           {{"scale", adaptor.getScale(), "C5"},
                            {"mean", adaptor.getMean(), "C5"},
                            {"variance", adaptor.getVariance(), "C5"}}))) {
    return failure();
  }
  // (C3)
  inferred.push_back(operand);
  // (C4)
  inferred.append(2, featureType(operand, adaptor.getFeatureIndex()));
  return success();
}

LogicalResult BatchNormGradOp::verify() {
  return verifyInferredTypes(*this, "C3-C4");
}

} // namespace weft::stablehlo
