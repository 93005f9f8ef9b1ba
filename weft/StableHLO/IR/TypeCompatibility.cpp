// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/TypeCompatibility.h"

#include "weft/StableHLO/IR/Types.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/TypeUtilities.h>

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Compatibility
//===----------------------------------------------------------------------===//

bool areCompatibleElementTypes(Type first, Type second) {
  first = getElementTypeOrSelf(first);
  second = getElementTypeOrSelf(second);
  auto firstQuantized = dyn_cast<quant::QuantizedType>(first);
  auto secondQuantized = dyn_cast<quant::QuantizedType>(second);
  if (!firstQuantized || !secondQuantized) {
    return first == second;
  }
  return firstQuantized.getStorageType() == secondQuantized.getStorageType() &&
         firstQuantized.getStorageTypeMin() ==
             secondQuantized.getStorageTypeMin() &&
         firstQuantized.getStorageTypeMax() ==
             secondQuantized.getStorageTypeMax() &&
         firstQuantized.getExpressedType() ==
             secondQuantized.getExpressedType() &&
         isa<quant::UniformQuantizedPerAxisType>(first) ==
             isa<quant::UniformQuantizedPerAxisType>(second);
}

bool areCompatibleShapes(ArrayRef<int64_t> first, ArrayRef<int64_t> second) {
  if (first.size() != second.size()) {
    return false;
  }
  return llvm::all_of(llvm::zip(first, second), [](auto sizes) {
    auto [firstSize, secondSize] = sizes;
    return ShapedType::isDynamic(firstSize) ||
           ShapedType::isDynamic(secondSize) || firstSize == secondSize;
  });
}

/// True if no static size of `type` exceeds a bound of `other`.
static bool isWithinBoundsOf(RankedTensorType type, RankedTensorType other) {
  ArrayRef<int64_t> bounds = getBounds(other);
  if (bounds.empty()) {
    return true;
  }
  return llvm::all_of(llvm::zip(type.getShape(), bounds), [](auto pair) {
    auto [size, bound] = pair;
    return ShapedType::isDynamic(size) || ShapedType::isDynamic(bound) ||
           size <= bound;
  });
}

static bool haveCompatibleShapes(ShapedType first, ShapedType second) {
  if (!first.hasRank() || !second.hasRank()) {
    return true;
  }
  if (!areCompatibleShapes(first.getShape(), second.getShape())) {
    return false;
  }
  auto firstTensor = dyn_cast<RankedTensorType>(first);
  auto secondTensor = dyn_cast<RankedTensorType>(second);
  return !firstTensor || !secondTensor ||
         (isWithinBoundsOf(firstTensor, secondTensor) &&
          isWithinBoundsOf(secondTensor, firstTensor));
}

bool areCompatibleTypes(Type first, Type second) {
  auto firstShaped = dyn_cast<ShapedType>(first);
  auto secondShaped = dyn_cast<ShapedType>(second);
  if (firstShaped && secondShaped) {
    return haveCompatibleShapes(firstShaped, secondShaped) &&
           areCompatibleElementTypes(firstShaped, secondShaped);
  }
  auto firstTuple = dyn_cast<TupleType>(first);
  auto secondTuple = dyn_cast<TupleType>(second);
  if (firstTuple && secondTuple) {
    return areCompatibleTypes(firstTuple.getTypes(), secondTuple.getTypes());
  }
  if (firstShaped || secondShaped) {
    return false;
  }
  return areCompatibleElementTypes(first, second);
}

bool areCompatibleTypes(TypeRange first, TypeRange second) {
  return first.size() == second.size() &&
         llvm::all_of(llvm::zip(first, second), [](auto pair) {
           return areCompatibleTypes(std::get<0>(pair), std::get<1>(pair));
         });
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

ArrayRef<int64_t> getBounds(Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked) {
    return {};
  }
  auto extensions =
      dyn_cast_if_present<TypeExtensionsAttr>(ranked.getEncoding());
  return extensions ? extensions.getBounds() : ArrayRef<int64_t>{};
}

DimensionExtent getExtent(RankedTensorType type, int64_t dimension) {
  ArrayRef<int64_t> bounds = getBounds(type);
  return {type.getDimSize(dimension),
          bounds.empty() ? ShapedType::kDynamic : bounds[dimension]};
}

