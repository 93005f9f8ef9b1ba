// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/ComplexMath.h"

#include <cmath>
#include <limits>

namespace weft::reference::complexmath {
namespace {

constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double notANumber =
    std::numeric_limits<long double>::quiet_NaN();

bool isFinite(Complex z) {
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

bool isInfinite(Complex z) {
  return std::isinf(z.real()) || std::isinf(z.imag());
}

bool isZero(Complex z) { return z.real() == 0 && z.imag() == 0; }

/// A sum and what rounding took from it.
struct Pair {
  long double high;
  long double low;
};

Pair twoSum(long double a, long double b) {
  long double sum = a + b;
  long double fromB = sum - a;
  return {sum, (a - (sum - fromB)) + (b - fromB)};
}

Pair twoSquare(long double a) {
  long double square = a * a;
  return {square, std::fma(a, a, -square)};
}

/// 1 + exp(z). The real part as expm1(x) cos(y) + 2 cos(y/2)^2, which does not
/// cancel near the zeros of the function, the odd multiples of i pi.
Complex onePlusExponential(Complex z) {
  long double half = std::cos(z.imag() / 2);
  return {std::expm1(z.real()) * std::cos(z.imag()) + 2 * half * half,
          std::exp(z.real()) * std::sin(z.imag())};
}

} // namespace

long double differenceOfProducts(long double a, long double b, long double c,
                                 long double d) {
  long double second = c * d;
  long double lost = std::fma(-c, d, second);
  long double result = std::fma(a, b, -second) + lost;
  // Infinities make `lost` a NaN without a reason.
  return std::isnan(result) ? a * b - c * d : result;
}

Complex multiply(Complex lhs, Complex rhs) {
  return {
      differenceOfProducts(lhs.real(), rhs.real(), lhs.imag(), rhs.imag()),
      differenceOfProducts(lhs.real(), rhs.imag(), -lhs.imag(), rhs.real())};
}

Complex divide(Complex lhs, Complex rhs) {
  long double a = lhs.real();
  long double b = lhs.imag();
  long double c = rhs.real();
  long double d = rhs.imag();
  long double modulus = c * c + d * d;
  long double x = differenceOfProducts(a, c, -b, d) / modulus;
  long double y = differenceOfProducts(b, c, a, d) / modulus;
  if (!std::isnan(x) || !std::isnan(y)) {
    return {x, y};
  }
  // The cases of C's Annex G in which the true quotient is infinite or zero.
  if (modulus == 0 && (!std::isnan(a) || !std::isnan(b))) {
    long double pole = std::copysign(infinity, c);
    return {pole * a, pole * b};
  }
  auto box = [](long double part) {
    return std::copysign(std::isinf(part) ? 1.0L : 0.0L, part);
  };
  if (isInfinite(lhs) && isFinite(rhs)) {
    a = box(a);
    b = box(b);
    return {infinity * (a * c + b * d), infinity * (b * c - a * d)};
  }
  if (isInfinite(rhs) && isFinite(lhs)) {
    c = box(c);
    d = box(d);
    return {0 * (a * c + b * d), 0 * (b * c - a * d)};
  }
  return {x, y};
}

Complex power(Complex lhs, Complex rhs) {
  if (isZero(rhs)) {
    return 1;
  }
  if (isZero(lhs)) {
    // |lhs| to a power with positive real part tends to zero, whatever the
    // angle does.
    if (rhs.real() > 0 && isFinite(rhs)) {
      return 0;
    }
    return rhs.imag() == 0 ? Complex(infinity, notANumber)
                           : Complex(notANumber, notANumber);
  }
  if (lhs.imag() == 0 && rhs.imag() == 0 && lhs.real() > 0) {
    return {std::pow(lhs.real(), rhs.real()), 0};
  }
  // lhs^rhs = exp(rhs * log(lhs)).
  Complex logarithm = std::log(lhs);
  return std::exp(multiply(rhs, logarithm));
}

Complex atan2(Complex lhs, Complex rhs) {
  Complex iLhs(-lhs.imag(), lhs.real());
  Complex norm = std::sqrt(multiply(lhs, lhs) + multiply(rhs, rhs));
  Complex ratio = divide(lhs, rhs);
  Complex direction = divide(norm, rhs);
  if (std::hypot(ratio.real(), ratio.imag()) < 0.5L && direction.real() > 0) {
    // Near the zeros, where the logarithm below would be of a number near 1:
    // atan(t) = (log(1 + i t) - log(1 - i t)) / 2i. The root is rhs times the
    // root of 1 + t^2 near 1, not its negative, so no multiple of pi is added.
    Complex turned(-ratio.imag(), ratio.real());
    Complex twice = logPlusOne(turned) - logPlusOne(-turned);
    return {twice.imag() / 2, -twice.real() / 2};
  }
  Complex logarithm = std::log(divide(rhs + iLhs, norm));
  return {logarithm.imag(), -logarithm.real()};
}

Complex cbrt(Complex z) {
  if (!isFinite(z) || isZero(z)) {
    return isZero(z) ? z : std::exp(std::log(z) / 3.0L);
  }
  long double radius = std::cbrt(std::hypot(z.real(), z.imag()));
  long double angle = std::atan2(z.imag(), z.real()) / 3;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

Complex cosine(Complex z) { return std::cos(z); }

Complex exponential(Complex z) {
  // The angle is lost, and with it both parts. C would keep the limit of the
  // modulus; JAX expects the NaNs.
  if (!std::isfinite(z.imag())) {
    return {notANumber, notANumber};
  }
  return std::exp(z);
}

Complex exponentialMinusOne(Complex z) {
  if (!isFinite(z)) {
    return exponential(z) - 1.0L;
  }
  // exp(x) cos(y) - 1 = expm1(x) cos(y) - 2 sin(y/2)^2.
  long double half = std::sin(z.imag() / 2);
  long double real =
      std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half;
  // With y = 0, exp(x) * y may be inf * 0; the part is y itself.
  long double imaginary =
      z.imag() == 0 ? z.imag() : std::exp(z.real()) * std::sin(z.imag());
  return {real, imaginary};
}

Complex log(Complex z) { return std::log(z); }

Complex logPlusOne(Complex z) {
  Complex sum(1 + z.real(), z.imag());
  if (!isFinite(z) || isZero(sum)) {
    return std::log(sum);
  }
  // log|1+z| = log1p(2x + x^2 + y^2) / 2. The sum cancels near |1+z| = 1, so
  // it is added with what rounding takes from each term.
  Pair x = twoSquare(z.real());
  Pair y = twoSquare(z.imag());
  Pair partial = twoSum(2 * z.real(), y.high);
  Pair total = twoSum(partial.high, x.high);
  long double excess =
      total.high + (total.low + (partial.low + (x.low + y.low)));
  long double real = std::abs(excess) < 0.5L
                         ? std::log1p(excess) / 2
                         : std::log(std::hypot(sum.real(), sum.imag()));
  return {real, std::atan2(sum.imag(), sum.real())};
}

Complex logistic(Complex z) {
  if (!isFinite(z)) {
    return divide(1, 1.0L + std::exp(-z));
  }
  // Of the two equal forms, the one whose exponential is at most 1.
  if (z.real() < 0) {
    return divide(std::exp(z), onePlusExponential(z));
  }
  return divide(1, onePlusExponential(-z));
}

Complex rsqrt(Complex z) {
  if (isZero(z)) {
    return {infinity, notANumber};
  }
  if (isInfinite(z)) {
    return {0, std::copysign(0.0L, -z.imag())};
  }
  return divide(1, std::sqrt(z));
}

Complex sine(Complex z) { return std::sin(z); }

Complex sqrt(Complex z) { return std::sqrt(z); }

Complex tan(Complex z) {
  // On the real axis C keeps the imaginary zero; JAX expects NaN in both parts.
  if (z.imag() == 0 && !std::isfinite(z.real())) {
    return {notANumber, notANumber};
  }
  return std::tan(z);
}

Complex tanh(Complex z) {
  if (z.real() == 0 && !std::isfinite(z.imag())) {
    return {notANumber, notANumber};
  }
  return std::tanh(z);
}

Complex sign(Complex z) {
  if (std::isnan(z.real()) || std::isnan(z.imag())) {
    return {notANumber, notANumber};
  }
  if (isZero(z)) {
    return 0;
  }
  long double modulus = std::hypot(z.real(), z.imag());
  return {z.real() / modulus, z.imag() / modulus};
}

} // namespace weft::reference::complexmath
