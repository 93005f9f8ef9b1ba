// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of the operations in Movement.td that change
// shapes, and of those on tuples and tokens. Labels are those of the
// specification's section on the operation.

#include "weft/StableHLO/IR/VerifyMovement.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Quantization that must survive
//===----------------------------------------------------------------------===//

LogicalResult checkSameScales(const Site &site, StringRef label, Type operand,
                              Type result) {
  bool agree = true;
  if (auto perAxis = perAxisQuantizedTypeOf(operand)) {
    auto other = perAxisQuantizedTypeOf(result);
    agree = other && perAxis.getScales() == other.getScales() &&
            perAxis.getZeroPoints() == other.getZeroPoints();
  } else if (auto perTensor = perTensorQuantizedTypeOf(operand)) {
    agree = perTensor == perTensorQuantizedTypeOf(result);
  }
  if (!agree) {
    return site.violated(label)
           << "the same scales and zero points for operand and result, got "
           << operand << " and " << result;
  }
  return success();
}

LogicalResult checkQuantizedBroadcast(const Site &site,
                                      RankedTensorType operand,
                                      RankedTensorType result,
                                      ArrayRef<int64_t> dimensions) {
  auto quantizedResult = perAxisQuantizedTypeOf(result);
  if (!quantizedResult) {
    return success();
  }
  auto quantizedOperand = perAxisQuantizedTypeOf(operand);
  int64_t axis = quantizedOperand.getQuantizedDimension();
  if (quantizedResult.getQuantizedDimension() != dimensions[axis]) {
    return site.violated("C6")
           << "a result quantized along dimension " << dimensions[axis]
           << ", where broadcast_dimensions puts the operand's " << axis
           << ", got " << quantizedResult.getQuantizedDimension();
  }
  if (operand.getDimSize(axis) != 1) {
    return success();
  }
  bool allAreFirst = llvm::all_equal(quantizedResult.getScales()) &&
                     llvm::all_equal(quantizedResult.getZeroPoints()) &&
                     quantizedResult.getScales().front() ==
                         quantizedOperand.getScales().front() &&
                     quantizedResult.getZeroPoints().front() ==
                         quantizedOperand.getZeroPoints().front();
  if (!allAreFirst) {
    return site.violated("C6")
           << "the operand's only scale and zero point throughout the result, "
              "got "
           << operand << " and " << result;
  }
  return success();
}

LogicalResult checkQuantizedReshape(const Site &site, RankedTensorType operand,
                                    RankedTensorType result) {
  auto quantizedOperand = perAxisQuantizedTypeOf(operand);
  auto quantizedResult = perAxisQuantizedTypeOf(result);
  if (!quantizedOperand || !quantizedResult) {
    return success();
  }
  int64_t operandAxis = quantizedOperand.getQuantizedDimension();
  int64_t resultAxis = quantizedResult.getQuantizedDimension();
  if (!areCompatibleSizes(operand.getDimSize(operandAxis),
                          result.getDimSize(resultAxis))) {
    return site.violated("C3") << "quantized dimensions of one size, got "
                               << operand << " and " << result;
  }
  // With C2, sizes that agree before and at the quantized dimension imply sizes
  // that agree after it, unless there are no elements at all.
  bool isStatic = operand.hasStaticShape() && result.hasStaticShape();
  if (isStatic &&
      (productOf(operand.getShape().take_front(operandAxis)) !=
           productOf(result.getShape().take_front(resultAxis)) ||
       productOf(operand.getShape().drop_front(operandAxis + 1)) !=
           productOf(result.getShape().drop_front(resultAxis + 1)))) {
    return site.violated("C3")
           << "as many elements before, and after, the quantized dimension in "
              "operand and result, got "
           << operand << " and " << result;
  }
  return success();
}

/// A per-axis quantized type along another dimension.
static Type withQuantizedDimension(quant::UniformQuantizedPerAxisType type,
                                   int64_t dimension) {
  return quant::UniformQuantizedPerAxisType::get(
      type.getFlags(), type.getStorageType(), type.getExpressedType(),
      type.getScales(), type.getZeroPoints(), static_cast<int32_t>(dimension),
      type.getStorageTypeMin(), type.getStorageTypeMax());
}

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  if (failed(checkAtLeast(site, "", "broadcast_sizes",
                          adaptor.getBroadcastSizes(), 0))) {
    return failure();
  }
  SmallVector<DimensionExtent> extents;
  for (int64_t size : adaptor.getBroadcastSizes()) {
    extents.push_back({size});
  }
  llvm::append_range(extents, extentsOf(operand));
  inferred.push_back(
      makeTensorType(context, extents, operand.getElementType()));
  return success();
}

