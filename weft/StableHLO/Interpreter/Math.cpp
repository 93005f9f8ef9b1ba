// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Math.h"

#include "weft/StableHLO/Interpreter/ComplexMath.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <compare>
#include <limits>

namespace weft::reference::math {
namespace {

using complexmath::Complex;

Complex widen(const Element &z) { return {z.asReal(), z.asImaginary()}; }

Element narrow(ElementType type, Complex z) {
  return Element::complex(
      type, {static_cast<double>(z.real()), static_cast<double>(z.imag())});
}

/// A real function, generic in its argument: in long double for f64, in double
/// for everything narrower; rounded once.
template <typename Function>
Element ofReal(const Element &x, Function function) {
  if (x.type().floatKind() == FloatKind::F64) {
    return Element::real(x.type(), static_cast<double>(function(
                                       static_cast<long double>(x.asReal()))));
  }
  return Element::real(x.type(), function(x.asReal()));
}

template <typename Function>
Element ofReals(const Element &x, const Element &y, Function function) {
  if (x.type().floatKind() == FloatKind::F64) {
    return Element::real(x.type(), static_cast<double>(function(
                                       static_cast<long double>(x.asReal()),
                                       static_cast<long double>(y.asReal()))));
  }
  return Element::real(x.type(), function(x.asReal(), y.asReal()));
}

/// A function that floats and complex numbers have.
template <typename Real>
Element ofNumber(const Element &x, Real real, Complex (*complex)(Complex)) {
  if (x.type().isComplex()) {
    return narrow(x.type(), complex(widen(x)));
  }
  return ofReal(x, real);
}

bool isNaN(const Element &x) {
  return std::isnan(x.asReal()) ||
         (x.type().isComplex() && std::isnan(x.asImaginary()));
}

bool holds(std::partial_ordering ordering, Comparison comparison) {
  switch (comparison) {
  case Comparison::Equal:
    return ordering == 0;
  case Comparison::NotEqual:
    return ordering != 0;
  case Comparison::Less:
    return ordering < 0;
  case Comparison::LessEqual:
    return ordering <= 0;
  case Comparison::Greater:
    return ordering > 0;
  case Comparison::GreaterEqual:
    return ordering >= 0;
  }
  return false;
}

std::partial_ordering order(const Element &lhs, const Element &rhs) {
  if (lhs.type().isFloat()) {
    return lhs.asReal() <=> rhs.asReal();
  }
  if (lhs.type().isComplex()) {
    std::partial_ordering first = lhs.asReal() <=> rhs.asReal();
    return first != 0 ? first : lhs.asImaginary() <=> rhs.asImaginary();
  }
  if (lhs.type().isSigned()) {
    return lhs.asSigned() <=> rhs.asSigned();
  }
  return lhs.asUnsigned() <=> rhs.asUnsigned();
}

/// An integer as a double that rounds to any float of at most 51 bits as the
/// integer itself would: what does not fit is remembered in the last bit.
double roundToOdd(uint64_t magnitude, bool negative) {
  int excess = 11 - std::countl_zero(magnitude);
  if (excess > 0) {
    uint64_t lost = magnitude & ((uint64_t{1} << excess) - 1);
    magnitude = (magnitude >> excess) | (lost != 0 ? 1 : 0);
  }
  double value =
      std::ldexp(static_cast<double>(magnitude), excess > 0 ? excess : 0);
  return negative ? -value : value;
}

Element integerToReal(const Element &x, ElementType type) {
  bool negative = x.type().isSigned() && x.asSigned() < 0;
  if (type.floatKind() == FloatKind::F64) {
    return Element::real(type, negative ? static_cast<double>(x.asSigned())
                                        : static_cast<double>(x.asUnsigned()));
  }
  uint64_t magnitude = negative ? 0 - x.asUnsigned() : x.asUnsigned();
  return Element::real(type, roundToOdd(magnitude, negative));
}

Element realToInteger(double value, ElementType type) {
  if (std::isnan(value)) {
    return Element::integer(type, 0);
  }
  double truncated = std::trunc(value);
  int magnitudeBits =
      static_cast<int>(type.bitWidth()) - (type.isSigned() ? 1 : 0);
  uint64_t largest =
      std::numeric_limits<uint64_t>::max() >> (64 - magnitudeBits);
  if (truncated >= std::ldexp(1.0, magnitudeBits)) {
    return Element::integer(type, largest);
  }
  if (!type.isSigned()) {
    return Element::integer(
        type, truncated <= 0 ? 0 : static_cast<uint64_t>(truncated));
  }
  if (truncated <= -std::ldexp(1.0, magnitudeBits)) {
    return Element::integer(type, ~largest);
  }
  return Element::integer(
      type, static_cast<uint64_t>(static_cast<int64_t>(truncated)));
}

uint64_t integerPower(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) {
      result *= base;
    }
    base *= base;
  }
  return result;
}

} // namespace

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Element add(const Element &lhs, const Element &rhs) {
  ElementType type = lhs.type();
  if (type.isFloat()) {
    return Element::real(type, lhs.asReal() + rhs.asReal());
  }
  if (type.isComplex()) {
    return Element::complex(type, {lhs.asReal() + rhs.asReal(),
                                   lhs.asImaginary() + rhs.asImaginary()});
  }
  if (type.isBoolean()) {
    return Element::boolean(lhs.asBoolean() || rhs.asBoolean());
  }
  return Element::integer(type, lhs.asUnsigned() + rhs.asUnsigned());
}

