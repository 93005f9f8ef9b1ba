// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Floating-point formats from 4 to 64 bits, and exact conversion between them.
//
// Every format here is a sign, an exponent field E of e bits and a mantissa M
// of m bits, and differs from its neighbours only in a row of one table. Three
// observations make one decoder and one encoder serve them all.
//
// 1. Magnitudes are ordered like their codes. Without the sign, a code is
//    E * 2^m + M, and counting up by one always reaches the next larger value:
//    a mantissa of all ones carries into the exponent. The last subnormal is
//    followed by the first normal number, and the largest finite number by
//    whatever the format keeps at its top. So rounding needs no case for
//    "the mantissa overflowed", "a subnormal became normal" or "the result is
//    too large": the sum is right, or it is beyond the largest code.
//
// 2. A double holds every value of every format exactly, so a double is how
//    values travel. To encode one, write it as s * 2^(x - 52) with the
//    significand s < 2^53, choose the exponent field it lands in, at least 1,
//    and drop the bits of s that the mantissa has no room for:
//
//      field   = max(x + bias, 1)
//      rounded = s / 2^(52 - m + field - (x + bias)), nearest, ties to even
//      code    = (field - 1) * 2^m + rounded
//
//    For a normal number `rounded` still holds its leading one, worth 2^m,
//    which is what takes `field - 1` to `field`. For a subnormal it does not,
//    and the field stays zero. Example, 13 as f8E4M3FN (bias 7, m = 3):
//    13 = 1.101b * 2^3, field 10, rounded 1101b, code 9 * 8 + 13 = 0x55.
//    The value is rounded once, from all of its bits.
//
// 3. What is special sits at the top of a format, or at minus zero, and there
//    are four ways to fill these places (see FloatSpecials). They also settle
//    what an overflow gives: an infinity if there is one, else a NaN if there
//    is one, else the largest number.
//
// f8E8M0FNU, the scale of block-scaled arrays, has no sign, no mantissa and no
// zero; all its codes but the last are powers of two. Nothing in the encoder
// is about it, apart from the NaN it gives for zero and for negative numbers,
// and its odd rule at the bottom follows: code 0, where the formula above
// thinks zero is, stands for 2^-127. Everything up to 2^-127 becomes code 0 (a
// tie to even) and everything above it code 1, though 2^-127 may be nearer.
// That is also what the hardware-independent casts of JAX do.
//
// A NaN converted keeps its sign where its format has one, and never its
// payload: the result is the quiet NaN with no other bit set. f4 and f6 formats
// have no NaN, and by convention take the code of minus zero for it.
//
// Arithmetic on any format up to f32 is: decode, compute in double, encode.
// For + - * / and square root of f32 and narrower types the second rounding is
// harmless (2 * 24 + 2 <= 53), so that the result is correctly rounded.
// Conversion itself is integer arithmetic: it does not depend on the machine's
// rounding mode or on subnormals being flushed.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace weft {

enum class FloatKind : uint8_t {
  F4E2M1FN,
  F6E2M3FN,
  F6E3M2FN,
  F8E3M4,
  F8E4M3,
  F8E4M3B11FNUZ,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F8E8M0FNU,
  BF16,
  F16,
  TF32,
  F32,
  F64,
};

/// Where a format keeps what is not a number.
enum class FloatSpecials : uint8_t {
  /// The top exponent is reserved: mantissa zero is infinity, the rest NaN.
  TopExponent,
  /// The one code of all ones (either sign) is NaN; there is no infinity.
  TopCode,
  /// The code of minus zero is NaN; there is no infinity and no minus zero.
  NegativeZero,
  /// Every code is a finite number.
  None,
};

struct FloatFormat {
  FloatKind kind;
  /// As StableHLO and MLIR spell the type.
  std::string_view name;
  uint8_t exponentBits;
  uint8_t mantissaBits;
  int16_t bias;
  FloatSpecials specials;
  /// f8E8M0FNU has neither; every other format has both.
  bool hasSignAndZero = true;

  /// The width of a code. It sits in the low bits of the integer that holds
  /// it. tf32 counts its 19 bits; shifted up by 13 they are the f32 code.
  constexpr unsigned bits() const {
    return (hasSignAndZero ? 1 : 0) + exponentBits + mantissaBits;
  }
  constexpr uint64_t magnitudeMask() const {
    return (uint64_t{1} << (exponentBits + mantissaBits)) - 1;
  }
  /// Zero for the format without a sign.
  constexpr uint64_t signMask() const {
    return hasSignAndZero ? magnitudeMask() + 1 : 0;
  }
  constexpr bool hasInfinity() const {
    return specials == FloatSpecials::TopExponent;
  }
  constexpr bool hasNaN() const { return specials != FloatSpecials::None; }