RankedTensorType makeTensorType(MLIRContext *context,
                                ArrayRef<DimensionExtent> extents,
                                Type elementType) {
  SmallVector<int64_t> shape;
  SmallVector<int64_t> bounds;
  bool isBounded = false;
  for (DimensionExtent extent : extents) {
    bool hasBound = !extent.isStatic() && extent.hasBound();
    shape.push_back(extent.size);
    bounds.push_back(hasBound ? extent.bound : ShapedType::kDynamic);
    isBounded |= hasBound;
  }
  Attribute encoding =
      isBounded ? TypeExtensionsAttr::get(context, bounds) : Attribute();
  return RankedTensorType::get(shape, elementType, encoding);
}

FailureOr<DimensionExtent> meetExtents(std::optional<Location> location,
                                       int64_t dimension, DimensionExtent first,
                                       DimensionExtent second) {
  if (first.isStatic() && second.isStatic() && first.size != second.size) {
    return emitOptionalError(location, "mismatched sizes ", first.size, " and ",
                             second.size, " of dimension ", dimension);
  }
  DimensionExtent result;
  if (first.hasBound() && second.hasBound()) {
    result.bound = std::min(first.bound, second.bound);
  } else {
    result.bound = first.hasBound() ? first.bound : second.bound;
  }
  if (!first.isStatic() && !second.isStatic()) {
    return result;
  }
  result.size = first.isStatic() ? first.size : second.size;
  if (result.hasBound() && result.size > result.bound) {
    return emitOptionalError(location, "size ", result.size, " of dimension ",
                             dimension, " exceeds its bound ", result.bound);
  }
  result.bound = ShapedType::kDynamic;
  return result;
}

