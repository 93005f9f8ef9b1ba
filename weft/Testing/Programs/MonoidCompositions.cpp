// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compositions: maps one after the other, and what is known of a string from
// its parts.

#include "weft/Testing/Programs/GenerateBody.h"
#include "weft/Testing/Programs/Monoid.h"

#include <cmath>

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Element;
using weft::reference::ElementType;

namespace weft::generate {

using Direction = ComparisonDirection;

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// x -> a x + b, the left one first.
Made affine(const MonoidRequest &request) {
  ElementType type = request.element;
  bool isReal = request.isSignedFloat();
  // Products of complex numbers have zeros whose signs depend on the tree.
  if (request.isSingle() || (!type.isInteger() && !isReal)) {
    return std::nullopt;
  }
  bool isRounded = isReal && request.kind == MonoidKind::Any &&
                   (!request.isWide() || request.random.chance(50));
  Monoid monoid;
  monoid.name = isRounded ? "affine, rounded" : "affine";
  monoid.types = {request.type, request.type};
  monoid.neutral = {Element::one(type), Element::zero(type)};
  monoid.combine = [](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    return {math.multiply(a[0], b[0]),
            math.add(math.multiply(a[1], b[0]), b[1])};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    if (type.isInteger()) {
      // An odd factor loses nothing of what was before.
      return {Element::integer(type, randomElement(type, random).bits() | 1),
              randomElement(type, random)};
    }
    if (isRounded) {
      return {
          Element::real(type, static_cast<double>(random.between(8, 24)) / 16),
          ordinaryElement(type, random)};
    }
    // Signs, and seldom a zero, which forgets what was before.
    constexpr int64_t zeroOneIn = 1000;
    int64_t factor = random.below(zeroOneIn) == 0 ? 0
                     : random.chance(40)          ? -1
                                                  : 1;
    return {numberOf(type, factor), numberOf(type, random.between(-3, 3))};
  };
  return monoid;
}

/// The same in one number: a in its upper half, b in its lower one.
Made packedAffine(const MonoidRequest &request) {
  ElementType type = request.element;
  if (!type.isUnsigned() || type.bitWidth() < 8) {
    return std::nullopt;
  }
  int64_t half = type.bitWidth() / 2;
  Monoid monoid;
  monoid.name = "affine, packed";
  monoid.types = {request.type};
  monoid.neutral = {Element::integer(type, uint64_t(1) << half)};
  monoid.combine = [=](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    Value by = math.number(half, a[0]);
    Value mask = math.number((int64_t(1) << half) - 1, a[0]);
    Value factor = math.shiftRight(b[0], by);
    Value upper = math.multiply(math.shiftRight(a[0], by), factor);
    Value lower = math.add(math.multiply(math.both(a[0], mask), factor),
                           math.both(b[0], mask));
    return {math.either(math.shiftLeft(upper, by), math.both(lower, mask))};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    return {Element::integer(type, random.next() | (uint64_t(1) << half))};
  };
  return monoid;
}

/// x -> clamp(low, x + c, high).
Made saturatingAffine(const MonoidRequest &request) {
  ElementType type = request.element;
  if (request.isSingle() || !type.isSigned() || type.bitWidth() < 32) {
    return std::nullopt;
  }
  int64_t end = int64_t(1) << (type.bitWidth() - 4);
  Monoid monoid;
  monoid.name = "affine, saturating";
  monoid.types.assign(3, request.type);
  monoid.neutral = {numberOf(type, 0), numberOf(type, -end),
                    numberOf(type, end)};
  monoid.combine = [](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    auto clamp = [&](Value x) {
      return math.smaller(math.larger(math.add(x, b[0]), b[1]), b[2]);
    };
    return {math.add(a[0], b[0]), clamp(a[1]), clamp(a[2])};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    int64_t low = random.between(-9, 5);
    return {numberOf(type, random.between(-4, 4)), numberOf(type, low),
            numberOf(type, low + random.between(0, 9))};
  };
  return monoid;
}

Made matrices(const MonoidRequest &request) {
  ElementType type = request.element;
  if (request.isSingle() || !type.isInteger()) {
    return std::nullopt;
  }
  Monoid monoid;
  monoid.name = "matrices";
  monoid.types.assign(4, request.type);
  monoid.neutral = {Element::one(type), Element::zero(type),
                    Element::zero(type), Element::one(type)};
  bool hasArrays = !request.isShort() && request.random.chance(40);
  monoid.combine = [=](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    Scalars result;
    if (hasArrays) {
      Value product = math.matrixProduct(math.array(Scalars(a), 2),
                                         math.array(Scalars(b), 2));
      for (int64_t i = 0; i < 4; ++i) {
        result.push_back(math.at(product, i / 2, i % 2));
      }
      return result;
    }
    for (int64_t i = 0; i < 4; ++i) {
      result.push_back(math.add(math.multiply(a[i / 2 * 2], b[i % 2]),
                                math.multiply(a[i / 2 * 2 + 1], b[i % 2 + 2])));
    }
    return result;
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    // Shears and exchanges: the determinant stays a unit, so that a long
    // product does not end in zeros.
    Element number = randomElement(type, random);
    Element one = Element::one(type);
    Element zero = Element::zero(type);
    switch (random.below(3)) {
    case 0:
      return {one, number, zero, one};
    case 1:
      return {one, zero, number, one};
    default:
      return {zero, one, one, zero};
    }
  };
  return monoid;
}

/// Functions of four or sixteen states into them, packed into one number; the
/// body goes through the states in a loop.
Made functionsOfStates(const MonoidRequest &request) {
  ElementType type = request.element;
  bool fits =
      type.isUnsigned() && (type.bitWidth() == 8 || type.bitWidth() == 64);
  if (!fits || request.isShort()) {
    return std::nullopt;
  }
  int64_t bits = type.bitWidth() == 8 ? 2 : 4;
  int64_t states = int64_t(1) << bits;
  uint64_t identity = 0;
  for (int64_t i = 0; i < states; ++i) {
    identity |= static_cast<uint64_t>(i) << (i * bits);
  }
  Monoid monoid;
  monoid.name = "functions of states";
  monoid.types = {request.type};
  monoid.neutral = {Element::integer(type, identity)};
  monoid.combine = [=](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    Type i32 = scope.builder.getI32Type();
    Value left = a[0];
    Value right = b[0];
    Value count = math.convert(math.number(states, left), i32);
    return math.repeat(
        count, {math.number(0, left)},
        [&](BodyMath &inner, Value iteration, Scalars result) -> Scalars {
          Value width = inner.number(bits, left);
          Value mask = inner.number(states - 1, left);
          Value place = inner.multiply(
              inner.convert(iteration, getElementTypeOrSelf(left)), width);
          Value middle = inner.both(inner.shiftRight(left, place), mask);
          Value last = inner.both(
              inner.shiftRight(right, inner.multiply(middle, width)), mask);
          return {inner.either(result[0], inner.shiftLeft(last, place))};
        });
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    // Mostly an exchange of two states: constants forget all before them.
    if (random.chance(1)) {
      return {Element::integer(type, random.next())};
    }
    auto shuffled = identity;
    int64_t i = random.below(states);
    int64_t j = random.below(states);
    uint64_t difference = static_cast<uint64_t>(i ^ j);
    if (i != j) {
      shuffled ^= difference << (i * bits) | difference << (j * bits);
    }
    return {Element::integer(type, shuffled)};
  };
  return monoid;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// (hash, length): the left hash times base^length of the right one.
Made hash(const MonoidRequest &request) {
  ElementType type = request.element;
  // Lengths have to fit into the type.
  unsigned leastWidth = request.isShort() ? 32 : 16;
  if (request.isSingle() || !type.isInteger() || type.bitWidth() < leastWidth) {
    return std::nullopt;
  }
  Type length = IntegerType::get(request.type.getContext(), 32);
  ElementType lengthType = *ElementType::from(length);
  bool loops = !request.isShort() && request.random.chance(40);
  Monoid monoid;
  monoid.name = "hash";
  monoid.types = {request.type, length};
  monoid.neutral = {Element::zero(type), Element::zero(lengthType)};
  monoid.combine = [=](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    constexpr int64_t base = 31;
    Value moved;
    if (loops) {
      // Lengths are small: some windows of some elements.
      moved =
          math.repeat(b[1], {a[0]}, [&](BodyMath &inner, Value, Scalars state) {
            return Scalars{
                inner.multiply(state[0], inner.number(base, state[0]))};
          })[0];
    } else {
      Value power =
          math.binary<PowerOp>(math.number(base, a[0]),
                               math.convert(b[1], getElementTypeOrSelf(a[0])));
      moved = math.multiply(a[0], power);
    }
    return {math.add(moved, b[0]), math.add(a[1], b[1])};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    bool isEmpty = random.chance(20);
    return {isEmpty ? Element::zero(type) : randomElement(type, random),
            numberOf(lengthType, isEmpty ? 0 : 1)};
  };
  return monoid;
}

/// (digits of four bits each, their number): strings that keep their end.
Made digits(const MonoidRequest &request) {
  ElementType type = request.element;
  if (request.isSingle() || !type.isUnsigned() || type.bitWidth() != 64) {
    return std::nullopt;
  }
  Monoid monoid;
  monoid.name = "digits";
  monoid.types = {request.type, request.type};
  monoid.neutral = {Element::zero(type), Element::zero(type)};
  monoid.combine = [](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    // Shifted by the width or more nothing is left.
    Value amount = math.multiply(b[1], math.number(4, b[1]));
    return {math.either(math.shiftLeft(a[0], amount), b[0]),
            math.add(a[1], b[1])};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    int64_t length = random.below(3);
    uint64_t mask = (uint64_t(1) << (4 * length)) - 1;
    return {Element::integer(type, random.next() & mask),
            numberOf(type, length)};
  };
  return monoid;
}

/// (brackets left open, brackets that close what is before).
Made brackets(const MonoidRequest &request) {
  ElementType type = request.element;
  if (request.isSingle() || !type.isSigned() || type.bitWidth() < 32) {
    return std::nullopt;
  }
  Monoid monoid;
  monoid.name = "brackets";
  monoid.types = {request.type, request.type};
  monoid.neutral = {Element::zero(type), Element::zero(type)};
  monoid.combine = [](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    Value matched = math.smaller(a[0], b[1]);
    return {math.add(math.subtract(a[0], matched), b[0]),
            math.add(a[1], math.subtract(b[1], matched))};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    bool opens = random.chance(50);
    return {numberOf(type, opens ? 1 : 0), numberOf(type, opens ? 0 : 1)};
  };
  return monoid;
}

/// (sum, largest sum of a prefix): the empty one included.
Made prefixSums(const MonoidRequest &request) {
  ElementType type = request.element;
  if (request.isSingle() || !request.isWide() || type.isUnsigned()) {
    return std::nullopt;
  }
  Monoid monoid;
  monoid.name = "prefix sums";
  monoid.types = {request.type, request.type};
  monoid.neutral = {Element::zero(type), Element::zero(type)};
  monoid.combine = [](Scope &scope, ValueRange a, ValueRange b) -> Scalars {
    BodyMath math(scope);
    return {math.add(a[0], b[0]), math.larger(a[1], math.add(a[0], b[1]))};
  };
  monoid.element = [=](Random &random, int64_t) -> Elements {
    int64_t sum = random.between(-3, 3);
    return {numberOf(type, sum), numberOf(type, std::max<int64_t>(sum, 0))};
  };
  return monoid;
}

} // namespace weft::generate