  /// The code of the largest finite number.
  constexpr uint64_t largestCode() const {
    switch (specials) {
    case FloatSpecials::TopExponent:
      return infinityCode() - 1;
    case FloatSpecials::TopCode:
      return magnitudeMask() - 1;
    case FloatSpecials::NegativeZero:
    case FloatSpecials::None:
      break;
    }
    return magnitudeMask();
  }

  /// The code of infinity. Only if hasInfinity().
  constexpr uint64_t infinityCode() const {
    return magnitudeMask() & ~((uint64_t{1} << mantissaBits) - 1);
  }

  /// The code a NaN is given; minus zero where there is none.
  constexpr uint64_t nanCode(bool negative = false) const {
    const uint64_t sign = negative ? signMask() : 0;
    switch (specials) {
    case FloatSpecials::TopExponent:
      return sign | infinityCode() | (uint64_t{1} << (mantissaBits - 1));
    case FloatSpecials::TopCode:
      return sign | magnitudeMask();
    case FloatSpecials::NegativeZero:
    case FloatSpecials::None:
      break;
    }
    return signMask();
  }

  /// Whether the sign alone is a zero, and not a NaN.
  constexpr bool hasNegativeZero() const {
    return specials != FloatSpecials::NegativeZero;
  }

  /// The code a number gets whose magnitude is too large, infinity included.
  constexpr uint64_t overflowCode(bool negative = false) const {
    const uint64_t sign = negative ? signMask() : 0;
    if (hasInfinity()) {
      return sign | infinityCode();
    }
    return hasNaN() ? nanCode(negative) : sign | largestCode();
  }
};

/// In the order of FloatKind.
inline constexpr std::array<FloatFormat, 16> floatFormats = {{
    // clang-format off
    {FloatKind::F4E2M1FN,      "f4E2M1FN",      2, 1,  1, FloatSpecials::None},
    {FloatKind::F6E2M3FN,      "f6E2M3FN",      2, 3,  1, FloatSpecials::None},
    {FloatKind::F6E3M2FN,      "f6E3M2FN",      3, 2,  3, FloatSpecials::None},
    {FloatKind::F8E3M4,        "f8E3M4",        3, 4,  3, FloatSpecials::TopExponent},
    {FloatKind::F8E4M3,        "f8E4M3",        4, 3,  7, FloatSpecials::TopExponent},
    {FloatKind::F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 4, 3, 11, FloatSpecials::NegativeZero},
    {FloatKind::F8E4M3FN,      "f8E4M3FN",      4, 3,  7, FloatSpecials::TopCode},
    {FloatKind::F8E4M3FNUZ,    "f8E4M3FNUZ",    4, 3,  8, FloatSpecials::NegativeZero},
    {FloatKind::F8E5M2,        "f8E5M2",        5, 2, 15, FloatSpecials::TopExponent},
    {FloatKind::F8E5M2FNUZ,    "f8E5M2FNUZ",    5, 2, 16, FloatSpecials::NegativeZero},
    {FloatKind::F8E8M0FNU,     "f8E8M0FNU",     8, 0, 127, FloatSpecials::TopCode, false},
    {FloatKind::BF16,          "bf16",          8, 7, 127, FloatSpecials::TopExponent},
    {FloatKind::F16,           "f16",           5, 10, 15, FloatSpecials::TopExponent},
    {FloatKind::TF32,          "tf32",          8, 10, 127, FloatSpecials::TopExponent},
    {FloatKind::F32,           "f32",           8, 23, 127, FloatSpecials::TopExponent},
    {FloatKind::F64,           "f64",          11, 52, 1023, FloatSpecials::TopExponent},
    // clang-format on
}};

constexpr const FloatFormat &formatOf(FloatKind kind) {
  return floatFormats[static_cast<size_t>(kind)];
}

constexpr std::string_view floatKindName(FloatKind kind) {
  return formatOf(kind).name;
}

constexpr std::optional<FloatKind> floatKindFromName(std::string_view name) {
  for (const FloatFormat &format : floatFormats) {
    if (format.name == name) {
      return format.kind;
    }
  }
  return std::nullopt;
}

namespace detail {

/// 2^exponent, for normal doubles.
constexpr double powerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

/// value / 2^shift, to nearest with ties to even, for values below 2^53.
constexpr uint64_t shiftRightRounded(uint64_t value, int shift) {
  if (shift == 0) {
    return value;
  }
  if (shift > 54) {
    return 0;
  }
  const uint64_t quotient = value >> shift;
  const uint64_t remainder = value - (quotient << shift);
  const uint64_t half = uint64_t{1} << (shift - 1);
  const bool up =
      remainder > half || (remainder == half && (quotient & 1) != 0);
  return quotient + (up ? 1 : 0);
}

} // namespace detail

