// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementary functions against C's library in a wider type.

#include "KernelRunner.h"

#include "weft/Support/Float.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace weft::cpu::test {
namespace {

struct Function {
  const char *operation;
  long double (*reference)(long double);
  /// Units in the last place of the exact result.
  double allowedSingle;
  double allowedDouble;
};

const Function functions[] = {
    {"math.acos", [](long double x) { return std::acos(x); }, 2, 1},
    {"math.acosh", [](long double x) { return std::acosh(x); }, 1, 2},
    {"math.asin", [](long double x) { return std::asin(x); }, 2, 1},
    {"math.asinh", [](long double x) { return std::asinh(x); }, 1, 2},
    {"math.atan", [](long double x) { return std::atan(x); }, 2, 1},
    {"math.atanh", [](long double x) { return std::atanh(x); }, 1, 2},
    {"math.cbrt", [](long double x) { return std::cbrt(x); }, 1, 2},
    {"math.cos", [](long double x) { return std::cos(x); }, 2, 2},
    {"math.cosh", [](long double x) { return std::cosh(x); }, 1, 2},
    {"math.erf", [](long double x) { return std::erf(x); }, 2, 1},
    {"math.erfc", [](long double x) { return std::erfc(x); }, 1, 5},
    {"math.exp", [](long double x) { return std::exp(x); }, 2, 2},
    {"math.exp2", [](long double x) { return std::exp2(x); }, 2, 2},
    {"math.expm1", [](long double x) { return std::expm1(x); }, 2, 2},
    {"math.log", [](long double x) { return std::log(x); }, 2, 2},
    {"math.log10", [](long double x) { return std::log10(x); }, 2, 2},
    {"math.log1p", [](long double x) { return std::log1p(x); }, 2, 2},
    {"math.log2", [](long double x) { return std::log2(x); }, 2, 2},
    {"math.rsqrt", [](long double x) { return 1 / std::sqrt(x); }, 1.5, 1.5},
    {"math.sin", [](long double x) { return std::sin(x); }, 2, 2},
    {"math.sinh", [](long double x) { return std::sinh(x); }, 1, 2},
    {"math.sqrt", [](long double x) { return std::sqrt(x); }, 0.5, 0.5},
    {"math.tan", [](long double x) { return std::tan(x); }, 3, 3},
    {"math.tanh", [](long double x) { return std::tanh(x); }, 3, 3},
};

constexpr size_t count = 8192;

std::string kernelOf(llvm::StringRef operation, llvm::StringRef type) {
  return substitute(R"(
    tile.kernel @function(%x: !tile.ref<8192x$type>, %y: !tile.ref<8192x$type>) attributes {stage = "free", grid = 512} {
      %p = tile.program_id
      %c16 = arith.constant 16 : index
      %i = arith.muli %p, %c16 : index
      %a = tile.load %x[%i] : !tile.ref<8192x$type> -> tensor<16x$type>
      %b = $op %a : tensor<16x$type>
      tile.store %b, %y[%i] : tensor<16x$type>, !tile.ref<8192x$type>
      tile.return
    })",
                    {{"type", type.str()}, {"op", operation.str()}});
}

/// Any bits, numbers of usual size, and the edges of what functions do.
template <typename Float, typename Bits> std::vector<Float> arguments() {
  std::mt19937_64 random(11);
  std::vector<Float> x = {
      Float(0),
      -Float(0),
      std::numeric_limits<Float>::infinity(),
      -std::numeric_limits<Float>::infinity(),
      std::numeric_limits<Float>::quiet_NaN(),
      std::numeric_limits<Float>::denorm_min(),
      -std::numeric_limits<Float>::denorm_min(),
      std::numeric_limits<Float>::min(),
      std::numeric_limits<Float>::max(),
      -std::numeric_limits<Float>::max(),
      Float(1),
      Float(-1),
      std::nextafter(Float(1), Float(2)),
      std::nextafter(Float(1), Float(0)),
      Float(0.5),
      Float(88.7228317),
      Float(88.7228470),
      Float(-103.97),
      Float(-103.98),
      Float(709.78),
      Float(709.79),
      Float(-745.1),
      Float(-745.2),
      Float(99999.9),
      Float(100000.1),
      Float(1e9),
      Float(1.5707963267948966),
      Float(3.141592653589793),
  };
  std::uniform_real_distribution<double> unit(-1, 1);
  while (x.size() < count) {
    switch (random() % 6) {
    case 0:
      x.push_back(std::bit_cast<Float>(static_cast<Bits>(random())));
      break;
    case 1:
      x.push_back(static_cast<Float>(unit(random)));
      break;
    case 2:
      x.push_back(static_cast<Float>(unit(random) * 10));
      break;
    case 3:
      x.push_back(static_cast<Float>(unit(random) * 800));
      break;
    case 4:
      x.push_back(static_cast<Float>(1 + unit(random) * 0.01));
      break;
    default:
      x.push_back(static_cast<Float>(unit(random) * 1e5));
    }
  }
  return x;
}

