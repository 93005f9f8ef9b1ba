// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arcus functions of f64. What is reduced is kept with what its rounding
// lost, so that the last sum alone rounds visibly.

#include "weft/Target/Code/Math/Formulas.h"

#include <limits>

namespace weft::code {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// pi/2, the nearest f64 and what is missing.
constexpr double quarter = 0x1.921fb54442d18p+0;
constexpr double quarterLow = 0x1.1a62633145c07p-54;

/// arctan(t) - t for |t| up to tan(pi/8).
Real arcTangentRest(Real t) {
  static const double coefficients[] = {
      -0x1.5555555555554p-2, 0x1.9999999999583p-3,  -0x1.249249246f49fp-3,
      0x1.c71c71b44eb17p-4,  -0x1.745d144e86c41p-4, 0x1.3b1364c2b7bbp-4,
      -0x1.110be8985db0ep-4, 0x1.e1677fd498d2ap-5,  -0x1.ab3a66dbdc4a6p-5,
      0x1.6fde88e540595p-5,  -0x1.0fc66d31049dp-5,  0x1.e81111a47abe7p-7};
  const Real z = t * t;
  return t * z * polynomial(z, coefficients);
}

/// arcsin(t) - t for |t| up to 1/2, z being its square.
Real arcSineRest(Real t, Real z) {
  static const double coefficients[] = {
      0x1.5555555555578p-3, 0x1.333333332df22p-4, 0x1.6db6db722a81ap-5,
      0x1.f1c71a8c07449p-6, 0x1.6e8bdfd90f47dp-6, 0x1.1c49df0ee6ce1p-6,
      0x1.ca2128fbc68a3p-7, 0x1.75787b87487dfp-7, 0x1.6185373a1bdf5p-7,
      0x1.e1b29d7fc7525p-9, 0x1.64e64aa95f67dp-6, -0x1.59cdc641c4198p-6,
      0x1.0bd7363a2886p-5};
  return t * z * polynomial(z, coefficients);
}

/// start + arctan(t), where start is zero or larger than t.
Real fromStart(const Pair &start, const Pair &t) {
  const Pair sum = addSmaller(start.high, t.high);
  return sum.high + (sum.low + (t.low + (arcTangentRest(t.high) + start.low)));
}

/// The part of an arcus sine that both have: of t, the rest, and what the
/// rounding of t lost.
struct ArcSine {
  Truth outer;
  Real t;
  Real rest;
};

ArcSine arcSineParts(Real magnitude) {
  const Truth outer = magnitude > 0.5;
  // arcsin(a) = pi/2 - 2 arcsin(sqrt((1 - a) / 2)).
  const Real half = (1.0 - magnitude) * 0.5;
  const Real root = squareRoot(half);
  const Real lost =
      choose(half > 0.0, multiplyAdd(-root, root, half) / (root * 2.0), 0.0);
  const Real z = choose(outer, half, magnitude * magnitude);
  const Real t = choose(outer, root, magnitude);
  return {outer, t, arcSineRest(t, z) + choose(outer, lost, 0.0)};
}

} // namespace

Real arcTangentDouble(Real x) {
  const Real a = absolute(x);
  // tan(pi/8) and tan(3 pi/8): beyond, the angle is measured from pi/4 or pi/2.
  const Truth middle = a > 0x1.a82799fcef32p-2;
  const Truth steep = a > 0x1.3504f333f9de6p+1;
  const Real one = x.constant(1);
  const Real zero = x.constant(0);
  const Pair above = choose(steep, {-one, zero},
                            choose(middle, addExactly(a, -one), {a, zero}));
  const Pair below =
      choose(steep, {a, zero}, choose(middle, addExactly(a, one), {one, zero}));
  const Pair start = choose(
      steep, {x.constant(quarter), x.constant(quarterLow)},
      choose(middle, {x.constant(quarter / 2), x.constant(quarterLow / 2)},
             {zero, zero}));
  const Real result = fromStart(start, above / below);
  // The inverse of the largest numbers is subnormal, and of no use.
  return copySign(choose(a > 0x1p60, quarter, result), x);
}

Real arcTangent2Double(Real y, Real x) {
  const Real width = absolute(x);
  const Real height = absolute(y);
  const Truth steep = height > width;
  const Truth left = isNegative(x);
  Real big = choose(steep, height, width);
  Real small = choose(steep, width, height);
  const Truth bothInfinite = small == infinity;
  // So that the inverse of the larger one is a normal number; of the smaller
  // one nothing is lost that the result would show.
  const Real factor =
      choose(big > 0x1p960, x.constant(0x1p-120),
             choose(big < 0x1p-900, x.constant(0x1p180), x.constant(1)));
  big = choose(bothInfinite, 1.0, big * factor);
  small = choose(bothInfinite, 1.0, small * factor);
  // The arc from the nearer axis, or from the diagonal between both.
  const Truth middle = small > big * 0x1.a82799fcef32p-2;
  const Real zero = x.constant(0);
  Pair t = choose(middle, addExactly(small, -big), {small, zero}) /
           choose(middle, addExactly(small, big), {big, zero});
  t = choose((big == 0.0) | (big == infinity), {zero, zero}, t);
  const Truth turned = steep ^ left;
  t = choose(turned, {-t.high, -t.low}, t);
  // In quarters: 0, 1 or 2, and a half towards the diagonal.
  const Real axis =
      choose(steep, x.constant(1), choose(left, x.constant(2), zero));
  const Real half = choose(turned, x.constant(-0.5), x.constant(0.5));
  const Real quarters = choose(middle, axis + half, axis);
  const Pair start = multiplyExactly(quarters, x.constant(quarter));
  const Real result =
      fromStart({start.high, multiplyAdd(quarters, quarterLow, start.low)}, t);
  return choose(isNaN(x) | isNaN(y), x + y, copySign(result, y));
}

Real arcSineDouble(Real x) {
  const Real magnitude = absolute(x);
  const ArcSine parts = arcSineParts(magnitude);
  const Pair sum = addSmaller(x.constant(quarter), -(parts.t * 2.0));
  const Real outside = sum.high + (sum.low + (quarterLow - parts.rest * 2.0));
  return copySign(choose(parts.outer, outside, parts.t + parts.rest), x);
}

Real arcCosineDouble(Real x) {
  const Real magnitude = absolute(x);
  const ArcSine parts = arcSineParts(magnitude);
  // pi/2 - arcsin(x) inside; 2 arcsin(t), or pi less that, outside.
  const Truth far = parts.outer & (x < 0.0);
  const Real base = choose(far, x.constant(2 * quarter), x.constant(quarter));
  const Real baseLow =
      choose(far, x.constant(2 * quarterLow), x.constant(quarterLow));
  const Real arc = choose(far, parts.t * 2.0, copySign(parts.t, x));
  const Real arcRest = choose(far, parts.rest * 2.0, copySign(parts.rest, x));
  const Pair sum = addSmaller(base, -arc);
  const Real less = sum.high + (sum.low + (baseLow - arcRest));
  const Truth near = parts.outer & !(x < 0.0);
  return choose(near, (parts.t + parts.rest) * 2.0, less);
}

} // namespace weft::code
