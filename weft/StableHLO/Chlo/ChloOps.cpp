// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type inference and verification of all operations but the two with regions or
// many dimension numbers, which have files of their own.

#include "weft/StableHLO/Chlo/Chlo.h"

#include <llvm/ADT/STLExtras.h>
#include <mlir/Dialect/Complex/IR/Complex.h>

using namespace mlir;
using weft::stablehlo::DimensionExtent;

namespace weft::chlo {

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// The size of a dimension after broadcasting two; nothing if they exclude each
/// other. A dynamic size against a static one above 1 is taken to be 1 or equal
/// to it: the program would be wrong otherwise.
static std::optional<DimensionExtent> broadcastExtents(DimensionExtent first,
                                                       DimensionExtent second) {
  if (first.size == 1) {
    return second;
  }
  if (second.size == 1) {
    return first;
  }
  if (first.isStatic() && second.isStatic()) {
    return first.size == second.size ? std::optional(first) : std::nullopt;
  }
  for (DimensionExtent extent : {first, second}) {
    if (extent.isStatic() && extent.size > 1) {
      return extent;
    }
  }
  DimensionExtent result;
  if (first.hasBound() && second.hasBound()) {
    result.bound = std::max(first.bound, second.bound);
  }
  return result;
}

static SmallVector<DimensionExtent> extentsOf(RankedTensorType type) {
  SmallVector<DimensionExtent> extents;
  for (int64_t dimension : llvm::seq<int64_t>(0, type.getRank())) {
    extents.push_back(stablehlo::getExtent(type, dimension));
  }
  return extents;
}

/// The broadcast type, or unranked where there is none.
static Type broadcastTypes(TypeRange operands,
                           std::optional<ArrayRef<int64_t>> dimensions,
                           Type elementType) {
  Type unknown = UnrankedTensorType::get(elementType);
  if (!llvm::all_of(operands, llvm::IsaPred<RankedTensorType>)) {
    return unknown;
  }
  auto result = extentsOf(cast<RankedTensorType>(operands[0]));
  for (Type operand : operands.drop_front()) {
    auto other = extentsOf(cast<RankedTensorType>(operand));
    // `result` becomes the one of higher rank.
    if (other.size() > result.size()) {
      std::swap(result, other);
    }
    if (dimensions && dimensions->size() != other.size()) {
      return unknown;
    }
    for (auto [index, extent] : llvm::enumerate(other)) {
      int64_t target = dimensions ? (*dimensions)[index]
                                  : result.size() - other.size() + index;
      if (target < 0 || target >= static_cast<int64_t>(result.size())) {
        return unknown;
      }
      std::optional<DimensionExtent> common =
          broadcastExtents(result[target], extent);
      if (!common) {
        return unknown;
      }
      result[target] = *common;
    }
  }
  return stablehlo::makeTensorType(elementType.getContext(), result,
                                   elementType);
}

LogicalResult
inferBroadcastType(std::optional<Location> location, TypeRange operands,
                   std::optional<ArrayRef<int64_t>> broadcastDimensions,
                   Type elementType, SmallVectorImpl<Type> &inferred) {
  if (!stablehlo::areCompatibleElementTypes(operands[0], operands[1])) {
    return emitOptionalError(location,
                             "operands have different element types, ",
                             operands[0], " and ", operands[1]);
  }
  inferred.push_back(
      broadcastTypes(operands, broadcastDimensions, elementType));
  return success();
}

LogicalResult BroadcastSelectOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr, OpaqueProperties, RegionRange,
    SmallVectorImpl<Type> &inferred) {
  Type onTrue = operands[1].getType();
  Type onFalse = operands[2].getType();
  if (getElementTypeOrSelf(onTrue) != getElementTypeOrSelf(onFalse)) {
    return emitOptionalError(location,
                             "operands have different element types, ", onTrue,
                             " and ", onFalse);
  }
  inferred.push_back(broadcastTypes(operands.getTypes(), std::nullopt,
                                    getElementTypeOrSelf(onTrue)));
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

LogicalResult
ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                             ValueRange operands, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange regions,
                             SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  inferred.push_back(adaptor.getValue().getType());
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantLikeOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  inferred.push_back(cast<ShapedType>(operands[0].getType())
                         .clone(adaptor.getValue().getType()));
  return success();
}

LogicalResult ConstantLikeOp::verify() {
  Type element = getElementTypeOrSelf(getType());
  if (getValue().getType() != element) {
    return emitOpError() << "value has type " << getValue().getType()
                         << ", but the result has elements of type " << element;
  }
  return success();
}

OpFoldResult ConstantLikeOp::fold(FoldAdaptor) {
  auto type = cast<ShapedType>(getType());
  if (!type.hasStaticShape()) {
    return {};
  }
  if (auto number = dyn_cast<complex::NumberAttr>(getValue())) {
    return DenseElementsAttr::get(type, number.getValue());
  }
  if (isa<FloatAttr, IntegerAttr>(getValue())) {
    return DenseElementsAttr::get(type, Attribute(getValue()));
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Top k
//===----------------------------------------------------------------------===//

LogicalResult
TopKOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Type indexType = IntegerType::get(context, 32);
  auto type = cast<TensorType>(operands[0].getType());
  int64_t k = adaptor.getK();
  if (k < 0) {
    return emitOptionalError(location, "k must not be negative, got ", k);
  }
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked) {
    inferred.append({type, UnrankedTensorType::get(indexType)});
    return success();
  }
  if (ranked.getRank() == 0) {
    return emitOptionalError(location,
                             "the operand of top_k needs a dimension");
  }
  SmallVector<DimensionExtent> extents = extentsOf(ranked);
  DimensionExtent last = extents.back();
  if (std::max(last.size, last.bound) < k &&
      (last.isStatic() || last.hasBound())) {
    return emitOptionalError(location, "k is ", k,
                             ", but the last dimension has only ",
                             std::max(last.size, last.bound), " elements");
  }
  extents.back() = {k, ShapedType::kDynamic};
  for (Type element : {ranked.getElementType(), indexType}) {
    inferred.push_back(stablehlo::makeTensorType(context, extents, element));
  }
  return success();
}

} // namespace weft::chlo

#define GET_OP_CLASSES
#include "weft/StableHLO/Chlo/ChloOps.cpp.inc"
