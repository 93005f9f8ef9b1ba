// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intervals of real numbers, and boxes of complex ones.
//
// An interval is a number between two ends, or NaN (both ends are), or
// anything at all, NaN included (one end is). Zeros are ordered: an interval
// from +0 on does not hold -0.
//
// Arithmetic knows how inexact the operations are that it stands for: each
// result is widened by so many units of the type that is computed in, which
// also covers the rounding of the ends.

#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace weft::reference::ranges {

struct Interval {
  double low = 0;
  double high = 0;

  static Interval exactly(double value) { return {value, value}; }
  static Interval notANumber() {
    return exactly(std::numeric_limits<double>::quiet_NaN());
  }
  /// The end that is a number is one of every type, those without zero too.
  static Interval anything() {
    return {std::numeric_limits<double>::quiet_NaN(), 1};
  }

  bool isNaN() const { return std::isnan(low) && std::isnan(high); }
  bool isAnything() const { return std::isnan(low) != std::isnan(high); }
  bool isExact() const {
    return isNaN() || (low == high && std::signbit(low) == std::signbit(high));
  }
  bool isFinite() const { return std::isfinite(low) && std::isfinite(high); }
  bool holdsZero() const { return low <= 0 && high >= 0; }
  bool holdsInfinity() const { return std::isinf(low) || std::isinf(high); }
  /// The largest size of a number in it.
  double largest() const { return std::max(std::fabs(low), std::fabs(high)); }
};

/// a < b, with -0 < +0.
inline bool isLess(double a, double b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

inline Interval hull(Interval a, Interval b) {
  if (a.isNaN() && b.isNaN()) {
    return a;
  }
  if (a.isAnything() || b.isAnything() || a.isNaN() || b.isNaN()) {
    return Interval::anything();
  }
  return {isLess(b.low, a.low) ? b.low : a.low,
          isLess(a.high, b.high) ? b.high : a.high};
}

/// Whether a number may be of both.
inline bool overlap(Interval a, Interval b) {
  if (a.isNaN() || b.isNaN()) {
    return a.isNaN() == b.isNaN() || a.isAnything() || b.isAnything();
  }
  return a.isAnything() || b.isAnything() ||
         (a.low <= b.high && b.low <= a.high);
}

inline bool holds(Interval interval, double value) {
  if (interval.isAnything()) {
    return true;
  }
  if (interval.isNaN() || std::isnan(value)) {
    return interval.isNaN() && std::isnan(value);
  }
  return !isLess(value, interval.low) && !isLess(interval.high, value);
}

class Arithmetic {
public:
  /// `unit`: by how much of its size a result may be off; `least`: and by how
  /// much at least. What may reach `largest` may overflow, to an infinity or a
  /// NaN, and is anything.
  Arithmetic(double unit, double least,
             double largest = std::numeric_limits<double>::infinity())
      : unit(unit), least(least), largest(largest) {}

  Interval widened(Interval x, double units = 1) const;

  Interval add(Interval a, Interval b) const;
  Interval negate(Interval a) const { return {-a.high, -a.low}; }
  Interval subtract(Interval a, Interval b) const {
    return a.isAnything() || b.isAnything() || a.isNaN() || b.isNaN()
               ? add(a, b)
               : add(a, negate(b));
  }
  Interval multiply(Interval a, Interval b) const;
  Interval square(Interval a) const;
  Interval divide(Interval a, Interval b) const;
  Interval sqrt(Interval a) const;
  Interval exp(Interval a) const;
  Interval log(Interval a) const;
  Interval sin(Interval a) const;
  Interval cos(Interval a) const;
  Interval sinh(Interval a) const;
  Interval cosh(Interval a) const;
  Interval hypot(Interval a, Interval b) const;
  Interval atan2(Interval y, Interval x) const;

private:
  double unit;
  double least;
  double largest;
};

/// The values of a function at its ends: NaN where all are, anything where
/// some are.
Interval hullOf(std::initializer_list<double> values);

/// Of the sine and, a quarter turn on, the cosine: ends and extremes inside.
Interval sineOver(Interval a, double quarterTurns);

/// All angles of the points of a box, within half a turn either way.
Interval anglesOf(Interval y, Interval x);

} // namespace weft::reference::ranges
