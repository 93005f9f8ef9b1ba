// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Math/Formulas.h"

#include <limits>

namespace weft::code {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), for normal x > 0.
struct Reduced {
  Real k;
  Real f;
};

Reduced reduce(Real x) {
  const Integer bits = asInteger(x);
  const int64_t mantissa = x.isDouble() ? 52 : 23;
  const Integer lowest =
      asInteger(x.constant(0x1.6a09e6p-1, 0x1.6a09e667f3bcdp-1));
  const Integer k = (bits - lowest) >> mantissa;
  return {toReal(k, x), asReal(bits - (k << mantissa)) - 1.0};
}

/// Subnormal numbers are multiplied by a power of two, which k then lacks.
Reduced reduceAny(Real x) {
  const Truth small = x < x.constant(0x1p-126, 0x1p-1022);
  const double exponent = x.isDouble() ? 54 : 25;
  const Reduced reduced =
      reduce(choose(small, x * x.constant(0x1p25, 0x1p54), x));
  return {choose(small, reduced.k - exponent, reduced.k), reduced.f};
}

/// ln(1 + f) = f - f^2/2 + rest, in these two parts for later sums.
struct Expansion {
  Real halfSquare;
  Real rest;
};

Expansion expand(Real f) {
  const Real halfSquare = f * f * 0.5;
  if (!f.isDouble()) {
    static const double cubic[] = {
        0x1.555548p-2,  -0x1.000006p-2, 0x1.99a4b6p-3,
        -0x1.555c4ep-3, 0x1.233768p-3,  -0x1.fc2206p-4,
        0x1.e6f06ap-4,  -0x1.de3c16p-4, 0x1.1457acp-4};
    return {halfSquare, f * f * f * polynomial(f, cubic)};
  }
  // With s = f / (2 + f): ln(1 + f) = 2 artanh(s) = 2 s + s^3 h(s^2), and
  // 2 s = f - s f.
  static const double h[] = {0x1.5555555555592p-1, 0x1.999999997fd37p-2,
                             0x1.24924941f8d39p-2, 0x1.c71c5202b1b35p-3,
                             0x1.7466405c12383p-3, 0x1.39a1933299b25p-3,
                             0x1.2f0705acdd133p-3};
  const Real s = f / (f + 2.0);
  const Real z = s * s;
  return {halfSquare, s * multiplyAdd(z, polynomial(z, h), halfSquare)};
}

/// k ln 2 + ln(1 + f) + low.
Real assemble(const Reduced &reduced, Real low) {
  const Real &k = reduced.k;
  const Expansion e = expand(reduced.f);
  const Real small = multiplyAdd(
      k, k.constant(-0x1.05c61p-29, 0x1.abc9e3b39803fp-56), e.rest + low);
  return multiplyAdd(k, k.constant(0x1.62e43p-1, 0x1.62e42fefa39efp-1),
                     reduced.f - (e.halfSquare - small));
}

/// The values of a logarithm where it is no sum: at zero, below, at infinity.
Real atEnds(Real x, Real result) {
  result = choose(x == infinity, x, result);
  result = choose(x == 0.0, -infinity, result);
  const Truth none = (x < 0.0) | isNaN(x);
  return choose(none, std::numeric_limits<double>::quiet_NaN(), result);
}

/// A logarithm to another base: `digit` is that of 2, `unit` that of e.
Real toBase(Real x, Real digit, Real digitLow, Real unit, Real unitLow) {
  const Reduced reduced = reduceAny(x);
  const Expansion e = expand(reduced.f);
  // The logarithm to base e with what its rounding loses.
  const Real high = reduced.f - (e.halfSquare - e.rest);
  const Real low = ((reduced.f - high) - e.halfSquare) + e.rest;
  const Real product = high * unit;
  const Real productLow = multiplyAdd(high, unit, -product) +
                          multiplyAdd(high, unitLow, low * unit);
  const Real whole = reduced.k * digit;
  const Real wholeLow =
      multiplyAdd(reduced.k, digit, -whole) + reduced.k * digitLow;
  // |whole| >= |product|, or it is zero.
  const Real sum = whole + product;
  const Real sumLow = (whole - sum) + product;
  return atEnds(x, sum + (sumLow + (productLow + wholeLow)));
}

} // namespace

Real logarithm(Real x) {
  return atEnds(x, assemble(reduceAny(x), x.constant(0)));
}

Real logarithmBase2InDouble(Real x) {
  // Everything but the polynomial is done in f32, on half as many vectors.
  const Reduced reduced = reduceAny(x);
  const Real k =
      choose(x == 0.0, -infinity, choose(x < infinity, reduced.k, x));
  // log2(1 + f) / f: a quotient as above would take longer than its terms.
  static const double quotient[] = {
      0x1.71547652b527p+0,   -0x1.71547651d9373p-1, 0x1.ec709de7df4cep-2,
      -0x1.7154784e5d56dp-2, 0x1.2776b48f5634dp-2,  -0x1.ec6f47f35e9abp-3,
      0x1.a61c50cd86264p-3,  -0x1.7186b1158ebf2p-3, 0x1.480da32f0ec29p-3,
      -0x1.23e34fb9e6a04p-3, 0x1.0b872a322c76p-3,   -0x1.140c68c88de36p-3,
      0x1.0c91cb1b4bbf6p-3,  -0x1.16c91b69069acp-4};
  const Real f = toDouble(reduced.f);
  return multiplyAdd(f, polynomialByPairs(f, quotient), toDouble(k));
}