Element subtract(const Element &lhs, const Element &rhs) {
  ElementType type = lhs.type();
  if (type.isFloat()) {
    return Element::real(type, lhs.asReal() - rhs.asReal());
  }
  if (type.isComplex()) {
    return Element::complex(type, {lhs.asReal() - rhs.asReal(),
                                   lhs.asImaginary() - rhs.asImaginary()});
  }
  return Element::integer(type, lhs.asUnsigned() - rhs.asUnsigned());
}

Element multiply(const Element &lhs, const Element &rhs) {
  ElementType type = lhs.type();
  if (type.isFloat()) {
    return Element::real(type, lhs.asReal() * rhs.asReal());
  }
  if (type.isComplex()) {
    if (type.floatKind() == FloatKind::F64) {
      return narrow(type, complexmath::multiply(widen(lhs), widen(rhs)));
    }
    // Products of two f32 are exact in double.
    return Element::complex(
        type,
        {lhs.asReal() * rhs.asReal() - lhs.asImaginary() * rhs.asImaginary(),
         lhs.asReal() * rhs.asImaginary() + lhs.asImaginary() * rhs.asReal()});
  }
  if (type.isBoolean()) {
    return Element::boolean(lhs.asBoolean() && rhs.asBoolean());
  }
  return Element::integer(type, lhs.asUnsigned() * rhs.asUnsigned());
}

Element divide(const Element &lhs, const Element &rhs) {
  ElementType type = lhs.type();
  if (type.isFloat()) {
    return Element::real(type, lhs.asReal() / rhs.asReal());
  }
  if (type.isComplex()) {
    return narrow(type, complexmath::divide(widen(lhs), widen(rhs)));
  }
  if (rhs.asUnsigned() == 0) {
    return Element::integer(type, ~uint64_t{0});
  }
  if (type.isUnsigned()) {
    return Element::integer(type, lhs.asUnsigned() / rhs.asUnsigned());
  }
  // The machine's division may trap on the one quotient that wraps.
  if (rhs.asSigned() == -1) {
    return Element::integer(type, 0 - lhs.asUnsigned());
  }
  return Element::integer(
      type, static_cast<uint64_t>(lhs.asSigned() / rhs.asSigned()));
}

