// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hyperbolic functions of f32, in f64: exponentials and logarithms there have
// so many bits to spare that the formulas of the textbook do.

#include "weft/Target/Code/Math/Formulas.h"

#include <limits>

namespace weft::code {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

Real hyperbolicSine(Real x) {
  // Beyond the limit the result is infinite, but not yet in f64.
  const Real a = smaller(absolute(x), x.constant(100));
  const Real t = exponentialMinusOne(toDouble(a));
  return copySign(toSingle((t + t / (t + 1.0)) * 0.5), x);
}

Real hyperbolicCosine(Real x) {
  const Real e = exponential(toDouble(absolute(x)));
  return toSingle((e + 1.0 / e) * 0.5);
}

Real inverseHyperbolicSine(Real x) {
  const Real a = toDouble(absolute(x));
  const Real square = a * a;
  const Real result =
      logarithmOfOnePlus(a + square / (squareRoot(square + 1.0) + 1.0));
  return choose(absolute(x) == infinity, x, copySign(toSingle(result), x));
}

Real inverseHyperbolicCosine(Real x) {
  const Real t = toDouble(x) - 1.0;
  const Real result = logarithmOfOnePlus(t + squareRoot(t * (t + 2.0)));
  return choose(x < 1.0, std::numeric_limits<double>::quiet_NaN(),
                toSingle(result));
}

Real inverseHyperbolicTangent(Real x) {
  const Real a = toDouble(absolute(x));
  const Real result = logarithmOfOnePlus(a * 2.0 / (1.0 - a)) * 0.5;
  return copySign(toSingle(result), x);
}

} // namespace weft::code
