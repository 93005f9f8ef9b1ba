// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between types against weft/Support/Float.h.

#include "KernelRunner.h"

#include "weft/Support/Float.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

namespace weft::cpu::test {
namespace {

const FloatKind narrowKinds[] = {
    FloatKind::F4E2M1FN,   FloatKind::F6E2M3FN,   FloatKind::F6E3M2FN,
    FloatKind::F8E3M4,     FloatKind::F8E4M3,     FloatKind::F8E4M3B11FNUZ,
    FloatKind::F8E4M3FN,   FloatKind::F8E4M3FNUZ, FloatKind::F8E5M2,
    FloatKind::F8E5M2FNUZ, FloatKind::F8E8M0FNU,  FloatKind::BF16,
    FloatKind::F16};

/// out[i] = convert(in[i]), 1024 elements in tiles of 16.
std::string conversion(llvm::StringRef operation, llvm::StringRef from,
                       llvm::StringRef to) {
  return substitute(
      R"(
    tile.kernel @convert(%x: !tile.ref<1024x$from>, %y: !tile.ref<1024x$to>) attributes {stage = "free", grid = 64} {
      %p = tile.program_id
      %c16 = arith.constant 16 : index
      %i = arith.muli %p, %c16 : index
      %a = tile.load %x[%i] : !tile.ref<1024x$from> -> tensor<16x$from>
      %b = $op %a : tensor<16x$from> to tensor<16x$to>
      tile.store %b, %y[%i] : tensor<16x$to>, !tile.ref<1024x$to>
      tile.return
    })",
      {{"from", from.str()}, {"to", to.str()}, {"op", operation.str()}});
}

uint64_t readCode(const char *bytes, size_t i, size_t size) {
  uint64_t code = 0;
  std::memcpy(&code, bytes + i * size, size);
  return code;
}

/// The same code, or both NaN: a machine may keep a payload.
void expectSame(FloatKind kind, uint64_t expected, uint64_t actual,
                double argument) {
  if (isNaN(kind, expected) && isNaN(kind, actual)) {
    return;
  }
  EXPECT_EQ(expected, actual) << floatKindName(kind) << " of " << argument;
}

class NarrowFloats : public ::testing::TestWithParam<FloatKind> {};

TEST_P(NarrowFloats, everyCodeIsWidened) {
  const FloatKind kind = GetParam();
  const FloatFormat &format = formatOf(kind);
  const size_t size = format.bits() > 8 ? 2 : 1;
  const std::string name(format.name);
  const uint64_t codes = uint64_t{1} << format.bits();
  for (uint64_t base = 0; base < codes; base += 1024) {
    std::vector<char> x(1024 * size);
    std::vector<float> y(1024);
    std::vector<double> z(1024);
    for (uint64_t i = 0; i < 1024; ++i) {
      const uint64_t code = (base + i) % codes;
      std::memcpy(x.data() + i * size, &code, size);
    }
    // Compiling dominates; 16-bit codes are sampled.
    if (base % 16384 != 0) {
      continue;
    }
    // By products of subnormal numbers, and without (Underflow.h).
    for (Architecture style : {Architecture::Arm64, Architecture::X86}) {
      auto asOn = [&](Machine &machine) { machine.architecture = style; };
      CompiledKernel(conversion("arith.extf", name, "f32"), asOn)
          .run({x.data(), y.data()});
      CompiledKernel(conversion("arith.extf", name, "f64"), asOn)
          .run({x.data(), z.data()});
      for (uint64_t i = 0; i < 1024; ++i) {
        const double expected = decodeFloat(kind, (base + i) % codes);
        expectSame(FloatKind::F64, std::bit_cast<uint64_t>(expected),
                   std::bit_cast<uint64_t>(static_cast<double>(y[i])), i);
        expectSame(FloatKind::F64, std::bit_cast<uint64_t>(expected),
                   std::bit_cast<uint64_t>(z[i]), i);
      }
    }
  }
}

/// Numbers where rounding is decided: around every value, between neighbours,
/// and anywhere.
std::vector<double> hardNumbers(FloatKind kind) {
  std::vector<double> numbers = {0.0,
                                 -0.0,
                                 std::numeric_limits<double>::infinity(),
                                 -std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN(),
                                 1e300,
                                 -1e300,
                                 1e-300,
                                 0x1p-127,
                                 0x1.000001p-127,
                                 0x1p-149,
                                 0x1.fffffep127};
  std::mt19937_64 random(7);
  const uint64_t codes = uint64_t{1} << formatOf(kind).bits();
  while (numbers.size() < 1024) {
    const uint64_t code = random() % codes;
    const double value = decodeFloat(kind, code);
    const double next = decodeFloat(kind, nextAbove(kind, code));
    if (!std::isfinite(value) || !std::isfinite(next)) {
      continue;
    }
    const double middle = value + (next - value) / 2;
    switch (random() % 4) {
    case 0:
      numbers.push_back(middle);
      break;
    case 1:
      numbers.push_back(std::nextafter(middle, next));
      break;
    case 2:
      numbers.push_back(std::nextafter(middle, value));
      break;
    default:
      numbers.push_back(value * (1.0 + 0x1p-10 * double(random() % 4096)));
    }
  }
  return numbers;
}

TEST_P(NarrowFloats, numbersAreRoundedOnce) {
  const FloatKind kind = GetParam();
  const FloatFormat &format = formatOf(kind);
  const size_t size = format.bits() > 8 ? 2 : 1;
  const std::string name(format.name);
  std::vector<double> wide = hardNumbers(kind);
  std::vector<float> single(wide.begin(), wide.end());
  std::vector<char> fromDouble(1024 * size);
  std::vector<char> fromSingle(1024 * size);
  runKernel(conversion("arith.truncf", "f64", name),
            {wide.data(), fromDouble.data()});
  runKernel(conversion("arith.truncf", "f32", name),
            {single.data(), fromSingle.data()});
  for (size_t i = 0; i < 1024; ++i) {
    expectSame(kind, encodeFloat(kind, wide[i]),
               readCode(fromDouble.data(), i, size), wide[i]);
    expectSame(kind, encodeFloat(kind, single[i]),
               readCode(fromSingle.data(), i, size), single[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(all, NarrowFloats, ::testing::ValuesIn(narrowKinds),
                         [](const auto &info) {
                           return std::string(floatKindName(info.param));
                         });

TEST(Conversion, integersAreRoundedOnce) {
  std::mt19937_64 random(3);
  std::vector<int64_t> x(1024);
  for (int64_t &value : x) {
    value = static_cast<int64_t>(random()) >> (random() % 63);
  }
  x[0] = std::numeric_limits<int64_t>::min();
  x[1] = std::numeric_limits<int64_t>::max();
  x[2] = 0;
  // Just above the middle of two bf16, in a bit that neither f64 nor f32 has.
  x[3] = (int64_t{0x101} << 54) + 1;
  for (FloatKind kind : {FloatKind::BF16, FloatKind::F16}) {
    std::vector<uint16_t> y(1024);
    std::vector<uint16_t> z(1024);
    const std::string name(floatKindName(kind));
    runKernel(conversion("arith.sitofp", "i64", name), {x.data(), y.data()});
    runKernel(conversion("arith.uitofp", "i64", name), {x.data(), z.data()});
    for (size_t i = 0; i < 1024; ++i) {
      auto exact = [](uint64_t magnitude) {
        const int excess = 11 - std::countl_zero(magnitude);
        if (excess <= 0) {
          return static_cast<double>(magnitude);
        }
        const uint64_t lost = magnitude & ((uint64_t{1} << excess) - 1);
        return std::ldexp(
            static_cast<double>((magnitude >> excess) | (lost != 0 ? 1 : 0)),
            excess);
      };
      const auto bits = static_cast<uint64_t>(x[i]);
      const double asSigned = x[i] < 0 ? -exact(0 - bits) : exact(bits);
      EXPECT_EQ(y[i], encodeFloat(kind, asSigned)) << x[i];
      EXPECT_EQ(z[i], encodeFloat(kind, exact(bits))) << bits;
    }
  }
}

TEST(Conversion, floatsSaturate) {
  std::vector<float> x(1024, 0);
  const float values[] = {1.9f,   -1.9f, 300.f,    -300.f,    127.5f, 1e20f,
                          -1e20f, NAN,   INFINITY, -INFINITY, 255.9f, 0.f};
  std::copy(std::begin(values), std::end(values), x.begin());
  std::vector<int8_t> s8(1024);
  std::vector<uint8_t> u8(1024);
  std::vector<int64_t> s64(1024);
  runKernel(conversion("arith.fptosi", "f32", "i8"), {x.data(), s8.data()});
  runKernel(conversion("arith.fptoui", "f32", "i8"), {x.data(), u8.data()});
  runKernel(conversion("arith.fptosi", "f32", "i64"), {x.data(), s64.data()});
  const int8_t expected8[] = {1,    -1, 127, -128, 127, 127,
                              -128, 0,  127, -128, 127, 0};
  const uint8_t expectedU8[] = {1, 0, 255, 0, 127, 255, 0, 0, 255, 0, 255, 0};
  for (size_t i = 0; i < std::size(values); ++i) {
    EXPECT_EQ(s8[i], expected8[i]) << values[i];
    EXPECT_EQ(u8[i], expectedU8[i]) << values[i];
  }
  EXPECT_EQ(s64[5], std::numeric_limits<int64_t>::max());
  EXPECT_EQ(s64[6], std::numeric_limits<int64_t>::min());
  EXPECT_EQ(s64[7], 0);
}

TEST(Conversion, narrowIntegersTakeAByte) {
  std::vector<int32_t> x(1024);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<int32_t>(i) - 512;
  }
  std::vector<uint8_t> nibble(1024, 0xff);
  std::vector<int32_t> back(1024);
  runKernel(conversion("arith.trunci", "i32", "i4"), {x.data(), nibble.data()});
  runKernel(conversion("arith.extsi", "i4", "i32"),
            {nibble.data(), back.data()});
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(nibble[i], x[i] & 15);
    EXPECT_EQ(back[i], ((x[i] & 15) ^ 8) - 8);
  }
  std::vector<uint8_t> truth(1024, 0xff);
  runKernel(conversion("arith.trunci", "i32", "i1"), {x.data(), truth.data()});
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(truth[i], x[i] & 1);
  }
}

} // namespace
} // namespace weft::cpu::test
