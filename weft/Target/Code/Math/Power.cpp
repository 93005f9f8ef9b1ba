// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Math/Formulas.h"

#include <limits>

namespace weft::code {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A power of f64 whose base has no sign.
Real powerOfMagnitude(Real magnitude, Real y) {
  Pair l = logarithmAsPair(magnitude);
  // The logarithms that are no numbers.
  const Truth finite = (magnitude > 0.0) & (magnitude < infinity);
  const Real ends = choose(magnitude == 0.0, -infinity, magnitude);
  l = {choose(finite, l.high, ends), choose(finite, l.low, 0.0)};
  const Pair product = multiplyExactly(y, l.high);
  const Real low = multiplyAdd(y, l.low, product.low);
  // Beyond these the result is infinite or zero. What the product lacks is no
  // number then, and of y that are tiny it is none that matters.
  constexpr double limit = 800;
  const Real high =
      smaller(larger(product.high, y.constant(-limit)), y.constant(limit));
  const Scaled e = exponentialOfPair(
      {high, choose(absolute(product.high) < limit, low, 0.0)});
  return scale(e.value.high + e.value.low, e.exponent);
}

/// 2^x for x of f64, within 2^-34 of it, as f32.
Real singlePowerOfTwo(Real x) {
  // Beyond these the result is zero or infinite in f32, and none in f64.
  const Real within = smaller(larger(x, x.constant(-200)), x.constant(200));
  const Nearest n = nearest(within);
  static const double coefficients[] = {
      0x1.ffffffffa7135p-1,  0x1.62e42fef9cc69p-1, 0x1.ebfbe0aa03dfp-3,
      0x1.c6b08da70cce3p-5,  0x1.3b29d8bb0b97ep-7, 0x1.5d877598350dep-10,
      0x1.446c79efd4834p-13, 0x1.00c0e4e15189cp-16};
  return toSingle(polynomialByPairs(within - n.number, coefficients) *
                  powerOfTwo(n.shifted, x));
}

} // namespace

Real power(Real x, Real y) {
  const Real magnitude = absolute(x);
  Real result = x;
  if (x.isDouble()) {
    result = powerOfMagnitude(magnitude, y);
  } else {
    // 2^(y log2 |x|) in f64: of its digits 12 more than f32 has are enough.
    result = singlePowerOfTwo(toDouble(y) * logarithmBase2InDouble(magnitude));
  }
  const Truth integral = truncate(y) == y;
  const Real half = y * 0.5;
  const Truth odd = integral & !(truncate(half) == half);
  result = choose(isNegative(x) & odd, -result, result);
  const Truth none = (x < 0.0) & (magnitude < infinity) & !integral;
  result = choose(none, std::numeric_limits<double>::quiet_NaN(), result);
  const Truth isOne =
      (x == 1.0) | (y == 0.0) | ((x == -1.0) & (absolute(y) == infinity));
  return choose(isOne, 1.0, result);
}

Real cubeRoot(Real x) {
  if (!x.isDouble()) {
    return copySign(toSingle(cubeRoot(toDouble(absolute(x)))), x);
  }
  const Real magnitude = absolute(x);
  // Away from the ends of the exponent, by a power of eight.
  const Truth small = magnitude < 0x1p-1000;
  const Truth large = magnitude > 0x1p1000;
  const Real a = choose(small, magnitude * 0x1p54,
                        choose(large, magnitude * 0x1p-54, magnitude));
  // A third of the code is nearly the code of the root, up to a constant. The
  // upper half has enough bits of it, and fits a number.
  const Integer high = asInteger(a) >> 32;
  const Nearest third = nearest(toReal(high, a) * (1.0 / 3.0) + 715094163.0);
  Real t = asReal(third.integer << 32);
  // Halley's iteration triples the number of right bits, from 5.
  for (int i = 0; i < 3; ++i) {
    const Real cube = t * t * t;
    t = multiplyAdd(t, (a - cube) / multiplyAdd(cube, 2.0, a), t);
  }
  const Real result = choose(small, t * 0x1p-18, choose(large, t * 0x1p18, t));
  const Truth same = (magnitude == 0.0) | !(magnitude < infinity);
  return choose(same, x, copySign(result, x));
}

} // namespace weft::code