//===----------------------------------------------------------------------===//
// What a code is. Bits above the format's width are ignored throughout.
//===----------------------------------------------------------------------===//

constexpr bool isNaN(FloatKind kind, uint64_t bits) {
  const FloatFormat &format = formatOf(kind);
  const uint64_t magnitude = bits & format.magnitudeMask();
  switch (format.specials) {
  case FloatSpecials::TopExponent:
    return magnitude > format.infinityCode();
  case FloatSpecials::TopCode:
    return magnitude == format.magnitudeMask();
  case FloatSpecials::NegativeZero:
    return magnitude == 0 && (bits & format.signMask()) != 0;
  case FloatSpecials::None:
    break;
  }
  return false;
}

constexpr bool isInfinite(FloatKind kind, uint64_t bits) {
  const FloatFormat &format = formatOf(kind);
  return format.hasInfinity() &&
         (bits & format.magnitudeMask()) == format.infinityCode();
}

constexpr bool isFinite(FloatKind kind, uint64_t bits) {
  return !isNaN(kind, bits) && !isInfinite(kind, bits);
}

/// Whether the sign is set: of minus zero, and of a NaN that has a sign. The
/// only NaN of the formats without minus zero has none.
constexpr bool isNegative(FloatKind kind, uint64_t bits) {
  const FloatFormat &format = formatOf(kind);
  return (bits & format.signMask()) != 0 &&
         !(format.specials == FloatSpecials::NegativeZero && isNaN(kind, bits));
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// The value of a code, exactly.
constexpr double decodeFloat(FloatKind kind, uint64_t bits) {
  if (kind == FloatKind::F64) {
    return std::bit_cast<double>(bits);
  }
  const FloatFormat &format = formatOf(kind);
  const bool negative = isNegative(kind, bits);
  double magnitude = 0.0;
  if (isNaN(kind, bits)) {
    magnitude = std::numeric_limits<double>::quiet_NaN();
  } else if (isInfinite(kind, bits)) {
    magnitude = std::numeric_limits<double>::infinity();
  } else {
    const uint64_t leadingOne = uint64_t{1} << format.mantissaBits;
    const uint64_t code = bits & format.magnitudeMask();
    const int field = static_cast<int>(code >> format.mantissaBits);
    const uint64_t mantissa = code & (leadingOne - 1);
    const bool subnormal = field == 0 && format.hasSignAndZero;
    const uint64_t significand = subnormal ? mantissa : mantissa | leadingOne;
    const int exponent =
        (subnormal ? 1 : field) - format.bias - format.mantissaBits;
    magnitude = static_cast<double>(significand) * detail::powerOfTwo(exponent);
  }
  // Through the bits, because negating a NaN need not change its sign.
  return std::bit_cast<double>(std::bit_cast<uint64_t>(magnitude) |
                               (negative ? uint64_t{1} << 63 : 0));
}

/// The code nearest to a value, ties to even, by the rules at the top.
constexpr uint64_t encodeFloat(FloatKind kind, double value) {
  if (kind == FloatKind::F64) {
    return std::bit_cast<uint64_t>(value);
  }
  constexpr FloatFormat wide = formatOf(FloatKind::F64);
  const FloatFormat &format = formatOf(kind);
  const uint64_t source = std::bit_cast<uint64_t>(value);
  const bool negative = (source & wide.signMask()) != 0;
  const uint64_t magnitude = source & wide.magnitudeMask();
  if (magnitude > wide.infinityCode()) {
    return format.nanCode(negative);
  }
  if (!format.hasSignAndZero && (negative || magnitude == 0)) {
    return format.nanCode();
  }
  if (magnitude == wide.infinityCode()) {
    return format.overflowCode(negative);
  }

  const int sourceField = static_cast<int>(magnitude >> wide.mantissaBits);
  const uint64_t leadingOne = uint64_t{1} << wide.mantissaBits;
  const uint64_t mantissa = magnitude & (leadingOne - 1);
  const uint64_t significand =
      sourceField == 0 ? mantissa : mantissa | leadingOne;
  const int wanted = std::max(sourceField, 1) - wide.bias + format.bias;
  const int field = std::max(wanted, 1);
  const int shift = wide.mantissaBits - format.mantissaBits + field - wanted;
  const uint64_t code =
      (static_cast<uint64_t>(field - 1) << format.mantissaBits) +
      detail::shiftRightRounded(significand, shift);
  if (code > format.largestCode()) {
    return format.overflowCode(negative);
  }
  if (code == 0 && format.specials == FloatSpecials::NegativeZero) {
    return 0;
  }
  return code | (negative ? format.signMask() : 0);
}

/// The value a number has after being stored in a format.
constexpr double roundToFloat(FloatKind kind, double value) {
  return decodeFloat(kind, encodeFloat(kind, value));
}

/// A code of one format as a code of another. To the same format it changes
/// nothing, not even a NaN's payload.
constexpr uint64_t convertFloat(FloatKind from, FloatKind to, uint64_t bits) {
  return from == to ? bits : encodeFloat(to, decodeFloat(from, bits));
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// The largest finite number.
constexpr double largestFloat(FloatKind kind) {
  return decodeFloat(kind, formatOf(kind).largestCode());
}

/// The most negative finite number, or the smallest one of an unsigned format.
constexpr double lowestFloat(FloatKind kind) {
  const FloatFormat &format = formatOf(kind);
  return decodeFloat(kind, format.hasSignAndZero
                               ? format.signMask() | format.largestCode()
                               : 0);
}

/// The smallest positive number, subnormal where the format has such.
constexpr double smallestFloat(FloatKind kind) {
  return decodeFloat(kind, formatOf(kind).hasSignAndZero ? 1 : 0);
}

/// The smallest positive number with all mantissa bits.
constexpr double smallestNormalFloat(FloatKind kind) {
  const FloatFormat &format = formatOf(kind);
  return decodeFloat(
      kind, format.hasSignAndZero ? uint64_t{1} << format.mantissaBits : 0);
}

/// The distance from one to the next larger number.
constexpr double floatEpsilon(FloatKind kind) {
  return detail::powerOfTwo(-formatOf(kind).mantissaBits);
}

//===----------------------------------------------------------------------===//
// Order and distance
//===----------------------------------------------------------------------===//

/// Orders codes as IEEE 754's totalOrder: negative NaNs, minus infinity,
/// numbers with -0 before +0, infinity, NaNs. Keys of one kind compare with
/// `<`. A NaN without a sign counts as positive.
constexpr int64_t totalOrderKey(FloatKind kind, uint64_t bits) {
  const FloatFormat &format = formatOf(kind);
  if (format.specials == FloatSpecials::NegativeZero && isNaN(kind, bits)) {
    return static_cast<int64_t>(format.magnitudeMask()) + 1;
  }
  const int64_t magnitude = static_cast<int64_t>(bits & format.magnitudeMask());
  return isNegative(kind, bits) ? -magnitude - 1 : magnitude;
}

/// Where a number stands in the row of all numbers of its format: neighbours
/// differ by one, both zeros are 0, an infinity follows the largest number.
/// Not for NaN.
constexpr int64_t floatPosition(FloatKind kind, uint64_t bits) {
  const FloatFormat &format = formatOf(kind);
  const int64_t magnitude = static_cast<int64_t>(bits & format.magnitudeMask());
  return isNegative(kind, bits) ? -magnitude : magnitude;
}

/// The steps from one number to the other, in units in the last place. NaN is
/// at distance 0 from NaN. The largest value stands for "not comparable": NaN
/// with a number, or an infinity with anything but itself.
constexpr uint64_t ulpDistance(FloatKind kind, uint64_t left, uint64_t right) {
  constexpr uint64_t incomparable = std::numeric_limits<uint64_t>::max();
  if (isNaN(kind, left) || isNaN(kind, right)) {
    return isNaN(kind, left) && isNaN(kind, right) ? 0 : incomparable;
  }
  const int64_t a = floatPosition(kind, left);
  const int64_t b = floatPosition(kind, right);
  if (a == b) {
    return 0;
  }
  if (isInfinite(kind, left) || isInfinite(kind, right)) {
    return incomparable;
  }
  // Unsigned, because the positions of two f64 can be almost 2^64 apart.
  return a > b ? static_cast<uint64_t>(a) - static_cast<uint64_t>(b)
               : static_cast<uint64_t>(b) - static_cast<uint64_t>(a);
}

namespace detail {

/// The neighbour of a number one step up or down, or itself at the end.
constexpr uint64_t neighbour(FloatKind kind, uint64_t bits, int step) {
  if (isNaN(kind, bits)) {
    return bits;
  }
  const FloatFormat &format = formatOf(kind);
  const int64_t top = static_cast<int64_t>(
      format.hasInfinity() ? format.infinityCode() : format.largestCode());
  const int64_t bottom = format.hasSignAndZero ? -top : 0;
  const int64_t position =
      std::clamp(floatPosition(kind, bits) + step, bottom, top);
  return position < 0 ? format.signMask() | static_cast<uint64_t>(-position)
                      : static_cast<uint64_t>(position);
}

} // namespace detail

/// The next larger number, which may be infinity; the same where there is no
/// larger one, and for NaN. A step onto zero gives plus zero.
constexpr uint64_t nextAbove(FloatKind kind, uint64_t bits) {
  return detail::neighbour(kind, bits, 1);
}

/// The next smaller number, likewise.
constexpr uint64_t nextBelow(FloatKind kind, uint64_t bits) {
  return detail::neighbour(kind, bits, -1);
}

} // namespace weft
