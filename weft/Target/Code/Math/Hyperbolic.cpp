// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hyperbolic functions. Those of f32 are computed in f64: exponentials and
// logarithms there have so many bits to spare that the formulas of the textbook
// do. Those of f64 use the same formulas on pairs of numbers.

#include "weft/Target/Code/Math/Formulas.h"

#include <limits>

namespace weft::code {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// e^a = 2^exponent value, and e^-a = 2^exponent inverse.
struct Exponentials {
  Pair value;
  Real inverse;
  Integer exponent;
};

/// For a >= 0; both exponentials are infinite, or zero, from some point on.
Exponentials exponentials(Real a) {
  const Scaled e =
      exponentialOfPair({smaller(a, a.constant(750)), a.constant(0)});
  const Pair value = addSmaller(e.value.high, e.value.low);
  // Far below the last place of the other long before it is cut off.
  const Integer n = smaller(e.exponent, e.exponent.constant(400));
  const Real inverse = powerOfTwo(n.constant(0) - (n << 1), a) / value.high;
  return {value, inverse, e.exponent};
}

/// ln(x + sqrt(square)), for an x whose square that is up to 1.
Real logarithmWithRoot(Real x, const Pair &square) {
  const Real root = squareRoot(square.high);
  const Real twice = root * 2.0;
  // What the root lacks is `left / twice`.
  const Real left = multiplyAdd(-root, root, square.high) + square.low;
  const Pair sum = addExactly(x, root);
  const Real excess = multiplyAdd(sum.low, twice, left) / (twice * sum.high);
  // Where the 1 is not seen any more it is ln(2 x), without squares.
  const Truth large = x > 0x1p30;
  return logarithmOfProduct(choose(large, x, sum.high),
                            choose(large, 0.0, excess),
                            choose(large, x.constant(1), x.constant(0)));
}

/// x^2 + c, for a c of at most 1.
Pair squarePlus(Real x, double c) {
  const Pair square = multiplyExactly(x, x);
  const Pair sum = addExactly(square.high, x.constant(c));
  return addSmaller(sum.high, sum.low + square.low);
}

} // namespace

Real hyperbolicSine(Real x) {
  const Real a = absolute(x);
  if (!x.isDouble()) {
    // Beyond the limit the result is infinite, but not yet in f64.
    const Real t = exponentialMinusOne(toDouble(smaller(a, x.constant(100))));
    return copySign(toSingle((t + t / (t + 1.0)) * 0.5), x);
  }
  static const double coefficients[] = {
      0x1.5555555555555p-3,  0x1.1111111111199p-7,  0x1.a01a01a007b26p-13,
      0x1.71de3a6821f27p-19, 0x1.ae64420bd0adep-26, 0x1.6130ab7fe4454p-33,
      0x1.a6d5a64ff70c8p-41, 0x1.c3311eba8bb9dp-48};
  const Real z = a * a;
  const Real near = multiplyAdd(a * z, polynomial(z, coefficients), a);
  const Exponentials e = exponentials(a);
  const Pair sum = addSmaller(e.value.high, -e.inverse);
  const Real far = scale(sum.high + (sum.low + e.value.low), e.exponent - 1);
  return copySign(choose(a < 1.0, near, far), x);
}

Real hyperbolicCosine(Real x) {
  const Real a = absolute(x);
  if (!x.isDouble()) {
    const Real e = exponential(toDouble(a));
    return toSingle((e + 1.0 / e) * 0.5);
  }
  const Exponentials e = exponentials(a);
  const Pair sum = addSmaller(e.value.high, e.inverse);
  return scale(sum.high + (sum.low + e.value.low), e.exponent - 1);
}

Real inverseHyperbolicSine(Real x) {
  if (x.isDouble()) {
    const Real a = absolute(x);
    return copySign(logarithmWithRoot(a, squarePlus(a, 1)), x);
  }
  const Real a = toDouble(absolute(x));
  const Real square = a * a;
  const Real result =
      logarithmOfOnePlus(a + square / (squareRoot(square + 1.0) + 1.0));
  return choose(absolute(x) == infinity, x, copySign(toSingle(result), x));
}

Real inverseHyperbolicCosine(Real x) {
  const Truth none = x < 1.0;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (x.isDouble()) {
    const Real result = logarithmWithRoot(x, squarePlus(x, -1));
    // At 1 the root is zero, and nothing can be divided by it.
    return choose(x == 1.0, 0.0, choose(none, nan, result));
  }
  const Real t = toDouble(x) - 1.0;
  const Real result = logarithmOfOnePlus(t + squareRoot(t * (t + 2.0)));
  return choose(none, nan, toSingle(result));
}

Real inverseHyperbolicTangent(Real x) {
  if (!x.isDouble()) {
    const Real a = toDouble(absolute(x));
    const Real result = logarithmOfOnePlus(a * 2.0 / (1.0 - a)) * 0.5;
    return copySign(toSingle(result), x);
  }
  // Half of ln((1 + a) / (1 - a)) = ln(1 + 2 a / (1 - a)).
  const Real a = absolute(x);
  const Real twice = a * 2.0;
  const Pair below = addSmaller(x.constant(1), -a);
  const Real quotient = twice / below.high;
  const Real left = multiplyAdd(-quotient, below.low,
                                multiplyAdd(-quotient, below.high, twice));
  const Pair sum = addExactly(quotient, x.constant(1));
  const Real excess = multiplyAdd(sum.low, below.high, left) / (a + 1.0);
  const Real result = logarithmOfProduct(sum.high, excess, x.constant(0)) * 0.5;
  return copySign(result, x);
}

} // namespace weft::code
