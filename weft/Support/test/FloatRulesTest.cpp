// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The published rules of the small formats, each as a few vectors.

#include "weft/Support/Float.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace weft;

namespace {

using Kind = FloatKind;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

struct Vector {
  Kind kind;
  double value;
  uint64_t code;
};

void expectVectors(const std::vector<Vector> &vectors) {
  for (const Vector &vector : vectors) {
    EXPECT_EQ(encodeFloat(vector.kind, vector.value), vector.code)
        << floatKindName(vector.kind) << " of " << vector.value;
  }
}

double below(double value) { return std::nextafter(value, 0.0); }
double above(double value) { return std::nextafter(value, infinity); }

TEST(FloatRules, OverflowOfTheEightBitKinds) {
  expectVectors({
      {Kind::F8E4M3FN, 464, 0x7E},
      {Kind::F8E4M3FN, -464, 0xFE},
      {Kind::F8E4M3FN, above(464), 0x7F},
      {Kind::F8E4M3FN, -above(464), 0xFF},
      {Kind::F8E4M3FN, infinity, 0x7F},
      {Kind::F8E4M3FN, -infinity, 0xFF},
      {Kind::F8E4M3, below(248), 0x77},
      {Kind::F8E4M3, 248, 0x78},
      {Kind::F8E4M3, -248, 0xF8},
      {Kind::F8E4M3, infinity, 0x78},
      {Kind::F8E4M3, -infinity, 0xF8},
      {Kind::F8E3M4, below(15.75), 0x6F},
      {Kind::F8E3M4, 15.75, 0x70},
      {Kind::F8E3M4, -15.75, 0xF0},
      {Kind::F8E3M4, -infinity, 0xF0},
      {Kind::F8E5M2, below(61440), 0x7B},
      {Kind::F8E5M2, 61440, 0x7C},
      {Kind::F8E5M2, -61440, 0xFC},
      {Kind::F8E5M2, infinity, 0x7C},
      {Kind::F8E4M3FNUZ, below(248), 0x7F},
      {Kind::F8E4M3FNUZ, 248, 0x80},
      {Kind::F8E4M3FNUZ, -248, 0x80},
      {Kind::F8E4M3FNUZ, -infinity, 0x80},
      {Kind::F8E4M3B11FNUZ, below(31), 0x7F},
      {Kind::F8E4M3B11FNUZ, 31, 0x80},
      {Kind::F8E4M3B11FNUZ, infinity, 0x80},
      {Kind::F8E5M2FNUZ, below(61440), 0x7F},
      {Kind::F8E5M2FNUZ, 61440, 0x80},
      {Kind::F8E5M2FNUZ, -infinity, 0x80},
  });
}

TEST(FloatRules, NaN) {
  expectVectors({
      {Kind::F8E4M3FN, notANumber, 0x7F},
      {Kind::F8E4M3FN, -notANumber, 0xFF},
      {Kind::F8E4M3, notANumber, 0x7C},
      {Kind::F8E4M3, -notANumber, 0xFC},
      {Kind::F8E3M4, notANumber, 0x78},
      {Kind::F8E3M4, -notANumber, 0xF8},
      {Kind::F8E5M2, notANumber, 0x7E},
      {Kind::F8E5M2, -notANumber, 0xFE},
      {Kind::F8E4M3FNUZ, notANumber, 0x80},
      {Kind::F8E4M3FNUZ, -notANumber, 0x80},
      {Kind::F8E4M3B11FNUZ, -notANumber, 0x80},
      {Kind::F8E5M2FNUZ, notANumber, 0x80},
      {Kind::F8E8M0FNU, notANumber, 0xFF},
      {Kind::F8E8M0FNU, -notANumber, 0xFF},
      {Kind::F4E2M1FN, notANumber, 0x8},
      {Kind::F4E2M1FN, -notANumber, 0x8},
      {Kind::F6E2M3FN, notANumber, 0x20},
      {Kind::F6E2M3FN, -notANumber, 0x20},
      {Kind::F6E3M2FN, notANumber, 0x20},
      {Kind::F6E3M2FN, -notANumber, 0x20},
      {Kind::BF16, -notANumber, 0xFFC0},
      {Kind::F16, notANumber, 0x7E00},
  });
  // The NaN in the place of minus zero has no sign to pass on.
  EXPECT_EQ(convertFloat(Kind::F8E4M3FNUZ, Kind::F32, 0x80), 0x7FC00000u);
  EXPECT_EQ(convertFloat(Kind::F8E4M3FN, Kind::F32, 0xFF), 0xFFC00000u);
}

TEST(FloatRules, FourAndSixBitsClamp) {
  expectVectors({
      {Kind::F4E2M1FN, 5, 0x6},
      {Kind::F4E2M1FN, above(5), 0x7},
      {Kind::F4E2M1FN, 1e300, 0x7},
      {Kind::F4E2M1FN, infinity, 0x7},
      {Kind::F4E2M1FN, -infinity, 0xF},
      {Kind::F4E2M1FN, -100, 0xF},
      {Kind::F6E2M3FN, 8, 0x1F},
      {Kind::F6E2M3FN, -infinity, 0x3F},
      {Kind::F6E3M2FN, 1e9, 0x1F},
      {Kind::F6E3M2FN, infinity, 0x1F},
      {Kind::F6E3M2FN, -infinity, 0x3F},
  });
}

TEST(FloatRules, FourBitTies) {
  const double pairs[][2] = {{0.25, 0}, {0.75, 1}, {1.25, 1}, {1.75, 2},
                             {2.5, 2},  {3.5, 4},  {5, 4}};
  for (const auto &[value, expected] : pairs) {
    EXPECT_EQ(roundToFloat(Kind::F4E2M1FN, value), expected) << value;
    EXPECT_EQ(roundToFloat(Kind::F4E2M1FN, -value), -expected) << value;
  }
}

TEST(FloatRules, ZerosAndUnderflow) {
  expectVectors({
      {Kind::F4E2M1FN, -0.0, 0x8},
      {Kind::F4E2M1FN, -0.2, 0x8},
      {Kind::F6E2M3FN, -0.0, 0x20},
      {Kind::F8E4M3FN, -0.0, 0x80},
      {Kind::F8E4M3FN, 0x1p-10, 0x00},
      {Kind::F8E4M3FN, above(0x1p-10), 0x01},
      {Kind::F8E4M3FN, -0x1p-1074, 0x80},
      {Kind::F8E5M2, 0x1p-17, 0x00},
      {Kind::F8E5M2, 0x1.8p-16, 0x02},
      {Kind::F8E4M3FNUZ, -0.0, 0x00},
      {Kind::F8E4M3FNUZ, -0x1p-11, 0x00},
      {Kind::F8E4M3FNUZ, -0x1p-10, 0x81},
      {Kind::F8E4M3B11FNUZ, -0x1p-14, 0x00},
      {Kind::F8E5M2FNUZ, -0x1p-1000, 0x00},
  });
}

TEST(FloatRules, Scales) {
  expectVectors({
      {Kind::F8E8M0FNU, 0.0, 0xFF},
      {Kind::F8E8M0FNU, -0.0, 0xFF},
      {Kind::F8E8M0FNU, -1.0, 0xFF},
      {Kind::F8E8M0FNU, -0x1p-149, 0xFF},
      {Kind::F8E8M0FNU, infinity, 0xFF},
      {Kind::F8E8M0FNU, -infinity, 0xFF},
      {Kind::F8E8M0FNU, 0x1p-149, 0x00},
      {Kind::F8E8M0FNU, 0x1p-1074, 0x00},
      {Kind::F8E8M0FNU, 0x1p-127, 0x00},
      {Kind::F8E8M0FNU, above(0x1p-127), 0x01},
      {Kind::F8E8M0FNU, 0x1.1p-127, 0x01},
      {Kind::F8E8M0FNU, 0x1.8p-127, 0x01},
      {Kind::F8E8M0FNU, below(0x1p-126), 0x01},
      {Kind::F8E8M0FNU, 0x1p-126, 0x01},
      {Kind::F8E8M0FNU, below(1.5), 0x7F},
      {Kind::F8E8M0FNU, 1.5, 0x80},
      {Kind::F8E8M0FNU, 3.0, 0x81},
      {Kind::F8E8M0FNU, below(0x1.8p127), 0xFE},
      {Kind::F8E8M0FNU, 0x1.8p127, 0xFF},
  });
  EXPECT_EQ(convertFloat(Kind::F8E8M0FNU, Kind::F32, 0xFF), 0x7FC00000u);
  EXPECT_EQ(convertFloat(Kind::F8E8M0FNU, Kind::F32, 0x00), 0x00400000u);
  EXPECT_EQ(convertFloat(Kind::F8E8M0FNU, Kind::BF16, 0x00), 0x0040u);
  EXPECT_EQ(convertFloat(Kind::F8E8M0FNU, Kind::F16, 0x00), 0x0000u);
  EXPECT_EQ(convertFloat(Kind::F8E8M0FNU, Kind::F16, 0xFE), 0x7C00u);
}

/// The published recipe in integers on f32 codes.
TEST(FloatRules, ScalesByTheIntegerRecipe) {
  for (uint64_t upper = 0; upper <= 0xFFFF; ++upper) {
    for (uint64_t lower : {0x0000u, 0x0001u, 0x8000u, 0xFFFFu}) {
      const uint64_t bits = (upper << 16) | lower;
      const int32_t code = static_cast<int32_t>(static_cast<uint32_t>(bits));
      uint64_t expected = 0;
      if (code <= 0 || code >= 0x7F400000) {
        expected = 0xFF;
      } else if (code > 0x400000) {
        expected = static_cast<uint64_t>((code + 0x400000) >> 23);
      }
      ASSERT_EQ(convertFloat(Kind::F32, Kind::F8E8M0FNU, bits), expected)
          << bits;
    }
  }
}

TEST(FloatRules, RoundsOnce) {
  // Through f32 this would become the tie 1.0625, and then 1.0.
  EXPECT_EQ(roundToFloat(Kind::F8E4M3FN, 1.0625 + 0x1p-40), 1.125);
  EXPECT_EQ(roundToFloat(Kind::F16, 1.0 + 0x1p-11 + 0x1p-50), 1.0 + 0x1p-10);
  EXPECT_EQ(roundToFloat(Kind::F16, 65520.0), infinity);
  EXPECT_EQ(roundToFloat(Kind::F16, below(65520.0)), 65504.0);
}

} // namespace
