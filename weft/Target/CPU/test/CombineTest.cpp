// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, scans, sorts and products.

#include "KernelRunner.h"

#include "weft/Support/Float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

namespace weft::cpu::test {
namespace {

using code::elementCount;

std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t extent : shape) {
    text += std::to_string(extent) + "x";
  }
  return text;
}

/// Loads a whole array, applies `body` to %a, stores %r.
std::string whole(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to,
                  const std::string &type, const std::string &body) {
  auto zeros = [](size_t rank) {
    std::string text;
    for (size_t i = 0; i < rank; ++i) {
      text += i == 0 ? "%c0" : ", %c0";
    }
    return text;
  };
  return substitute(R"(
    tile.kernel @whole(%x: !tile.ref<$from>, %y: !tile.ref<$to>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %a = tile.load %x[$i] : !tile.ref<$from> -> tensor<$from>
      $body
      tile.store %r, %y[$j] : tensor<$to>, !tile.ref<$to>
      tile.return
    })",
                    {{"body", body},
                     {"from", shapeText(from) + type},
                     {"to", shapeText(to) + type},
                     {"i", zeros(from.size())},
                     {"j", zeros(to.size())}});
}

std::vector<int64_t> coordinates(int64_t element,
                                 const std::vector<int64_t> &shape) {
  std::vector<int64_t> at(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    at[dim] = element % shape[dim];
    element /= shape[dim];
  }
  return at;
}

TEST(Combine, sumsOverAnyDims) {
  struct Case {
    std::vector<int64_t> shape;
    std::vector<int64_t> dims;
  };
  for (const Case &each : std::vector<Case>{{{4, 32}, {1}},
                                            {{4, 32}, {0}},
                                            {{4, 32}, {0, 1}},
                                            {{3, 13}, {1}},
                                            {{3, 13}, {0}},
                                            {{5}, {0}},
                                            {{1}, {0}},
                                            {{6, 2}, {0}},
                                            {{6, 2}, {1}},
                                            {{2, 3, 4}, {1}},
                                            {{2, 3, 4}, {0, 2}},
                                            {{2, 3, 20}, {0, 2}},
                                            {{8, 1}, {0}},
                                            {{8, 1}, {1}}}) {
    std::vector<int64_t> kept;
    for (size_t dim = 0; dim < each.shape.size(); ++dim) {
      if (!llvm::is_contained(each.dims, static_cast<int64_t>(dim))) {
        kept.push_back(each.shape[dim]);
      }
    }
    const int64_t count = elementCount(each.shape);
    std::vector<int32_t> x(count), y(elementCount(kept)), expected(y.size());
    std::iota(x.begin(), x.end(), 1);
    for (int64_t i = 0; i < count; ++i) {
      int64_t place = 0;
      std::vector<int64_t> at = coordinates(i, each.shape);
      for (size_t dim = 0; dim < each.shape.size(); ++dim) {
        if (!llvm::is_contained(each.dims, static_cast<int64_t>(dim))) {
          place = place * each.shape[dim] + at[dim];
        }
      }
      expected[place] += x[i];
    }
    std::string dims;
    for (int64_t dim : each.dims) {
      dims += (dims.empty() ? "" : ", ") + std::to_string(dim);
    }
    runKernel(whole(each.shape, kept, "i32",
                    "%r = tile.reduce add %a [" + dims + "] : tensor<" +
                        shapeText(each.shape) + "i32> -> tensor<" +
                        shapeText(kept) + "i32>"),
              {x.data(), y.data()});
    EXPECT_EQ(y, expected) << shapeText(each.shape) << " over " << dims;
  }
}