Element remainder(const Element &lhs, const Element &rhs) {
  ElementType type = lhs.type();
  if (type.isFloat()) {
    return Element::real(type, std::fmod(lhs.asReal(), rhs.asReal()));
  }
  assert(!type.isComplex() && "complex numbers have no remainder");
  if (rhs.asUnsigned() == 0) {
    return lhs;
  }
  if (type.isUnsigned()) {
    return Element::integer(type, lhs.asUnsigned() % rhs.asUnsigned());
  }
  if (rhs.asSigned() == -1) {
    return Element::integer(type, 0);
  }
  return Element::integer(
      type, static_cast<uint64_t>(lhs.asSigned() % rhs.asSigned()));
}

Element power(const Element &lhs, const Element &rhs) {
  ElementType type = lhs.type();
  if (type.isFloat()) {
    return ofReals(lhs, rhs, [](auto x, auto y) { return std::pow(x, y); });
  }
  if (type.isComplex()) {
    return narrow(type, complexmath::power(widen(lhs), widen(rhs)));
  }
  if (type.isSigned() && rhs.asSigned() < 0) {
    if (lhs.asSigned() != 1 && lhs.asSigned() != -1) {
      return Element::integer(type, 0);
    }
    return integerPower(lhs.asUnsigned(), rhs.asUnsigned() & 1) == 1
               ? Element::one(type)
               : lhs;
  }
  return Element::integer(type,
                          integerPower(lhs.asUnsigned(), rhs.asUnsigned()));
}

Element maximum(const Element &lhs, const Element &rhs) {
  if (isNaN(lhs) || isNaN(rhs)) {
    return isNaN(lhs) ? lhs : rhs;
  }
  if (lhs.type().isFloat() && lhs.asReal() == rhs.asReal()) {
    return std::signbit(lhs.asReal()) ? rhs : lhs;
  }
  return order(lhs, rhs) < 0 ? rhs : lhs;
}

Element minimum(const Element &lhs, const Element &rhs) {
  if (isNaN(lhs) || isNaN(rhs)) {
    return isNaN(lhs) ? lhs : rhs;
  }
  if (lhs.type().isFloat() && lhs.asReal() == rhs.asReal()) {
    return std::signbit(lhs.asReal()) ? lhs : rhs;
  }
  return order(lhs, rhs) > 0 ? rhs : lhs;
}

Element negate(const Element &operand) {
  ElementType type = operand.type();
  if (type.isFloat()) {
    return Element::signedReal(type, -operand.asReal());
  }
  if (type.isComplex()) {
    return Element::signedComplex(type, -operand.asComplex());
  }
  return Element::integer(type, 0 - operand.asUnsigned());
}

Element absolute(const Element &operand) {
  ElementType type = operand.type();
  if (type.isFloat()) {
    return Element::real(type, std::fabs(operand.asReal()));
  }
  if (type.isComplex()) {
    Complex z = widen(operand);
    return Element::real(type.part(),
                         static_cast<double>(std::hypot(z.real(), z.imag())));
  }
  return type.isSigned() && operand.asSigned() < 0 ? negate(operand) : operand;
}

Element sign(const Element &operand) {
  ElementType type = operand.type();
  if (type.isFloat()) {
    double x = operand.asReal();
    return x == 0 || std::isnan(x) ? operand
                                   : Element::real(type, std::copysign(1.0, x));
  }
  if (type.isComplex()) {
    return narrow(type, complexmath::sign(widen(operand)));
  }
  int64_t x = operand.asSigned();
  return Element::integer(type,
                          static_cast<uint64_t>(x < 0 ? -1 : (x > 0 ? 1 : 0)));
}

