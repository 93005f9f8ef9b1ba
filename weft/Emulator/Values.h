// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How handlers see slots: a type of PTX as something to compute with.
//
// Each has a `Value`, `read` and `write`. Half floats are computed in doubles
// and rounded once (Float.h says why that is exact for + - * / and roots).

#pragma once

#include "weft/Emulator/Thread.h"
#include "weft/Support/Float.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace weft::emulator {

template <class T> struct Integer {
  using Value = T;
  static constexpr unsigned bits = sizeof(T) * 8;
  static T read(uint64_t slot) { return static_cast<T>(slot); }
  static void write(uint64_t &slot, T value) {
    slot = static_cast<std::make_unsigned_t<T>>(value);
  }
};

using U8 = Integer<uint8_t>;
using U16 = Integer<uint16_t>;
using U32 = Integer<uint32_t>;
using U64 = Integer<uint64_t>;
using S8 = Integer<int8_t>;
using S16 = Integer<int16_t>;
using S32 = Integer<int32_t>;
using S64 = Integer<int64_t>;

struct Predicate {
  using Value = bool;
  static bool read(uint64_t slot) { return slot & 1; }
  static void write(uint64_t &slot, bool value) { slot = value; }
};

struct F32 {
  using Value = float;
  static constexpr uint32_t nan = 0x7FFFFFFF;
  static float read(uint64_t slot) {
    return std::bit_cast<float>(static_cast<uint32_t>(slot));
  }
  /// The machine knows one NaN.
  static void write(uint64_t &slot, float value) {
    slot = value == value ? std::bit_cast<uint32_t>(value) : nan;
  }
  static float fma(float a, float b, float c) { return std::fma(a, b, c); }
};

/// `.ftz`: subnormal numbers are zeros.
struct F32Flushed : F32 {
  static float flush(float value) {
    return std::abs(value) < std::numeric_limits<float>::min()
               ? std::copysign(0.0f, value)
               : value;
  }
  static float read(uint64_t slot) { return flush(F32::read(slot)); }
  static void write(uint64_t &slot, float value) {
    F32::write(slot, flush(value));
  }
};

struct F64 {
  using Value = double;
  /// The same on every host.
  static constexpr uint64_t nan = 0xFFF8000000000000;
  static double read(uint64_t slot) { return std::bit_cast<double>(slot); }
  static void write(uint64_t &slot, double value) {
    slot = value == value ? std::bit_cast<uint64_t>(value) : nan;
  }
  static double fma(double a, double b, double c) { return std::fma(a, b, c); }
};

/// a + b, such that rounding it once more is as if it were rounded once: where
/// the sum is not exact its last bit is one.
inline double addToOdd(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) {
    return sum;
  }
  const double back = sum - a;
  const double error = (a - (sum - back)) + (b - back);
  const uint64_t bits = std::bit_cast<uint64_t>(sum);
  if (error == 0 || (bits & 1)) {
    return sum;
  }
  // One step towards the exact sum.
  return std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

template <FloatKind kind> struct HalfFloat {
  using Value = double;
  static double read(uint64_t slot) { return decodeFloat(kind, slot & 0xFFFF); }
  static void write(uint64_t &slot, double value) {
    slot = value == value ? encodeFloat(kind, value) : 0x7FFF;
  }
  /// The product of two is exact.
  static double fma(double a, double b, double c) { return addToOdd(a * b, c); }
};

using F16 = HalfFloat<FloatKind::F16>;
using BF16 = HalfFloat<FloatKind::BF16>;

} // namespace weft::emulator