template <typename T, typename Function>
void checkKind(const char *kind, const char *type, T start, Function function) {
  std::mt19937 random(3);
  std::vector<T> x(2 * 21), y(2);
  for (T &value : x) {
    value = static_cast<T>(static_cast<int>(random() % 200) - 100);
  }
  runKernel(whole({2, 21}, {2}, type,
                  std::string("%r = tile.reduce ") + kind +
                      " %a [1] : tensor<2x21x" + type + "> -> tensor<2x" +
                      type + ">"),
            {x.data(), y.data()});
  for (int i = 0; i < 2; ++i) {
    T expected = start;
    for (int j = 0; j < 21; ++j) {
      expected = static_cast<T>(function(expected, x[i * 21 + j]));
    }
    EXPECT_EQ(y[i], expected) << kind << " " << type;
  }
}

TEST(Combine, kinds) {
  checkKind<int8_t>("add", "i8", 0, [](auto a, auto b) { return a + b; });
  checkKind<int16_t>("mul", "i16", 1, [](auto a, auto b) { return a * b; });
  checkKind<int32_t>("min", "i32", 1000,
                     [](auto a, auto b) { return std::min(a, b); });
  checkKind<int64_t>("max", "i64", -1000,
                     [](auto a, auto b) { return std::max(a, b); });
  checkKind<uint8_t>("umin", "i8", 255,
                     [](auto a, auto b) { return std::min(a, b); });
  checkKind<uint16_t>("umax", "i16", 0,
                      [](auto a, auto b) { return std::max(a, b); });
  checkKind<int32_t>("and", "i32", -1, [](auto a, auto b) { return a & b; });
  checkKind<int32_t>("or", "i32", 0, [](auto a, auto b) { return a | b; });
  checkKind<int32_t>("xor", "i32", 0, [](auto a, auto b) { return a ^ b; });
  checkKind<float>("max", "f32", -1000,
                   [](auto a, auto b) { return std::max(a, b); });
  checkKind<double>("add", "f64", 0, [](auto a, auto b) { return a + b; });
}

TEST(Combine, customReductionFindsThePlace) {
  std::vector<float> x = {3, 9, -2, 9, 5, 1, 0, 4, 7, 2, 8, 9, 6};
  std::vector<float> top(1);
  std::vector<int32_t> where(1);
  runKernel(R"(
    tile.kernel @argmax(%x: !tile.ref<13xf32>, %m: !tile.ref<f32>, %w: !tile.ref<i32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %a = tile.load %x[%c0] : !tile.ref<13xf32> -> tensor<13xf32>
      %i = tile.iota 0 : tensor<13xi32>
      %max, %at = tile.reduce custom %a, %i [0] : tensor<13xf32>, tensor<13xi32> -> tensor<f32>, tensor<i32> {
      ^bb0(%x0: f32, %i0: i32, %x1: f32, %i1: i32):
        %more = arith.cmpf ogt, %x0, %x1 : f32
        %same = arith.cmpf oeq, %x0, %x1 : f32
        %first = arith.cmpi slt, %i0, %i1 : i32
        %tie = arith.andi %same, %first : i1
        %left = arith.ori %more, %tie : i1
        %xr = arith.select %left, %x0, %x1 : f32
        %ir = arith.select %left, %i0, %i1 : i32
        tile.yield %xr, %ir : f32, i32
      }
      tile.store %max, %m[] : tensor<f32>, !tile.ref<f32>
      tile.store %at, %w[] : tensor<i32>, !tile.ref<i32>
      tile.return
    })",
            {x.data(), top.data(), where.data()});
  EXPECT_EQ(top[0], 9);
  EXPECT_EQ(where[0], 1);
}