Element clamp(const Element &min, const Element &operand, const Element &max) {
  return minimum(maximum(operand, min), max);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Element bitwiseAnd(const Element &lhs, const Element &rhs) {
  return Element::integer(lhs.type(), lhs.asUnsigned() & rhs.asUnsigned());
}

Element bitwiseOr(const Element &lhs, const Element &rhs) {
  return Element::integer(lhs.type(), lhs.asUnsigned() | rhs.asUnsigned());
}

Element bitwiseXor(const Element &lhs, const Element &rhs) {
  return Element::integer(lhs.type(), lhs.asUnsigned() ^ rhs.asUnsigned());
}

Element bitwiseNot(const Element &operand) {
  return Element::integer(operand.type(), ~operand.asUnsigned());
}

// A negative amount is a large one when read without its sign.
Element shiftLeft(const Element &lhs, const Element &rhs) {
  uint64_t amount = rhs.asUnsigned();
  bool gone = amount >= lhs.type().bitWidth();
  return Element::integer(lhs.type(), gone ? 0 : lhs.asUnsigned() << amount);
}

Element shiftRightLogical(const Element &lhs, const Element &rhs) {
  uint64_t amount = rhs.asUnsigned();
  bool gone = amount >= lhs.type().bitWidth();
  return Element::integer(lhs.type(), gone ? 0 : lhs.bits() >> amount);
}

Element shiftRightArithmetic(const Element &lhs, const Element &rhs) {
  unsigned unused = 64 - lhs.type().bitWidth();
  uint64_t amount = std::min<uint64_t>(rhs.asUnsigned(), 63 - unused);
  int64_t extended = static_cast<int64_t>(lhs.bits() << unused) >> unused;
  return Element::integer(lhs.type(),
                          static_cast<uint64_t>(extended >> amount));
}

Element populationCount(const Element &operand) {
  return Element::integer(operand.type(), std::popcount(operand.bits()));
}

Element countLeadingZeros(const Element &operand) {
  unsigned unused = 64 - operand.type().bitWidth();
  return Element::integer(operand.type(),
                          std::countl_zero(operand.bits()) - unused);
}

//===----------------------------------------------------------------------===//
// Rounding: exact in double, whose values all floats are
//===----------------------------------------------------------------------===//

Element ceil(const Element &operand) {
  return Element::real(operand.type(), std::ceil(operand.asReal()));
}

Element floor(const Element &operand) {
  return Element::real(operand.type(), std::floor(operand.asReal()));
}

Element roundNearestAfz(const Element &operand) {
  return Element::real(operand.type(), std::round(operand.asReal()));
}

Element roundNearestEven(const Element &operand) {
  return Element::real(operand.type(), std::nearbyint(operand.asReal()));
}

//===----------------------------------------------------------------------===//
// Transcendental functions
//===----------------------------------------------------------------------===//

Element cbrt(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::cbrt(x); }, complexmath::cbrt);
}

Element cosine(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::cos(x); }, complexmath::cosine);
}

Element exponential(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::exp(x); }, complexmath::exponential);
}

Element exponentialMinusOne(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::expm1(x); },
      complexmath::exponentialMinusOne);
}

Element log(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::log(x); }, complexmath::log);
}

Element logPlusOne(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::log1p(x); }, complexmath::logPlusOne);
}

Element logistic(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return 1 / (1 + std::exp(-x)); },
      complexmath::logistic);
}

Element rsqrt(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return 1 / std::sqrt(x); }, complexmath::rsqrt);
}

Element sine(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::sin(x); }, complexmath::sine);
}

Element sqrt(const Element &operand) {
  if (operand.type().isComplex()) {
    return narrow(operand.type(), complexmath::sqrt(widen(operand)));
  }
  // Correctly rounded in double already; a detour could round twice.
  return Element::real(operand.type(), std::sqrt(operand.asReal()));
}

Element tan(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::tan(x); }, complexmath::tan);
}

Element tanh(const Element &operand) {
  return ofNumber(
      operand, [](auto x) { return std::tanh(x); }, complexmath::tanh);
}

Element atan2(const Element &lhs, const Element &rhs) {
  if (lhs.type().isComplex()) {
    return narrow(lhs.type(), complexmath::atan2(widen(lhs), widen(rhs)));
  }
  return ofReals(lhs, rhs, [](auto y, auto x) { return std::atan2(y, x); });
}

