// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers with twice the digits: the sum of a number and of what its rounding
// lost, which is at most half a unit in the last place of the first. Functions
// use them for the few steps whose rounding would show in the result.

#pragma once

#include "weft/Target/Code/Math/Numbers.h"

namespace weft::code {

struct Pair {
  Real high;
  Real low;
};

/// a + b exactly, for |a| >= |b| or a = 0.
inline Pair addSmaller(Real a, Real b) {
  const Real sum = a + b;
  return {sum, (a - sum) + b};
}

/// a + b exactly.
inline Pair addExactly(Real a, Real b) {
  const Real sum = a + b;
  const Real added = sum - a;
  return {sum, (a - (sum - added)) + (b - added)};
}

/// a * b exactly.
inline Pair multiplyExactly(Real a, Real b) {
  const Real product = a * b;
  return {product, multiplyAdd(a, b, -product)};
}

/// To all but the last few of twice the digits; the second number may be a few
/// units of the first one's last place.
inline Pair operator*(const Pair &a, const Pair &b) {
  const Pair product = multiplyExactly(a.high, b.high);
  return {product.high,
          product.low + multiplyAdd(a.high, b.low, a.low * b.high)};
}

/// a / b, for b whose inverse is a normal number.
inline Pair operator/(const Pair &a, const Pair &b) {
  const Real inverse = 1.0 / b.high;
  const Real quotient = a.high * inverse;
  const Real left = multiplyAdd(-quotient, b.high, a.high) +
                    multiplyAdd(-quotient, b.low, a.low);
  return {quotient, left * inverse};
}

inline Pair choose(Truth condition, const Pair &yes, const Pair &no) {
  return {choose(condition, yes.high, no.high),
          choose(condition, yes.low, no.low)};
}

} // namespace weft::code