TEST(Combine, scans) {
  for (const auto &[rows, columns, dim] : {std::tuple<int, int, int>{3, 21, 1},
                                           {3, 21, 0},
                                           {5, 2, 0},
                                           {5, 2, 1},
                                           {1, 16, 1}}) {
    for (bool exclusive : {false, true}) {
      for (bool reverse : {false, true}) {
        std::vector<int32_t> x(rows * columns), y(rows * columns);
        std::iota(x.begin(), x.end(), 1);
        const std::string type = "tensor<" + std::to_string(rows) + "x" +
                                 std::to_string(columns) + "xi32>";
        const std::string total =
            "tensor<" + std::to_string(dim == 0 ? columns : rows) + "xi32>";
        runKernel(whole({rows, columns}, {rows, columns}, "i32",
                        "%r, %t = tile.scan add %a along " +
                            std::to_string(dim) +
                            (exclusive ? " exclusive" : "") +
                            (reverse ? " reverse" : "") + " : " + type +
                            " -> " + type + ", " + total),
                  {x.data(), y.data()});
        for (int i = 0; i < rows; ++i) {
          for (int j = 0; j < columns; ++j) {
            int32_t expected = 0;
            const int extent = dim == 0 ? rows : columns;
            const int here = dim == 0 ? i : j;
            for (int k = 0; k < extent; ++k) {
              const bool before = reverse ? k > here : k < here;
              if (before || (k == here && !exclusive)) {
                expected += dim == 0 ? x[k * columns + j] : x[i * columns + k];
              }
            }
            EXPECT_EQ(y[i * columns + j], expected)
                << rows << "x" << columns << " along " << dim << exclusive
                << reverse << " at " << i << " " << j;
          }
        }
      }
    }
  }
}

TEST(Combine, ranks) {
  std::vector<int32_t> digits(100), rank(100), count(16);
  for (int i = 0; i < 100; ++i) {
    digits[i] = i == 50 ? -3 : (i * i) % 17;
  }
  runKernel(R"(
    tile.kernel @rank(%x: !tile.ref<100xi32>, %y: !tile.ref<100xi32>, %z: !tile.ref<16xi32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %d = tile.load %x[%c0] : !tile.ref<100xi32> -> tensor<100xi32>
      %r, %c = tile.rank %d bins 16 : tensor<100xi32> -> tensor<100xi32>, tensor<16xi32>
      tile.store %r, %y[%c0] : tensor<100xi32>, !tile.ref<100xi32>
      tile.store %c, %z[%c0] : tensor<16xi32>, !tile.ref<16xi32>
      tile.return
    })",
            {digits.data(), rank.data(), count.data()});
  std::vector<int32_t> seen(16);
  for (int i = 0; i < 100; ++i) {
    if (digits[i] < 0 || digits[i] >= 16) {
      EXPECT_EQ(rank[i], 0);
      continue;
    }
    EXPECT_EQ(rank[i], seen[digits[i]]++);
  }
  EXPECT_EQ(count, seen);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::string product(int m, int n, int k, const std::string &operand,
                    const std::string &sum, const std::string &attributes,
                    bool transposed) {
  return substitute(
      R"(
    tile.kernel @dot(%x: !tile.ref<$X>, %y: !tile.ref<$kx$nx$o>, %z: !tile.ref<$mx$nx$s>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %l = tile.load %x[%c0, %c0] : !tile.ref<$X> -> tensor<$X>
      $transpose
      %b = tile.load %y[%c0, %c0] : !tile.ref<$kx$nx$o> -> tensor<$kx$nx$o>
      %c = tile.load %z[%c0, %c0] : !tile.ref<$mx$nx$s> -> tensor<$mx$nx$s>
      %d = tile.dot $a, %b, %c $attributes : tensor<$mx$kx$o>, tensor<$kx$nx$o>, tensor<$mx$nx$s>
      tile.store %d, %z[%c0, %c0] : tensor<$mx$nx$s>, !tile.ref<$mx$nx$s>
      tile.return
    })",
      {{"transpose", transposed ? "%t = tile.transpose %l [1, 0] : "
                                  "tensor<$kx$mx$o> -> tensor<$mx$kx$o>"
                                : ""},
       {"attributes", attributes},
       {"X", transposed ? "$kx$mx$o" : "$mx$kx$o"},
       {"a", transposed ? "%t" : "%l"},
       {"mx", std::to_string(m) + "x"},
       {"nx", std::to_string(n) + "x"},
       {"kx", std::to_string(k) + "x"},
       {"o", operand},
       {"s", sum}});
}

