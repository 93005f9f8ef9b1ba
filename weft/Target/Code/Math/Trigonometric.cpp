// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The argument is reduced by multiples of pi/2 in three parts, each with all
// bits of its type; with a fused multiply-add the first difference is exact.
// For arguments beyond a limit this would lose too much; if there is one such
// lane, all lanes go another way: f32 that of f64, up to a limit of its own,
// and what is beyond that the way of Huge.cpp.

#include "weft/Target/Code/Math/Formulas.h"

namespace weft::code {
namespace {

/// x = quadrant pi/2 + r; the sine and the cosine of r.
struct Reduced {
  Integer quadrant;
  Real sine;
  Real cosine;
};

/// A large f32, in f64, where the first difference has all the digits that are
/// asked for as long as the number of quarters is exact.
QuarterTurns reduceLarge(Real x) {
  const Real wide = toDouble(x);
  const Real nearby = nearest(wide * 0x1.45f306dc9c883p-1).number;
  llvm::SmallVector<Real> parts = {
      nearby,
      multiplyAdd(
          nearby, -wide.constant(0x1.1a62633145c07p-54),
          multiplyAdd(nearby, -wide.constant(0x1.921fb54442d18p+0), wide))};
  const Truth huge = !(absolute(x) < 0x1p45);
  parts = unlessAny(huge, parts, [&] {
    const Turned others = reduceHugeSingle(wide);
    return llvm::SmallVector<Real>{choose(huge, others.quarters, parts[0]),
                                   choose(huge, others.r, parts[1])};
  });
  const Real quarters = parts[0];
  const Real r = parts[1];
  // Four of them are a turn.
  const Real turns = nearest(quarters * 0.25).number;
  const Real quadrant = toSingle(multiplyAdd(turns, -4.0, quarters));
  const Real rounded = toSingle(r);
  return {asReal(nearest(quadrant).integer), rounded,
          toSingle(r - toDouble(rounded))};
}

/// For a tangent the sine has what the rounding of r lost: a quotient shows the
/// errors of both.
Reduced reduce(Real x, bool forTangent = false) {
  const Nearest q = nearest(x * 0x1.45f306dc9c883p-1);
  const Real middle = -x.constant(-0x1.777a5cp-25, 0x1.1a62633145c07p-54);
  const Real last = -x.constant(-0x1.ee59dap-50, -0x1.f1976b7ed8fbcp-110);
  Real r = multiplyAdd(q.number,
                       -x.constant(0x1.921fb6p+0, 0x1.921fb54442d18p+0), x);
  Real lostOfR = x.constant(0);
  if (forTangent) {
    const Pair product = multiplyExactly(q.number, middle);
    const Pair sum = addExactly(r, product.high);
    r = sum.high;
    lostOfR = sum.low + multiplyAdd(q.number, last, product.low);
  } else {
    r = multiplyAdd(q.number, last, multiplyAdd(q.number, middle, r));
  }
  llvm::SmallVector<Real> parts = {asReal(q.integer), r};
  if (forTangent) {
    parts.push_back(lostOfR);
  }
  const Truth huge = !(absolute(x) < x.constant(1e5, 1e9));
  parts = unlessAny(huge, parts, [&] {
    const QuarterTurns turns = x.isDouble() ? reduceHuge(x) : reduceLarge(x);
    llvm::SmallVector<Real> others = {choose(huge, turns.quadrant, parts[0]),
                                      choose(huge, turns.r, r)};
    if (forTangent) {
      others.push_back(choose(huge, turns.low, lostOfR));
    }
    return others;
  });
  r = parts[1];
  static const double sineSingle[] = {-0x1.555556p-3, 0x1.111108p-7,
                                      -0x1.a00ec4p-13, 0x1.6ca4e2p-19};
  static const double sineDouble[] = {
      -0x1.5555555555546p-3, 0x1.111111110f322p-7,   -0x1.a01a019b61ba2p-13,
      0x1.71de34dbce885p-19, -0x1.ae5de9ff34cc0p-26, 0x1.5d6e7a75a49cdp-33};
  static const double cosineSingle[] = {0x1.55554ap-5, -0x1.6c0bb6p-10,
                                        0x1.99c3cep-16};
  static const double cosineDouble[] = {
      0x1.5555555555555p-5,   -0x1.6c16c16c16c0ep-10, 0x1.a01a01a0189f5p-16,
      -0x1.27e4fb75b9dd0p-22, 0x1.1eed8c5805e4dp-29,  -0x1.9392e3027dc38p-37,
      0x1.aa9f80c7fad44p-45};
  const Real z = r * r;
  const Real sinePart =
      r.isDouble() ? polynomial(z, sineDouble) : polynomial(z, sineSingle);
  const Real cosinePart =
      r.isDouble() ? polynomial(z, cosineDouble) : polynomial(z, cosineSingle);
  const Real half = z * 0.5;
  // 1 - z/2 is rounded; what it loses is given back.
  const Real top = 1.0 - half;
  const Real lost = (1.0 - top) - half;
  const Real sine = forTangent ? r + multiplyAdd(r * z, sinePart, parts[2])
                               : multiplyAdd(r * z, sinePart, r);
  return {asInteger(parts[0]), sine,
          top + multiplyAdd(z * z, cosinePart, lost)};
}

Real negateIf(Truth condition, Real x) { return choose(condition, -x, x); }

} // namespace

Real sine(Real x) {
  const Reduced reduced = reduce(x);
  const Real value =
      choose((reduced.quadrant & 1) != 0, reduced.cosine, reduced.sine);
  const Real result = negateIf((reduced.quadrant & 2) != 0, value);
  // The reduction of minus zero has lost the sign.
  return choose(x == 0.0, x, result);
}

Real cosine(Real x) {
  const Reduced reduced = reduce(x);
  const Real value =
      choose((reduced.quadrant & 1) != 0, reduced.sine, reduced.cosine);
  return negateIf(((reduced.quadrant + 1) & 2) != 0, value);
}

Real tangent(Real x) {
  const Reduced reduced = reduce(x, /*forTangent=*/true);
  const Truth odd = (reduced.quadrant & 1) != 0;
  const Real result = choose(odd, -reduced.cosine, reduced.sine) /
                      choose(odd, reduced.sine, reduced.cosine);
  return choose(x == 0.0, x, result);
}

} // namespace weft::code
