// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementary functions against C's library in a wider type: f64 against
// long double (80 bits or 128), f32 against the same, or against f64 where all
// of them are tried.
//
// With WEFT_EVERY_FLOAT in the environment functions of one f32 get all 2^32 of
// them, the others four million arguments instead of some thousand; what the
// largest errors are is printed. The units allowed here are those that
// docs/accuracy.md states.

#include "KernelRunner.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <random>
#include <thread>

namespace weft::cpu::test {
namespace {

struct Function {
  template <typename Reference>
  Function(const char *operation, Reference reference, double allowedSingle,
           double allowedDouble)
      : operation(operation), reference(reference), inDouble(reference),
        allowedSingle(allowedSingle), allowedDouble(allowedDouble) {}

  const char *operation;
  long double (*reference)(long double);
  double (*inDouble)(double);
  /// Units in the last place of the exact result.
  double allowedSingle;
  double allowedDouble;
};

const Function functions[] = {
    {"math.acos", [](auto x) { return std::acos(x); }, 1.5, 1},
    {"math.acosh", [](auto x) { return std::acosh(x); }, 1, 1},
    {"math.asin", [](auto x) { return std::asin(x); }, 2, 1},
    {"math.asinh", [](auto x) { return std::asinh(x); }, 1, 1.5},
    {"math.atan", [](auto x) { return std::atan(x); }, 1.5, 1},
    {"math.atanh", [](auto x) { return std::atanh(x); }, 1, 1},
    {"math.cbrt", [](auto x) { return std::cbrt(x); }, 1, 1.5},
    {"math.cos", [](auto x) { return std::cos(x); }, 2, 2},
    {"math.cosh", [](auto x) { return std::cosh(x); }, 1, 1},
    {"math.erf", [](auto x) { return std::erf(x); }, 2, 1},
    {"math.erfc", [](auto x) { return std::erfc(x); }, 1, 1.5},
    {"math.exp", [](auto x) { return std::exp(x); }, 1.5, 1.5},
    {"math.exp2", [](auto x) { return std::exp2(x); }, 1.5, 1.5},
    {"math.expm1", [](auto x) { return std::expm1(x); }, 2, 2.5},
    {"math.log", [](auto x) { return std::log(x); }, 1, 1},
    {"math.log10", [](auto x) { return std::log10(x); }, 1, 1},
    {"math.log1p", [](auto x) { return std::log1p(x); }, 1, 1},
    {"math.log2", [](auto x) { return std::log2(x); }, 1, 1},
    {"math.rsqrt", [](auto x) { return 1 / std::sqrt(x); }, 1.5, 1.5},
    {"math.sin", [](auto x) { return std::sin(x); }, 2, 2},
    {"math.sinh", [](auto x) { return std::sinh(x); }, 1, 1},
    {"math.sqrt", [](auto x) { return std::sqrt(x); }, 0.5, 0.5},
    {"math.tan", [](auto x) { return std::tan(x); }, 3, 3},
    {"math.tanh", [](auto x) { return std::tanh(x); }, 3, 3},
};

bool tryEveryFloat() { return std::getenv("WEFT_EVERY_FLOAT") != nullptr; }

/// How many arguments go through a kernel at once.
constexpr size_t count = 8192;

uint64_t rounds() { return tryEveryFloat() ? 512 : 1; }

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
template <typename Float, typename Bits>
std::vector<Float> arguments(uint64_t round) {
  std::mt19937_64 random(11 + round);
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
      // The ends of sinh and erfc, and what is nearest to multiples of pi/2.
      Float(710.47586007394386),
      Float(710.47586007394398),
      Float(89.415985),
      Float(26.543258454250959),
      Float(27.226017111108362),
      Float(0x1.6ac5b262ca1ffp+849),
      Float(0x1.5ab5f4p+81),
  };
  std::uniform_real_distribution<double> unit(-1, 1);
  while (x.size() < count) {
    switch (random() % 7) {
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
    case 5:
      x.push_back(static_cast<Float>(
          std::ldexp(unit(random), static_cast<int>(random() % 60) - 40)));
      break;
    default:
      x.push_back(static_cast<Float>(unit(random) * 1e5));
    }
  }
  return x;
}

/// The last place of numbers as large as this one.
double lastPlace(float number) {
  // From the exponent as it is written; this is done four thousand million
  // times.
  const uint64_t exponent = (std::bit_cast<uint32_t>(number) >> 23) & 0xff;
  return std::bit_cast<double>((std::max<uint64_t>(exponent, 1) + 1023 - 150)
                               << 52);
}

long double lastPlace(double number) {
  const int exponent = std::max(
      std::ilogb(number == 0 ? std::numeric_limits<double>::min() : number),
      std::numeric_limits<double>::min_exponent - 1);
  return std::ldexp(1.0L, exponent - std::numeric_limits<double>::digits + 1);
}

/// The distance from an exact value, in units in the last place of the type.
template <typename Float, typename Wide>
double distance(Float actual, Wide exact) {
  constexpr double wrong = 1e30;
  const auto rounded = static_cast<Float>(exact);
  if (std::isnan(rounded) || std::isnan(actual)) {
    return std::isnan(rounded) == std::isnan(actual) ? 0 : wrong;
  }
  if (std::isinf(rounded) || std::isinf(actual)) {
    return rounded == actual ? 0 : wrong;
  }
  if (actual == 0 && rounded == 0) {
    return std::signbit(actual) == std::signbit(rounded) ? 0 : wrong;
  }
  return static_cast<double>(std::fabs(actual - exact) /
                             static_cast<Wide>(lastPlace(rounded)));
}

/// The largest error so far, and where it is.
struct Worst {
  double error = 0;
  double x = 0;
  double y = 0;

