// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of the operations in Dynamic.td but
// dynamic_conv. Labels are those of the specification's section on the
// operation. Constraints on values hold at run time; here they are checked
// where the values are constants.

#include "weft/StableHLO/IR/VerifyGatherScatter.h"
#include "weft/StableHLO/IR/VerifyMovement.h"

using namespace mlir;

namespace weft::stablehlo {

/// How many entries a list that is an operand has.
static int64_t entryCount(Value list) {
  return tensorTypeOf(list).getDimSize(0);
}

/// `shape` has an entry per dimension of the result and, where it is constant,
/// those of the result's type. Gives the constant.
static FailureOr<std::optional<SmallVector<int64_t>>>
checkShapeOperand(const Site &site, StringRef label, StringRef name,
                  Value shape, RankedTensorType result) {
  if (failed(checkLength(site, label, name,
                         static_cast<size_t>(entryCount(shape)),
                         result.getRank(), "dimension of the result"))) {
    return failure();
  }
  std::optional<SmallVector<int64_t>> sizes = constantIntegers(shape);
  if (!sizes) {
    return sizes;
  }
  if (failed(checkAtLeast(site, label, name, *sizes, 0))) {
    return failure();
  }
  RankedTensorType type =
      RankedTensorType::get(*sizes, result.getElementType());
  if (failed(checkSameShape(site, label, name, type, "the result", result))) {
    return failure();
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// dynamic_broadcast_in_dim
//===----------------------------------------------------------------------===//

LogicalResult DynamicBroadcastInDimOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType result = tensorTypeOf(getResult());
  ArrayRef<int64_t> dimensions = getBroadcastDimensions();
  // (C1): along an axis, scales and zero points may differ.
  if (failed(checkSameElementType(site, "C1", "operand", operand, "the result",
                                  result)) ||
      (perTensorQuantizedTypeOf(operand) &&
       failed(checkSameScales(site, "C1", operand, result)))) {
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
  // (C7): C5 asks the constant too.
  FailureOr<std::optional<SmallVector<int64_t>>> shape = checkShapeOperand(
      site, "C7", "output_dimensions", getOutputDimensions(), result);
  if (failed(shape)) {
    return failure();
  }
  // (C5)
  for (auto [dimension, target] : llvm::enumerate(dimensions)) {
    int64_t size = operand.getDimSize(dimension);
    int64_t targetSize = *shape ? (**shape)[target] : result.getDimSize(target);
    if (size != 1 && !areCompatibleSizes(size, targetSize)) {
      return site.violated("C5")
             << "dimension " << dimension
             << " of operand to have size 1 or that of dimension " << target
             << " of the result, got " << size << " and " << targetSize;
    }
  }
  // (C6)
  if (failed(checkQuantizedBroadcast(site, operand, result, dimensions))) {
    return failure();
  }
  ArrayRef<int64_t> expanding =
      getKnownExpandingDimensions().value_or(ArrayRef<int64_t>());
  ArrayRef<int64_t> nonexpanding =
      getKnownNonexpandingDimensions().value_or(ArrayRef<int64_t>());
  // (C8)
  if (failed(checkDisjoint(site, "C8", "known_expanding_dimensions", expanding,
                           "known_nonexpanding_dimensions", nonexpanding))) {
    return failure();
  }
  // (C9)
  if (failed(checkDimensions(site, "C9", "known_expanding_dimensions",
                             expanding, operand.getRank()))) {
    return failure();
  }
  // (C10)
  return checkDimensions(site, "C10", "known_nonexpanding_dimensions",
                         nonexpanding, operand.getRank());
}

//===----------------------------------------------------------------------===//
// dynamic_gather
//===----------------------------------------------------------------------===//

LogicalResult DynamicGatherOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  RankedTensorType startIndices = tensorTypeOf(adaptor.getStartIndices());
  GatherDimensionNumbersAttr numbers = adaptor.getDimensionNumbers();
  // All but the values of slice_sizes, of which there is one per dimension.
  if (failed(checkGatherDimensions(site, operand, startIndices, numbers,
                                   entryCount(adaptor.getSliceSizes())))) {
    return failure();
  }
  SmallVector<int64_t> sizes(operand.getRank(), ShapedType::kDynamic);
  if (std::optional<SmallVector<int64_t>> constant =
          constantIntegers(adaptor.getSliceSizes())) {
    sizes = *constant;
    if (failed(checkGatherSliceSizes(site, operand, numbers, sizes))) {
      return failure();
    }
  }
  FailureOr<RankedTensorType> type =
      inferGatherType(site, operand, startIndices, numbers, sizes);
  if (failed(type)) {
    return failure();
  }
  inferred.push_back(*type);
  return success();
}

LogicalResult DynamicGatherOp::verify() {
  return verifyInferredTypes(*this, "C22");
}

//===----------------------------------------------------------------------===//
// dynamic_iota
//===----------------------------------------------------------------------===//

LogicalResult DynamicIotaOp::verify() {
  Site site(*this);
  // (C1)
  if (failed(checkDimension(site, "C1", "iota_dimension",
                            static_cast<int64_t>(getIotaDimension()),
                            entryCount(getOutputShape())))) {
    return failure();
  }
  // (C2)
  return checkShapeOperand(site, "C2", "output_shape", getOutputShape(),
                           tensorTypeOf(getResult()));
}

//===----------------------------------------------------------------------===//
// dynamic_pad
//===----------------------------------------------------------------------===//

LogicalResult DynamicPadOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType result = tensorTypeOf(getResult());
  // (C2): the three have one type, by declaration.
  if (failed(checkLength(site, "C2", "edge_padding_low",
                         static_cast<size_t>(entryCount(getEdgePaddingLow())),
                         operand.getRank(), "dimension of operand"))) {
    return failure();
  }
  // (C3)
  std::optional<SmallVector<int64_t>> interior =
      constantIntegers(getInteriorPadding());
  if (interior &&
      failed(checkAtLeast(site, "C3", "interior_padding", *interior, 0))) {
    return failure();
  }
  // (C4)
  std::optional<SmallVector<int64_t>> low =
      constantIntegers(getEdgePaddingLow());
  std::optional<SmallVector<int64_t>> high =
      constantIntegers(getEdgePaddingHigh());
  if (!low || !high || !interior) {
    return success();
  }
  for (int64_t dimension = 0; dimension < operand.getRank(); ++dimension) {
    int64_t size = operand.getDimSize(dimension);
    if (ShapedType::isDynamic(size)) {
      continue;
    }
    std::optional<int64_t> padded = paddedSize(
        size, (*low)[dimension], (*high)[dimension], (*interior)[dimension]);
    if (!padded || *padded < 0 ||
        !areCompatibleSizes(*padded, result.getDimSize(dimension))) {
      Violation violation = site.violated("C4");
      violation << "a result that padding makes of " << operand << ", got "
                << result;
      if (padded) {
        violation << " where " << *padded << " is along dimension "
                  << dimension;
      }
      return violation;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// dynamic_reshape
//===----------------------------------------------------------------------===//

LogicalResult DynamicReshapeOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType result = tensorTypeOf(getResult());
  // (C1)
  if (failed(checkSameElementType(site, "C1", "operand", operand, "the result",
                                  result)) ||
      failed(checkSameScales(site, "C1", operand, result))) {
    return failure();
  }
  // (C4): C2 asks the constant too.
  FailureOr<std::optional<SmallVector<int64_t>>> shape =
      checkShapeOperand(site, "C4", "output_shape", getOutputShape(), result);
  if (failed(shape)) {
    return failure();
  }
  // (C2)
  std::optional<ArrayRef<int64_t>> sizes;
  if (*shape) {
    sizes = **shape;
  } else if (result.hasStaticShape()) {
    sizes = result.getShape();
  }
  if (operand.hasStaticShape() && sizes) {
    std::optional<int64_t> operandCount = productOf(operand.getShape());
    std::optional<int64_t> resultCount = productOf(*sizes);
    if (!operandCount || operandCount != resultCount) {
      return site.violated("C2")
             << "the same number of elements in operand and result, got "
             << operand << " and " << listText(*sizes);
    }
  }
  // (C3)
  return checkQuantizedReshape(site, operand, result);
}

//===----------------------------------------------------------------------===//
// real_dynamic_slice
//===----------------------------------------------------------------------===//

LogicalResult RealDynamicSliceOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType result = tensorTypeOf(getResult());
  // The three lists have one type, by declaration.
  if (!areCompatibleSizes(entryCount(getStartIndices()), operand.getRank())) {
    return site.violated()
           << "one entry of start_indices per dimension of operand, which is "
           << operand.getRank() << ", got " << entryCount(getStartIndices());
  }
  if (result.getRank() != operand.getRank()) {
    return site.violated() << "a result of rank " << operand.getRank()
                           << " as operand, got " << result;
  }
  return success();
}

} // namespace weft::stablehlo
