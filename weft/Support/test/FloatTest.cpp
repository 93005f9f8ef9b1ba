// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Float.h against references written another way: values by the textbook
// formula and ldexp, rounding by a search among the sorted values of the
// format, f32 and f64 by the machine's own casts. Formats up to 19 bits are
// checked exhaustively.

#include "weft/Support/Float.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace weft;

namespace {

using Kind = FloatKind;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// The kinds few enough in codes to try them all.
std::vector<Kind> smallKinds() {
  std::vector<Kind> kinds;
  for (const FloatFormat &format : floatFormats) {
    if (format.bits() <= 19) {
      kinds.push_back(format.kind);
    }
  }
  return kinds;
}

uint64_t codeCount(Kind kind) { return uint64_t{1} << formatOf(kind).bits(); }

/// Bitwise, but any NaN equals any NaN of the same sign.
bool sameValue(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b) && std::signbit(a) == std::signbit(b);
  }
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

/// A row of the published layouts, in other terms than Float.h uses: codes
/// (without sign) of the largest finite value and of the NaNs.
struct Published {
  Kind kind;
  unsigned bits;
  unsigned mantissaBits;
  int bias;
  uint64_t largestCode;
  double largest;
  double smallestNormal;
  double smallest;
  uint64_t infinity;          // 0: none
  uint64_t firstNaN, lastNaN; // 0: none
  bool negativeZeroIsNaN = false;
};

const std::vector<Published> &published() {
  static const std::vector<Published> rows = {
      // clang-format off
      {Kind::F4E2M1FN,      4, 1, 1, 0x7, 6, 1, 0.5, 0, 0, 0},
      {Kind::F6E2M3FN,      6, 3, 1, 0x1F, 7.5, 1, 0.125, 0, 0, 0},
      {Kind::F6E3M2FN,      6, 2, 3, 0x1F, 28, 0.25, 0.0625, 0, 0, 0},
      {Kind::F8E3M4,        8, 4, 3, 0x6F, 15.5, 0.25, 0x1p-6, 0x70, 0x71, 0x7F},
      {Kind::F8E4M3,        8, 3, 7, 0x77, 240, 0x1p-6, 0x1p-9, 0x78, 0x79, 0x7F},
      {Kind::F8E4M3FN,      8, 3, 7, 0x7E, 448, 0x1p-6, 0x1p-9, 0, 0x7F, 0x7F},
      {Kind::F8E4M3FNUZ,    8, 3, 8, 0x7F, 240, 0x1p-7, 0x1p-10, 0, 0, 0, true},
      {Kind::F8E4M3B11FNUZ, 8, 3, 11, 0x7F, 30, 0x1p-10, 0x1p-13, 0, 0, 0, true},
      {Kind::F8E5M2,        8, 2, 15, 0x7B, 57344, 0x1p-14, 0x1p-16, 0x7C, 0x7D, 0x7F},
      {Kind::F8E5M2FNUZ,    8, 2, 16, 0x7F, 57344, 0x1p-15, 0x1p-17, 0, 0, 0, true},
      {Kind::F8E8M0FNU,     8, 0, 127, 0xFE, 0x1p127, 0x1p-127, 0x1p-127, 0, 0xFF, 0xFF},
      {Kind::BF16,          16, 7, 127, 0x7F7F, 0x1.FEp127, 0x1p-126, 0x1p-133, 0x7F80, 0x7F81, 0x7FFF},
      {Kind::F16,           16, 10, 15, 0x7BFF, 65504, 0x1p-14, 0x1p-24, 0x7C00, 0x7C01, 0x7FFF},
      {Kind::TF32,          19, 10, 127, 0x3FBFF, 0x1.FFCp127, 0x1p-126, 0x1p-136, 0x3FC00, 0x3FC01, 0x3FFFF},
      // clang-format on
  };
  return rows;
}

