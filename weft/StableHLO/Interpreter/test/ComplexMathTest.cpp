// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/ComplexMath.h"

#include "weft/StableHLO/Interpreter/Math.h"

#include "MathReference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace weft::reference {
namespace {

using Number = std::complex<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();
const ElementType c128 = ElementType::complex(FloatKind::F64);
const ElementType c64 = ElementType::complex(FloatKind::F32);

Element number(double x, double y) { return Element::complex(c128, {x, y}); }

/// Units in the last place of the larger part, which is at most that of the
/// modulus.
double ulpOfModulus(double real, double imaginary) {
  double larger = std::max(std::fabs(real), std::fabs(imaginary));
  return std::nextafter(larger, infinity) - larger;
}

void expectNear(const Element &actual, double real, double imaginary,
                const std::string &what) {
  double ulp = ulpOfModulus(real, imaginary);
  EXPECT_LE(std::fabs(actual.asReal() - real), ulp) << what;
  EXPECT_LE(std::fabs(actual.asImaginary() - imaginary), ulp) << what;
}

TEST(ComplexMathTest, oneArgument) {
  const std::map<std::string, Element (*)(const Element &)> functions = {
      {"cbrt", math::cbrt},
      {"cosine", math::cosine},
      {"exponential", math::exponential},
      {"exponentialMinusOne", math::exponentialMinusOne},
      {"log", math::log},
      {"logPlusOne", math::logPlusOne},
      {"logistic", math::logistic},
      {"rsqrt", math::rsqrt},
      {"sine", math::sine},
      {"sqrt", math::sqrt},
      {"tan", math::tan},
      {"tanh", math::tanh},
      {"sign", math::sign}};
  for (const test::ComplexReference &reference : test::complexReferences) {
    expectNear(
        functions.at(reference.function)(number(reference.x, reference.y)),
        reference.real, reference.imaginary,
        std::string(reference.function) + " of " + std::to_string(reference.x) +
            ", " + std::to_string(reference.y));
  }
}

TEST(ComplexMathTest, twoArguments) {
  const std::map<std::string, Element (*)(const Element &, const Element &)>
      functions = {{"divide", math::divide},
                   {"multiply", math::multiply},
                   {"power", math::power},
                   {"atan2", math::atan2}};
  for (const test::ComplexPairReference &reference :
       test::complexPairReferences) {
    expectNear(
        functions.at(reference.function)(number(reference.x, reference.y),
                                         number(reference.u, reference.v)),
        reference.real, reference.imaginary, reference.function);
  }
}

TEST(ComplexMathTest, partsThatNearlyCancelKeepTheirAccuracy) {
  // |z| = 1 up to rounding: the real part of the logarithm is tiny.
  Element log = math::log(number(0.8, 0.6));
  EXPECT_NEAR(log.asReal(), 2.2204460492503132e-17, 1e-31);
  // |1 + z| = 1 up to rounding.
  Element log1p = math::logPlusOne(number(-0.2, 0.6));
  EXPECT_LT(std::fabs(log1p.asReal()), 1e-16);
  EXPECT_NE(log1p.asReal(), 0.0);
  // On the imaginary axis the real part of the logistic function is 1/2.
  EXPECT_EQ(math::logistic(number(0, 3.141592653589793)).asReal(), 0.5);
}

TEST(ComplexMathTest, specialValues) {
  Element product = math::multiply(number(infinity, 0), number(2, 0));
  EXPECT_EQ(product.asReal(), infinity);
  Element quotient = math::divide(number(1, 1), number(0, 0));
  EXPECT_EQ(quotient.asReal(), infinity);
  EXPECT_EQ(quotient.asImaginary(), infinity);
  quotient = math::divide(number(1, 1), number(infinity, infinity));
  EXPECT_EQ(quotient.asReal(), 0.0);
  EXPECT_EQ(quotient.asImaginary(), 0.0);
  EXPECT_EQ(math::absolute(number(infinity, nan)).asReal(), infinity);
  EXPECT_EQ(math::absolute(number(3, -4)).asReal(), 5.0);
  EXPECT_EQ(math::absolute(number(1e308, 1e308)).asReal(),
            1.4142135623730951e308);
  EXPECT_EQ(math::power(number(0, 0), number(0, 0)).asComplex(), Number(1, 0));
  EXPECT_EQ(math::power(number(0, 0), number(2, 1)).asComplex(), Number(0, 0));
  EXPECT_EQ(math::sign(number(0, 0)).asComplex(), Number(0, 0));
  EXPECT_TRUE(std::isnan(math::sign(number(1, nan)).asReal()));
  EXPECT_EQ(math::rsqrt(number(0, 0)).asReal(), infinity);
  EXPECT_EQ(math::exponential(number(-infinity, 1)).asReal(), 0.0);
  EXPECT_EQ(math::logistic(number(-2e4, 1)).asReal(), 0.0);
  EXPECT_EQ(math::logistic(number(2e4, 1)).asComplex(), Number(1, 0));
  EXPECT_EQ(math::tanh(number(1000, 1)).asReal(), 1.0);
}

TEST(ComplexMathTest, lostAnglesAreNotANumber) {
  auto isLost = [](const Element &value) {
    return std::isnan(value.asReal()) && std::isnan(value.asImaginary());
  };
  for (double angle : {infinity, -infinity, nan}) {
    for (double modulus : {infinity, -infinity, 0.0}) {
      Element z = number(modulus, angle);
      EXPECT_TRUE(isLost(math::exponential(z)));
      EXPECT_TRUE(isLost(math::exponentialMinusOne(z)));
    }
    EXPECT_TRUE(isLost(math::tan(number(angle, 0.0))));
    EXPECT_TRUE(isLost(math::tan(number(angle, -0.0))));
    EXPECT_TRUE(isLost(math::tanh(number(0.0, angle))));
    EXPECT_TRUE(isLost(math::tanh(number(-0.0, angle))));
  }
  EXPECT_EQ(math::exponentialMinusOne(number(-infinity, 1)).asReal(), -1.0);
  EXPECT_EQ(math::tan(number(infinity, infinity)).asComplex(), Number(0, 1));
  EXPECT_EQ(math::tanh(number(infinity, infinity)).asComplex(), Number(1, 0));
}

TEST(ComplexMathTest, singlePrecisionDoesNotOverflowInside) {
  Element large = Element::complex(c64, {2e38, 2e38});
  EXPECT_EQ(math::absolute(large).asReal(),
            static_cast<double>(static_cast<float>(2.8284271247461901e38 *
                                                   (large.asReal() / 2e38))));
  EXPECT_EQ(math::divide(large, large).asComplex(), Number(1, 0));
}

TEST(ComplexMathTest, orderIsLexicographic) {
  EXPECT_TRUE(math::compare(number(1, 5), number(2, 0), Comparison::Less));
  EXPECT_TRUE(math::compare(number(1, 0), number(1, 5), Comparison::Less));
  EXPECT_TRUE(math::compare(number(1, 5), number(1, 5), Comparison::Equal));
  EXPECT_FALSE(
      math::compare(number(nan, 0), number(nan, 0), Comparison::Equal));
  EXPECT_EQ(math::maximum(number(1, 5), number(1, 7)).asComplex(),
            Number(1, 7));
}

} // namespace
} // namespace weft::reference