LogicalResult BroadcastOp::verify() { return verifyInferredTypes(*this, ""); }

LogicalResult BroadcastInDimOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType result = tensorTypeOf(getResult());
  ArrayRef<int64_t> dimensions = getBroadcastDimensions();

  // (C1): the rest is the trait's; along an axis all may differ.
  if (perTensorQuantizedTypeOf(operand) &&
      failed(checkSameScales(site, "C1", operand, result))) {
    return failure();
  }
  // (C2)
  if (failed(checkLength(site, "C2", "broadcast_dimensions", dimensions.size(),
                         operand.getRank(), "dimension of operand"))) {
    return failure();
  }
  // (C3)
  if (failed(checkDimensions(site, "C3", "broadcast_dimensions", dimensions,
                             result.getRank()))) {
    return failure();
  }
  // (C4)
  if (failed(checkUnique(site, "C4", "broadcast_dimensions", dimensions))) {
    return failure();
  }
  // (C5): what a dynamic size is broadcast to can be known at run time only.
  for (auto [dimension, target] : llvm::enumerate(dimensions)) {
    int64_t size = operand.getDimSize(dimension);
    if (!ShapedType::isDynamic(size) && size != 1 &&
        size != result.getDimSize(target)) {
      return site.violated("C5")
             << "dimension " << static_cast<int64_t>(dimension)
             << " of operand to have size 1 or that of dimension " << target
             << " of the result, got " << operand << " and " << result;
    }
  }
  // (C6)
  return checkQuantizedBroadcast(site, operand, result, dimensions);
}

//===----------------------------------------------------------------------===//
// The same elements in another shape or order
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType result = tensorTypeOf(getResult());
  // (C1)
  if (failed(checkSameScales(site, "C1", operand, result))) {
    return failure();
  }
  // (C2)
  if (operand.hasStaticShape() && result.hasStaticShape()) {
    std::optional<int64_t> operandSize = productOf(operand.getShape());
    std::optional<int64_t> resultSize = productOf(result.getShape());
    if (!operandSize || !resultSize) {
      return site.violated("C2")
             << "a number of elements that fits 64 bits, got " << operand
             << " and " << result;
    }
    if (*operandSize != *resultSize) {
      return site.violated("C2")
             << "the same number of elements, got " << *operandSize << " in "
             << operand << " and " << *resultSize << " in " << result;
    }
  }
  // (C3)
  return checkQuantizedReshape(site, operand, result);
}

LogicalResult TransposeOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  // (C2)
  if (failed(checkLength(site, "C2", "permutation", permutation.size(),
                         operand.getRank(), "dimension of operand")) ||
      failed(checkDimensions(site, "C2", "permutation", permutation,
                             operand.getRank())) ||
      failed(checkUnique(site, "C2", "permutation", permutation))) {
    return failure();
  }
  // (C3)
  SmallVector<DimensionExtent> extents;
  for (int64_t dimension : permutation) {
    extents.push_back(getExtent(operand, dimension));
  }
  // (C1), (C4)
  Type elementType = operand.getElementType();
  if (auto quantized = perAxisQuantizedTypeOf(operand)) {
    const auto *place =
        llvm::find(permutation, quantized.getQuantizedDimension());
    elementType =
        withQuantizedDimension(quantized, place - permutation.begin());
  }
  inferred.push_back(makeTensorType(context, extents, elementType));
  return success();
}

LogicalResult TransposeOp::verify() {
  if (failed(verifyInferredTypes(*this, "C3"))) {
    return failure();
  }
  Site site(*this);
  Type operand = getOperand().getType();
  Type result = getResult().getType();
  // (C1)
  if (failed(checkSameScales(site, "C1", operand, result))) {
    return failure();
  }
  // (C4)
  auto quantized = perAxisQuantizedTypeOf(result);
  if (!quantized) {
    return success();
  }
  int64_t expected = perAxisQuantizedTypeOf(operand).getQuantizedDimension();
  int64_t source = getPermutation()[quantized.getQuantizedDimension()];
  if (source != expected) {
    return site.violated("C4")
           << "a result quantized along what was dimension " << expected
           << " of operand, got what was dimension " << source;
  }
  return success();
}

