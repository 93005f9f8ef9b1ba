// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of the operations in Unary.td and
// Elementwise.td. Labels are those of the specification's section on the
// operation. Where traits and declared types guarantee a constraint, it does
// not appear here.

#include "weft/StableHLO/IR/Shapes.h"

#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// From nothing
//===----------------------------------------------------------------------===//

LogicalResult
ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                             ValueRange operands, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange regions,
                             SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  // (C1)
  inferred.push_back(adaptor.getValue().getType());
  return success();
}

bool ConstantOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  if (inferred.size() != 1 || actual.size() != 1) {
    return false;
  }
  auto result = dyn_cast<ShapedType>(actual.front());
  if (quant::QuantizedType quantized = quantizedTypeOf(actual.front());
      result && quantized) {
    return inferred.front() == result.clone(quantized.getStorageType());
  }
  return inferred.front() == actual.front();
}

LogicalResult ConstantOp::verify() {
  // (C1)
  Type value = getValue().getType();
  if (!isCompatibleReturnTypes(value, getOutput().getType())) {
    return Site(*this).violated("C1")
           << "a result of the type of value, " << value << ", got "
           << getOutput().getType();
  }
  return success();
}

LogicalResult IotaOp::verify() {
  // (C1)
  return checkDimension(Site(*this), "C1", "iota_dimension", getIotaDimension(),
                        tensorTypeOf(getOutput()).getRank());
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

/// Infers the operand's shape with the element type that `elementType` makes of
/// the operand's.
static LogicalResult inferSameShape(ValueRange operands,
                                    function_ref<Type(Type)> elementType,
                                    SmallVectorImpl<Type> &inferred) {
  RankedTensorType operand = tensorTypeOf(operands.front());
  inferred.push_back(operand.clone(elementType(operand.getElementType())));
  return success();
}

static Type partType(Type elementType) {
  auto complex = dyn_cast<ComplexType>(elementType);
  return complex ? complex.getElementType() : elementType;
}

LogicalResult AbsOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                      ValueRange operands, DictionaryAttr,
                                      OpaqueProperties, RegionRange,
                                      SmallVectorImpl<Type> &inferred) {
  // (C1), (C2)
  return inferSameShape(operands, partType, inferred);
}

LogicalResult AbsOp::verify() { return verifyInferredTypes(*this, "C2"); }

LogicalResult ImagOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &inferred) {
  // (C1), (C2)
  return inferSameShape(operands, partType, inferred);
}

LogicalResult ImagOp::verify() { return verifyInferredTypes(*this, "C2"); }

LogicalResult RealOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &inferred) {
  // (C1), (C2)
  return inferSameShape(operands, partType, inferred);
}

LogicalResult RealOp::verify() { return verifyInferredTypes(*this, "C2"); }

LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           ValueRange operands, DictionaryAttr,
                                           OpaqueProperties, RegionRange,
                                           SmallVectorImpl<Type> &inferred) {
  // (C1)
  return inferSameShape(
      operands, [&](Type) { return IntegerType::get(context, 1); }, inferred);
}

LogicalResult IsFiniteOp::verify() { return verifyInferredTypes(*this, "C1"); }

LogicalResult UniformDequantizeOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &inferred) {
  // (C1), (C2)
  return inferSameShape(
      operands,
      [](Type elementType) {
        return cast<quant::QuantizedType>(elementType).getExpressedType();
      },
      inferred);
}

LogicalResult UniformDequantizeOp::verify() {
  return verifyInferredTypes(*this, "C2");
}

LogicalResult UniformQuantizeOp::verify() {
  // (C2)
  quant::QuantizedType operand = quantizedTypeOf(getOperand().getType());
  Type expressed = operand ? operand.getExpressedType()
                           : getElementTypeOrSelf(getOperand().getType());
  Type result = quantizedTypeOf(getResult().getType()).getExpressedType();
  if (expressed != result) {
    return Site(*this).violated("C2")
           << "a result that expresses " << expressed << ", got " << result;
  }
  return success();
}

