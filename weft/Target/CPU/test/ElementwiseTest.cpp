// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on every element type, bounds, control flow.

#include "KernelRunner.h"

#include "weft/Support/Float.h"

#include <llvm/ADT/StringExtras.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

namespace weft::cpu::test {
namespace {

/// z = op(x, y) on 100 elements in tiles of 16, the last one with bounds.
std::string binary(llvm::StringRef operation, llvm::StringRef type) {
  return substitute(R"(
    tile.kernel @binary(%x: !tile.ref<100x$type>, %y: !tile.ref<100x$type>, %z: !tile.ref<100x$type>) attributes {stage = "free", grid = 7} {
      %p = tile.program_id
      %c16 = arith.constant 16 : index
      %n = arith.constant 100 : index
      %i = arith.muli %p, %c16 : index
      %a = tile.load %x[%i] bound [%n] : !tile.ref<100x$type> -> tensor<16x$type>
      %b = tile.load %y[%i] bound [%n] : !tile.ref<100x$type> -> tensor<16x$type>
      %c = $op %a, %b : tensor<16x$type>
      tile.store %c, %z[%i] bound [%n] : tensor<16x$type>, !tile.ref<100x$type>
      tile.return
    })",
                    {{"type", type.str()}, {"op", operation.str()}});
}

template <typename Integer, typename Function>
void checkIntegers(llvm::StringRef operation, llvm::StringRef type,
                   Function function) {
  std::mt19937_64 random(5);
  std::vector<Integer> x(101);
  std::vector<Integer> y(101);
  std::vector<Integer> z(101, Integer(77));
  for (size_t i = 0; i < 100; ++i) {
    x[i] = static_cast<Integer>(random());
    y[i] = static_cast<Integer>(random() >> (random() % 64));
    // In whole vectors of few digits, and among longer ones.
    if (i >= 48) {
      x[i] = static_cast<Integer>(x[i] % 1000000007);
      y[i] = static_cast<Integer>(y[i] % 1009);
    }
    if (i % 4 == 3 && y[i] > 0 && i < 48) {
      // Quotients that are as near to the next integer as they can be.
      constexpr Integer most = std::numeric_limits<Integer>::max();
      x[i] = static_cast<Integer>(most / y[i] * y[i] - 1);
    }
  }
  x[0] = std::numeric_limits<Integer>::min();
  y[0] = static_cast<Integer>(-1);
  y[1] = 0;
  y[2] = 1;
  runKernel(binary(operation, type), {x.data(), y.data(), z.data()});
  for (size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(z[i], static_cast<Integer>(function(x[i], y[i])))
        << operation.str() << " " << +x[i] << " " << +y[i];
  }
  EXPECT_EQ(z[100], Integer(77)) << "written beyond the bound";
}

template <typename Signed> void checkInteger(llvm::StringRef type) {
  using Unsigned = std::make_unsigned_t<Signed>;
  checkIntegers<Unsigned>("arith.addi", type,
                          [](auto a, auto b) { return a + b; });
  checkIntegers<Unsigned>("arith.subi", type,
                          [](auto a, auto b) { return a - b; });
  checkIntegers<Unsigned>("arith.muli", type, [](auto a, auto b) {
    return static_cast<uint64_t>(a) * static_cast<uint64_t>(b);
  });
  checkIntegers<Signed>("arith.divsi", type, [](auto a, auto b) -> Signed {
    return b == 0    ? Signed(-1)
           : b == -1 ? static_cast<Signed>(Unsigned(0) - Unsigned(a))
                     : static_cast<Signed>(a / b);
  });
  checkIntegers<Signed>("arith.remsi", type, [](auto a, auto b) -> Signed {
    return b == 0 ? a : b == -1 ? Signed(0) : static_cast<Signed>(a % b);
  });
  checkIntegers<Unsigned>("arith.divui", type, [](auto a, auto b) {
    return b == 0 ? Unsigned(-1) : a / b;
  });
  checkIntegers<Unsigned>("arith.remui", type,
                          [](auto a, auto b) { return b == 0 ? a : a % b; });
  checkIntegers<Signed>("arith.maxsi", type,
                        [](auto a, auto b) { return std::max(a, b); });
  checkIntegers<Unsigned>("arith.minui", type,
                          [](auto a, auto b) { return std::min(a, b); });
  checkIntegers<Unsigned>("arith.xori", type,
                          [](auto a, auto b) { return a ^ b; });
}

TEST(Elementwise, integers) {
  checkInteger<int8_t>("i8");
  checkInteger<int16_t>("i16");
  checkInteger<int32_t>("i32");
  checkInteger<int64_t>("i64");
}

TEST(Elementwise, integerPowers) {
  checkIntegers<int32_t>("math.ipowi", "i32", [](int32_t base, int32_t power) {
    if (power < 0) {
      return base == 1 ? 1 : base == -1 ? (power % 2 != 0 ? -1 : 1) : 0;
    }
    uint32_t result = 1;
    uint32_t square = static_cast<uint32_t>(base);
    for (uint32_t rest = static_cast<uint32_t>(power); rest != 0; rest >>= 1) {
      result *= (rest & 1) != 0 ? square : 1;
      square *= square;
    }
    return static_cast<int32_t>(result);
  });
}

TEST(Elementwise, narrowFloatsAreRoundedOncePerOperation) {
  for (FloatKind kind :
       {FloatKind::BF16, FloatKind::F16, FloatKind::F8E5M2, FloatKind::F8E4M3FN,
        FloatKind::F8E4M3B11FNUZ, FloatKind::F4E2M1FN}) {
    const size_t size = formatOf(kind).bits() > 8 ? 2 : 1;
    const std::string name(floatKindName(kind));
    std::mt19937_64 random(9);
    std::vector<uint64_t> a(100);
    std::vector<uint64_t> b(100);
    std::vector<char> x(100 * size);
    std::vector<char> y(100 * size);
    for (size_t i = 0; i < 100; ++i) {
      a[i] = random() & ((uint64_t{1} << formatOf(kind).bits()) - 1);
      b[i] = random() & ((uint64_t{1} << formatOf(kind).bits()) - 1);
      std::memcpy(x.data() + i * size, &a[i], size);
      std::memcpy(y.data() + i * size, &b[i], size);
    }
    for (const char *operation :
         {"arith.addf", "arith.mulf", "arith.divf", "arith.maximumf"}) {
      std::vector<char> z(100 * size);
      runKernel(binary(operation, name), {x.data(), y.data(), z.data()});
      for (size_t i = 0; i < 100; ++i) {
        const double p = decodeFloat(kind, a[i]);
        const double q = decodeFloat(kind, b[i]);
        const std::string_view which = operation;
        const double exact = which == "arith.addf"   ? p + q
                             : which == "arith.mulf" ? p * q
                             : which == "arith.divf" ? p / q
                             : std::isnan(p) || std::isnan(q)
                                 ? std::numeric_limits<double>::quiet_NaN()
                                 : std::max(p, q);
        uint64_t code = 0;
        std::memcpy(&code, z.data() + i * size, size);
        const uint64_t expected = encodeFloat(kind, exact);
        if (isNaN(kind, expected) || exact == 0) {
          EXPECT_EQ(isNaN(kind, expected), isNaN(kind, code));
          continue;
        }
        EXPECT_EQ(code, expected)
            << operation << " " << name << " " << p << " " << q;
      }
    }
  }
}

/// Of all pairs of ten numbers, in vectors.
template <typename Float> void checkExtremes(const char *type) {
  using Limits = std::numeric_limits<Float>;
  const std::vector<Float> numbers = {
      0,  -Float(0),           Limits::quiet_NaN(), -Limits::quiet_NaN(),
      1,  -Limits::infinity(), Limits::infinity(),  -Limits::denorm_min(),
      -1, Limits::denorm_min()};
  std::vector<Float> a;
  std::vector<Float> b;
  for (Float x : numbers) {
    for (Float y : numbers) {
      a.push_back(x);
      b.push_back(y);
    }
  }
  for (const bool isLarger : {true, false}) {
    std::vector<Float> c(100);
    runKernel(binary(isLarger ? "arith.maximumf" : "arith.minimumf", type),
              {a.data(), b.data(), c.data()});
    for (size_t i = 0; i < 100; ++i) {
      if (std::isnan(a[i]) || std::isnan(b[i])) {
        EXPECT_TRUE(std::isnan(c[i])) << a[i] << " " << b[i];
        continue;
      }
      const bool isFirstLess =
          a[i] < b[i] || (a[i] == b[i] && std::signbit(a[i]));
      const Float expected = isFirstLess == isLarger ? b[i] : a[i];
      EXPECT_EQ(c[i], expected) << a[i] << " " << b[i];
      EXPECT_EQ(std::signbit(c[i]), std::signbit(expected))
          << a[i] << " " << b[i];
    }
  }
}

TEST(Elementwise, extremesKnowZerosAndWhatIsNoNumber) {
  checkExtremes<float>("f32");
  checkExtremes<double>("f64");
}

/// Some machines multiply by an inverse in its stead; the bits are those of the
/// quotient, of subnormal numbers half way between two others as well.
TEST(Elementwise, quotientsByKnownNumbersAreRoundedOnce) {
  constexpr size_t count = 4096;
  std::mt19937 random(11);
  auto anyFloat = [&] {
    return std::bit_cast<float>(static_cast<uint32_t>(random()));
  };
  std::vector<float> divisors = {3,
                                 6,
                                 10,
                                 784,
                                 -1536,
                                 0.1F,
                                 0.3F,
                                 1e-3F,
                                 1e38F,
                                 1e-40F,
                                 0,
                                 16777214,
                                 std::numeric_limits<float>::infinity()};
  for (int i = 0; i < 20; ++i) {
    divisors.push_back(anyFloat());
    divisors.push_back(static_cast<float>(random() % 1000));
  }
  for (const float divisor : divisors) {
    std::vector<float> x(count);
    for (size_t i = 0; i < count; ++i) {
      // Of all sizes, subnormal multiples of the divisor, and special ones.
      x[i] = i % 2 == 0
                 ? anyFloat()
                 : static_cast<float>(static_cast<double>(random() % 4096) *
                                      0x1p-150 * divisor);
    }
    x[0] = 0;
    x[1] = -0.0F;
    x[2] = std::numeric_limits<float>::infinity();
    x[3] = std::numeric_limits<float>::quiet_NaN();
    x[4] = std::numeric_limits<float>::max();
    x[5] = std::numeric_limits<float>::denorm_min();
    std::vector<float> y(count);
    runKernel(substitute(
                  R"(
      !r = !tile.ref<4096xf32>
      tile.kernel @quotients(%x: !r, %y: !r) attributes {stage = "free", grid = 64} {
        %p = tile.program_id
        %c64 = arith.constant 64 : index
        %i = arith.muli %p, %c64 : index
        %a = tile.load %x[%i] : !r -> tensor<64xf32>
        %d = arith.constant dense<$divisor> : tensor<64xf32>
        %q = arith.divf %a, %d : tensor<64xf32>
        tile.store %q, %y[%i] : tensor<64xf32>, !r
        tile.return
      })",
                  {{"divisor",
                    "0x" + llvm::utohexstr(std::bit_cast<uint32_t>(divisor),
                                           /*LowerCase=*/false, /*Width=*/8)}}),
              {x.data(), y.data()});
    for (size_t i = 0; i < count; ++i) {
      const float expected = x[i] / divisor;
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(y[i])) << x[i] << " / " << divisor;
      } else {
        EXPECT_EQ(std::bit_cast<uint32_t>(y[i]),
                  std::bit_cast<uint32_t>(expected))
            << x[i] << " / " << divisor;
      }
    }
  }
}