LogicalResult ReverseOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &inferred) {
  // (C1)
  inferred.push_back(operands.front().getType());
  return success();
}

LogicalResult ReverseOp::verify() {
  Site site(*this);
  // (C1)
  if (failed(verifyInferredTypes(*this, "C1"))) {
    return failure();
  }
  // (C2)
  if (failed(checkUnique(site, "C2", "dimensions", getDimensions()))) {
    return failure();
  }
  // (C3)
  return checkDimensions(site, "C3", "dimensions", getDimensions(),
                         tensorTypeOf(getResult()).getRank());
}

//===----------------------------------------------------------------------===//
// Sizes at run time
//===----------------------------------------------------------------------===//

LogicalResult GetDimensionSizeOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  // (C1)
  if (failed(checkDimension(Site(location, getOperationName()), "C1",
                            "dimension", adaptor.getDimension(),
                            tensorTypeOf(adaptor.getOperand()).getRank()))) {
    return failure();
  }
  inferred.push_back(RankedTensorType::get({}, IntegerType::get(context, 32)));
  return success();
}

LogicalResult GetDimensionSizeOp::verify() {
  return verifyInferredTypes(*this, "");
}

LogicalResult SetDimensionSizeOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  RankedTensorType size = tensorTypeOf(adaptor.getSize());
  if (size.getRank() != 0) {
    return site.violated() << "size of rank 0, got " << size;
  }
  if (failed(checkDimension(site, "", "dimension", adaptor.getDimension(),
                            operand.getRank()))) {
    return failure();
  }
  SmallVector<DimensionExtent> extents = extentsOf(operand);
  DimensionExtent &extent = extents[adaptor.getDimension()];
  if (extent.isStatic()) {
    extent = {ShapedType::kDynamic, extent.size};
  }
  // A constant equal to the bound leaves the dimension as it was.
  std::optional<SmallVector<int64_t>> constant =
      constantIntegers(adaptor.getSize());
  if (constant && extent.hasBound() && constant->front() == extent.bound) {
    extent = {extent.bound};
  }
  inferred.push_back(
      makeTensorType(context, extents, operand.getElementType()));
  return success();
}

LogicalResult SetDimensionSizeOp::verify() {
  return verifyInferredTypes(*this, "");
}

//===----------------------------------------------------------------------===//
// Tuples and tokens
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &inferred) {
  // (C1)
  inferred.push_back(
      TupleType::get(context, llvm::to_vector(operands.getTypes())));
  return success();
}

LogicalResult TupleOp::verify() { return verifyInferredTypes(*this, "C1"); }

LogicalResult GetTupleElementOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto tuple = cast<TupleType>(adaptor.getOperand().getType());
  int64_t index = static_cast<int32_t>(adaptor.getIndex());
  // (C1)
  if (failed(checkDimension(Site(location, getOperationName()), "C1", "index",
                            index, static_cast<int64_t>(tuple.size())))) {
    return failure();
  }
  // (C2)
  inferred.push_back(tuple.getType(index));
  return success();
}

LogicalResult GetTupleElementOp::verify() {
  return verifyInferredTypes(*this, "C2");
}

LogicalResult CreateTokenOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location>,
                                              ValueRange, DictionaryAttr,
                                              OpaqueProperties, RegionRange,
                                              SmallVectorImpl<Type> &inferred) {
  inferred.push_back(TokenType::get(context));
  return success();
}

LogicalResult AfterAllOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>, ValueRange,
                                           DictionaryAttr, OpaqueProperties,
                                           RegionRange,
                                           SmallVectorImpl<Type> &inferred) {
  inferred.push_back(TokenType::get(context));
  return success();
}

LogicalResult OptimizationBarrierOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &inferred) {
  // (C1)
  llvm::append_range(inferred, operands.getTypes());
  return success();
}

} // namespace weft::stablehlo