/// The value of a code by the formula of the layouts.
double slowDecode(const Published &row, uint64_t code) {
  const bool scale = row.kind == Kind::F8E8M0FNU;
  const uint64_t half = uint64_t{1} << (row.bits - 1);
  const bool negative = !scale && code >= half;
  const uint64_t magnitude = negative ? code - half : code;
  const double sign = negative ? -1.0 : 1.0;
  if (row.negativeZeroIsNaN && code == half) {
    return notANumber;
  }
  if (row.lastNaN != 0 && magnitude >= row.firstNaN &&
      magnitude <= row.lastNaN) {
    return std::copysign(notANumber, sign);
  }
  if (row.infinity != 0 && magnitude == row.infinity) {
    return sign * infinity;
  }
  if (scale) {
    return std::ldexp(1.0, static_cast<int>(code) - 127);
  }
  const double steps = std::ldexp(1.0, static_cast<int>(row.mantissaBits));
  const int exponent = static_cast<int>(magnitude >> row.mantissaBits);
  const double fraction =
      static_cast<double>(magnitude % (uint64_t{1} << row.mantissaBits)) /
      steps;
  return exponent == 0 ? sign * std::ldexp(fraction, 1 - row.bias)
                       : sign * std::ldexp(1.0 + fraction, exponent - row.bias);
}

/// Rounding by search: the magnitudes in ascending order, index = code. One
/// more step past the largest stands for "overflows".
class SlowEncoder {
public:
  explicit SlowEncoder(const Published &published) : row(published) {
    for (uint64_t code = 0; code <= row.largestCode; ++code) {
      magnitudes.push_back(slowDecode(row, code));
    }
    const size_t last = magnitudes.size() - 1;
    magnitudes.push_back(2 * magnitudes[last] - magnitudes[last - 1]);
  }

  uint64_t operator()(double value) const {
    if (row.kind == Kind::F8E8M0FNU) {
      return encodeScale(value);
    }
    const uint64_t signBit = uint64_t{1} << (row.bits - 1);
    const uint64_t sign = std::signbit(value) ? signBit : 0;
    const bool hasNaN = row.lastNaN != 0 || row.negativeZeroIsNaN;
    if (std::isnan(value)) {
      if (row.negativeZeroIsNaN || !hasNaN) {
        return signBit;
      }
      return sign |
             (row.infinity != 0
                  ? row.infinity + (uint64_t{1} << (row.mantissaBits - 1))
                  : row.lastNaN);
    }
    const double magnitude = std::fabs(value);
    const uint64_t code = nearest(magnitude);
    if (code > row.largestCode) {
      if (row.infinity != 0) {
        return sign | row.infinity;
      }
      if (!hasNaN) {
        return sign | row.largestCode;
      }
      return row.negativeZeroIsNaN ? signBit : sign | row.lastNaN;
    }
    return code == 0 && row.negativeZeroIsNaN ? 0 : sign | code;
  }

private:
  uint64_t nearest(double magnitude) const {
    if (magnitude >= magnitudes.back()) {
      return magnitudes.size() - 1;
    }
    const auto above =
        std::upper_bound(magnitudes.begin(), magnitudes.end(), magnitude);
    const uint64_t high = static_cast<uint64_t>(above - magnitudes.begin());
    const uint64_t low = high - 1;
    // Neighbours are within a factor of two, or there is a zero: the
    // differences are exact.
    const double toLow = magnitude - magnitudes[low];
    const double toHigh = magnitudes[high] - magnitude;
    if (toLow != toHigh) {
      return toLow < toHigh ? low : high;
    }
    return low % 2 == 0 ? low : high;
  }

  /// The published rules of f8E8M0FNU, case by case.
  static uint64_t encodeScale(double value) {
    if (!(value > 0) || value >= std::ldexp(1.5, 127)) {
      return 0xFF;
    }
    if (value <= 0x1p-127) {
      return 0x00;
    }
    if (value < 0x1p-126) {
      return 0x01;
    }
    int exponent = 0;
    const double fraction = 2 * std::frexp(value, &exponent);
    return static_cast<uint64_t>(exponent - 1 + 127 +
                                 (fraction >= 1.5 ? 1 : 0));
  }