  void meet(double other, double atX, double atY = 0) {
    if (other > error) {
      *this = {other, atX, atY};
    }
  }
};

void judge(const char *operation, const char *type, const Worst &worst,
           double allowed) {
  EXPECT_LE(worst.error, allowed)
      << operation << " of " << type << " " << std::hexfloat << worst.x << ", "
      << worst.y;
  if (tryEveryFloat()) {
    std::printf("%-12s %s %6.3f at %a, %a\n", operation, type, worst.error,
                worst.x, worst.y);
  }
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

template <typename Float, typename Bits>
Worst tryOne(const char *type, const Function &function) {
  CompiledKernel kernel(kernelOf(function.operation, type));
  Worst worst;
  for (uint64_t round = 0; round < rounds(); ++round) {
    std::vector<Float> x = arguments<Float, Bits>(round);
    std::vector<Float> y(count);
    kernel.run({x.data(), y.data()});
    for (size_t i = 0; i < count; ++i) {
      worst.meet(
          distance(y[i], function.reference(static_cast<long double>(x[i]))),
          static_cast<double>(x[i]));
    }
  }
  return worst;
}

Worst tryEverySingle(const Function &function) {
  CompiledKernel kernel(kernelOf(function.operation, "f32"));
  constexpr uint64_t all = uint64_t(1) << 32;
  std::atomic<uint64_t> next = 0;
  std::mutex mutex;
  Worst worst;
  auto work = [&] {
    std::vector<float> x(count);
    std::vector<float> y(count);
    Worst own;
    for (uint64_t first = next.fetch_add(count); first < all;
         first = next.fetch_add(count)) {
      for (size_t i = 0; i < count; ++i) {
        x[i] = std::bit_cast<float>(static_cast<uint32_t>(first + i));
      }
      kernel.run({x.data(), y.data()});
      for (size_t i = 0; i < count; ++i) {
        const auto exact = function.inDouble(static_cast<double>(x[i]));
        own.meet(distance(y[i], exact), static_cast<double>(x[i]));
      }
    }
    std::lock_guard lock(mutex);
    worst.meet(own.error, own.x);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) {
    threads.emplace_back(work);
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  return worst;
}

class Functions : public ::testing::TestWithParam<Function> {};

TEST_P(Functions, ofSingle) {
  const Function &function = GetParam();
  judge(function.operation, "f32",
        tryEveryFloat() ? tryEverySingle(function)
                        : tryOne<float, uint32_t>("f32", function),
        function.allowedSingle);
}

TEST_P(Functions, ofDouble) {
  const Function &function = GetParam();
  judge(function.operation, "f64", tryOne<double, uint64_t>("f64", function),
        function.allowedDouble);
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
  double allowedSingle;
  double allowedDouble;
};

const Function2 functions2[] = {
    {"math.atan2",
     [](long double y, long double x) { return std::atan2(y, x); }, 2, 1},
    {"math.powf", [](long double x, long double y) { return std::pow(x, y); },
     1, 1},
    {"arith.remf", [](long double x, long double y) { return std::fmod(x, y); },
     0, 0},
};

/// Pairs of arguments as they come, of all special ones, of small integers, and
/// some whose power is a number and whose quotient is not too large.
template <typename Float, typename Bits>
void makePairs(uint64_t round, std::vector<Float> &x, std::vector<Float> &y) {
  x = arguments<Float, Bits>(round);
  y.assign(x.rbegin(), x.rend());
  constexpr size_t special = 35;
  for (size_t i = 0; i < special; ++i) {
    for (size_t j = 0; j < special; ++j) {
      x[1000 + i * special + j] = x[i];
      y[1000 + i * special + j] = x[j];
    }
  }
  for (size_t i = 3000; i < 4000; ++i) {
    x[i] = static_cast<Float>(static_cast<int>(i % 13) - 6);
    y[i] = static_cast<Float>(static_cast<int>(i % 17) - 8);
  }
  std::mt19937_64 random(29 + round);
  std::uniform_real_distribution<double> unit(-1, 1);
  const double most = sizeof(Float) == 4 ? 88 : 709;
  for (size_t i = 4000; i < 6000; ++i) {
    const double base = std::exp(unit(random) * (i % 2 == 0 ? 10 : 0.5));
    x[i] = static_cast<Float>(base);
    y[i] = static_cast<Float>(unit(random) * most / std::log(base));
  }
  for (size_t i = 6000; i < 7000; ++i) {
    const int step = static_cast<int>(random() % 300);
    y[i] = static_cast<Float>(std::ldexp(static_cast<double>(x[i]), -step) *
                              unit(random));
  }
}

template <typename Float, typename Bits>
Worst tryTwo(const char *type, const Function2 &function) {
  CompiledKernel kernel(substitute(
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
      {{"type", type}, {"op", function.operation}}));
  Worst worst;
  for (uint64_t round = 0; round < rounds(); ++round) {
    std::vector<Float> x;
    std::vector<Float> y;
    std::vector<Float> z(count);
    makePairs<Float, Bits>(round, x, y);
    kernel.run({x.data(), y.data(), z.data()});
    for (size_t i = 0; i < count; ++i) {
      worst.meet(distance(z[i], function.reference(x[i], y[i])),
                 static_cast<double>(x[i]), static_cast<double>(y[i]));
    }
  }
  return worst;
}

class Functions2 : public ::testing::TestWithParam<Function2> {};

TEST_P(Functions2, ofSingle) {
  const Function2 &function = GetParam();
  judge(function.operation, "f32", tryTwo<float, uint32_t>("f32", function),
        function.allowedSingle);
}

TEST_P(Functions2, ofDouble) {
  const Function2 &function = GetParam();
  judge(function.operation, "f64", tryTwo<double, uint64_t>("f64", function),
        function.allowedDouble);
}

INSTANTIATE_TEST_SUITE_P(all, Functions2, ::testing::ValuesIn(functions2),
                         [](const auto &info) {
                           std::string name = info.param.operation;
                           return name.substr(name.find('.') + 1);
                         });

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// Whatever stands in the other lanes, an argument gives the same bits; and so
/// it does alone.
template <typename Float> void checkLanes(const char *type) {
  const Float pi = static_cast<Float>(3.141592653589793);
  std::vector<Float> alone(16, Float(0.7));
  std::vector<Float> beside = alone;
  beside[5] = static_cast<Float>(1e30) * pi;
  for (const char *operation : {"math.sin", "math.cos", "math.tan"}) {
    std::string text = kernelOf(operation, type);
    for (size_t at = text.find("8192"); at != std::string::npos;
         at = text.find("8192")) {
      text.replace(at, 4, "16");
    }
    const size_t at = text.find("512");
    text.replace(at, 3, "1");
    std::vector<Float> first(16);
    std::vector<Float> second(16);
    runKernel(text, {alone.data(), first.data()});
    runKernel(text, {beside.data(), second.data()});
    for (size_t i = 0; i < 16; ++i) {
      if (i != 5) {
        EXPECT_EQ(first[i], second[i]) << operation << " " << type << " " << i;
      }
    }
  }
}

TEST(Lanes, ofHugeArgumentsDoNotChangeTheOthers) {
  checkLanes<float>("f32");
  checkLanes<double>("f64");
}

/// Exponentials from where they are zero to where they are normal, and from
/// there to where they are infinite, have the same bits here as on x86-64.
template <typename Float> void checkUnderflow(const char *type) {
  const std::string text = kernelOf("math.exp", type);
  const CompiledKernel here(text);
  const CompiledKernel byInteger(
      text, [](Machine &machine) { machine.architecture = Architecture::X86; });
  const double log2 = 0.6931471805599453;
  const int digits = std::numeric_limits<Float>::digits;
  const int smallest = std::numeric_limits<Float>::min_exponent;
  const int largest = std::numeric_limits<Float>::max_exponent;
  for (auto [from, to] : {std::pair(smallest - digits - 3, smallest + 3),
                          std::pair(largest - 2, largest + 2)}) {
    std::vector<Float> x(count);
    for (size_t i = 0; i < count; ++i) {
      x[i] = static_cast<Float>(
          log2 * (from + (to - from) * static_cast<double>(i) / count));
    }
    x[0] = std::numeric_limits<Float>::quiet_NaN();
    std::vector<Float> one(count);
    std::vector<Float> other(count);
    here.run({x.data(), one.data()});
    byInteger.run({x.data(), other.data()});
    EXPECT_TRUE(std::isnan(one[0]) && std::isnan(other[0]));
    for (size_t i = 1; i < count; ++i) {
      EXPECT_EQ(one[i], other[i]) << type << " " << x[i];
    }
  }
}

TEST(Underflow, byIntegersHasTheSameBits) {
  checkUnderflow<float>("f32");
  checkUnderflow<double>("f64");
}

} // namespace
} // namespace weft::cpu::test
