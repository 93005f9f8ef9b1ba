// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The remainder of a division whose quotient is cut off, exactly.
//
// With a quotient q that the type holds, a - q b is a number of the type, and
// a fused multiply-add gives it. The rounded quotient is cut off at q, or at
// one more, which leaves a negative rest. For larger quotients, multiples
// 2^k b are taken away first, each time with the largest quotient that is
// still exact.

#include "weft/Target/Code/Math/Formulas.h"

#include <limits>

namespace weft::code {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The exponent of a positive number, of subnormal ones too. Of what is not
/// finite it is larger than that of any number.
Integer exponentOf(Real x) {
  const bool isDouble = x.isDouble();
  const int64_t digits = isDouble ? 52 : 23;
  const Truth small = x < x.constant(0x1p-126, 0x1p-1022);
  const Integer normal =
      asInteger(choose(small, x * x.constant(0x1p24, 0x1p54), x)) >> digits;
  return choose(small, normal - (isDouble ? 54 : 24), normal);
}

/// What is left of a when b is taken away as often as it goes, for quotients
/// below two to the number of digits.
Real takeAway(Real a, Real b) {
  const Real rest = multiplyAdd(-truncate(a / b), b, a);
  return choose(rest < 0.0, rest + b, rest);
}

} // namespace

Real remainder(Real x, Real y) {
  const int64_t digits = x.isDouble() ? 52 : 23;
  const Real b = absolute(y);
  const Integer exponent = exponentOf(b);
  auto excess = [&](Real a) { return exponentOf(a) - exponent - digits; };
  auto goesOn = [&](Real a) {
    return (excess(a) > 0) & (a < infinity) & (b > 0.0);
  };
  const Real a = repeat(absolute(x), goesOn, [&](Real a) {
    const Integer k = larger(excess(a), exponent.constant(0));
    return choose(goesOn(a), takeAway(a, scale(b, k)), a);
  });
  // Nothing fits into an infinite divisor.
  const Real rest = choose((b == infinity) & (a < infinity), a, takeAway(a, b));
  return copySign(rest, x);
}

} // namespace weft::code
