// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices of one of two: the first or last that is set, and extremes with their
// places.

#include "weft/Testing/Programs/GenerateBody.h"
#include "weft/Testing/Programs/Monoid.h"

#include <limits>

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Element;
using weft::reference::ElementType;

namespace weft::generate {

using Direction = ComparisonDirection;

//===----------------------------------------------------------------------===//
// First and last
//===----------------------------------------------------------------------===//

/// (is it set?, value) or only (value) with one that means not set.
static Made firstOrLastSet(const MonoidRequest &request, bool isFirst) {
  ElementType type = request.element;
  if (request.isSingle()) {
    return std::nullopt;
  }
  Type boolean = IntegerType::get(request.type.getContext(), 1);
  Monoid monoid;
  monoid.name = isFirst ? "first that is set" : "last that is set";
  monoid.types = {request.type, boolean};
  monoid.neutral = {numberOf(type, 1), Element::boolean(false)};
  bool branches = !request.isShort() && request.random.chance(30);
  monoid.combine = [=](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    ValueRange better = isFirst ? a : b;
    ValueRange other = isFirst ? b : a;
    Value value = branches ? math.branch(better[1], better[0], other[0])
                           : math.select(better[1], better[0], other[0]);
    return {value, math.either(a[1], b[1])};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    bool isSet = random.chance(30);
    // What is not set is all alike, as the neutral element is.
    return {isSet ? randomElement(type, random) : numberOf(type, 1),
            Element::boolean(isSet)};
  };
  return monoid;
}

Made firstSet(const MonoidRequest &request) {
  return firstOrLastSet(request, true);
}
Made lastSet(const MonoidRequest &request) {
  return firstOrLastSet(request, false);
}

Made lastButSentinel(const MonoidRequest &request) {
  ElementType type = request.element;
  if (type.isBoolean()) {
    return std::nullopt;
  }
  Element sentinel = Element::one(type);
  Monoid monoid;
  monoid.name = "last but a sentinel";
  monoid.types = {request.type};
  monoid.neutral = {sentinel};
  Type boxed = request.type;
  bool branches = !request.isShort() && request.random.chance(30);
  bool isFirst = request.random.chance(30);
  monoid.combine = [=](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    Value better = isFirst ? a[0] : b[0];
    Value other = isFirst ? b[0] : a[0];
    Value isUnset =
        math.compare(better, Direction::EQ, math.scalar(boxed, sentinel));
    return {branches ? math.branch(isUnset, other, better)
                     : math.select(isUnset, other, better)};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    return {random.chance(60) ? sentinel : randomElement(type, random)};
  };
  return monoid;
}

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

/// What every element is at least as good as.
static Element worst(ElementType type, bool isMaximum) {
  if (type.isInteger()) {
    uint64_t top = uint64_t(1) << (type.bitWidth() - 1);
    if (type.isUnsigned()) {
      return Element::integer(type, isMaximum ? 0 : ~uint64_t(0));
    }
    return Element::integer(type, isMaximum ? top : top - 1);
  }
  const FloatFormat &format = formatOf(type.floatKind());
  if (!format.hasSignAndZero) {
    return Element::real(
        type,
        decodeFloat(type.floatKind(), isMaximum ? 0 : format.largestCode()));
  }
  double end = format.hasInfinity()
                   ? std::numeric_limits<double>::infinity()
                   : decodeFloat(type.floatKind(), format.largestCode());
  return Element::real(type, isMaximum ? -end : end);
}

namespace {
struct Place {
  Value value;
  Value index;
};
} // namespace

/// As JAX has it: NaN wins, then the extreme, then the lower index.
static Place better(BodyMath &math, Place a, Place b, bool isMaximum,
                    bool isFloat, bool hasTieBreak) {
  Value isBetter =
      math.compare(a.value, isMaximum ? Direction::GT : Direction::LT, b.value);
  if (isFloat) {
    isBetter =
        math.either(isBetter, math.compare(a.value, Direction::NE, a.value));
  }
  Value takesIndex = isBetter;
  if (hasTieBreak) {
    Value isEqual = math.compare(a.value, Direction::EQ, b.value);
    Value isLower = math.compare(a.index, Direction::LT, b.index);
    takesIndex = math.either(isBetter, math.both(isEqual, isLower));
  }
  return {math.select(isBetter, a.value, b.value),
          math.select(takesIndex, a.index, b.index)};
}

/// Few different values, so that there are ties, and several NaNs.
static Element tiedElement(ElementType type, Random &random, bool hasNaN) {
  Element element = random.chance(70) ? numberOf(type, random.below(3))
                                      : randomElement(type, random);
  bool isNaN = type.isFloat() && std::isnan(element.asReal());
  return isNaN && !hasNaN ? Element::one(type) : element;
}

static Made extreme(const MonoidRequest &request, bool hasTieBreak) {
  ElementType type = request.element;
  if (request.isSingle() || type.isBoolean() || type.isComplex()) {
    return std::nullopt;
  }
  Type index = IntegerType::get(request.type.getContext(),
                                request.random.chance(50) ? 32 : 64);
  ElementType indexType = *ElementType::from(index);
  bool isMaximum = request.random.chance(60);
  bool isFloat = type.isFloat();
  bool hasNaN = request.random.chance(50);
  Element neutral = worst(type, isMaximum);
  // JAX starts at index 0. Then, as without a look at the index, the neutral
  // value must not be among the elements.
  bool startsAtZero = request.random.chance(50);
  bool avoidsNeutral = startsAtZero || !hasTieBreak;
  Monoid monoid;
  monoid.name = hasTieBreak ? "argument of an extreme"
                            : "argument of an extreme, last of equals";
  monoid.types = {request.type, index};
  monoid.neutral = {neutral, startsAtZero
                                 ? Element::zero(indexType)
                                 : worst(indexType, /*isMaximum=*/false)};
  monoid.combine = [=](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    Place result = better(math, {a[0], a[1]}, {b[0], b[1]}, isMaximum, isFloat,
                          hasTieBreak);
    return {result.value, result.index};
  };
  monoid.element = [=](Random &random, int64_t place) -> Elements {
    Element value = tiedElement(type, random, hasNaN);
    bool isNeutral = specialIndex(SpecialValue{"", neutral}, value) == 0;
    return {isNeutral && avoidsNeutral ? Element::one(type) : value,
            numberOf(indexType, place)};
  };
  monoid.places = {1};
  return monoid;
}

Made argument(const MonoidRequest &request) { return extreme(request, true); }
Made lastArgument(const MonoidRequest &request) {
  return extreme(request, false);
}

/// Least and largest, and where they are.
Made extremes(const MonoidRequest &request) {
  ElementType type = request.element;
  if (request.isSingle() || type.isBoolean() || type.isComplex()) {
    return std::nullopt;
  }
  Type index = IntegerType::get(request.type.getContext(), 32);
  ElementType indexType = *ElementType::from(index);
  bool isFloat = type.isFloat();
  Monoid monoid;
  monoid.name = "extremes with their places";
  monoid.types = {request.type, index, request.type, index};
  Element end = worst(indexType, /*isMaximum=*/false);
  monoid.neutral = {worst(type, false), end, worst(type, true), end};
  monoid.combine = [=](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    Place least =
        better(math, {a[0], a[1]}, {b[0], b[1]}, false, isFloat, true);
    Place most = better(math, {a[2], a[3]}, {b[2], b[3]}, true, isFloat, true);
    return {least.value, least.index, most.value, most.index};
  };
  monoid.element = [=](Random &random, int64_t place) -> Elements {
    Element index = numberOf(indexType, place);
    return {tiedElement(type, random, true), index,
            tiedElement(type, random, true), index};
  };
  monoid.places = {1, 3};
  return monoid;
}

} // namespace weft::generate