/// Of f32: 1 + x = 2^k (1 + f) with 1 + f from 3/4 to 3/2. There 2^-k x and
/// 2^-k - 1 are within a factor of two of each other, with opposite signs,
/// unless k is 0: f, their sum, is exact, however much of x the sum with one
/// would lose. From k = 25 on it is off by less than k ln 2 is.
static Real logarithmOfOnePlusInSingle(Real x) {
  const Real u = x + 1.0;
  const Integer k = (asInteger(u) - asInteger(x.constant(0.75))) >> 23;
  const Integer shift = k << 23;
  // 2^-k may be subnormal, four times that is not.
  const Real inverse = asReal(asInteger(x.constant(4)) - shift);
  const Real f = asReal(asInteger(x) - shift) +
                 multiplyAdd(inverse, x.constant(0.25), x.constant(-1));
  static const double cubic[] = {0x1.55555ap-2,  -0x1.00006ep-2, 0x1.999764p-3,
                                 -0x1.5519d2p-3, 0x1.24639p-3,   -0x1.04ad9ep-3,
                                 0x1.df1c2cp-4,  -0x1.74ff4p-4,  0x1.340cf2p-5};
  const Real square = f * f;
  const Real number = toReal(k, x);
  const Real rest = multiplyAdd(square * f, polynomial(f, cubic),
                                number * x.constant(-0x1.05c61p-29));
  const Real sum = multiplyAdd(number, x.constant(0x1.62e43p-1),
                               f - multiplyAdd(square, 0.5, -rest));
  const Real beyond =
      choose(u == 0.0, x.constant(-infinity),
             x.constant(std::numeric_limits<double>::quiet_NaN()));
  // Keeps minus zero.
  return choose((x == 0.0) | (x == infinity), x, choose(u > 0.0, sum, beyond));
}

Real logarithmOfOnePlus(Real x) {
  if (!x.isDouble()) {
    return logarithmOfOnePlusInSingle(x);
  }
  const Real u = x + 1.0;
  // What the sum lost, to first order.
  const Real lost = choose(x > 1.0, 1.0 - (u - x), x - (u - 1.0));
  const Real low = choose(u > 0.0, lost / u, 0.0);
  // Not subnormal: u is zero or at least the distance of two numbers.
  const Real result = atEnds(u, assemble(reduce(u), low));
  // Keeps minus zero.
  return choose(x == 0.0, x, choose(x == infinity, x, result));
}

Real logarithmOfProduct(Real u, Real excess, Real twos) {
  const Reduced reduced = reduce(u);
  return atEnds(u, assemble({reduced.k + twos, reduced.f}, excess));
}

Pair logarithmAsPair(Real x) {
  const Reduced reduced = reduceAny(x);
  const Real &k = reduced.k;
  const Real &f = reduced.f;
  // With s = f / (2 + f): ln(1 + f) = 2 s + s^3 (2/3 + s^2 p(s^2)).
  static const double p[] = {0x1.9999999999996p-2, 0x1.2492492492f51p-2,
                             0x1.c71c71c5968f1p-3, 0x1.745d182956f72p-3,
                             0x1.3b1364c92282cp-3, 0x1.11206f3460899p-3,
                             0x1.de3d6f97d609bp-4, 0x1.eac5c5e03019cp-4};
  const Pair below = addSmaller(x.constant(2), f);
  const Real inverse = 1.0 / below.high;
  const Real high = f * inverse;
  const Real left =
      multiplyAdd(-high, below.low, multiplyAdd(-high, below.high, f));
  const Pair s = addSmaller(high, left * inverse);
  const Pair z = s * s;
  const Pair inner = addSmaller(
      x.constant(0x1.5555555555555p-1),
      multiplyAdd(z.high, polynomial(z.high, p), 0x1.5555555555555p-55));
  const Pair cubic = s * z * inner;
  const Pair twos = multiplyExactly(k, x.constant(0x1.62e42fefa39efp-1));
  // The largest first: k ln 2 is zero, or larger than the rest.
  const Pair sum = addSmaller(twos.high, s.high * 2.0);
  const Pair total = addSmaller(sum.high, cubic.high);
  const Real low = multiplyAdd(k, 0x1.abc9e3b39803fp-56, twos.low) +
                   (sum.low + multiplyAdd(s.low, 2.0, total.low + cubic.low));
  return addSmaller(total.high, low);
}

Real logarithmBase2(Real x) {
  return toBase(x, x.constant(1), x.constant(0),
                x.constant(0x1.715476p+0, 0x1.71547652b82fep+0),
                x.constant(0x1.4ae0cp-26, 0x1.777d0ffda0d24p-56));
}

Real logarithmBase10(Real x) {
  return toBase(x, x.constant(0x1.344136p-2, 0x1.34413509f79ffp-2),
                x.constant(-0x1.ec10cp-27, -0x1.9dc1da994fd21p-59),
                x.constant(0x1.bcb7b2p-2, 0x1.bcb7b1526e50ep-2),
                x.constant(-0x1.5b235ep-27, 0x1.95355baaafad3p-57));
}

} // namespace weft::code