LogicalResult BitcastConvertOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType result = tensorTypeOf(getResult());
  int64_t operandBits = bitWidthOf(operand.getElementType());
  int64_t resultBits = bitWidthOf(result.getElementType());

  // (C1): the tensor of narrower elements has one more dimension, as long as
  // there are narrow elements in a wide one.
  if (operandBits == resultBits) {
    if (failed(
            checkSameShape(site, "C1", "operand", operand, "result", result))) {
      return failure();
    }
  } else {
    bool isOperandNarrow = operandBits < resultBits;
    RankedTensorType narrow = isOperandNarrow ? operand : result;
    RankedTensorType wide = isOperandNarrow ? result : operand;
    int64_t narrowBits = std::min(operandBits, resultBits);
    int64_t wideBits = std::max(operandBits, resultBits);
    if (narrow.getRank() != wide.getRank() + 1 ||
        !areCompatibleShapes(narrow.getShape().drop_back(), wide.getShape())) {
      return site.violated("C1")
             << "the shape of the narrower elements to be that of the wider "
                "ones and one more dimension, got "
             << operand << " and " << result;
    }
    int64_t last = narrow.getShape().back();
    if (!ShapedType::isDynamic(last) &&
        (wideBits % narrowBits != 0 || last != wideBits / narrowBits)) {
      return site.violated("C1")
             << last << " elements of " << narrowBits << " bits to be one of "
             << wideBits << " bits, got " << operand << " and " << result;
    }
  }

  // (C2)
  if (isa<ComplexType>(operand.getElementType()) !=
      isa<ComplexType>(result.getElementType())) {
    return site.violated("C2") << "both operand and result or neither to be "
                                  "complex, got "
                               << operand << " and " << result;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

LogicalResult AddOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> location,
                                      ValueRange operands, DictionaryAttr,
                                      OpaqueProperties, RegionRange,
                                      SmallVectorImpl<Type> &inferred) {
  FailureOr<Type> type = inferMostSpecificType(location, operands.getTypes());
  if (failed(type)) {
    return failure();
  }
  // (C5): quantization along an axis of either operand is the result's.
  for (Type operand : operands.getTypes()) {
    if (auto perAxis = perAxisQuantizedTypeOf(operand)) {
      inferred.push_back(cast<RankedTensorType>(*type).clone(perAxis));
      return success();
    }
  }
  inferred.push_back(*type);
  return success();
}

LogicalResult AddOp::verify() {
  Site site(*this);
  Type lhs = getLhs().getType();
  Type rhs = getRhs().getType();
  Type result = getResult().getType();
  quant::QuantizedType quantized[] = {
      quantizedTypeOf(lhs), quantizedTypeOf(rhs), quantizedTypeOf(result)};

  // (C1)
  if (llvm::none_of(quantized, [](Type type) { return bool(type); })) {
    if (failed(checkSameType(site, "C1", "lhs", lhs, "rhs", rhs))) {
      return failure();
    }
    return verifyInferredTypes(*this, "C1");
  }
  // (C2)
  if (!llvm::all_of(quantized, [](Type type) { return bool(type); })) {
    return site.violated("C2")
           << "all of lhs, rhs and result or none to be quantized, got " << lhs
           << ", " << rhs << " and " << result;
  }
  for (quant::QuantizedType type : ArrayRef(quantized).drop_front()) {
    // (C3)
    if (type.getStorageType() != quantized[0].getStorageType()) {
      return site.violated("C3")
             << "one storage type, got " << quantized[0].getStorageType()
             << " and " << type.getStorageType();
    }
    // (C4)
    if (type.getExpressedType() != quantized[0].getExpressedType()) {
      return site.violated("C4")
             << "one expressed type, got " << quantized[0].getExpressedType()
             << " and " << type.getExpressedType();
    }
  }
  // (C5)
  auto perAxisLhs = perAxisQuantizedTypeOf(lhs);
  auto perAxisRhs = perAxisQuantizedTypeOf(rhs);
  auto perAxisResult = perAxisQuantizedTypeOf(result);
  if ((perAxisLhs || perAxisRhs) != bool(perAxisResult)) {
    return site.violated("C5")
           << "a result quantized per axis if lhs or rhs is, and only then, "
              "got "
           << lhs << ", " << rhs << " and " << result;
  }
  auto hasAxisOfResult = [&](quant::UniformQuantizedPerAxisType operand) {
    return !operand || operand.getQuantizedDimension() ==
                           perAxisResult.getQuantizedDimension();
  };
  // (C6)
  if (!hasAxisOfResult(perAxisLhs)) {
    return site.violated("C6")
           << "lhs quantized along dimension "
           << perAxisResult.getQuantizedDimension() << " as the result, got "
           << perAxisLhs.getQuantizedDimension();
  }
  // (C7)
  if (!hasAxisOfResult(perAxisRhs)) {
    return site.violated("C7")
           << "rhs quantized along dimension "
           << perAxisResult.getQuantizedDimension() << " as the result, got "
           << perAxisRhs.getQuantizedDimension();
  }
  return success();
}