  Published row;
  std::vector<double> magnitudes;
};

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static_assert(encodeFloat(Kind::F8E4M3FN, 13.0) == 0x55);
static_assert(decodeFloat(Kind::F4E2M1FN, 0xF) == -6.0);
static_assert(floatKindFromName("bf16") == Kind::BF16);

TEST(Float, TableFollowsTheEnum) {
  for (size_t index = 0; index < floatFormats.size(); ++index) {
    EXPECT_EQ(static_cast<size_t>(floatFormats[index].kind), index);
    EXPECT_EQ(floatKindFromName(floatFormats[index].name),
              floatFormats[index].kind);
  }
  EXPECT_EQ(floatFormats.back().kind, Kind::F64);
  EXPECT_EQ(floatKindFromName("f8E4M3fn"), std::nullopt);
  EXPECT_EQ(floatKindFromName(""), std::nullopt);
}

TEST(Float, EveryCodeHasItsFormulasValue) {
  for (const Published &row : published()) {
    SCOPED_TRACE(std::string(floatKindName(row.kind)));
    ASSERT_EQ(formatOf(row.kind).bits(), row.bits);
    for (uint64_t code = 0; code < codeCount(row.kind); ++code) {
      const double expected = slowDecode(row, code);
      ASSERT_TRUE(sameValue(decodeFloat(row.kind, code), expected)) << code;
      ASSERT_EQ(isNaN(row.kind, code), std::isnan(expected)) << code;
      ASSERT_EQ(isInfinite(row.kind, code), std::isinf(expected)) << code;
      ASSERT_EQ(isFinite(row.kind, code), std::isfinite(expected)) << code;
      ASSERT_EQ(isNegative(row.kind, code), std::signbit(expected)) << code;
    }
  }
}

TEST(Float, BitsAboveTheWidthAreIgnored) {
  EXPECT_EQ(decodeFloat(Kind::F4E2M1FN, 0xA7), 6.0);
  EXPECT_TRUE(isNaN(Kind::F8E5M2, 0xF7F));
  EXPECT_EQ(decodeFloat(Kind::BF16, 0xABCD3F80), 1.0);
}

