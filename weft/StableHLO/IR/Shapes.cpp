// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/Shapes.h"

#include <llvm/ADT/SmallSet.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/Matchers.h>
#include <mlir/IR/TypeUtilities.h>

#include <limits>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

Violation Site::violated(StringRef label) const {
  if (!location) {
    return Violation(std::nullopt);
  }
  InFlightDiagnostic diagnostic = emitError(*location);
  diagnostic << "'" << name << "' op requires ";
  if (!label.empty()) {
    diagnostic << "(" << label << ") ";
  }
  return Violation(std::move(diagnostic));
}

std::string listText(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "[";
  llvm::interleaveComma(values, stream, [&](int64_t value) {
    if (ShapedType::isDynamic(value)) {
      stream << "?";
    } else {
      stream << value;
    }
  });
  stream << "]";
  return text;
}

//===----------------------------------------------------------------------===//
// Dimension numbers and lists of numbers
//===----------------------------------------------------------------------===//

LogicalResult checkDimension(const Site &site, StringRef label, StringRef name,
                             int64_t dimension, int64_t rank) {
  if (dimension < 0 || dimension >= rank) {
    return site.violated(label)
           << name << " in [0, " << rank << "), got " << dimension;
  }
  return success();
}

LogicalResult checkDimensions(const Site &site, StringRef label, StringRef name,
                              ArrayRef<int64_t> dimensions, int64_t rank) {
  for (int64_t dimension : dimensions) {
    if (dimension < 0 || dimension >= rank) {
      return site.violated(label) << "all of " << name << " in [0, " << rank
                                  << "), got " << listText(dimensions);
    }
  }
  return success();
}

LogicalResult checkUnique(const Site &site, StringRef label, StringRef name,
                          ArrayRef<int64_t> dimensions) {
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t dimension : dimensions) {
    if (!seen.insert(dimension).second) {
      return site.violated(label)
             << name << " without repetition, got " << listText(dimensions);
    }
  }
  return success();
}

LogicalResult checkDisjoint(const Site &site, StringRef label,
                            StringRef firstName, ArrayRef<int64_t> first,
                            StringRef secondName, ArrayRef<int64_t> second) {
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t dimension : llvm::concat<const int64_t>(first, second)) {
    if (!seen.insert(dimension).second) {
      return site.violated(label)
             << firstName << " and " << secondName
             << " without repetition, got " << listText(first) << " and "
             << listText(second);
    }
  }
  return success();
}

LogicalResult checkSorted(const Site &site, StringRef label, StringRef name,
                          ArrayRef<int64_t> values) {
  if (!llvm::is_sorted(values)) {
    return site.violated(label)
           << name << " in ascending order, got " << listText(values);
  }
  return success();
}

LogicalResult checkLength(const Site &site, StringRef label, StringRef name,
                          size_t length, int64_t expected, StringRef per) {
  if (static_cast<int64_t>(length) != expected) {
    return site.violated(label)
           << "one entry of " << name << " per " << per << ", which is "
           << expected << ", got " << static_cast<int64_t>(length);
  }
  return success();
}

LogicalResult checkAtLeast(const Site &site, StringRef label, StringRef name,
                           ArrayRef<int64_t> values, int64_t minimum) {
  for (int64_t value : values) {
    if (value < minimum) {
      return site.violated(label) << name << " of at least " << minimum
                                  << ", got " << listText(values);
    }
  }
  return success();
}

