// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error function and its complement. Near zero erf is an odd polynomial;
// far from it erfc(a) = e^(-a^2) g(a), and (1 + 2 a) g(a) runs so level that a
// polynomial of (a - c) / (a + c) is good for all a.

#include "weft/Target/Code/Math/Formulas.h"

namespace weft::code {
namespace {

/// erf(a) of f64, up to 3/4.
Pair errorFunctionNear(Real a) {
  static const double coefficients[] = {
      -0x1.812746b0379e7p-2,  0x1.ce2f21a042c2ep-4,   -0x1.b82ce3128ab94p-6,
      0x1.565bcd0ed402cp-8,   -0x1.c02db41815c15p-11, 0x1.f9a32a059a59dp-14,
      -0x1.f4d28edd6fd4fp-17, 0x1.b9e71e3a6062dp-20,  -0x1.5f41744d62e0fp-23,
      0x1.f539d23f280aep-27,  -0x1.1486e9b255b5bp-30};
  // 2/sqrt(pi) a + a^3 p(a^2).
  const Real z = a * a;
  const Pair product = multiplyExactly(a, a.constant(0x1.20dd750429b6dp+0));
  const Real rest =
      multiplyAdd(z, polynomial(z, coefficients), 0x1.1ae3a914fed8p-56);
  return addSmaller(product.high, multiplyAdd(a, rest, product.low));
}

/// erfc(a) of f64, from 3/4 on.
Real complementFar(Real magnitude) {
  static const double coefficients[] = {
      -0x1.1df1ad154a28dp-3,  0x1.f7f5df66fd74cp-7,   0x1.16ecefcfa5231p-4,
      -0x1.9ddb23c3e8c8ep-4,  0x1.7fee004e165e4p-4,   -0x1.0fb06dfe51987p-4,
      0x1.3079edf5d6873p-5,   -0x1.09623882fa8a9p-6,  0x1.49c672c565b86p-8,
      -0x1.8d4a9c6245187p-11, -0x1.a1df5d98529f5p-13, 0x1.3be0784ed76e4p-13,
      -0x1.99515eee208f8p-16, -0x1.7892e35cd4568p-17, 0x1.7ecd6c6a9cb7cp-18,
      0x1.3dff7a1be1fbbp-22,  -0x1.b5d94ddcd9a16p-21, 0x1.2de68fce5fc2ap-24,
      0x1.ab323b4f4a13dp-24,  -0x1.d1e7c44396c69p-27, -0x1.1641644de7ff5p-27};
  // Zero further out.
  const Real a = smaller(magnitude, magnitude.constant(28));
  const Pair below = addSmaller(a.constant(4), a);
  const Pair divisor = addSmaller(a * 2.0, a.constant(1));
  // One division for both quotients.
  const Real inverse = 1.0 / (below.high * divisor.high);
  const Real inverseOfBelow = inverse * divisor.high;
  const Real inverseOfDivisor = inverse * below.high;
  // (a - 4) / (a + 4) = 1 - 8 / (a + 4), with what that lacks.
  const Real above = a - 4.0;
  const Real guess = above * inverseOfBelow;
  const Real missing =
      multiplyAdd(-guess, below.low, multiplyAdd(-guess, below.high, above));
  const Real t = multiplyAdd(missing, inverseOfBelow, guess);
  // The constant term of the polynomial has twice the digits.
  const Real constant = a.constant(0x1.3ba5916e9fd7fp+0);
  const Real higher = polynomial(t, coefficients);
  const Real p = multiplyAdd(t, higher, constant);
  const Real pLow =
      multiplyAdd(t, higher, constant - p) + -0x1.a6d15aef310e7p-55;
  const Real g = p * inverseOfDivisor;
  const Real left =
      multiplyAdd(-g, divisor.high, p) + multiplyAdd(-g, divisor.low, pLow);
  const Real gLow = left * inverseOfDivisor;
  const Pair square = multiplyExactly(a, a);
  const Scaled e = exponentialOfPair({-square.high, -square.low});
  const Pair product = multiplyExactly(g, e.value.high);
  const Real low =
      multiplyAdd(gLow, e.value.high, multiplyAdd(g, e.value.low, product.low));
  return scale(product.high + low, e.exponent);
}

constexpr double nearLimit = 0.75;

Real errorFunctionDouble(Real x) {
  const Real a = absolute(x);
  const Pair near = errorFunctionNear(a);
  const Real result =
      choose(a < nearLimit, near.high + near.low, 1.0 - complementFar(a));
  return copySign(result, x);
}

Real complementDouble(Real x) {
  const Real a = absolute(x);
  // Signed, so that the difference from 1 is the result of both signs.
  Pair near = errorFunctionNear(a);
  near = {copySign(near.high, x), choose(x < 0.0, -near.low, near.low)};
  const Pair difference = addSmaller(x.constant(1), -near.high);
  const Real inside = difference.high + (difference.low - near.low);
  const Real far = complementFar(a);
  const Real outside = choose(x < 0.0, 2.0 - far, far);
  return choose(a < nearLimit, inside, outside);
}

/// Of f32, in f64: far fewer terms do.
Real complementSingle(Real x) {
  static const double coefficients[] = {
      0x1.40c522db2a365p+0,   -0x1.15c08582101c5p-3,  -0x1.85a1919985ae9p-5,
      0x1.0983838f14c75p-3,   -0x1.e889374c5681ep-4,  0x1.17c891cae3aa9p-4,
      -0x1.85beb433e0446p-6,  0x1.4b36c595b1589p-9,   0x1.fee9cf814e10ep-10,
      -0x1.82a0da44b92d5p-11, -0x1.748a2e7977574p-13, 0x1.3704211b90622p-15};
  const Real a = toDouble(smaller(absolute(x), x.constant(10.5)));
  const Real below = a + 3.0;
  const Real divisor = a * 2.0 + 1.0;
  const Real inverse = 1.0 / (below * divisor);
  const Real p = polynomial((a - 3.0) * (inverse * divisor), coefficients);
  const Real far = p * (inverse * below) * exponential(-(a * a));
  return toSingle(choose(toDouble(x) < 0.0, 2.0 - far, far));
}

} // namespace

Real errorFunction(Real x) {
  if (x.isDouble()) {
    return errorFunctionDouble(x);
  }
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

Real complementaryErrorFunction(Real x) {
  return x.isDouble() ? complementDouble(x) : complementSingle(x);
}

} // namespace weft::code