TEST(Elementwise, wideFloats) {
  std::mt19937_64 random(9);
  std::vector<float> x(100), y(100), z(100);
  for (size_t i = 0; i < 100; ++i) {
    x[i] = std::bit_cast<float>(static_cast<uint32_t>(random()));
    y[i] = std::bit_cast<float>(static_cast<uint32_t>(random()));
  }
  runKernel(binary("arith.divf", "f32"), {x.data(), y.data(), z.data()});
  for (size_t i = 0; i < 100; ++i) {
    const float expected = x[i] / y[i];
    EXPECT_TRUE(z[i] == expected || (std::isnan(z[i]) && std::isnan(expected)));
  }
  x[0] = -0.f, y[0] = 0.f, x[1] = NAN, y[1] = 1, x[2] = 1, y[2] = NAN;
  runKernel(binary("arith.minimumf", "f32"), {x.data(), y.data(), z.data()});
  EXPECT_TRUE(std::signbit(z[0]));
  EXPECT_TRUE(std::isnan(z[1]));
  EXPECT_TRUE(std::isnan(z[2]));
}

TEST(Elementwise, comparisonsAndSelects) {
  std::vector<float> x(64), y(64);
  std::vector<uint8_t> less(64);
  for (int i = 0; i < 64; ++i) {
    x[i] = static_cast<float>(i % 7);
  }
  runKernel(R"(
    tile.kernel @select(%x: !tile.ref<64xf32>, %y: !tile.ref<64xf32>, %l: !tile.ref<64xi1>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %three = arith.constant dense<3.0> : tensor<64xf32>
      %a = tile.load %x[%c0] : !tile.ref<64xf32> -> tensor<64xf32>
      %c = arith.cmpf olt, %a, %three : tensor<64xf32>
      %n = arith.negf %a : tensor<64xf32>
      %s = arith.select %c, %n, %three : tensor<64xi1>, tensor<64xf32>
      tile.store %s, %y[%c0] : tensor<64xf32>, !tile.ref<64xf32>
      tile.store %c, %l[%c0] : tensor<64xi1>, !tile.ref<64xi1>
      tile.return
    })",
            {x.data(), y.data(), less.data()});
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(less[i], i % 7 < 3 ? 1 : 0);
    EXPECT_EQ(y[i], i % 7 < 3 ? -x[i] : 3);
  }
}