FailureOr<SmallVector<std::pair<int64_t, int64_t>>>
checkPadding(const Site &site, StringRef label, DenseIntElementsAttr padding,
             int64_t rows) {
  ArrayRef<int64_t> shape = padding.getType().getShape();
  if (shape.size() != 2 || shape[0] != rows || shape[1] != 2) {
    return site.violated(label) << "padding of shape " << listText({rows, 2})
                                << ", got " << listText(shape);
  }
  SmallVector<std::pair<int64_t, int64_t>> result;
  auto values = padding.getValues<int64_t>();
  for (int64_t row = 0; row < rows; ++row) {
    result.emplace_back(values[2 * row], values[2 * row + 1]);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SmallVector<DimensionExtent> extentsOf(RankedTensorType type) {
  SmallVector<DimensionExtent> extents;
  for (int64_t dimension = 0; dimension < type.getRank(); ++dimension) {
    extents.push_back(getExtent(type, dimension));
  }
  return extents;
}

std::optional<DimensionExtent>
mapExtent(DimensionExtent extent,
          llvm::function_ref<std::optional<int64_t>(int64_t)> compute) {
  DimensionExtent result;
  if (!extent.isStatic() && !extent.hasBound()) {
    return result;
  }
  std::optional<int64_t> value = compute(extent.largest());
  // The number that stands for an unknown size is not a size.
  if (!value || ShapedType::isDynamic(*value)) {
    return std::nullopt;
  }
  (extent.isStatic() ? result.size : result.bound) = *value;
  return result;
}

std::optional<int64_t> productOf(ArrayRef<int64_t> sizes) {
  // An empty tensor has no elements however large its other sizes are.
  if (llvm::is_contained(sizes, 0)) {
    return 0;
  }
  int64_t product = 1;
  for (int64_t size : sizes) {
    std::optional<int64_t> next = llvm::checkedMul(product, size);
    if (!next) {
      return std::nullopt;
    }
    product = *next;
  }
  return product;
}

std::optional<int64_t> paddedSize(int64_t size, int64_t low, int64_t high,
                                  int64_t interior) {
  std::optional<int64_t> between =
      llvm::checkedMul(std::max<int64_t>(size - 1, 0), interior);
  std::optional<int64_t> ends = llvm::checkedAdd(low, high);
  if (!between || !ends) {
    return std::nullopt;
  }
  std::optional<int64_t> spread = llvm::checkedAdd(size, *between);
  if (!spread) {
    return std::nullopt;
  }
  return llvm::checkedAdd(*spread, *ends);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LogicalResult checkSameShape(const Site &site, StringRef label,
                             StringRef firstName, Type first,
                             StringRef secondName, Type second) {
  auto firstShaped = dyn_cast<ShapedType>(first);
  auto secondShaped = dyn_cast<ShapedType>(second);
  // Bounds take part, so whole types are compared, with one element type.
  if (firstShaped && secondShaped &&
      areCompatibleTypes(firstShaped,
                         secondShaped.clone(firstShaped.getElementType()))) {
    return success();
  }
  return site.violated(label)
         << "the same shape for " << firstName << " and " << secondName
         << ", got " << first << " and " << second;
}

LogicalResult checkSameElementType(const Site &site, StringRef label,
                                   StringRef firstName, Type first,
                                   StringRef secondName, Type second) {
  if (!areCompatibleElementTypes(first, second)) {
    return site.violated(label)
           << "the same element type for " << firstName << " and " << secondName
           << ", got " << getElementTypeOrSelf(first) << " and "
           << getElementTypeOrSelf(second);
  }
  return success();
}

LogicalResult checkSameType(const Site &site, StringRef label,
                            StringRef firstName, Type first,
                            StringRef secondName, Type second) {
  if (!areCompatibleTypes(first, second)) {
    return site.violated(label)
           << "the same type for " << firstName << " and " << secondName
           << ", got " << first << " and " << second;
  }
  return success();
}

quant::QuantizedType quantizedTypeOf(Type type) {
  return dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(type));
}

quant::UniformQuantizedType perTensorQuantizedTypeOf(Type type) {
  return dyn_cast<quant::UniformQuantizedType>(getElementTypeOrSelf(type));
}

quant::UniformQuantizedPerAxisType perAxisQuantizedTypeOf(Type type) {
  return dyn_cast<quant::UniformQuantizedPerAxisType>(
      getElementTypeOrSelf(type));
}

int64_t bitWidthOf(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    return 2 * bitWidthOf(complex.getElementType());
  }
  if (auto quantized = dyn_cast<quant::QuantizedType>(elementType)) {
    return bitWidthOf(quantized.getStorageType());
  }
  return elementType.getIntOrFloatBitWidth();
}

bool isPromotable(Type from, Type to) {
  from = getElementTypeOrSelf(from);
  to = getElementTypeOrSelf(to);
  quant::QuantizedType fromQuantized = quantizedTypeOf(from);
  quant::QuantizedType toQuantized = quantizedTypeOf(to);
  bool sameKind =
      (isa<IntegerType>(from) && isa<IntegerType>(to)) ||
      (isa<FloatType>(from) && isa<FloatType>(to)) ||
      (isa<ComplexType>(from) && isa<ComplexType>(to)) ||
      (fromQuantized && toQuantized &&
       fromQuantized.getExpressedType() == toQuantized.getExpressedType());
  return sameKind && bitWidthOf(from) <= bitWidthOf(to);
}

std::optional<SmallVector<int64_t>> constantIntegers(Value value) {
  DenseIntElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) ||
      elements.getType().getRank() > 1) {
    return std::nullopt;
  }
  bool isUnsigned = elements.getElementType().isUnsignedInteger();
  SmallVector<int64_t> result;
  for (const APInt &element : elements.getValues<APInt>()) {
    if (element.getBitWidth() > 64) {
      return std::nullopt;
    }
    if (isUnsigned) {
      result.push_back(static_cast<int64_t>(element.getLimitedValue(
          static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))));
    } else {
      result.push_back(element.getSExtValue());
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Inference inside verification
//===----------------------------------------------------------------------===//

LogicalResult checkInferredTypes(const Site &site, StringRef label,
                                 TypeRange inferred, TypeRange actual) {
  if (inferred.size() != actual.size()) {
    return site.violated(label)
           << static_cast<int64_t>(inferred.size()) << " results, got "
           << static_cast<int64_t>(actual.size());
  }
  for (auto [expected, type] : llvm::zip_equal(inferred, actual)) {
    if (!areCompatibleTypes(expected, type)) {
      return site.violated(label)
             << "a result of type " << expected << ", got " << type;
    }
  }
  return success();
}

} // namespace weft::stablehlo
