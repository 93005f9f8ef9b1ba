// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Programs/GenerateMonoids.h"

#include "weft/Testing/Programs/GenerateBody.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::generate {
namespace {

using Direction = ComparisonDirection;
using Elements = SmallVector<Element>;
using Scalars = SmallVector<Value>;

constexpr llvm::StringLiteral allNames[] = {
    "affine",
    "affine, rounded",
    "affine, packed",
    "affine, saturating",
    "argument of an extreme",
    "argument of an extreme, last of equals",
    "brackets",
    "digits",
    "extremes with their places",
    "first that is set",
    "functions of states",
    "hash",
    "last that is set",
    "last but a sentinel",
    "matrices",
    "prefix sums",
};

Element numberOf(ElementType type, int64_t number) {
  double real = static_cast<double>(number);
  return type.isFloat() ? Element::real(type, real)
         : type.isComplex()
             ? Element::complex(type, real)
             : Element::integer(type, static_cast<uint64_t>(number));
}

/// What is asked of the one who makes a monoid.
struct Request {
  Random &random;
  Type type;
  ElementType element;
  MonoidKind kind;

  bool isSingle() const { return kind == MonoidKind::Single; }
  bool isShort() const { return kind == MonoidKind::ExactAndShort; }
  bool isSignedFloat() const {
    return element.isFloat() && formatOf(element.floatKind()).hasSignAndZero;
  }
  /// Sums of some thousand small numbers stay exact.
  bool isWide() const {
    return (element.isInteger() && element.bitWidth() >= 32) ||
           (element.isFloat() && element.bitWidth() >= 32);
  }
};
using Made = std::optional<Monoid>;

//===----------------------------------------------------------------------===//
// First and last
//===----------------------------------------------------------------------===//

/// (is it set?, value) or only (value) with one that means not set.
Made firstOrLastSet(const Request &request, bool isFirst) {
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

Made firstSet(const Request &request) { return firstOrLastSet(request, true); }
Made lastSet(const Request &request) { return firstOrLastSet(request, false); }

Made lastButSentinel(const Request &request) {
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
// Maps
//===----------------------------------------------------------------------===//

/// x -> a x + b, the left one first.
Made affine(const Request &request) {
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
Made packedAffine(const Request &request) {
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
Made saturatingAffine(const Request &request) {
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

Made matrices(const Request &request) {
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
Made functionsOfStates(const Request &request) {
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
    auto i32 = scope.tensor({}, scope.builder.getI32Type());
    Value left = a[0];
    Value right = b[0];
    Value count = math.convert(math.number(states, left), i32);
    return math.repeat(
        count, {math.number(0, left)},
        [&](BodyMath &inner, Value turn, Scalars result) -> Scalars {
          Value width = inner.number(bits, left);
          Value mask = inner.number(states - 1, left);
          Value place =
              inner.multiply(inner.convert(turn, left.getType()), width);
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
Made hash(const Request &request) {
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
      Value power = math.make<PowerOp>(math.number(base, a[0]),
                                       math.convert(b[1], a[0].getType()));
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
Made digits(const Request &request) {
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
Made brackets(const Request &request) {
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
Made prefixSums(const Request &request) {
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

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

/// What every element is at least as good as.
Element worst(ElementType type, bool isMaximum) {
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

struct Place {
  Value value;
  Value index;
};

/// As JAX has it: NaN wins, then the extreme, then the lower index.
Place better(BodyMath &math, Place a, Place b, bool isMaximum, bool isFloat,
             bool hasTieBreak) {
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
Element tiedElement(ElementType type, Random &random, bool hasNaN) {
  Element element = random.chance(70) ? numberOf(type, random.below(3))
                                      : randomElement(type, random);
  bool isNaN = type.isFloat() && std::isnan(element.asReal());
  return isNaN && !hasNaN ? Element::one(type) : element;
}

Made extreme(const Request &request, bool hasTieBreak) {
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

Made argument(const Request &request) { return extreme(request, true); }
Made lastArgument(const Request &request) { return extreme(request, false); }

/// Least and largest, and where they are.
Made extremes(const Request &request) {
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

} // namespace

ArrayRef<llvm::StringLiteral> monoidNames() { return allNames; }

std::optional<Monoid> randomMonoid(Scope &scope, Type element,
                                   MonoidKind kind) {
  using Maker = Made (*)(const Request &);
  constexpr Maker makers[] = {affine,       affine,
                              packedAffine, saturatingAffine,
                              argument,     extremes,
                              brackets,     lastArgument,
                              digits,       firstSet,
                              hash,         prefixSums,
                              lastSet,      functionsOfStates,
                              matrices,     lastButSentinel};
  std::optional<ElementType> type = ElementType::from(element);
  Request request = {scope.random, element, *type, kind};
  constexpr int mostAttempts = 40;
  for (int i = 0; i < mostAttempts; ++i) {
    Maker maker = scope.random.pick(ArrayRef<Maker>(makers));
    if (std::optional<Monoid> monoid = maker(request)) {
      scope.session.coverage.bodies[monoid->name]++;
      return monoid;
    }
  }
  return std::nullopt;
}

void makeBody(Scope &outer, Region &region, const Monoid &monoid) {
  Block &block = region.emplaceBlock();
  for (int side = 0; side < 2; ++side) {
    for (Type type : monoid.types) {
      block.addArgument(RankedTensorType::get({}, type), outer.location);
    }
  }
  Scope scope(outer, &block, /*seesOut=*/false);
  ValueRange arguments(block.getArguments());
  size_t count = monoid.types.size();
  Scalars results = monoid.combine(scope, arguments.take_front(count),
                                   arguments.drop_front(count));
  ReturnOp::create(scope.builder, scope.location, ValueRange(results));
}

SmallVector<Value> makeInputs(Scope &scope, const Monoid &monoid,
                              ArrayRef<int64_t> shape) {
  SmallVector<TensorBuilder> builders;
  for (Type type : monoid.types) {
    builders.push_back(
        std::move(TensorBuilder::create(*scope.session.budget,
                                        scope.tensor(shape, type)))
            .value());
  }
  for (int64_t i = 0; i < builders.front().elementCount(); ++i) {
    Elements elements = monoid.element(scope.random, i);
    for (auto [builder, element] : llvm::zip_equal(builders, elements)) {
      builder.setAt(i, element);
    }
  }
  bool writesPlaces = scope.random.chance(70);
  SmallVector<Value> values;
  for (auto [i, builder] : llvm::enumerate(builders)) {
    if (!writesPlaces || !llvm::is_contained(monoid.places, i)) {
      Tensor tensor = std::move(builder).finish();
      values.push_back(scope.random.chance(70) ? scope.given(tensor)
                                               : scope.constant(tensor));
      continue;
    }
    auto type = scope.tensor(shape, monoid.types[i]);
    Value flat = IotaOp::create(
        scope.builder, scope.location,
        scope.tensor({type.getNumElements()}, monoid.types[i]), uint64_t(0));
    values.push_back(
        ReshapeOp::create(scope.builder, scope.location, type, flat));
  }
  return values;
}

SmallVector<Value> makeNeutral(Scope &scope, const Monoid &monoid) {
  SmallVector<Value> values;
  for (auto [type, element] : llvm::zip_equal(monoid.types, monoid.neutral)) {
    values.push_back(scope.constant(Tensor::scalar(type, element)));
  }
  return values;
}

} // namespace weft::generate
