// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Math/Formulas.h"

#include <limits>

namespace weft::code {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

Real power(Real x, Real y) {
  // 2^(y log2 |x|) in f64, whose exponents reach far beyond those of f32.
  const Real magnitude = absolute(x);
  const Real exponent =
      toDouble(y) * (logarithm(toDouble(magnitude)) * 0x1.71547652b82fep+0);
  Real result = toSingle(exponentialBase2(exponent));
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

Real errorFunction(Real x) {
  static const double inner[] = {
      -0x1.812746p-2,  0x1.ce2f0cp-4,  -0x1.b829fap-6, 0x1.562c0cp-8,
      -0x1.bcdf16p-11, 0x1.d8d326p-14, -0x1.44f2c6p-17};
  static const double outer[] = {0x1.20f21cp+0,  0x1.451abap-1, 0x1.b459b2p-4,
                                 -0x1.896178p-6, 0x1.ec7fc6p-9, -0x1.6f9eep-12,
                                 0x1.d47efcp-17};
  // Near zero an odd polynomial, x (2/sqrt(pi) + x^2 p(x^2)); beyond 1 it is
  // 1 - e^(-x p(x)), and 1 where that has no more digits.
  const Real a = absolute(x);
  const Real z = a * a;
  const Real near = multiplyAdd(
      a, x.constant(0x1.20dd76p+0),
      a * multiplyAdd(z, polynomial(z, inner), x.constant(-0x1.f7ac92p-26)));
  const Real b = smaller(a, x.constant(3.95));
  const Real far = 1.0 - exponential(-(b * polynomial(b, outer)));
  return copySign(choose(a < 1.0, near, far), x);
}

} // namespace weft::code
