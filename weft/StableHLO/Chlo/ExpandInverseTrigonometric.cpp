// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inverse trigonometric and hyperbolic functions, real and complex.

#include "weft/StableHLO/Chlo/Expand.h"

#include <llvm/ADT/APFloat.h>

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weft::chlo {

namespace {

constexpr double ln2 = std::numbers::ln2;
constexpr double pi = std::numbers::pi;

/// What is known of the element type of a real expression.
struct Limits {
  explicit Limits(Expression x) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(x.getElementType()).getFloatSemantics();
    largest = APFloat::getLargest(semantics).convertToDouble();
    epsilon = std::ldexp(
        1.0, 1 - static_cast<int>(APFloat::semanticsPrecision(semantics)));
  }

  double largest;
  double epsilon;
};

bool isComplex(Expression x) { return isa<ComplexType>(x.getElementType()); }

/// `magnitude` with the sign of `x`; -0 and +0 keep theirs through the product.
Expression withSignOf(Expression x, Expression magnitude) {
  return magnitude * sign(x);
}

/// `magnitude`, negated where y < 0. Branch cuts take both zeros as +0.
Expression negatedBelowZero(Expression y, Expression magnitude) {
  return select(y < 0.0, -magnitude, magnitude);
}

/// sqrt((1 - x)(1 + x)) = sqrt(1 - x^2) without cancellation near 1.
Expression cosineOfArcsine(Expression x) { return sqrt((1.0 - x) * (1.0 + x)); }

struct Parts {
  Expression re;
  Expression im;
};

/// For z = x + iy with x, y >= 0 (Hull, Fairgrieve and Tang, 1997):
///   r = |z + 1|, s = |z - 1|, a = (r + s) / 2,
///   re = sqrt(a^2 - x^2), im = arcosh(a) = log1p(a - 1 + sqrt((a - 1)(a +
///   1))),
/// with a - x and a - 1 rewritten so that nothing cancels:
///   a - x = (y^2 / (r + x + 1) + (s - (x - 1))) / 2
///   a - 1 = (y^2 / (r + x + 1) + (s + (x - 1))) / 2
/// where s - |x - 1| is y^2 / (s + |x - 1|).
Parts asinAcosKernel(Expression x, Expression y) {
  Limits limits(x);
  Expression above = x + 1.0;
  Expression below = x - 1.0;
  Expression ySquared = y * y;
  Expression r = sqrt(above * above + ySquared);
  // At x = 1 the root is y itself, also where y^2 underflows.
  Expression s = select(equal(x, 1.0), y, sqrt(below * below + ySquared));
  Expression a = (r + s) * 0.5;
  Expression aPlusX = a + x;
  Expression fromR = ySquared / (r + above);

  Expression re =
      select(x <= 1.0, sqrt(aPlusX * (fromR + (s - below)) * 0.5),
             y * sqrt((aPlusX / (r + above) + aPlusX / (s + below)) * 0.5));
  Expression aMinusOne =
      select(x < 1.0, fromR + ySquared / (s - below), fromR + (s + below)) *
      0.5;
  Expression im = logPlusOne(aMinusOne + sqrt(aMinusOne * (a + 1.0)));

  // y^2 may have underflowed: arcosh(a) = y / sqrt(1 - x^2) to first order.
  Expression nearAxis = (x < 1.0) & (y <= -below * limits.epsilon);
  im = select(nearAxis, y / cosineOfArcsine(x), im);

  // Squares would overflow: a = |z|, and a^2 - x^2 = y^2.
  Expression larger = maximum(x, y);
  Expression smaller = minimum(x, y);
  Expression ratio = select(equal(smaller, larger), 1.0, smaller / larger);
  Expression isLarge = larger >= std::sqrt(limits.largest) / 8.0;
  return {
      select(isLarge, y, re),
      select(isLarge, log(larger) + ln2 + logPlusOne(ratio * ratio) * 0.5, im)};
}

/// For z = x + iy with x, y >= 0:
///   re = log1p(4x / ((1 - x)^2 + y^2)) / 4
///   im = atan2(2y, (1 - x)(1 + x) - y^2) / 2
Parts complexAtanh(Expression x, Expression y) {
  Limits limits(x);
  Expression oneMinusX = 1.0 - x;
  Expression ySquared = y * y;
  Expression re =
      logPlusOne(x * 4.0 / (oneMinusX * oneMinusX + ySquared)) * 0.25;
  Expression im = atan2(y * 2.0, oneMinusX * (1.0 + x) - ySquared) * 0.5;
  // At x = 1, 4 / y^2 overflows before its logarithm does: log(2 / y) / 2.
  Expression atPole = equal(x, 1.0) & (y < 1.0 / std::sqrt(limits.largest));
  re = select(atPole, (ln2 - log(y)) * 0.5, re);
  // Far away atanh(z) = 1 / z + i pi / 2; re of 1 / z is x / |z|^2.
  Expression larger = maximum(x, y);
  Expression isLarge = larger >= std::sqrt(limits.largest) / 8.0;
  Expression smallerRatio = minimum(x, y) / larger;
  Expression reLarge =
      x / larger / (smallerRatio * smallerRatio + 1.0) / larger;
  reLarge = select(isFinite(larger), reLarge, 0.0);
  return {select(isLarge, reLarge, re), select(isLarge, pi / 2, im)};
}

} // namespace