TEST(Elementwise, controlFlow) {
  int32_t n = 10;
  std::vector<int32_t> y(8);
  std::vector<int32_t> z(8);
  runKernel(R"(
    tile.kernel @control(%n: i32, %y: !tile.ref<8xi32>, %z: !tile.ref<8xi32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %limit = arith.constant 1000 : i32
      %start = tile.iota 0 : tensor<8xi32>
      %two = arith.constant dense<2> : tensor<8xi32>
      %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %start) -> (tensor<8xi32>) {
        %odd = arith.remui %i, %c5 : index
        %isFirst = arith.cmpi eq, %odd, %c0 : index
        %next = scf.if %isFirst -> (tensor<8xi32>) {
          %m = arith.muli %acc, %two : tensor<8xi32>
          scf.yield %m : tensor<8xi32>
        } else {
          %a = arith.addi %acc, %two : tensor<8xi32>
          scf.yield %a : tensor<8xi32>
        }
        scf.yield %next : tensor<8xi32>
      }
      tile.store %sum, %y[%c0] : tensor<8xi32>, !tile.ref<8xi32>
      %w:2 = scf.while (%v = %n, %t = %start) : (i32, tensor<8xi32>) -> (i32, tensor<8xi32>) {
        %more = arith.cmpi slt, %v, %limit : i32
        scf.condition(%more) %v, %t : i32, tensor<8xi32>
      } do {
      ^bb0(%v: i32, %t: tensor<8xi32>):
        %v2 = arith.addi %v, %v : i32
        %t2 = arith.addi %t, %two : tensor<8xi32>
        scf.yield %v2, %t2 : i32, tensor<8xi32>
      }
      %case = arith.index_cast %n : i32 to index
      %chosen = scf.index_switch %case -> tensor<8xi32>
      case 3 {
        scf.yield %two : tensor<8xi32>
      }
      case 10 {
        %last = tensor.splat %w#0 : tensor<8xi32>
        %both = arith.addi %last, %w#1 : tensor<8xi32>
        scf.yield %both : tensor<8xi32>
      }
      default {
        scf.yield %start : tensor<8xi32>
      }
      tile.store %chosen, %z[%c0] : tensor<8xi32>, !tile.ref<8xi32>
      tile.return
    })",
            {&n, y.data(), z.data()});
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(y[i], 2 * i + 8);
    // 10 is doubled 7 times until it is 1280.
    EXPECT_EQ(z[i], 1280 + i + 14);
  }
}

TEST(Elementwise, unsupportedOperationsAreNamed) {
  Status status = compileStatus(R"(
    tile.kernel @scaling(%x: !tile.ref<4xf8E4M3FN>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %a = tile.load %x[%c0] : !tile.ref<4xf8E4M3FN> -> tensor<4xf8E4M3FN>
      %b = arith.scaling_extf %a, %a : tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN> to tensor<4xf32>
      tile.return
    })");
  EXPECT_EQ(status.code(), StatusCode::Unimplemented);
  EXPECT_NE(status.message().find("arith.scaling_extf"), std::string::npos)
      << status.message();
}

} // namespace
} // namespace weft::cpu::test
