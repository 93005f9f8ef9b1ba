// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds/Functions.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Math.h"

#include <numbers>

using namespace mlir;

namespace weft::reference::ranges {

/// Compiled functions are within 3 units of the exact result
/// (docs/accuracy.md), the reference is within little more than a half, and so
/// they are no more than 3 numbers apart. Functions of narrower types are those
/// of f32, rounded.
static int64_t unitsOfFunctions(FloatKind kind) {
  bool isWide = kind == FloatKind::F32 || kind == FloatKind::F64;
  return isWide ? 3 : 1;
}

static bool areExact(ArrayRef<Range> operands) {
  return llvm::all_of(operands,
                      [](const Range &range) { return range.isExact(); });
}

static bool isInteger(ElementType type) {
  return type.isInteger() || type.isBoolean();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// How many integers a range has; 0 where they cannot be counted.
static uint64_t countOf(const Range &range) {
  return isInteger(range.type())
             ? range.high.asUnsigned() - range.low.asUnsigned() + 1
         : range.isExact() ? 1
                           : 0;
}

/// Over all integers of the operands, where there are few.
static std::optional<Range> overAll(ArrayRef<Range> operands,
                                    const ElementFunction &function) {
  constexpr uint64_t most = 256;
  uint64_t count = 1;
  for (const Range &operand : operands) {
    uint64_t own = countOf(operand);
    if (own == 0 || own > most) {
      return std::nullopt;
    }
    count *= own;
  }
  if (count > most) {
    return std::nullopt;
  }
  std::optional<Range> result;
  SmallVector<Element, 3> elements(operands.size(), operands.front().low);
  for (uint64_t choice = 0; choice < count; ++choice) {
    uint64_t left = choice;
    for (auto [element, operand] : llvm::zip_equal(elements, operands)) {
      uint64_t own = countOf(operand);
      element = own == 1
                    ? operand.low
                    : Element::integer(operand.type(),
                                       operand.low.asUnsigned() + left % own);
      left /= own;
    }
    Range here = Range::exactly(function(elements));
    result = result ? hull(*result, here) : here;
  }
  return result;
}

static __int128 wide(const Element &element) {
  return element.type().isSigned() ? __int128(element.asSigned())
                                   : __int128(element.asUnsigned());
}

/// Whether the sum, difference or product stays within the type at all corners.
static bool staysInside(Operation *op, ArrayRef<Range> operands) {
  Range all = Range::anything(operands.front().type());
  for (int choice = 0; choice < 4; ++choice) {
    __int128 a = wide(choice & 1 ? operands[0].high : operands[0].low);
    __int128 b = wide(choice & 2 ? operands[1].high : operands[1].low);
    __int128 result = isa<stablehlo::AddOp>(op)        ? a + b
                      : isa<stablehlo::SubtractOp>(op) ? a - b
                                                       : a * b;
    if (result < wide(all.low) || result > wide(all.high)) {
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Shapes of functions
//===----------------------------------------------------------------------===//

Range monotone(const Site &site, ArrayRef<Range> operands,
               const ElementFunction &function) {
  if (areExact(operands)) {
    SmallVector<Element, 3> elements;
    for (const Range &operand : operands) {
      elements.push_back(operand.low);
    }
    return Range::exactly(function(elements));
  }
  if (llvm::any_of(operands, [](const Range &operand) {
        return operand.type().isComplex() ||
               (operand.type().isFloat() && operand.isAnything());
      })) {
    return Range::anything(site.type);
  }
  return overCorners(operands, function);
}

Range ofIntegers(const Site &site, ArrayRef<Range> operands,
                 const ElementFunction &function) {
  std::optional<Range> all = overAll(operands, function);
  return all ? *all : Range::anything(site.type);
}

Range inexact(const Range &result, ArrayRef<Range> operands) {
  Interval real = result.real();
  if (real.isAnything() || real.isNaN()) {
    return result;
  }
  // Zeros and infinities of exact operands are where the function has them.
  bool isCertain =
      areExact(operands) && (real.low == 0 || real.holdsInfinity());
  return isCertain
             ? result
             : widened(result, unitsOfFunctions(result.type().floatKind()));
}

Range reciprocalRoot(const Site &site, ArrayRef<Range> x,
                     const ElementFunction &function) {
  return !x[0].isExact() && x[0].real().holdsZero()
             ? Range::anything(site.type)
             : monotone(site, x, function);
}

Range sineLike(const Site &site, ArrayRef<Range> x,
               const ElementFunction &function) {
  if (x[0].isExact()) {
    return monotone(site, x, function);
  }
  return Range::ofReal(
      site.type,
      sineOver(x[0].real(), isa<stablehlo::SineOp>(site.op) ? 0 : 1));
}

Range tangent(const Site &site, ArrayRef<Range> x,
              const ElementFunction &function) {
  Interval real = x[0].real();
  if (x[0].isExact() || real.isAnything() || real.isNaN()) {
    return monotone(site, x, function);
  }
  auto branch = [](double angle) {
    return std::floor(angle / std::numbers::pi + 0.5);
  };
  // Where branches can no longer be counted, or there is more than one.
  constexpr double countable = 0x1p40;
  double slack = 1e-9;
  bool hasPole = !(real.largest() <= countable) ||
                 branch(real.low - slack) != branch(real.high + slack);
  return hasPole ? Range::anything(site.type) : monotone(site, x, function);
}

Range absoluteOf(const Site &site, ArrayRef<Range> x,
                 const ElementFunction &function) {
  if (isInteger(x[0].type())) {
    return ofIntegers(site, x, function);
  }
  Range ends = monotone(site, x, function);
  return !x[0].isExact() && x[0].real().holdsZero()
             ? hull(ends, Range::ofReal(site.type, {0, 0}))
             : ends;
}

Range productOf(const Site &site, ArrayRef<Range> x,
                const ElementFunction &function) {
  if (isInteger(site.type)) {
    std::optional<Range> all = overAll(x, function);
    return all                       ? *all
           : staysInside(site.op, x) ? overCorners(x, function)
                                     : Range::anything(site.type);
  }
  Interval a = x[0].real();
  Interval b = x[1].real();
  bool isOpen = (a.holdsZero() && b.holdsInfinity()) ||
                (b.holdsZero() && a.holdsInfinity());
  return isOpen && !areExact(x) ? Range::anything(site.type)
                                : monotone(site, x, function);
}

Range sumOrDifference(const Site &site, ArrayRef<Range> x,
                      const ElementFunction &function) {
  return isInteger(site.type) ? productOf(site, x, function)
                              : monotone(site, x, function);
}

Range quotientOf(const Site &site, ArrayRef<Range> x,
                 const ElementFunction &function) {
  if (isInteger(site.type)) {
    return ofIntegers(site, x, function);
  }
  Interval a = x[0].real();
  Interval b = x[1].real();
  bool isOpen = (b.holdsZero() && (!b.isExact() || a.holdsZero())) ||
                (a.holdsInfinity() && b.holdsInfinity());
  return isOpen && !areExact(x) ? Range::anything(site.type)
                                : monotone(site, x, function);
}

/// What needs no rule of its own: exact operands, and integers.
std::optional<Range> plainly(const Site &site, ArrayRef<Range> x,
                             const ElementFunction &function) {
  if (areExact(x)) {
    return monotone(site, x, function);
  }
  return isInteger(site.type) ? std::optional(ofIntegers(site, x, function))
                              : std::nullopt;
}

/// Nothing is larger than what is divided, or as large as the divisor.
Range remainderOf(const Site &site, ArrayRef<Range> x,
                  const ElementFunction &function) {
  if (std::optional<Range> plain = plainly(site, x, function)) {
    return *plain;
  }
  Interval a = x[0].real();
  Interval b = x[1].real();
  if (!a.isFinite() || b.isNaN() || b.isAnything() || b.holdsZero()) {
    return Range::anything(site.type);
  }
  // Between two multiples of an exact divisor it grows.
  if (b.isExact() && std::trunc(a.low / b.low) == std::trunc(a.high / b.low) &&
      !a.holdsZero()) {
    Range ends = monotone(site, x, function);
    double below = std::trunc(a.low / b.low) * b.low;
    if (below < a.low - std::fabs(b.low) * 1e-6 ||
        below > a.high + std::fabs(b.low) * 1e-6) {
      return ends;
    }
  }
  double most = std::min(a.largest(), b.largest());
  return Range::ofReal(site.type,
                       {a.low < 0 ? -most : -0.0, a.high > 0 ? most : 0.0});
}

Range powerOf(const Site &site, ArrayRef<Range> x,
              const ElementFunction &function) {
  // One to any power is one, and so is anything to the power of zero, even
  // where nothing else would be a number.
  auto mayBe = [](const Range &range, double number) {
    return !range.isExact() && !range.real().isNaN() &&
           range.real().low <= number && number <= range.real().high;
  };
  if (site.type.isFloat() && ((mayBe(x[0], 1) && x[1].real().isNaN()) ||
                              (mayBe(x[1], 0) && x[0].real().isNaN()))) {
    return Range::anything(site.type);
  }
  if (std::optional<Range> plain = plainly(site, x, function)) {
    return *plain;
  }
  Interval a = x[0].real();
  Interval b = x[1].real();
  bool isOpen = a.holdsInfinity() || b.holdsInfinity();
  // x^y is e^(y log x): of positive numbers, extremes are at the corners.
  if (!isOpen && a.low > 0) {
    return monotone(site, x, function);
  }
  // A whole power of a number that may be negative.
  bool isWhole = b.isExact() && b.low == std::floor(b.low);
  if (isOpen || !isWhole || (a.holdsZero() && b.low <= 0)) {
    return Range::anything(site.type);
  }
  Range ends = monotone(site, x, function);
  return a.holdsZero() ? hull(ends, Range::ofReal(site.type, {-0.0, 0})) : ends;
}

Range angleOf(const Site &site, ArrayRef<Range> x,
              const ElementFunction &function) {
  return areExact(x)
             ? monotone(site, x, function)
             : Range::ofReal(site.type, anglesOf(x[0].real(), x[1].real()));
}

//===----------------------------------------------------------------------===//
// Operations with a rule of their own
//===----------------------------------------------------------------------===//

static Comparison comparisonOf(stablehlo::ComparisonDirection direction) {
  using stablehlo::ComparisonDirection;
  switch (direction) {
  case ComparisonDirection::EQ:
    return Comparison::Equal;
  case ComparisonDirection::NE:
    return Comparison::NotEqual;
  case ComparisonDirection::GE:
    return Comparison::GreaterEqual;
  case ComparisonDirection::GT:
    return Comparison::Greater;
  case ComparisonDirection::LE:
    return Comparison::LessEqual;
  case ComparisonDirection::LT:
    return Comparison::Less;
  }
  return Comparison::Equal;
}

Range compared(const Site &site, ArrayRef<Range> x) {
  auto op = cast<stablehlo::CompareOp>(site.op);
  Comparison comparison = comparisonOf(op.getComparisonDirection());
  bool isTotal = op.getCompareType() == stablehlo::ComparisonType::TOTALORDER &&
                 x[0].type().isFloat();
  auto function = [&](Elements at) {
    return Element::boolean(
        isTotal ? math::compareTotalOrder(at[0], at[1], comparison)
                : math::compare(at[0], at[1], comparison));
  };
  if (areExact(x)) {
    return Range::exactly(function({x[0].low, x[1].low}));
  }
  bool isEquality =
      comparison == Comparison::Equal || comparison == Comparison::NotEqual;
  if (x[0].type().isComplex() || isEquality) {
    // Apart they are certainly not equal.
    if (!isEquality || overlap(x[0], x[1])) {
      return Range::anything(site.type);
    }
    return Range::exactly(Element::boolean(comparison == Comparison::NotEqual));
  }
  return monotone(site, x, function);
}

Range selected(const Site &, ArrayRef<Range> x) {
  return !x[0].isExact()        ? hull(x[1], x[2])
         : x[0].low.asBoolean() ? x[1]
                                : x[2];
}

static Range convertedReal(const Range &x, ElementType type) {
  auto function = [&](Elements at) { return math::convert(at[0], type); };
  if (x.isExact()) {
    return Range::exactly(function({x.low}));
  }
  if (x.type().isFloat() && x.isAnything()) {
    return Range::anything(type);
  }
  Range ends = overCorners(x, function);
  if (type.isBoolean()) {
    Interval asReal = {
        x.type().isFloat() ? x.low.asReal() : double(wide(x.low)),
        x.type().isFloat() ? x.high.asReal() : double(wide(x.high))};
    return asReal.holdsZero() ? Range::anything(type) : ends;
  }
  if (isInteger(type) && isInteger(x.type())) {
    Range all = Range::anything(type);
    bool fits = wide(x.low) >= wide(all.low) && wide(x.high) <= wide(all.high);
    std::optional<Range> each = overAll(x, function);
    return fits ? ends : each ? *each : all;
  }
  return ends;
}

static Range realPart(const Range &x) {
  return x.type().isComplex() ? Range::ofReal(x.type().part(), x.real()) : x;
}

Range converted(const Site &site, ArrayRef<Range> x) {
  if (!site.type.isComplex()) {
    return convertedReal(realPart(x[0]), site.type);
  }
  ElementType part = site.type.part();
  Range real = convertedReal(realPart(x[0]), part);
  Range imaginary =
      x[0].type().isComplex()
          ? convertedReal(Range::ofReal(x[0].type().part(), x[0].imaginary()),
                          part)
          : Range::exactly(Element::real(part, 0));
  return Range::ofComplex(site.type, real.real(), imaginary.real());
}

Range finiteness(const Site &site, ArrayRef<Range> x) {
  if (x[0].isExact()) {
    return Range::exactly(math::isFinite(x[0].low));
  }
  bool isOpen = x[0].real().isAnything() || x[0].real().holdsInfinity();
  return isOpen ? Range::anything(site.type)
                : Range::exactly(Element::boolean(true));
}

Range negated(const Site &site, ArrayRef<Range> x) {
  if (x[0].type().isComplex()) {
    auto turned = [](Interval part) {
      return part.isAnything() ? part : Interval{-part.high, -part.low};
    };
    return Range::ofComplex(site.type, turned(x[0].real()),
                            turned(x[0].imaginary()));
  }
  auto function = [](Elements at) { return math::negate(at[0]); };
  return isInteger(site.type) ? ofIntegers(site, x, function)
                              : monotone(site, x, function);
}

Range madeComplex(const Site &site, ArrayRef<Range> x) {
  return Range::ofComplex(site.type, x[0].real(), x[1].real());
}

Range precisionReduced(const Site &site, ArrayRef<Range> x) {
  auto op = cast<stablehlo::ReducePrecisionOp>(site.op);
  return monotone(site, x, [&](Elements at) {
    return math::reducePrecision(at[0], static_cast<int>(op.getExponentBits()),
                                 static_cast<int>(op.getMantissaBits()));
  });
}

} // namespace weft::reference::ranges