template <typename Operand, typename Sum, typename Value>
void checkProduct(const std::string &operand, const std::string &sum,
                  Value value, const std::string &attributes = "") {
  std::mt19937 random(4);
  for (const auto &[m, n, k] : {std::tuple<int, int, int>{8, 12, 4},
                                {4, 16, 16},
                                {3, 5, 7},
                                {1, 8, 8},
                                {8, 1, 19},
                                {2, 2, 2},
                                {1, 1, 1}}) {
    for (bool transposed : {false, true}) {
      std::vector<Operand> x(m * k), y(k * n);
      std::vector<Sum> z(m * n), expected(m * n);
      for (Operand &each : x) {
        each = static_cast<Operand>(random());
        if constexpr (std::is_floating_point_v<Operand>) {
          each = static_cast<Operand>(static_cast<int>(random() % 17) - 8);
        }
      }
      for (Operand &each : y) {
        each = static_cast<Operand>(random());
        if constexpr (std::is_floating_point_v<Operand>) {
          each = static_cast<Operand>(static_cast<int>(random() % 17) - 8);
        }
      }
      if (operand == "bf16") {
        for (std::vector<Operand> *all : {&x, &y}) {
          for (Operand &each : *all) {
            each = static_cast<Operand>(encodeFloat(
                FloatKind::BF16, static_cast<int>(random() % 17) - 8));
          }
        }
      }
      for (int i = 0; i < m * n; ++i) {
        z[i] = expected[i] = static_cast<Sum>(i);
      }
      for (int i = 0; i < m; ++i) {
        for (int j = 0; j < n; ++j) {
          for (int l = 0; l < k; ++l) {
            expected[i * n + j] =
                static_cast<Sum>(expected[i * n + j] +
                                 value(x[transposed ? l * m + i : i * k + l]) *
                                     value(y[l * n + j]));
          }
        }
      }
      runKernel(product(m, n, k, operand, sum, attributes, transposed),
                {x.data(), y.data(), z.data()});
      EXPECT_EQ(z, expected) << operand << " " << m << "x" << n << "x" << k
                             << (transposed ? " transposed" : "");
    }
  }
}

// Small integers, so that sums are exact in any order.
TEST(Combine, products) {
  checkProduct<float, float>("f32", "f32", [](float x) { return x; });
  checkProduct<double, double>("f64", "f64", [](double x) { return x; });
  checkProduct<uint16_t, float>("bf16", "f32", [](uint16_t x) {
    return static_cast<float>(decodeFloat(FloatKind::BF16, x));
  });
  checkProduct<int8_t, int32_t>("i8", "i32",
                                [](int8_t x) { return int32_t(x); });
  checkProduct<uint8_t, int32_t>(
      "i8", "i32", [](uint8_t x) { return int32_t(x); },
      "{lhs_unsigned, rhs_unsigned}");
  checkProduct<int64_t, int64_t>(
      "i64", "i64", [](int64_t x) { return static_cast<uint64_t>(x); });
}

TEST(Combine, batchedProduct) {
  std::vector<float> x(2 * 3 * 4), y(2 * 4 * 8), z(2 * 3 * 8, 1.f);
  std::iota(x.begin(), x.end(), 0.f);
  std::iota(y.begin(), y.end(), -30.f);
  std::vector<float> expected(z);
  for (int b = 0; b < 2; ++b) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 8; ++j) {
        for (int k = 0; k < 4; ++k) {
          expected[(b * 3 + i) * 8 + j] +=
              x[(b * 3 + i) * 4 + k] * y[(b * 4 + k) * 8 + j];
        }
      }
    }
  }
  runKernel(R"(
    tile.kernel @dot(%x: !tile.ref<2x3x4xf32>, %y: !tile.ref<2x4x8xf32>, %z: !tile.ref<2x3x8xf32>) attributes {stage = "free", grid = 1} {
      %c0 = arith.constant 0 : index
      %a = tile.load %x[%c0, %c0, %c0] : !tile.ref<2x3x4xf32> -> tensor<2x3x4xf32>
      %b = tile.load %y[%c0, %c0, %c0] : !tile.ref<2x4x8xf32> -> tensor<2x4x8xf32>
      %c = tile.load %z[%c0, %c0, %c0] : !tile.ref<2x3x8xf32> -> tensor<2x3x8xf32>
      %d = tile.dot %a, %b, %c : tensor<2x3x4xf32>, tensor<2x4x8xf32>, tensor<2x3x8xf32>
      tile.store %d, %z[%c0, %c0, %c0] : tensor<2x3x8xf32>, !tile.ref<2x3x8xf32>
      tile.return
    })",
            {x.data(), y.data(), z.data()});
  EXPECT_EQ(z, expected);
}

