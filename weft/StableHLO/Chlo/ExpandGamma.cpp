// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gamma function and its relatives: Lanczos' approximation with g = 7 and
// nine terms, and the Euler-Maclaurin formula for the zeta function.

#include "weft/StableHLO/Chlo/Expand.h"

#include <llvm/ADT/STLExtras.h>

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weft::chlo {

static constexpr double pi = std::numbers::pi;

/// gamma(z + 1) = sqrt(2 pi) t^(z + 1/2) e^-t A(z), t = z + g + 1/2,
/// A(z) = base + sum of coefficient_k / (z + k).
static constexpr double lanczosG = 7.0;
static constexpr double lanczosBase = 0.99999999999980993227684700473478;
static constexpr double lanczosCoefficients[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};

/// log(z + g + 1/2), exact near z = 0.
static Expression logOfT(Expression z) {
  constexpr double offset = lanczosG + 0.5;
  return std::log(offset) + logPlusOne(z / offset);
}

Expression expandLgamma(Expression x) {
  // Below 1/2 the reflection formula is used, with gamma(1 - x).
  Expression reflects = x < 0.5;
  Expression z = select(reflects, -x, x - 1.0);
  Expression series = z.constant(lanczosBase);
  for (auto [index, coefficient] : llvm::enumerate(lanczosCoefficients)) {
    series = series + coefficient / (z + static_cast<double>(index + 1));
  }
  // log gamma(z + 1) = (z + 1/2) log t - t + log A + log sqrt(2 pi), with
  // -t moved into the product to lose less where z is large.
  Expression t = z + (lanczosG + 0.5);
  Expression logT = logOfT(z);
  Expression direct =
      (z + 0.5 - t / logT) * logT + std::log(std::sqrt(2.0 * pi)) + log(series);

  // log |gamma(x)| = log(pi / |sin(pi x)|) - log gamma(1 - x); the distance to
  // the nearest integer keeps the sine exact.
  Expression fraction = abs(x) - floor(abs(x));
  Expression distance = select(fraction > 0.5, 1.0 - fraction, fraction);
  Expression logSine = log(sine(distance * pi));
  // At the poles log(0) = -infinity; the rest must not make it NaN.
  Expression reflected =
      select(isFinite(logSine), std::log(pi) - logSine - direct, -logSine);
  Expression result = select(reflects, reflected, direct);
  return select(expandIsInf(x), x.infinity(), result);
}

Expression expandDigamma(Expression x) {
  Expression reflects = x < 0.5;
  Expression z = select(reflects, -x, x - 1.0);
  // digamma(z + 1) = log t + A'(z) / A(z) - g / t
  Expression series = z.constant(lanczosBase);
  Expression derivative = z.constant(0.0);
  for (auto [index, coefficient] : llvm::enumerate(lanczosCoefficients)) {
    Expression shifted = z + static_cast<double>(index + 1);
    derivative = derivative - coefficient / (shifted * shifted);
    series = series + coefficient / shifted;
  }
  Expression t = z + (lanczosG + 0.5);
  Expression direct = logOfT(z) + derivative / series - lanczosG / t;

  // digamma(x) = digamma(1 - x) - pi cot(pi x), with x brought to [-1/2, 1/2].
  Expression reduced = x + abs(floor(x + 0.5));
  Expression angle = reduced * pi;
  Expression reflected = direct - cosine(angle) * pi / sine(angle);
  Expression result = select(reflects, reflected, direct);
  Expression isPole = (x <= 0.0) & equal(x, floor(x));
  return select(isPole, x.notANumber(), result);
}

Expression expandZeta(Expression x, Expression q) {
  // The first ten terms of the sum of (q + n)^-x, then with a = q + 9:
  //   a^-x (a / (x - 1) + 1/2 + x/a (c1 + (x+1)(x+2)/a^2 (c2 + ...))) - a^-x
  // where c_k = B_2k / (2k)!; the half replaces the last term's weight of 1.
  Expression minusX = -x;
  Expression a = q;
  Expression term = power(q, minusX);
  Expression sum = term;
  for (int i = 0; i < 9; ++i) {
    a = a + 1.0;
    term = power(a, minusX);
    sum = sum + term;
  }
  static constexpr double inverseCoefficients[] = {12.0,
                                                   -720.0,
                                                   30240.0,
                                                   -1209600.0,
                                                   47900160.0,
                                                   -1.8924375803183791606e9,
                                                   7.47242496e10,
                                                   -2.950130727918164224e12,
                                                   1.1646782814350067249e14,
                                                   -4.5979787224074726105e15,
                                                   1.8152105401943546773e17,
                                                   -7.1661652561756670113e18};
  Expression inverseSquare = 1.0 / (a * a);
  Expression nested = x.constant(0.0);
  for (int k = std::size(inverseCoefficients) - 1; k > 0; --k) {
    Expression factors = (x + (2.0 * k)) * (x + (2.0 * k - 1.0));
    nested = factors * inverseSquare * (nested + 1.0 / inverseCoefficients[k]);
  }
  Expression tail = term * a / (x - 1.0) - term * 0.5 +
                    term * (x / a) * (nested + 1.0 / inverseCoefficients[0]);
  // Powers that underflowed to 0 may have met an infinite factor.
  Expression result = select(equal(term, 0.0), sum, sum + tail);

  // Negative q only for integer x; at the poles, q = 0, -1, ..., infinity for
  // even x, where both sides agree.
  Expression isInteger = equal(x, floor(x));
  Expression isNegative = q <= 0.0;
  Expression isPole = isNegative & equal(q, floor(q));
  Expression isEven = isInteger & equal(remainder(x, 2.0), 0.0);
  result = select(isNegative & ~isInteger, x.notANumber(), result);
  result = select(isPole, select(isEven, x.infinity(), x.notANumber()), result);
  result = select(x < 1.0, x.notANumber(), result);
  return select(equal(x, 1.0), x.infinity(), result);
}

Expression expandPolygamma(Expression n, Expression x) {
  // (-1)^(n + 1) n! zeta(n + 1, x) for n > 0, digamma(x) for n = 0.
  Expression sign = remainder(n, 2.0) * 2.0 - 1.0;
  Expression factorial = exp(expandLgamma(n + 1.0));
  Expression result = sign * factorial * expandZeta(n + 1.0, x);
  result = select(equal(n, 0.0), expandDigamma(x), result);
  Expression isNatural = equal(n, floor(n)) & (n >= 0.0);
  return select(isNatural, result, n.notANumber());
}

} // namespace weft::chlo