FailureOr<DimensionExtent> joinExtents(std::optional<Location> location,
                                       int64_t dimension, DimensionExtent first,
                                       DimensionExtent second) {
  if (first.isStatic() && second.isStatic()) {
    if (first.size != second.size) {
      return emitOptionalError(location, "mismatched sizes ", first.size,
                               " and ", second.size, " of dimension ",
                               dimension);
    }
    return DimensionExtent{first.size, ShapedType::kDynamic};
  }
  DimensionExtent result;
  if (!ShapedType::isDynamic(first.largest()) &&
      !ShapedType::isDynamic(second.largest())) {
    result.bound = std::max(first.largest(), second.largest());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Most and least specific types
//===----------------------------------------------------------------------===//

namespace {

using CombineExtents = function_ref<FailureOr<DimensionExtent>(
    std::optional<Location>, int64_t, DimensionExtent, DimensionExtent)>;

FailureOr<Type> combineTensors(std::optional<Location> location,
                               ArrayRef<RankedTensorType> types,
                               CombineExtents combine) {
  RankedTensorType first = types.front();
  int64_t rank = first.getRank();
  for (RankedTensorType type : types) {
    if (type.getRank() != rank) {
      return emitOptionalError(location, "mismatched ranks of ", first, " and ",
                               type);
    }
  }
  SmallVector<DimensionExtent> extents;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    DimensionExtent extent = getExtent(first, dimension);
    for (RankedTensorType type : types.drop_front()) {
      FailureOr<DimensionExtent> combined =
          combine(location, dimension, extent, getExtent(type, dimension));
      if (failed(combined)) {
        return failure();
      }
      extent = *combined;
    }
    extents.push_back(extent);
  }
  // An encoding that is not ours (a sparse layout) belongs to one value, not to
  // what is computed from it.
  return Type(
      makeTensorType(first.getContext(), extents, first.getElementType()));
}

FailureOr<Type>
combineTypes(std::optional<Location> location, TypeRange types,
             function_ref<FailureOr<Type>(TypeRange)> combineLeaves) {
  if (types.empty()) {
    return emitOptionalError(location, "expected at least one type");
  }
  auto first = dyn_cast<TupleType>(types.front());
  bool sameKind = llvm::all_of(types, [&](Type type) {
    auto tuple = dyn_cast<TupleType>(type);
    return static_cast<bool>(tuple) == static_cast<bool>(first) &&
           (!tuple || tuple.size() == first.size());
  });
  if (!sameKind) {
    return emitOptionalError(location,
                             "expected tuples of one size, or no tuples");
  }
  if (!first) {
    return combineLeaves(types);
  }
  SmallVector<Type> elements;
  for (size_t index = 0; index < first.size(); ++index) {
    SmallVector<Type> column;
    for (Type type : types) {
      column.push_back(cast<TupleType>(type).getType(index));
    }
    FailureOr<Type> element = combineTypes(location, column, combineLeaves);
    if (failed(element)) {
      return failure();
    }
    elements.push_back(*element);
  }
  return Type(TupleType::get(first.getContext(), elements));
}

} // namespace

FailureOr<Type> inferMostSpecificType(std::optional<Location> location,
                                      TypeRange types) {
  return combineTypes(location, types,
                      [&](TypeRange leaves) -> FailureOr<Type> {
                        SmallVector<RankedTensorType> ranked;
                        for (Type type : leaves) {
                          if (auto tensor = dyn_cast<RankedTensorType>(type)) {
                            ranked.push_back(tensor);
                          }
                        }
                        if (ranked.empty()) {
                          return leaves.front();
                        }
                        return combineTensors(location, ranked, meetExtents);
                      });
}

FailureOr<Type> inferLeastSpecificType(std::optional<Location> location,
                                       TypeRange types) {
  return combineTypes(location, types,
                      [&](TypeRange leaves) -> FailureOr<Type> {
                        SmallVector<RankedTensorType> ranked;
                        for (Type type : leaves) {
                          auto tensor = dyn_cast<RankedTensorType>(type);
                          if (!tensor) {
                            return type;
                          }
                          ranked.push_back(tensor);
                        }
                        return combineTensors(location, ranked, joinExtents);
                      });
}

//===----------------------------------------------------------------------===//
// Predicates on single types
//===----------------------------------------------------------------------===//

/// Signless storage is the specification's signed one.
static bool hasSupportedStorage(quant::QuantizedType type) {
  auto storage = dyn_cast<IntegerType>(type.getStorageType());
  return storage && !storage.isSigned() &&
         llvm::is_contained({2u, 4u, 8u, 16u, 32u},
                            type.getStorageTypeIntegralWidth());
}

static bool isWithinStorage(quant::QuantizedType type, int64_t zeroPoint) {
  return type.getStorageTypeMin() <= zeroPoint &&
         zeroPoint <= type.getStorageTypeMax();
}

bool isPerTensorQuantized(Type elementType) {
  auto type = dyn_cast<quant::UniformQuantizedType>(elementType);
  return type && hasSupportedStorage(type) &&
         isWithinStorage(type, type.getZeroPoint());
}

bool isPerAxisQuantized(Type elementType) {
  auto type = dyn_cast<quant::UniformQuantizedPerAxisType>(elementType);
  return type && hasSupportedStorage(type) &&
         llvm::all_of(type.getZeroPoints(), [&](int64_t zeroPoint) {
           return isWithinStorage(type, zeroPoint);
         });
}

bool isValidQuantizedDimension(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    return true;
  }
  auto element =
      dyn_cast<quant::UniformQuantizedPerAxisType>(tensor.getElementType());
  if (!element) {
    return true;
  }
  int64_t dimension = element.getQuantizedDimension();
  if (dimension < 0 || dimension >= tensor.getRank()) {
    return false;
  }
  return tensor.isDynamicDim(dimension) ||
         tensor.getDimSize(dimension) ==
             static_cast<int64_t>(element.getScales().size());
}

bool hasSingleBoundedDimension(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    return false;
  }
  ArrayRef<int64_t> bounds = getBounds(tensor);
  return tensor.getNumDynamicDims() == 1 &&
         llvm::count_if(bounds, [](int64_t bound) {
           return !ShapedType::isDynamic(bound);
         }) == 1;
}

ShapedType realTypeOf(ShapedType type) {
  if (auto complex = dyn_cast<ComplexType>(type.getElementType())) {
    return type.clone(complex.getElementType());
  }
  return type;
}

} // namespace weft::stablehlo
