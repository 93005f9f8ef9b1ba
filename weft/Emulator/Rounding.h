// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding in other directions than to the nearest.

#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace weft::emulator {

enum class Rounding : uint8_t { Nearest, NearestAway, ToZero, Down, Up };

/// A double as a float. Exact numbers, infinities and NaN stay what they are.
inline float roundToFloat(double value, Rounding rounding) {
  const float nearest = static_cast<float>(value);
  if (rounding == Rounding::Nearest || std::isnan(value) ||
      static_cast<double>(nearest) == value) {
    return nearest;
  }
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const bool isAbove = static_cast<double>(nearest) > value;
  const bool wantsAbove =
      rounding == Rounding::Up || (rounding == Rounding::ToZero && value < 0);
  if (isAbove == wantsAbove) {
    return nearest;
  }
  return std::nextafter(nearest, isAbove ? -infinity : infinity);
}

/// To a whole number.
inline double roundToWhole(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::Nearest:
    return std::nearbyint(value);
  case Rounding::NearestAway:
    return std::round(value);
  case Rounding::ToZero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  }
  return value;
}

} // namespace weft::emulator
