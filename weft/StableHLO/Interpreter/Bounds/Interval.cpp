// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds/Interval.h"

#include <numbers>

namespace weft::reference::ranges {

Interval hullOf(std::initializer_list<double> values) {
  Interval result = Interval::exactly(*values.begin());
  for (double value : values) {
    result = hull(result, Interval::exactly(value));
  }
  return result;
}

Interval Arithmetic::widened(Interval x, double units) const {
  if (x.isNaN() || x.isAnything()) {
    return x;
  }
  auto off = [&](double end) {
    return std::isfinite(end) ? units * (unit * std::fabs(end) + least) : 0;
  };
  double low = x.low - off(x.low);
  double high = x.high + off(x.high);
  if (x.isFinite() && std::max(-low, high) >= largest) {
    return Interval::anything();
  }
  return {low == 0 ? -0.0 : low, high == 0 ? 0.0 : high};
}

/// NaN of NaN and anything; else anything of anything.
static bool isSettled(Interval a, Interval b, Interval &result) {
  if (a.isNaN() || b.isNaN()) {
    result = Interval::notANumber();
    return true;
  }
  if (a.isAnything() || b.isAnything()) {
    result = Interval::anything();
    return true;
  }
  return false;
}

Interval Arithmetic::add(Interval a, Interval b) const {
  Interval result;
  if (isSettled(a, b, result)) {
    return result;
  }
  return widened(
      hullOf({a.low + b.low, a.low + b.high, a.high + b.low, a.high + b.high}));
}

Interval Arithmetic::multiply(Interval a, Interval b) const {
  Interval result;
  if (isSettled(a, b, result)) {
    return result;
  }
  if ((a.holdsZero() && b.holdsInfinity()) ||
      (b.holdsZero() && a.holdsInfinity())) {
    return a.isExact() && b.isExact() ? Interval::notANumber()
                                      : Interval::anything();
  }
  return widened(
      hullOf({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}));
}

Interval Arithmetic::square(Interval a) const {
  if (a.isNaN() || a.isAnything()) {
    return a;
  }
  Interval ends = hullOf({a.low * a.low, a.high * a.high});
  Interval result = widened(a.holdsZero() ? hull(ends, {0, 0}) : ends);
  return {std::max(result.low, 0.0), result.high};
}

Interval Arithmetic::divide(Interval a, Interval b) const {
  Interval result;
  if (isSettled(a, b, result)) {
    return result;
  }
  bool isOpen = b.holdsZero() && (!b.isExact() || a.holdsZero());
  if ((isOpen || (a.holdsInfinity() && b.holdsInfinity())) &&
      !(a.isExact() && b.isExact())) {
    return Interval::anything();
  }
  return widened(
      hullOf({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}));
}

Interval Arithmetic::sqrt(Interval a) const {
  return widened(
      a.isAnything() ? a : hullOf({std::sqrt(a.low), std::sqrt(a.high)}));
}

Interval Arithmetic::exp(Interval a) const {
  return widened(a.isAnything() ? a
                                : hullOf({std::exp(a.low), std::exp(a.high)}));
}

Interval Arithmetic::log(Interval a) const {
  return widened(a.isAnything() ? a
                                : hullOf({std::log(a.low), std::log(a.high)}));
}

Interval sineOver(Interval a, double quarterTurns) {
  constexpr double pi = std::numbers::pi;
  auto function = [&](double x) {
    return quarterTurns == 0 ? std::sin(x) : std::cos(x);
  };
  if (a.isAnything() || a.isNaN()) {
    return a;
  }
  if (a.isExact()) {
    return Interval::exactly(function(a.low));
  }
  if (a.holdsInfinity()) {
    return Interval::anything();
  }
  // Where turns can no longer be counted, all of it.
  constexpr double countable = 0x1p40;
  if (a.high - a.low >= 2 * pi || a.largest() > countable) {
    return {-1, 1};
  }
  Interval result = hullOf({function(a.low), function(a.high)});
  // The greatest is a quarter turn on from where the sine is zero.
  auto include = [&](double at, double extreme) {
    double turns = std::ceil((a.low - at) / (2 * pi) - 1e-3);
    for (double turn : {turns, turns + 1}) {
      double place = at + turn * 2 * pi;
      double slack = 1e-9 * (1 + std::fabs(place)) * 1e-3;
      if (place >= a.low - slack && place <= a.high + slack) {
        result = hull(result, Interval::exactly(extreme));
      }
    }
  };
  include((1 - quarterTurns) * pi / 2, 1);
  include((-1 - quarterTurns) * pi / 2, -1);
  return result;
}

Interval Arithmetic::sin(Interval a) const { return widened(sineOver(a, 0)); }
Interval Arithmetic::cos(Interval a) const { return widened(sineOver(a, 1)); }

Interval Arithmetic::sinh(Interval a) const {
  return widened(
      a.isAnything() ? a : hullOf({std::sinh(a.low), std::sinh(a.high)}));
}

Interval Arithmetic::cosh(Interval a) const {
  if (a.isAnything() || a.isNaN()) {
    return a;
  }
  Interval ends = hullOf({std::cosh(a.low), std::cosh(a.high)});
  return widened(a.holdsZero() ? hull(ends, {1, 1}) : ends);
}

Interval Arithmetic::hypot(Interval a, Interval b) const {
  Interval result;
  if (isSettled(a, b, result)) {
    return result;
  }
  auto least = [](Interval x) {
    return x.holdsZero() ? 0.0 : std::min(std::fabs(x.low), std::fabs(x.high));
  };
  Interval size = widened(
      {std::hypot(least(a), least(b)), std::hypot(a.largest(), b.largest())});
  return {std::max(size.low, 0.0), size.high};
}

Interval anglesOf(Interval y, Interval x) {
  constexpr double pi = std::numbers::pi;
  Interval result;
  if (isSettled(y, x, result)) {
    return result;
  }
  Interval corners =
      hullOf({std::atan2(y.low, x.low), std::atan2(y.low, x.high),
              std::atan2(y.high, x.low), std::atan2(y.high, x.high)});
  // Round the origin, or over the cut.
  bool isSplit = y.holdsZero() && !y.isExact() && (x.low < 0 || x.holdsZero());
  bool isAtOrigin = y.holdsZero() && x.holdsZero() && !x.isExact();
  return isSplit || isAtOrigin ? hull(corners, {-pi, pi}) : corners;
}

Interval Arithmetic::atan2(Interval y, Interval x) const {
  return widened(anglesOf(y, x));
}

} // namespace weft::reference::ranges