TEST(Float, Limits) {
  for (const Published &row : published()) {
    SCOPED_TRACE(std::string(floatKindName(row.kind)));
    EXPECT_EQ(largestFloat(row.kind), row.largest);
    EXPECT_EQ(smallestNormalFloat(row.kind), row.smallestNormal);
    EXPECT_EQ(smallestFloat(row.kind), row.smallest);
    EXPECT_EQ(floatEpsilon(row.kind), std::ldexp(1.0, -int(row.mantissaBits)));
    EXPECT_EQ(lowestFloat(row.kind),
              row.kind == Kind::F8E8M0FNU ? 0x1p-127 : -row.largest);
  }
  EXPECT_EQ(largestFloat(Kind::F32), std::numeric_limits<float>::max());
  EXPECT_EQ(smallestFloat(Kind::F32), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(floatEpsilon(Kind::F32), std::numeric_limits<float>::epsilon());
  EXPECT_EQ(largestFloat(Kind::F64), std::numeric_limits<double>::max());
  EXPECT_EQ(smallestNormalFloat(Kind::F64), std::numeric_limits<double>::min());
  EXPECT_EQ(smallestFloat(Kind::F64),
            std::numeric_limits<double>::denorm_min());
}

TEST(Float, F4InCodeOrder) {
  const double values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (uint64_t code = 0; code < 8; ++code) {
    EXPECT_EQ(decodeFloat(Kind::F4E2M1FN, code), values[code]);
  }
}

//===----------------------------------------------------------------------===//
// Conversion, exhaustively
//===----------------------------------------------------------------------===//

TEST(Float, DecodingAndEncodingGivesTheCodeBack) {
  for (Kind kind : smallKinds()) {
    SCOPED_TRACE(std::string(floatKindName(kind)));
    for (uint64_t code = 0; code < codeCount(kind); ++code) {
      const uint64_t back = encodeFloat(kind, decodeFloat(kind, code));
      if (isNaN(kind, code)) {
        ASSERT_EQ(back, formatOf(kind).nanCode(isNegative(kind, code)));
        ASSERT_TRUE(isNaN(kind, back));
      } else {
        ASSERT_EQ(back, code);
      }
      ASSERT_EQ(convertFloat(kind, kind, code), code);
    }
  }
}

TEST(Float, EveryCodeOfEveryKindToEverySmallKind) {
  for (const Published &target : published()) {
    const SlowEncoder reference(target);
    for (const Published &source : published()) {
      if (source.kind == target.kind) {
        continue;
      }
      SCOPED_TRACE(std::string(floatKindName(source.kind)) + " to " +
                   std::string(floatKindName(target.kind)));
      for (uint64_t code = 0; code < codeCount(source.kind); ++code) {
        ASSERT_EQ(convertFloat(source.kind, target.kind, code),
                  reference(slowDecode(source, code)))
            << code;
      }
    }
  }
}

TEST(Float, EveryCodeOfEverySmallKindToF32AndF64) {
  for (const Published &source : published()) {
    for (uint64_t code = 0; code < codeCount(source.kind); ++code) {
      const double value = slowDecode(source, code);
      const uint64_t f32 = convertFloat(source.kind, Kind::F32, code);
      const uint64_t f64 = convertFloat(source.kind, Kind::F64, code);
      if (std::isnan(value)) {
        ASSERT_EQ(f32, std::signbit(value) ? 0xFFC00000u : 0x7FC00000u);
        ASSERT_EQ(f64, std::signbit(value) ? 0xFFF8000000000000u
                                           : 0x7FF8000000000000u);
        continue;
      }
      ASSERT_EQ(f32, std::bit_cast<uint32_t>(static_cast<float>(value)));
      ASSERT_EQ(f64, std::bit_cast<uint64_t>(value));
    }
  }
}

/// Each midpoint between neighbours is a tie, and the doubles beside it catch
/// any rounding in two steps. The last one is where overflow begins.
TEST(Float, EveryMidpointAndItsNeighbours) {
  for (const Published &target : published()) {
    SCOPED_TRACE(std::string(floatKindName(target.kind)));
    const SlowEncoder reference(target);
    for (uint64_t code = 0; code <= target.largestCode; ++code) {
      const double low = slowDecode(target, code);
      const double high = code < target.largestCode
                              ? slowDecode(target, code + 1)
                              : 2 * low - slowDecode(target, code - 1);
      const double middle = low + (high - low) / 2;
      for (double sign : {1.0, -1.0}) {
        for (double value :
             {low, std::nextafter(low, infinity), std::nextafter(low, 0.0),
              middle, std::nextafter(middle, infinity),
              std::nextafter(middle, 0.0), high}) {
          ASSERT_EQ(encodeFloat(target.kind, sign * value),
                    reference(sign * value))
              << sign * value;
        }
      }
    }
  }
}

TEST(Float, DoublesThatHaveNothingToDoWithTheTarget) {
  std::mt19937_64 random(20260822);
  for (const Published &target : published()) {
    SCOPED_TRACE(std::string(floatKindName(target.kind)));
    const SlowEncoder reference(target);
    const int lowest = std::ilogb(target.smallest) - 3;
    const int highest = std::ilogb(target.largest) + 3;
    std::uniform_int_distribution<int> exponents(lowest, highest);
    for (int count = 0; count < 20000; ++count) {
      const uint64_t bits = random();
      const double anywhere = std::bit_cast<double>(bits);
      ASSERT_EQ(encodeFloat(target.kind, anywhere), reference(anywhere));
      const double fraction = 1.0 + static_cast<double>(bits >> 12) * 0x1p-52;
      const double inRange =
          std::ldexp((bits & 1) != 0 ? fraction : -fraction, exponents(random));
      ASSERT_EQ(encodeFloat(target.kind, inRange), reference(inRange));
    }
  }
}

//===----------------------------------------------------------------------===//
// f32 and f64 against the machine
//===----------------------------------------------------------------------===//

/// Patterns where things happen: every exponent with telling mantissas.
std::vector<double> interestingDoubles() {
  std::vector<double> values;
  for (uint64_t exponent = 0; exponent <= 0x7FF; ++exponent) {
    for (uint64_t mantissa :
         {uint64_t{0}, uint64_t{1}, uint64_t{1} << 28, (uint64_t{1} << 28) + 1,
          (uint64_t{1} << 28) - 1, uint64_t{3} << 28, uint64_t{1} << 29,
          uint64_t{1} << 51, (uint64_t{1} << 51) - 1, (uint64_t{1} << 52) - 1,
          ((uint64_t{1} << 52) - 1) ^ ((uint64_t{1} << 28) - 1),
          ((uint64_t{1} << 52) - 1) ^ ((uint64_t{1} << 29) - 1)}) {
      for (uint64_t sign : {uint64_t{0}, uint64_t{1} << 63}) {
        values.push_back(
            std::bit_cast<double>(sign | (exponent << 52) | mantissa));
      }
    }
  }
  return values;
}

void expectMachineNarrowing(double value) {
  const uint64_t code = encodeFloat(Kind::F32, value);
  if (std::isnan(value)) {
    ASSERT_EQ(code, std::signbit(value) ? 0xFFC00000u : 0x7FC00000u);
    return;
  }
  ASSERT_EQ(code, std::bit_cast<uint32_t>(static_cast<float>(value))) << value;
}

TEST(Float, F32NarrowsAsTheMachineDoes) {
  for (double value : interestingDoubles()) {
    expectMachineNarrowing(value);
  }
  std::mt19937_64 random(1);
  for (int count = 0; count < 300000; ++count) {
    expectMachineNarrowing(std::bit_cast<double>(random()));
    // Most random doubles are outside f32; these are inside, ties included.
    const float inside = std::bit_cast<float>(static_cast<uint32_t>(random()));
    const float next = std::nextafter(inside, 1.0f);
    expectMachineNarrowing(inside);
    if (std::isfinite(inside)) {
      const double middle = (double{inside} + double{next}) / 2;
      expectMachineNarrowing(middle);
      expectMachineNarrowing(std::nextafter(middle, infinity));
      expectMachineNarrowing(std::nextafter(middle, -infinity));
    }
  }
}

TEST(Float, F32WidensAsTheMachineDoes) {
  std::mt19937 random(2);
  const auto check = [](uint32_t code) {
    ASSERT_TRUE(sameValue(decodeFloat(Kind::F32, code),
                          double{std::bit_cast<float>(code)}))
        << code;
  };
  for (uint32_t upper = 0; upper <= 0xFFFF; ++upper) {
    for (uint32_t lower : {0x0000u, 0x0001u, 0x8000u, 0xFFFFu}) {
      check((upper << 16) | lower);
    }
  }
  for (int count = 0; count < 300000; ++count) {
    check(static_cast<uint32_t>(random()));
  }
}

TEST(Float, F64IsTheCarrier) {
  std::mt19937_64 random(3);
  std::vector<double> values = interestingDoubles();
  for (int count = 0; count < 300000; ++count) {
    values.push_back(std::bit_cast<double>(random()));
  }
  for (double value : values) {
    const uint64_t code = std::bit_cast<uint64_t>(value);
    ASSERT_EQ(std::bit_cast<uint64_t>(decodeFloat(Kind::F64, code)), code);
    ASSERT_EQ(encodeFloat(Kind::F64, value), code);
  }
}

//===----------------------------------------------------------------------===//
// Order and distance
//===----------------------------------------------------------------------===//

TEST(FloatOrder, KeysFollowTotalOrder) {
  for (Kind kind : smallKinds()) {
    SCOPED_TRACE(std::string(floatKindName(kind)));
    std::vector<uint64_t> codes(codeCount(kind));
    for (uint64_t code = 0; code < codes.size(); ++code) {
      codes[code] = code;
    }
    std::sort(codes.begin(), codes.end(), [&](uint64_t a, uint64_t b) {
      return totalOrderKey(kind, a) < totalOrderKey(kind, b);
    });
    // NaNs at both ends; between them values ascend, with -0 before +0.
    const auto rank = [&](uint64_t code) {
      return !isNaN(kind, code) ? 0 : isNegative(kind, code) ? -1 : 1;
    };
    for (size_t index = 1; index < codes.size(); ++index) {
      const uint64_t a = codes[index - 1];
      const uint64_t b = codes[index];
      ASSERT_LT(totalOrderKey(kind, a), totalOrderKey(kind, b));
      ASSERT_LE(rank(a), rank(b));
      if (rank(a) == 0 && rank(b) == 0) {
        const double left = decodeFloat(kind, a);
        const double right = decodeFloat(kind, b);
        ASSERT_TRUE(left < right || (left == right && std::signbit(left) &&
                                     !std::signbit(right)));
      }
    }
  }
  EXPECT_EQ(totalOrderKey(Kind::F64, ~uint64_t{0}),
            std::numeric_limits<int64_t>::min());
}

TEST(FloatOrder, NeighboursOfEveryCode) {
  for (const Published &row : published()) {
    const Kind kind = row.kind;
    SCOPED_TRACE(std::string(floatKindName(kind)));
    std::vector<double> values;
    for (uint64_t code = 0; code < codeCount(kind); ++code) {
      if (!isNaN(kind, code)) {
        values.push_back(decodeFloat(kind, code));
      }
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    for (uint64_t code = 0; code < codeCount(kind); ++code) {
      if (isNaN(kind, code)) {
        ASSERT_EQ(nextAbove(kind, code), code);
        ASSERT_EQ(nextBelow(kind, code), code);
        continue;
      }
      const auto here = std::lower_bound(values.begin(), values.end(),
                                         decodeFloat(kind, code));
      const double up = here + 1 == values.end() ? *here : here[1];
      const double down = here == values.begin() ? *here : here[-1];
      ASSERT_EQ(decodeFloat(kind, nextAbove(kind, code)), up) << code;
      ASSERT_EQ(decodeFloat(kind, nextBelow(kind, code)), down) << code;
      const bool finiteSteps = std::isfinite(up) && std::isfinite(down);
      if (finiteSteps && up != down) {
        ASSERT_EQ(
            ulpDistance(kind, nextAbove(kind, code), nextBelow(kind, code)),
            static_cast<uint64_t>((up != *here) + (down != *here)));
      }
    }
  }
}

TEST(FloatOrder, Distance) {
  constexpr uint64_t incomparable = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(ulpDistance(Kind::F32, 0x3F800000, 0x3F800003), 3u);
  EXPECT_EQ(ulpDistance(Kind::F32, 0x3F800003, 0x3F800000), 3u);
  EXPECT_EQ(ulpDistance(Kind::F32, 0x00000000, 0x80000000), 0u);
  EXPECT_EQ(ulpDistance(Kind::F32, 0x00000002, 0x80000001), 3u);
  EXPECT_EQ(ulpDistance(Kind::F32, 0x7FC00000, 0xFFC00001), 0u);
  EXPECT_EQ(ulpDistance(Kind::F32, 0x7FC00000, 0x3F800000), incomparable);
  EXPECT_EQ(ulpDistance(Kind::F32, 0x7F800000, 0x7F800000), 0u);
  EXPECT_EQ(ulpDistance(Kind::F32, 0x7F800000, 0x7F7FFFFF), incomparable);
  EXPECT_EQ(ulpDistance(Kind::F32, 0x7F800000, 0xFF800000), incomparable);
  EXPECT_EQ(ulpDistance(Kind::F64, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF),
            0xFFDFFFFFFFFFFFFE);
  EXPECT_EQ(ulpDistance(Kind::F8E4M3FNUZ, 0x01, 0x81), 2u);
  EXPECT_EQ(ulpDistance(Kind::F8E8M0FNU, 0x00, 0xFE), 254u);
}

} // namespace