Expression expandAsinAcosKernel(Expression z) {
  Parts w = asinAcosKernel(abs(real(z)), abs(imag(z)));
  return complex(w.re, w.im);
}

Expression expandAsin(Expression x) {
  if (isComplex(x)) {
    Expression re = real(x), im = imag(x);
    Parts w = asinAcosKernel(abs(re), abs(im));
    return complex(atan2(re, w.re), negatedBelowZero(im, w.im));
  }
  // asin(x) = 2 atan(x / (1 + sqrt(1 - x^2)))
  return atan2(x, 1.0 + cosineOfArcsine(x)) * 2.0;
}

Expression expandAcos(Expression x) {
  if (isComplex(x)) {
    Expression re = real(x), im = imag(x);
    Parts w = asinAcosKernel(abs(re), abs(im));
    return complex(atan2(w.re, re), negatedBelowZero(im, -w.im));
  }
  // acos(x) is the angle of the point (x, sqrt(1 - x^2)).
  return atan2(cosineOfArcsine(x), x);
}

Expression expandAcosh(Expression x) {
  if (isComplex(x)) {
    Expression re = real(x), im = imag(x);
    Parts w = asinAcosKernel(abs(re), abs(im));
    return complex(w.im, negatedBelowZero(im, atan2(w.re, re)));
  }
  // acosh(x) = log(x + sqrt(x^2 - 1)) = log1p(u + sqrt(u (x + 1))), u = x - 1;
  // log(2x) where x^2 would overflow.
  Expression u = x - 1.0;
  Expression result = logPlusOne(u + sqrt(u * (x + 1.0)));
  Expression isLarge = x >= std::sqrt(Limits(x).largest) / 2.0;
  result = select(isLarge, log(x) + ln2, result);
  return select(x < 1.0, x.notANumber(), result);
}

Expression expandAsinh(Expression x) {
  if (isComplex(x)) {
    // asinh(z) = -i asin(iz)
    Expression re = real(x), im = imag(x);
    Parts w = asinAcosKernel(abs(im), abs(re));
    return complex(negatedBelowZero(re, w.im), atan2(im, w.re));
  }
  // asinh(a) = log(a + sqrt(a^2 + 1)) = log1p(a + a^2 / (1 + sqrt(a^2 + 1)))
  // for a = |x|; log(2a) where a^2 would overflow.
  Expression a = abs(x);
  Expression square = a * a;
  Expression result = logPlusOne(a + square / (1.0 + sqrt(square + 1.0)));
  Expression isLarge = a >= std::sqrt(Limits(x).largest) / 2.0;
  return withSignOf(x, select(isLarge, log(a) + ln2, result));
}

Expression expandAtan(Expression x) {
  if (isComplex(x)) {
    // atan(z) = -i atanh(iz)
    Expression re = real(x), im = imag(x);
    Parts w = complexAtanh(abs(im), abs(re));
    // On the cuts, x = 0 and |y| > 1, the right side is meant.
    return complex(negatedBelowZero(re, w.im), withSignOf(im, w.re));
  }
  return atan2(x, x.constant(1.0));
}

Expression expandAtanh(Expression x) {
  if (isComplex(x)) {
    Expression re = real(x), im = imag(x);
    Parts w = complexAtanh(abs(re), abs(im));
    // On the cut, x > 1 and y = 0, the upper side is meant.
    return complex(withSignOf(re, w.re), negatedBelowZero(im, w.im));
  }
  // atanh(a) = log((1 + a) / (1 - a)) / 2 = log1p(2a / (1 - a)) / 2, a = |x|
  Expression a = abs(x);
  return withSignOf(x, logPlusOne(a * 2.0 / (1.0 - a)) * 0.5);
}

} // namespace weft::chlo
