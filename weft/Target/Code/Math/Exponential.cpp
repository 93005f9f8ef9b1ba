// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Math/Formulas.h"

namespace weft::code {
namespace {

/// x = n ln 2 + r with r at most ln(2)/2; |x| is such that n is an exponent.
struct Reduced {
  Nearest n;
  Real r;
};

Reduced reduce(Real x) {
  const Nearest n = nearest(x * 0x1.71547652b82fep+0);
  Real r =
      multiplyAdd(n.number, -x.constant(0x1.62e43p-1, 0x1.62e42fefa39efp-1), x);
  r = multiplyAdd(n.number, -x.constant(-0x1.05c61p-29, 0x1.abc9e3b39803fp-56),
                  r);
  return {n, r};
}

/// (e^r - 1 - r) / r^2 for a reduced r of f64.
Real reducedQuotient(Real r) {
  static const double coefficients[] = {
      0x1.000000000000ap-1,  0x1.55555555554f9p-3,  0x1.555555555083ep-5,
      0x1.1111111127d11p-7,  0x1.6c16c18438b31p-10, 0x1.a01a012a0e6abp-13,
      0x1.a01999e25c2c6p-16, 0x1.71df25b4eb4bap-19, 0x1.28ad9b8bba703p-22,
      0x1.ad7f3bd14ef83p-26};
  return polynomial(r, coefficients);
}

/// e^r - 1 for a reduced r, as r + r^2 q(r).
Real reducedMinusOne(Real r) {
  static const double inSingle[] = {0x1.fffffcp-2, 0x1.555492p-3, 0x1.5558f2p-5,
                                    0x1.123a2p-7, 0x1.6a23dp-10};
  const Real square = r * r;
  if (r.isDouble()) {
    return multiplyAdd(square, reducedQuotient(r), r);
  }
  // Shorter chains than one term after the other, and fewer constants that
  // are added to, which machines without a fourth operand copy first.
  auto pair = [&](int i) {
    return multiplyAdd(r, inSingle[i + 1], inSingle[i]);
  };
  const Real upper = multiplyAdd(square, inSingle[4], pair(2));
  return multiplyAdd(square, multiplyAdd(square, upper, pair(0)), r);
}

Real clamp(Real x, double low, double high) {
  return smaller(larger(x, x.constant(low)), x.constant(high));
}

} // namespace

Real exponential(Real x, Underflow underflow) {
  // Beyond these the result is zero or infinite, and stays so.
  const Real within = x.isDouble() ? clamp(x, -746, 710) : clamp(x, -104.5, 89);
  const Reduced reduced = reduce(within);
  const Real value = reducedMinusOne(reduced.r) + 1.0;
  return underflow == Underflow::ByProduct
             ? scale(value, reduced.n.shifted)
             : scalePositive(value, reduced.n.shifted);
}

Real exponentialBase2(Real x) {
  const Real within =
      x.isDouble() ? clamp(x, -1076, 1025) : clamp(x, -151, 129);
  const Nearest n = nearest(within);
  const Real r = (within - n.number) * 0x1.62e42fefa39efp-1;
  return scale(reducedMinusOne(r) + 1.0, n.shifted);
}

Real exponentialMinusOne(Real x) {
  const Real within = x.isDouble() ? clamp(x, -40, 710) : clamp(x, -20, 89);
  const Reduced reduced = reduce(within);
  const Real minusOne = reducedMinusOne(reduced.r);
  // 2^n (1 + m) - 1, with half of the power, which never overflows.
  const Real half = powerOfTwo(reduced.n.shifted - 1, x);
  const Real result = multiplyAdd(half, minusOne, half - 0.5) * 2.0;
  return copySign(result, x);
}

Scaled exponentialOfPair(const Pair &x) {
  const Nearest n = nearest(x.high * 0x1.71547652b82fep+0);
  // Exact: a multiple of the last place of ln 2, and below it.
  const Real first = multiplyAdd(n.number, -0x1.62e42fefa39efp-1, x.high);
  const Real second = multiplyAdd(n.number, -0x1.abc9e3b39803fp-56, x.low);
  const Pair r = addSmaller(first, second);
  const Pair value = addSmaller(x.high.constant(1), r.high);
  const Real rest =
      multiplyAdd(r.high * r.high, reducedQuotient(r.high), r.low);
  return {{value.high, value.low + rest}, n.integer};
}

Real hyperbolicTangent(Real x) {
  // Where the limit is reached the quotient is 1.
  const Real twice = smaller(absolute(x) * 2.0, x.constant(40, 80));
  const Real t = exponentialMinusOne(twice);
  return copySign(divideWithinRange(t, t + 2.0), x);
}

} // namespace weft::code