//===----------------------------------------------------------------------===//
// Between types
//===----------------------------------------------------------------------===//

Element complex(const Element &real, const Element &imaginary) {
  return Element::signedComplex(ElementType::complex(real.type().floatKind()),
                                {real.asReal(), imaginary.asReal()});
}

Element real(const Element &operand) {
  return Element::signedReal(operand.type().part(), operand.asReal());
}

Element imag(const Element &operand) {
  return Element::signedReal(operand.type().part(), operand.asImaginary());
}

Element isFinite(const Element &operand) {
  return Element::boolean(std::isfinite(operand.asReal()));
}

Element convert(const Element &operand, ElementType type) {
  ElementType from = operand.type();
  bool isNumber = from.isFloat() || from.isComplex();
  if (type.isBoolean()) {
    return Element::boolean(isNumber ? operand.asReal() != 0
                                     : operand.asUnsigned() != 0);
  }
  if (type.isInteger()) {
    return isNumber ? realToInteger(operand.asReal(), type)
                    : Element::integer(type, operand.asUnsigned());
  }
  if (type.isFloat()) {
    return isNumber ? Element::signedReal(type, operand.asReal())
                    : integerToReal(operand, type);
  }
  if (from.isComplex()) {
    return Element::signedComplex(type, operand.asComplex());
  }
  return Element::signedComplex(type, convert(operand, type.part()).asReal());
}

Element reducePrecision(const Element &operand, int exponentBits,
                        int mantissaBits) {
  ElementType type = operand.type();
  FloatKind kind = type.floatKind();
  const FloatFormat &format = formatOf(kind);
  if (!std::isfinite(operand.asReal())) {
    // A format without mantissa cannot tell a NaN from an infinity.
    return std::isnan(operand.asReal()) && mantissaBits == 0
               ? Element::real(
                     type,
                     std::copysign(std::numeric_limits<double>::infinity(),
                                   operand.asReal()))
               : operand;
  }
  uint64_t code = encodeFloat(kind, operand.asReal());
  uint64_t sign = code & format.signMask();
  uint64_t magnitude = code & format.magnitudeMask();
  bool negative = sign != 0;
  int dropped = format.mantissaBits - mantissaBits;
  if (dropped > 0) {
    // Nearest, ties to even, on the code: a carry out of the mantissa raises
    // the exponent, which is the rounded number.
    uint64_t half = uint64_t{1} << (dropped - 1);
    uint64_t odd = (magnitude >> dropped) & 1;
    magnitude = ((magnitude + half - 1 + odd) >> dropped) << dropped;
  }
  const uint64_t zero = format.hasNegativeZero() ? sign : 0;
  uint64_t result = magnitude == 0 ? zero : sign | magnitude;
  if (magnitude > format.largestCode()) {
    result = format.overflowCode(negative);
  }
  if (exponentBits < format.exponentBits) {
    int bias = (1 << (exponentBits - 1)) - 1;
    int exponent = static_cast<int>(magnitude >> format.mantissaBits);
    if (exponent > format.bias + bias) {
      result = format.overflowCode(negative);
    } else if (exponent <= format.bias - bias) {
      // The target's subnormal numbers are not kept.
      result = zero;
    }
  }
  return Element::real(type, decodeFloat(kind, result));
}

bool compare(const Element &lhs, const Element &rhs, Comparison comparison) {
  return holds(order(lhs, rhs), comparison);
}

bool compareTotalOrder(const Element &lhs, const Element &rhs,
                       Comparison comparison) {
  auto key = [](double value) {
    return totalOrderKey(FloatKind::F64, std::bit_cast<uint64_t>(value));
  };
  std::partial_ordering ordering = key(lhs.asReal()) <=> key(rhs.asReal());
  if (ordering == 0 && lhs.type().isComplex()) {
    ordering = key(lhs.asImaginary()) <=> key(rhs.asImaginary());
  }
  return holds(ordering, comparison);
}

} // namespace weft::reference::math