/// The distance from an exact value, in units in the last place of the type.
template <typename Float> double distance(Float actual, long double exact) {
  const auto rounded = static_cast<Float>(exact);
  if (std::isnan(rounded) || std::isnan(actual)) {
    return std::isnan(rounded) == std::isnan(actual) ? 0 : 1e30;
  }
  if (std::isinf(rounded) || std::isinf(actual)) {
    return rounded == actual ? 0 : 1e30;
  }
  if (actual == 0 && rounded == 0) {
    return std::signbit(actual) == std::signbit(rounded) ? 0 : 1e30;
  }
  const int exponent = std::max(
      std::ilogb(rounded == 0 ? std::numeric_limits<Float>::min() : rounded),
      std::numeric_limits<Float>::min_exponent - 1);
  const long double unit =
      std::ldexp(1.0L, exponent - std::numeric_limits<Float>::digits + 1);
  return static_cast<double>(std::fabs(actual - exact) / unit);
}

template <typename Float, typename Bits>
void check(const char *type, const Function &function, double allowed) {
  std::vector<Float> x = arguments<Float, Bits>();
  std::vector<Float> y(count);
  runKernel(kernelOf(function.operation, type), {x.data(), y.data()});
  double worst = 0;
  Float where = 0;
  for (size_t i = 0; i < count; ++i) {
    const double error =
        distance(y[i], function.reference(static_cast<long double>(x[i])));
    if (error > worst) {
      worst = error;
      where = x[i];
    }
  }
  EXPECT_LE(worst, allowed)
      << function.operation << " of " << type << " " << std::hexfloat << where;
  ::testing::Test::RecordProperty(std::string(type),
                                  static_cast<int>(std::min(worst, 1e6) * 100));
  if (std::getenv("WEFT_SHOW_ERRORS") != nullptr) {
    std::printf("%-12s %s %6.2f at %a\n", function.operation, type, worst,
                static_cast<double>(where));
  }
}

class Functions : public ::testing::TestWithParam<Function> {};

TEST_P(Functions, ofSingle) {
  check<float, uint32_t>("f32", GetParam(), GetParam().allowedSingle);
}

TEST_P(Functions, ofDouble) {
  check<double, uint64_t>("f64", GetParam(), GetParam().allowedDouble);
}

INSTANTIATE_TEST_SUITE_P(all, Functions, ::testing::ValuesIn(functions),
                         [](const auto &info) {
                           return std::string(info.param.operation).substr(5);
                         });

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

struct Function2 {
  const char *operation;
  long double (*reference)(long double, long double);
  double allowed;
};

const Function2 functions2[] = {
    {"math.atan2",
     [](long double y, long double x) { return std::atan2(y, x); }, 2},
    {"math.powf", [](long double x, long double y) { return std::pow(x, y); },
     1},
    {"arith.remf", [](long double x, long double y) { return std::fmod(x, y); },
     0},
};

template <typename Float, typename Bits>
void check2(const char *type, const Function2 &function) {
  std::vector<Float> x = arguments<Float, Bits>();
  std::vector<Float> y(x.rbegin(), x.rend());
  // Every pair of the special ones, somewhere.
  for (size_t i = 0; i < 28; ++i) {
    for (size_t j = 0; j < 28; ++j) {
      x[1000 + i * 28 + j] = x[i];
      y[1000 + i * 28 + j] = x[j];
    }
  }
  for (size_t i = 2000; i < 3000; ++i) {
    x[i] = static_cast<Float>(static_cast<int>(i % 13) - 6);
    y[i] = static_cast<Float>(static_cast<int>(i % 17) - 8);
  }
  std::vector<Float> z(count);
  const std::string text = substitute(
      R"(
    tile.kernel @function(%x: !tile.ref<8192x$type>, %y: !tile.ref<8192x$type>, %z: !tile.ref<8192x$type>) attributes {stage = "free", grid = 512} {
      %p = tile.program_id
      %c16 = arith.constant 16 : index
      %i = arith.muli %p, %c16 : index
      %a = tile.load %x[%i] : !tile.ref<8192x$type> -> tensor<16x$type>
      %b = tile.load %y[%i] : !tile.ref<8192x$type> -> tensor<16x$type>
      %c = $op %a, %b : tensor<16x$type>
      tile.store %c, %z[%i] : tensor<16x$type>, !tile.ref<8192x$type>
      tile.return
    })",
      {{"type", type}, {"op", function.operation}});
  runKernel(text, {x.data(), y.data(), z.data()});
  double worst = 0;
  size_t where = 0;
  for (size_t i = 0; i < count; ++i) {
    const double error = distance(z[i], function.reference(x[i], y[i]));
    if (error > worst) {
      worst = error;
      where = i;
    }
  }
  EXPECT_LE(worst, function.allowed)
      << function.operation << " of " << type << " " << std::hexfloat
      << x[where] << ", " << y[where] << ": " << z[where];
}

class Functions2 : public ::testing::TestWithParam<Function2> {};

TEST_P(Functions2, ofSingle) { check2<float, uint32_t>("f32", GetParam()); }
TEST_P(Functions2, ofDouble) { check2<double, uint64_t>("f64", GetParam()); }

INSTANTIATE_TEST_SUITE_P(all, Functions2, ::testing::ValuesIn(functions2),
                         [](const auto &info) {
                           std::string name = info.param.operation;
                           return name.substr(name.find('.') + 1);
                         });

} // namespace
} // namespace weft::cpu::test