// Blocks of 2x4 of the left operand and of 4x1 of the right one, and partial
// sums of 8; all numbers are small, so that sums are exact.
TEST(Combine, productWithScales) {
  constexpr int m = 4, n = 6, k = 16;
  auto code = [](FloatKind kind, double value) {
    return static_cast<uint8_t>(encodeFloat(kind, value));
  };
  std::vector<uint8_t> x, y, scaleX, scaleY;
  for (int i = 0; i < m * k; ++i) {
    x.push_back(code(FloatKind::F8E4M3FN, i % 7 - 3));
  }
  for (int i = 0; i < k * n; ++i) {
    y.push_back(code(FloatKind::F4E2M1FN, (i * 5 % 9 - 4) * 0.5));
  }
  for (int i = 0; i < 2 * 4; ++i) {
    scaleX.push_back(code(FloatKind::F8E8M0FNU, i % 2 == 0 ? 0.5 : 4));
  }
  for (int i = 0; i < 4 * n; ++i) {
    scaleY.push_back(code(FloatKind::F8E4M3FN, i % 5 + 1));
  }
  for (const char *promote : {"", "promote 8"}) {
    std::vector<float> z(m * n, 1.f), expected(z);
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        for (int l = 0; l < k; ++l) {
          expected[i * n + j] += static_cast<float>(
              decodeFloat(FloatKind::F8E4M3FN, x[i * k + l]) *
              decodeFloat(FloatKind::F8E8M0FNU, scaleX[i / 2 * 4 + l / 4]) *
              decodeFloat(FloatKind::F4E2M1FN, y[l * n + j]) *
              decodeFloat(FloatKind::F8E4M3FN, scaleY[l / 4 * n + j]));
        }
      }
    }
    runKernel(substitute(R"(
      !x = tensor<4x16xf8E4M3FN>
      !y = tensor<16x6xf4E2M1FN>
      !sx = tensor<2x4xf8E8M0FNU>
      !sy = tensor<4x6xf8E4M3FN>
      !z = tensor<4x6xf32>
      tile.kernel @dot(%x: !tile.ref<4x16xf8E4M3FN>, %y: !tile.ref<16x6xf4E2M1FN>, %sx: !tile.ref<2x4xf8E8M0FNU>,
                       %sy: !tile.ref<4x6xf8E4M3FN>, %z: !tile.ref<4x6xf32>) attributes {stage = "free", grid = 1} {
        %c0 = arith.constant 0 : index
        %a = tile.load %x[%c0, %c0] : !tile.ref<4x16xf8E4M3FN> -> !x
        %b = tile.load %y[%c0, %c0] : !tile.ref<16x6xf4E2M1FN> -> !y
        %sa = tile.load %sx[%c0, %c0] : !tile.ref<2x4xf8E8M0FNU> -> !sx
        %sb = tile.load %sy[%c0, %c0] : !tile.ref<4x6xf8E4M3FN> -> !sy
        %c = tile.load %z[%c0, %c0] : !tile.ref<4x6xf32> -> !z
        %d = tile.dot %a, %b, %c scales %sa, %sb $promote : !x, !y, !z scales !sx, !sy
        tile.store %d, %z[%c0, %c0] : !z, !tile.ref<4x6xf32>
        tile.return
      })",
                         {{"promote", promote}}),
              {x.data(), y.data(), scaleX.data(), scaleY.data(), z.data()});
    EXPECT_EQ(z, expected) << promote;
  }
}

} // namespace
} // namespace weft::cpu::test
