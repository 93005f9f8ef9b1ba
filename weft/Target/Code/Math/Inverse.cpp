// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arcus functions of f32.

#include "weft/Target/Code/Math/Formulas.h"

#include <limits>

namespace weft::code {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// pi/2, the nearest f32 and what is missing.
constexpr double quarter = 0x1.921fb6p+0;
constexpr double quarterLow = -0x1.777a5cp-25;

/// arctan(t) - t for t from 0 to 1.
Real arcTangentRest(Real t) {
  static const double coefficients[] = {
      -0x1.555552p-2, 0x1.9997ep-3,  -0x1.247374p-3, 0x1.c4f1e2p-4,
      -0x1.68e6fep-4, 0x1.1422c8p-4, -0x1.6e19a2p-5, 0x1.714b1cp-6,
      -0x1.df970ap-8, 0x1.23f93p-10};
  const Real z = t * t;
  return t * z * polynomial(z, coefficients);
}

/// arcsin(t) - t for t from 0 to 1/2.
Real arcSineRest(Real t, Real z) {
  static const double coefficients[] = {0x1.55554cp-3, 0x1.33388ep-4,
                                        0x1.6cac3cp-5, 0x1.04a66p-5,
                                        0x1.d7f1bcp-7, 0x1.33bbf8p-5};
  return t * z * polynomial(z, coefficients);
}

} // namespace

Real arcTangent(Real x) {
  const Real magnitude = absolute(x);
  const Truth inverted = magnitude > 1.0;
  const Real t = choose(inverted, 1.0 / magnitude, magnitude);
  const Real rest = arcTangentRest(t);
  const Real result =
      choose(inverted, quarter - (t - (quarterLow - rest)), t + rest);
  return copySign(result, x);
}

Real arcTangent2(Real y, Real x) {
  const Real width = absolute(x);
  const Real height = absolute(y);
  const Truth steep = height > width;
  const Real big = choose(steep, height, width);
  const Real small = choose(steep, width, height);
  Real t = small / big;
  t = choose(big == 0.0, 0.0, t);
  t = choose(small == infinity, 1.0, t);
  const Real rest = arcTangentRest(t);
  const Truth left = isNegative(x);
  // From the axis that is nearer: 0, pi/2 or pi, plus or minus the arc.
  const Real base =
      choose(steep, x.constant(quarter),
             choose(left, x.constant(2 * quarter), x.constant(0)));
  const Real baseLow =
      choose(steep, x.constant(quarterLow),
             choose(left, x.constant(2 * quarterLow), x.constant(0)));
  const Truth minus = steep ^ left;
  const Real arc = choose(minus, -t, t);
  const Real arcRest = choose(minus, -rest, rest);
  const Real result = base + (arc + (arcRest + baseLow));
  return choose(isNaN(x) | isNaN(y), x + y, copySign(result, y));
}

Real arcSine(Real x) {
  const Real magnitude = absolute(x);
  const Truth outer = magnitude > 0.5;
  // arcsin(a) = pi/2 - 2 arcsin(sqrt((1 - a) / 2)).
  const Real half = (1.0 - magnitude) * 0.5;
  const Real z = choose(outer, half, magnitude * magnitude);
  const Real t = choose(outer, squareRoot(half), magnitude);
  const Real rest = arcSineRest(t, z);
  const Real result =
      choose(outer, quarter - (t * 2.0 - (quarterLow - rest * 2.0)), t + rest);
  return copySign(result, x);
}

Real arcCosine(Real x) {
  const Real magnitude = absolute(x);
  const Truth outer = magnitude > 0.5;
  const Real half = (1.0 - magnitude) * 0.5;
  const Real z = choose(outer, half, magnitude * magnitude);
  const Real t = choose(outer, squareRoot(half), magnitude);
  const Real rest = arcSineRest(t, z);
  const Truth negative = x < 0.0;
  // pi/2 - arcsin(x) inside; 2 arcsin(t), or pi less that, outside.
  const Real inside =
      quarter - (copySign(t, x) - (quarterLow - copySign(rest, x)));
  const Real twice = (t + rest) * 2.0;
  const Real farSide = 2 * quarter - (t * 2.0 - (2 * quarterLow - rest * 2.0));
  return choose(outer, choose(negative, farSide, twice), inside);
}

} // namespace weft::code