LogicalResult ComplexOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &inferred) {
  FailureOr<Type> parts = inferMostSpecificType(location, operands.getTypes());
  if (failed(parts)) {
    return failure();
  }
  // (C2), (C3)
  auto type = cast<RankedTensorType>(*parts);
  inferred.push_back(type.clone(ComplexType::get(type.getElementType())));
  return success();
}

LogicalResult ComplexOp::verify() {
  // (C1)
  if (failed(checkSameType(Site(*this), "C1", "lhs", getLhs().getType(), "rhs",
                           getRhs().getType()))) {
    return failure();
  }
  return verifyInferredTypes(*this, "C3");
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location> location,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &inferred) {
  // (C2)
  FailureOr<Type> type = inferMostSpecificType(location, operands.getTypes());
  if (failed(type)) {
    return failure();
  }
  inferred.push_back(
      cast<RankedTensorType>(*type).clone(IntegerType::get(context, 1)));
  return success();
}

LogicalResult CompareOp::verify() {
  // (C2). That compare_type fits the element type, (C3), is not demanded:
  // portable artifacts exist that say SIGNED of floats. The element type tells
  // how to compare; of the types only TOTALORDER adds anything, for floats.
  if (failed(checkSameShape(Site(*this), "C2", "lhs", getLhs().getType(), "rhs",
                            getRhs().getType()))) {
    return failure();
  }
  return verifyInferredTypes(*this, "C2");
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

/// A scalar stands for a tensor of any shape.
static LogicalResult checkScalarOrSameShape(const Site &site, StringRef label,
                                            StringRef name, Value value,
                                            StringRef otherName, Value other) {
  if (tensorTypeOf(value).getRank() == 0) {
    return success();
  }
  return checkSameShape(site, label, name, value.getType(), otherName,
                        other.getType());
}

LogicalResult
ClampOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                          ValueRange operands, DictionaryAttr attributes,
                          OpaqueProperties properties, RegionRange regions,
                          SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  // (C1), (C2)
  if (failed(checkScalarOrSameShape(site, "C1", "min", adaptor.getMin(),
                                    "operand", adaptor.getOperand())) ||
      failed(checkScalarOrSameShape(site, "C2", "max", adaptor.getMax(),
                                    "operand", adaptor.getOperand()))) {
    return failure();
  }
  // (C4)
  inferred.push_back(adaptor.getOperand().getType());
  return success();
}

LogicalResult ClampOp::verify() { return verifyInferredTypes(*this, "C4"); }

LogicalResult
SelectOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  Type onTrue = adaptor.getOnTrue().getType();
  Type onFalse = adaptor.getOnFalse().getType();
  // (C1)
  if (failed(checkScalarOrSameShape(site, "C1", "pred", adaptor.getPred(),
                                    "on_true", adaptor.getOnTrue()))) {
    return failure();
  }
  // (C2)
  if (failed(
          checkSameType(site, "C2", "on_true", onTrue, "on_false", onFalse))) {
    return failure();
  }
  FailureOr<Type> type = inferMostSpecificType(location, {onTrue, onFalse});
  if (failed(type)) {
    return failure();
  }
  inferred.push_back(*type);
  return success();
}

LogicalResult SelectOp::verify() { return verifyInferredTypes(*this, "C2"); }

} // namespace weft::stablehlo
