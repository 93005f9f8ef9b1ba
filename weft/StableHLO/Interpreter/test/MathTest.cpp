// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Math.h"

#include "MathReference.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>

namespace weft::reference {
namespace {

using Unary = Element (*)(const Element &);

const ElementType f64 = ElementType::real(FloatKind::F64);
const ElementType f32 = ElementType::real(FloatKind::F32);
const ElementType si8 = ElementType::signedInteger(8);
const ElementType ui8 = ElementType::unsignedInteger(8);
const ElementType si64 = ElementType::signedInteger(64);
const ElementType ui64 = ElementType::unsignedInteger(64);
const ElementType boolean = ElementType::boolean();
constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

Element integer(ElementType type, int64_t value) {
  return Element::integer(type, static_cast<uint64_t>(value));
}
Element real(double value) { return Element::real(f64, value); }

/// A long double as a double that rounds like it to narrower floats: towards
/// zero, with a last bit that says whether something was lost.
double roundToOdd(long double value) {
  double nearest = static_cast<double>(value);
  if (std::isnan(value) || std::isinf(nearest) ||
      static_cast<long double>(nearest) == value) {
    return nearest;
  }
  double truncated = nearest;
  if (std::fabs(static_cast<long double>(nearest)) > std::fabs(value)) {
    truncated = std::nextafter(nearest, 0.0);
  }
  return std::bit_cast<double>(std::bit_cast<uint64_t>(truncated) | 1);
}

struct Function {
  const char *name;
  Unary function;
  long double (*reference)(long double);
};

const Function functions[] = {
    {"cbrt", math::cbrt, [](long double x) { return std::cbrt(x); }},
    {"cosine", math::cosine, [](long double x) { return std::cos(x); }},
    {"exponential", math::exponential,
     [](long double x) { return std::exp(x); }},
    {"exponentialMinusOne", math::exponentialMinusOne,
     [](long double x) { return std::expm1(x); }},
    {"log", math::log, [](long double x) { return std::log(x); }},
    {"logPlusOne", math::logPlusOne,
     [](long double x) { return std::log1p(x); }},
    {"logistic", math::logistic,
     [](long double x) { return 1 / (1 + std::exp(-x)); }},
    {"rsqrt", math::rsqrt, [](long double x) { return 1 / std::sqrt(x); }},
    {"sine", math::sine, [](long double x) { return std::sin(x); }},
    {"sqrt", math::sqrt, [](long double x) { return std::sqrt(x); }},
    {"tan", math::tan, [](long double x) { return std::tan(x); }},
    {"tanh", math::tanh, [](long double x) { return std::tanh(x); }},
};

class NarrowFloats : public ::testing::TestWithParam<FloatKind> {};

TEST_P(NarrowFloats, everyValueIsCorrectlyRounded) {
  FloatKind kind = GetParam();
  ElementType type = ElementType::real(kind);
  for (const Function &function : functions) {
    unsigned wrong = 0;
    for (uint64_t code = 0; code < uint64_t{1} << formatOf(kind).bits();
         ++code) {
      double x = decodeFloat(kind, code);
      uint64_t expected = encodeFloat(kind, roundToOdd(function.reference(x)));
      uint64_t actual =
          encodeFloat(kind, function.function(Element::real(type, x)).asReal());
      if (isNaN(kind, expected) ? !isNaN(kind, actual) : expected != actual) {
        ++wrong;
      }
    }
    EXPECT_EQ(wrong, 0u) << function.name << " in " << type.name();
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllKinds, NarrowFloats,
    ::testing::Values(FloatKind::BF16, FloatKind::F16, FloatKind::F8E4M3FN,
                      FloatKind::F8E5M2, FloatKind::F8E3M4,
                      FloatKind::F8E4M3B11FNUZ, FloatKind::F6E2M3FN,
                      FloatKind::F4E2M1FN),
    [](const auto &info) { return std::string(floatKindName(info.param)); });

TEST(MathTest, narrowFunctionsOfTwoArgumentsAreCorrectlyRounded) {
  std::mt19937 random(2);
  for (FloatKind kind : {FloatKind::BF16, FloatKind::F16}) {
    ElementType type = ElementType::real(kind);
    auto check = [&](const Element &actual, long double exact) {
      uint64_t expected = encodeFloat(kind, roundToOdd(exact));
      EXPECT_EQ(ulpDistance(kind, encodeFloat(kind, actual.asReal()), expected),
                0u);
    };
    for (int i = 0; i < 100000; ++i) {
      Element x = Element::real(type, decodeFloat(kind, random() & 0xFFFF));
      Element y = Element::real(type, decodeFloat(kind, random() & 0xFFFF));
      long double wideX = x.asReal();
      long double wideY = y.asReal();
      check(math::power(x, y), std::pow(wideX, wideY));
      check(math::atan2(x, y), std::atan2(wideX, wideY));
      check(math::divide(x, y), wideX / wideY);
      check(math::add(x, y), wideX + wideY);
      check(math::multiply(x, y), wideX * wideY);
      check(math::remainder(x, y), std::fmod(wideX, wideY));
    }
  }
}

TEST(MathTest, f32IsWithinOneUlp) {
  std::mt19937 random(1);
  for (const Function &function : functions) {
    for (int i = 0; i < 20000; ++i) {
      float x = std::bit_cast<float>(static_cast<uint32_t>(random()));
      uint64_t expected =
          encodeFloat(FloatKind::F32, roundToOdd(function.reference(x)));
      uint64_t actual = encodeFloat(
          FloatKind::F32, function.function(Element::real(f32, x)).asReal());
      EXPECT_LE(ulpDistance(FloatKind::F32, expected, actual), 1u)
          << function.name << " of " << x;
    }
  }
}

TEST(MathTest, f64IsWithinOneUlp) {
  std::map<std::string, Unary> byName;
  for (const Function &function : functions) {
    byName[function.name] = function.function;
  }
  for (const test::RealReference &reference : test::realReferences) {
    double actual =
        byName.at(reference.function)(real(reference.argument)).asReal();
    EXPECT_LE(ulpDistance(FloatKind::F64,
                          std::bit_cast<uint64_t>(reference.result),
                          std::bit_cast<uint64_t>(actual)),
              1u)
        << reference.function << " of " << reference.argument;
  }
}

TEST(MathTest, integerDivision) {
  EXPECT_EQ(math::divide(integer(si8, -17), integer(si8, 3)).asSigned(), -5);
  EXPECT_EQ(math::divide(integer(si8, 5), integer(si8, 0)).asSigned(), -1);
  EXPECT_EQ(math::divide(integer(ui8, 5), integer(ui8, 0)).asUnsigned(), 255u);
  EXPECT_EQ(math::divide(integer(si8, -128), integer(si8, -1)).asSigned(),
            -128);
  int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(math::divide(integer(si64, least), integer(si64, -1)).asSigned(),
            least);
  EXPECT_EQ(math::divide(integer(ui64, -1), integer(ui64, 2)).asUnsigned(),
            std::numeric_limits<uint64_t>::max() / 2);
  EXPECT_EQ(math::remainder(integer(si8, -17), integer(si8, 3)).asSigned(), -2);
  EXPECT_EQ(math::remainder(integer(si8, 17), integer(si8, -3)).asSigned(), 2);
  EXPECT_EQ(math::remainder(integer(si8, 17), integer(si8, 0)).asSigned(), 17);
  EXPECT_EQ(math::remainder(integer(si64, least), integer(si64, -1)).asSigned(),
            0);
}

TEST(MathTest, integerPowers) {
  EXPECT_EQ(math::power(integer(si8, -3), integer(si8, 3)).asSigned(), -27);
  EXPECT_EQ(math::power(integer(si8, 2), integer(si8, 7)).asSigned(), -128);
  EXPECT_EQ(math::power(integer(si8, 0), integer(si8, 0)).asSigned(), 1);
  EXPECT_EQ(math::power(integer(si8, 2), integer(si8, -1)).asSigned(), 0);
  EXPECT_EQ(math::power(integer(si8, 1), integer(si8, -2)).asSigned(), 1);
  EXPECT_EQ(math::power(integer(si8, -1), integer(si8, -2)).asSigned(), 1);
  EXPECT_EQ(math::power(integer(si8, -1), integer(si8, -3)).asSigned(), -1);
  EXPECT_EQ(math::power(integer(ui8, 3), integer(ui8, 255)).asUnsigned(), 171u);
}

TEST(MathTest, wrappingAndBooleans) {
  EXPECT_EQ(math::add(integer(si8, 127), integer(si8, 1)).asSigned(), -128);
  EXPECT_EQ(math::subtract(integer(ui8, 0), integer(ui8, 1)).asUnsigned(),
            255u);
  EXPECT_EQ(math::multiply(integer(si8, 16), integer(si8, 16)).asSigned(), 0);
  EXPECT_EQ(math::negate(integer(ui8, 1)).asUnsigned(), 255u);
  EXPECT_EQ(math::absolute(integer(si8, -128)).asSigned(), -128);
  Element yes = Element::boolean(true);
  Element no = Element::boolean(false);
  EXPECT_TRUE(math::add(yes, yes).asBoolean());
  EXPECT_FALSE(math::multiply(yes, no).asBoolean());
  EXPECT_TRUE(math::maximum(yes, no).asBoolean());
  EXPECT_FALSE(math::minimum(yes, no).asBoolean());
  EXPECT_FALSE(math::bitwiseNot(yes).asBoolean());
}

TEST(MathTest, bits) {
  EXPECT_EQ(math::shiftLeft(integer(si8, 1), integer(si8, 7)).asSigned(), -128);
  EXPECT_EQ(math::shiftLeft(integer(si8, 1), integer(si8, 8)).asSigned(), 0);
  EXPECT_EQ(math::shiftLeft(integer(si8, 1), integer(si8, -1)).asSigned(), 0);
  EXPECT_EQ(math::shiftRightLogical(integer(si8, -1), integer(si8, 4)).bits(),
            15u);
  EXPECT_EQ(math::shiftRightArithmetic(integer(si8, -128), integer(si8, 99))
                .asSigned(),
            -1);
  EXPECT_EQ(
      math::shiftRightArithmetic(integer(si8, 64), integer(si8, -1)).asSigned(),
      0);
  EXPECT_EQ(math::shiftRightArithmetic(integer(ui8, 0x80), integer(ui8, 3))
                .asUnsigned(),
            0xF0u);
  EXPECT_EQ(math::shiftRightArithmetic(integer(si64, -8), integer(si64, 1))
                .asSigned(),
            -4);
  EXPECT_EQ(math::populationCount(integer(si8, -1)).asSigned(), 8);
  EXPECT_EQ(math::countLeadingZeros(integer(si8, 0)).asSigned(), 8);
  EXPECT_EQ(math::countLeadingZeros(integer(si8, 1)).asSigned(), 7);
  EXPECT_EQ(math::countLeadingZeros(integer(si64, -1)).asSigned(), 0);
}

TEST(MathTest, minimumAndMaximumOfFloats) {
  EXPECT_TRUE(std::isnan(math::maximum(real(nan), real(1)).asReal()));
  EXPECT_TRUE(std::isnan(math::minimum(real(1), real(nan)).asReal()));
  EXPECT_FALSE(std::signbit(math::maximum(real(-0.0), real(0.0)).asReal()));
  EXPECT_TRUE(std::signbit(math::minimum(real(0.0), real(-0.0)).asReal()));
  EXPECT_EQ(math::clamp(real(0), real(-3), real(5)).asReal(), 0.0);
  EXPECT_TRUE(std::isnan(math::clamp(real(0), real(nan), real(5)).asReal()));
}

TEST(MathTest, signOfFloats) {
  EXPECT_TRUE(std::signbit(math::sign(real(-0.0)).asReal()));
  EXPECT_EQ(math::sign(real(-infinity)).asReal(), -1.0);
  EXPECT_TRUE(std::isnan(math::sign(real(nan)).asReal()));
}

TEST(MathTest, onlyWhatNegatesSetsTheSignOfNaN) {
  EXPECT_TRUE(std::signbit(math::negate(real(nan)).asReal()));
  EXPECT_FALSE(std::signbit(math::log(real(-1)).asReal()));
  EXPECT_FALSE(
      std::signbit(math::subtract(real(infinity), real(infinity)).asReal()));
  EXPECT_FALSE(std::signbit(math::divide(real(0), real(0)).asReal()));
}

TEST(MathTest, rounding) {
  EXPECT_EQ(math::roundNearestAfz(real(2.5)).asReal(), 3.0);
  EXPECT_EQ(math::roundNearestAfz(real(-2.5)).asReal(), -3.0);
  EXPECT_EQ(math::roundNearestAfz(real(0.49999999999999994)).asReal(), 0.0);
  EXPECT_EQ(math::roundNearestEven(real(2.5)).asReal(), 2.0);
  EXPECT_EQ(math::roundNearestEven(real(-3.5)).asReal(), -4.0);
  EXPECT_TRUE(std::signbit(math::ceil(real(-0.5)).asReal()));
}

TEST(MathTest, floatToInteger) {
  auto toInteger = [](double value, ElementType type) {
    return math::convert(real(value), type);
  };
  EXPECT_EQ(toInteger(-1.9, si8).asSigned(), -1);
  EXPECT_EQ(toInteger(127.9, si8).asSigned(), 127);
  EXPECT_EQ(toInteger(1e9, si8).asSigned(), 127);
  EXPECT_EQ(toInteger(-infinity, si8).asSigned(), -128);
  EXPECT_EQ(toInteger(-128.9, si8).asSigned(), -128);
  EXPECT_EQ(toInteger(nan, si8).asSigned(), 0);
  EXPECT_EQ(toInteger(-5, ui8).asUnsigned(), 0u);
  EXPECT_EQ(toInteger(255.5, ui8).asUnsigned(), 255u);
  EXPECT_EQ(toInteger(1e300, ui64).asUnsigned(),
            std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(toInteger(9223372036854775808.0, si64).asSigned(),
            std::numeric_limits<int64_t>::max());
  EXPECT_EQ(toInteger(-9223372036854775808.0, si64).asSigned(),
            std::numeric_limits<int64_t>::min());
  EXPECT_EQ(toInteger(18446744073709549568.0, ui64).asUnsigned(),
            18446744073709549568u);
  EXPECT_TRUE(toInteger(nan, boolean).asBoolean());
  EXPECT_FALSE(toInteger(-0.0, boolean).asBoolean());
}

TEST(MathTest, integerToFloatRoundsOnce) {
  // Rounding to double first would lose the last bit and then break the tie
  // the wrong way.
  uint64_t value = (uint64_t{1} << 60) + (uint64_t{1} << 36) + 1;
  EXPECT_EQ(math::convert(Element::integer(ui64, value), f32).asReal(),
            static_cast<double>(static_cast<float>(value)));
  ElementType bf16 = ElementType::real(FloatKind::BF16);
  uint64_t tie = (uint64_t{1} << 60) + (uint64_t{1} << 52) + 1;
  EXPECT_EQ(math::convert(Element::integer(ui64, tie), bf16).asReal(),
            std::ldexp(1.0, 60) + std::ldexp(1.0, 53));
  EXPECT_EQ(math::convert(integer(si64, -3), f32).asReal(), -3.0);
  EXPECT_EQ(math::convert(Element::integer(ui64, ~uint64_t{0}), f64).asReal(),
            18446744073709551616.0);
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; ++i) {
    int64_t number = static_cast<int64_t>(random()) >> (random() % 60);
    EXPECT_EQ(math::convert(integer(si64, number), f32).asReal(),
              static_cast<double>(static_cast<float>(number)));
  }
}

TEST(MathTest, comparison) {
  EXPECT_FALSE(math::compare(real(nan), real(nan), Comparison::Equal));
  EXPECT_TRUE(math::compare(real(nan), real(1), Comparison::NotEqual));
  EXPECT_FALSE(math::compare(real(nan), real(1), Comparison::GreaterEqual));
  EXPECT_TRUE(math::compare(real(-0.0), real(0.0), Comparison::Equal));
  EXPECT_TRUE(
      math::compare(integer(ui64, -1), integer(ui64, 1), Comparison::Greater));
  EXPECT_TRUE(
      math::compare(integer(si64, -1), integer(si64, 1), Comparison::Less));
  const double ascending[] = {-nan, -infinity, -1,       -0.0,
                              0.0,  1e-300,    infinity, nan};
  auto withSign = [](double value) { return Element::signedReal(f64, value); };
  for (size_t i = 0; i < std::size(ascending); ++i) {
    for (size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(math::compareTotalOrder(withSign(ascending[i]),
                                        withSign(ascending[j]),
                                        Comparison::Less),
                i < j);
    }
  }
}

TEST(MathTest, reducePrecision) {
  auto reduce = [](double value, int exponent, int mantissa) {
    return math::reducePrecision(real(value), exponent, mantissa).asReal();
  };
  EXPECT_EQ(reduce(65505.0, 5, 10), 65504.0);
  EXPECT_EQ(reduce(65520.0, 5, 10), infinity);
  EXPECT_EQ(reduce(-65520.0, 5, 10), -infinity);
  EXPECT_EQ(reduce(5e-324, 5, 10), 0.0);
  EXPECT_EQ(reduce(std::ldexp(1.0, -15), 5, 10), 0.0);
  EXPECT_EQ(reduce(std::ldexp(1.0, -14), 5, 10), std::ldexp(1.0, -14));
  EXPECT_TRUE(std::signbit(reduce(-1e-20, 5, 10)));
  EXPECT_TRUE(std::isnan(reduce(nan, 5, 10)));
  EXPECT_EQ(reduce(nan, 5, 0), infinity);
  EXPECT_EQ(reduce(1.75, 11, 0), 2.0);
  EXPECT_EQ(reduce(1.25, 11, 1), 1.0);
  EXPECT_EQ(reduce(1.0 + std::ldexp(1.0, -52), 11, 52),
            1.0 + std::ldexp(1.0, -52));
}

} // namespace
} // namespace weft::reference
