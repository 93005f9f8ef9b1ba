// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each instruction, against what C++ or the language's description says.

#include "weft/Emulator/test/Kernel.h"
#include "weft/Support/Float.h"

#include <bit>
#include <cmath>
#include <limits>

namespace weft::emulator {
namespace {

/// %x0 after the body, with %x1, %x2, ... as given.
uint64_t evaluate(const std::string &body, const std::vector<uint64_t> &in) {
  std::string text;
  for (size_t i = 0; i < in.size(); ++i) {
    text += "ld.global.b64 %x" + std::to_string(i + 1) + ", [%x30+" +
            std::to_string(8 * i) + "];\n";
  }
  Bench bench;
  bench.load(kernel(2, text + body + "\nst.global.b64 [%x31], %x0;"));
  if (!bench.module) {
    return ~uint64_t(0);
  }
  const uint64_t from = bench.put(in), to = bench.memory->allocate(8);
  const LaunchResult result = bench.run({from, to});
  EXPECT_FALSE(result.fault) << body << "\n" << result.fault->report();
  return bench.get<uint64_t>(to, 1)[0];
}

uint32_t word(const std::string &body, const std::vector<uint64_t> &in) {
  return static_cast<uint32_t>(evaluate(body, in));
}

uint64_t bits(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t bits(double value) { return std::bit_cast<uint64_t>(value); }
float toFloat(uint64_t value) {
  return std::bit_cast<float>(static_cast<uint32_t>(value));
}
uint64_t half(double value) { return encodeFloat(FloatKind::F16, value); }
uint64_t brain(double value) { return encodeFloat(FloatKind::BF16, value); }

TEST(ArithmeticTest, Integers) {
  const uint64_t a = 0xFFFFFFF6, b = 7;
  EXPECT_EQ(word("add.s32 %x0, %x1, %x2;", {a, b}), uint32_t(-3));
  EXPECT_EQ(word("sub.s32 %x0, %x1, %x2;", {b, a}), 17u);
  EXPECT_EQ(word("mul.lo.s32 %x0, %x1, %x2;", {a, b}), uint32_t(-70));
  EXPECT_EQ(word("mul.hi.s32 %x0, %x1, %x2;", {a, b}), 0xFFFFFFFFu);
  EXPECT_EQ(word("mul.hi.u32 %x0, %x1, %x2;", {a, b}), 6u);
  EXPECT_EQ(evaluate("mul.wide.s32 %x0, %x1, %x2;", {a, b}), uint64_t(-70));
  EXPECT_EQ(evaluate("mul.wide.u32 %x0, %x1, %x2;", {a, b}), a * 7);
  EXPECT_EQ(word("mul.wide.s16 %x0, %x1, %x2;", {0xFFFF, 5}), uint32_t(-5));
  EXPECT_EQ(evaluate("mul.hi.u64 %x0, %x1, %x2;", {~uint64_t(0), 5}), 4u);
  EXPECT_EQ(evaluate("mul.hi.s64 %x0, %x1, %x2;", {~uint64_t(0), 5}),
            ~uint64_t(0));
  EXPECT_EQ(word("mad.lo.s32 %x0, %x1, %x2, %x3;", {a, b, 100}), 30u);
  EXPECT_EQ(evaluate("mad.wide.s32 %x0, %x1, %x2, %x3;", {a, b, 100}), 30u);
  EXPECT_EQ(word("div.s32 %x0, %x1, %x2;", {a, b}), uint32_t(-1));
  EXPECT_EQ(word("rem.s32 %x0, %x1, %x2;", {a, b}), uint32_t(-3));
  EXPECT_EQ(word("div.u32 %x0, %x1, %x2;", {a, b}), uint32_t(a) / 7);
  EXPECT_EQ(
      evaluate("div.s64 %x0, %x1, %x2;", {uint64_t(1) << 63, ~uint64_t(0)}),
      uint64_t(1) << 63);
  EXPECT_EQ(word("min.s32 %x0, %x1, %x2;", {a, b}), uint32_t(a));
  EXPECT_EQ(word("min.u32 %x0, %x1, %x2;", {a, b}), 7u);
  EXPECT_EQ(word("max.s32 %x0, %x1, %x2;", {a, b}), 7u);
  EXPECT_EQ(word("min.relu.s32 %x0, %x1, %x2;", {a, b}), 0u);
  EXPECT_EQ(word("min.relu.s32 %x0, %x1, %x2;", {9, b}), 7u);
  EXPECT_EQ(word("max.relu.s32 %x0, %x1, %x2;", {a, a + 1}), 0u);
  EXPECT_EQ(word("max.relu.s32 %x0, %x1, %x2;", {a, b}), 7u);
  EXPECT_EQ(word("abs.s32 %x0, %x1;", {a}), 10u);
  EXPECT_EQ(word("neg.s32 %x0, %x1;", {a}), 10u);
  EXPECT_EQ(word("add.s16 %x0, %x1, %x2;", {0xFFFF, 3}), 2u);
  // A sum of 128 bits.
  EXPECT_EQ(evaluate("add.cc.s64 %x5, %x1, %x2;\naddc.s64 %x0, %x3, %x4;",
                     {~uint64_t(0), 1, 5, 6}),
            12u);
  EXPECT_EQ(evaluate("sub.cc.s64 %x5, %x1, %x2;\nsubc.s64 %x0, %x3, %x4;",
                     {0, 1, 5, 3}),
            1u);
}

TEST(ArithmeticTest, Bits) {
  EXPECT_EQ(word("and.b32 %x0, %x1, %x2;", {12, 10}), 8u);
  EXPECT_EQ(word("or.b32 %x0, %x1, %x2;", {12, 10}), 14u);
  EXPECT_EQ(word("xor.b32 %x0, %x1, %x2;", {12, 10}), 6u);
  EXPECT_EQ(word("not.b32 %x0, %x1;", {12}), ~12u);
  EXPECT_EQ(word("lop3.b32 %x0, %x1, %x2, %x3, 0xE8;", {12, 10, 6}), 14u);
  EXPECT_EQ(word("shl.b32 %x0, %x1, %x2;", {3, 4}), 48u);
  EXPECT_EQ(word("shl.b32 %x0, %x1, %x2;", {3, 32}), 0u);
  EXPECT_EQ(word("shr.u32 %x0, %x1, %x2;", {0x80000000, 31}), 1u);
  EXPECT_EQ(word("shr.s32 %x0, %x1, %x2;", {0x80000000, 40}), ~0u);
  EXPECT_EQ(
      word("shf.l.wrap.b32 %x0, %x1, %x2, %x3;", {0x12345678, 0x9ABCDEF0, 8}),
      0xBCDEF012u);
  EXPECT_EQ(
      word("shf.r.wrap.b32 %x0, %x1, %x2, %x3;", {0x12345678, 0x9ABCDEF0, 8}),
      0xF0123456u);
  EXPECT_EQ(word("bfe.u32 %x0, %x1, 4, 8;", {0x12345678}), 0x67u);
  EXPECT_EQ(word("bfe.s32 %x0, %x1, 0, 8;", {0x123456F8}), 0xFFFFFFF8u);
  EXPECT_EQ(word("bfe.s32 %x0, %x1, 28, 8;", {0x80000000}), 0xFFFFFFF8u);
  EXPECT_EQ(evaluate("bfe.s64 %x0, %x1, 60, 4;", {uint64_t(9) << 60}),
            uint64_t(-7));
  EXPECT_EQ(word("bfi.b32 %x0, %x1, %x2, 8, 4;", {0xF5, 0x12345678}),
            0x12345578u);
  EXPECT_EQ(word("prmt.b32 %x0, %x1, %x2, 0x7054;", {0x33221100, 0x77665544}),
            0x77005544u);
  EXPECT_EQ(word("prmt.b32 %x0, %x1, %x2, 0x888C;", {0x80, 0x80}), ~0u);
  EXPECT_EQ(word("popc.b64 %x0, %x1;", {0xF0F0F0F0F0F0F0F0}), 32u);
  EXPECT_EQ(word("clz.b32 %x0, %x1;", {1}), 31u);
  EXPECT_EQ(word("clz.b64 %x0, %x1;", {0}), 64u);
  EXPECT_EQ(word("brev.b32 %x0, %x1;", {1}), 0x80000000u);
  EXPECT_EQ(word("bfind.u32 %x0, %x1;", {40}), 5u);
  EXPECT_EQ(word("bfind.s32 %x0, %x1;", {0xFFFFFFFF}), ~0u);
  EXPECT_EQ(word("bfind.shiftamt.u32 %x0, %x1;", {40}), 26u);
}

TEST(ArithmeticTest, Floats) {
  const float a = 1.1f, b = -2.3f, c = 0.7f;
  EXPECT_EQ(word("add.rn.f32 %x0, %x1, %x2;", {bits(a), bits(b)}), bits(a + b));
  EXPECT_EQ(word("mul.f32 %x0, %x1, %x2;", {bits(a), bits(b)}), bits(a * b));
  EXPECT_EQ(word("div.rn.f32 %x0, %x1, %x2;", {bits(a), bits(b)}), bits(a / b));
  EXPECT_EQ(word("fma.rn.f32 %x0, %x1, %x2, %x3;", {bits(a), bits(b), bits(c)}),
            bits(std::fma(a, b, c)));
  EXPECT_EQ(evaluate("fma.rn.f64 %x0, %x1, %x2, %x3;",
                     {bits(1.1), bits(2.3), bits(0.7)}),
            bits(std::fma(1.1, 2.3, 0.7)));
  EXPECT_EQ(word("sqrt.rn.f32 %x0, %x1;", {bits(2.0f)}), bits(std::sqrt(2.0f)));
  EXPECT_EQ(word("rcp.rn.f32 %x0, %x1;", {bits(3.0f)}), bits(1.0f / 3.0f));
  EXPECT_EQ(word("ex2.approx.f32 %x0, %x1;", {bits(0.5f)}),
            bits(std::exp2(0.5f)));
  EXPECT_EQ(word("lg2.approx.f32 %x0, %x1;", {bits(8.0f)}), bits(3.0f));
  EXPECT_EQ(word("rsqrt.approx.f32 %x0, %x1;", {bits(4.0f)}), bits(0.5f));
  EXPECT_NEAR(toFloat(word("sin.approx.f32 %x0, %x1;", {bits(1.0f)})),
              std::sin(1.0f), 1e-6);
  EXPECT_EQ(word("neg.f32 %x0, %x1;", {bits(1.5f)}), bits(-1.5f));
  EXPECT_EQ(word("abs.f32 %x0, %x1;", {bits(-1.5f)}), bits(1.5f));
  EXPECT_EQ(word("copysign.f32 %x0, %x1, %x2;", {bits(-1.0f), bits(3.0f)}),
            bits(-3.0f));
  // Subnormal numbers are numbers, unless they are flushed.
  EXPECT_EQ(word("add.f32 %x0, %x1, %x2;", {1, 2}), 3u);
  EXPECT_EQ(word("add.ftz.f32 %x0, %x1, %x2;", {1, 2}), 0u);
  EXPECT_EQ(word("add.sat.f32 %x0, %x1, %x2;", {bits(1.0f), bits(2.0f)}),
            bits(1.0f));
  EXPECT_EQ(word("add.rz.f32 %x0, %x1, %x2;", {bits(1.0f), bits(-1e-9f)}),
            bits(std::nextafter(1.0f, 0.0f)));
  EXPECT_EQ(word("add.rp.f32 %x0, %x1, %x2;", {bits(1.0f), bits(1e-9f)}),
            bits(std::nextafter(1.0f, 2.0f)));
}

TEST(ArithmeticTest, MinimaOfNaNsAndZeros) {
  const uint64_t nan = bits(std::nanf(""));
  EXPECT_EQ(word("min.f32 %x0, %x1, %x2;", {nan, bits(2.0f)}), bits(2.0f));
  EXPECT_EQ(word("max.f32 %x0, %x1, %x2;", {bits(2.0f), nan}), bits(2.0f));
  EXPECT_EQ(word("max.NaN.f32 %x0, %x1, %x2;", {bits(2.0f), nan}), 0x7FFFFFFFu);
  EXPECT_EQ(word("min.f32 %x0, %x1, %x2;", {0, 0x80000000}), 0x80000000u);
  EXPECT_EQ(word("max.f32 %x0, %x1, %x2;", {0x80000000, 0}), 0u);
}

TEST(ArithmeticTest, HalfFloats) {
  EXPECT_EQ(evaluate("add.f16 %x0, %x1, %x2;", {half(1.5), half(0.25)}),
            half(1.75));
  EXPECT_EQ(evaluate("fma.rn.bf16 %x0, %x1, %x2, %x3;",
                     {brain(3), brain(5), brain(1)}),
            brain(16));
  EXPECT_EQ(evaluate("fma.rn.f16x2 %x0, %x1, %x2, %x3;",
                     {half(2) | half(3) << 16, half(4) | half(5) << 16,
                      half(1) | half(-1) << 16}),
            half(9) | half(14) << 16);
  EXPECT_EQ(evaluate("max.bf16x2 %x0, %x1, %x2;",
                     {brain(2) | brain(-3) << 16, brain(1) | brain(5) << 16}),
            brain(2) | brain(5) << 16);
  EXPECT_EQ(evaluate("setp.lt.f16 %p1, %x1, %x2;\nselp.b64 %x0, 1, 0, %p1;",
                     {half(-1), half(2)}),
            1u);
}

TEST(ArithmeticTest, HalfFloatsAmongFloats) {
  EXPECT_EQ(word("add.rn.f32.f16 %x0, %x1, %x2;", {half(1.5), bits(0.1f)}),
            bits(1.5f + 0.1f));
  EXPECT_EQ(word("sub.f32.bf16 %x0, %x1, %x2;", {brain(-3), bits(0.1f)}),
            bits(-3.0f - 0.1f));
  EXPECT_EQ(word("add.rz.f32.bf16 %x0, %x1, %x2;", {brain(1), bits(-1e-9f)}),
            bits(std::nextafter(1.0f, 0.0f)));
  // Neither the product nor the sum behind it is rounded before the end.
  EXPECT_EQ(word("fma.rn.f32.f16 %x0, %x1, %x2, %x3;",
                 {half(2047), half(2047), bits(0x1.8p-2f)}),
            bits(std::fma(2047.0f, 2047.0f, 0x1.8p-2f)));
  EXPECT_EQ(word("fma.rp.f32.bf16 %x0, %x1, %x2, %x3;",
                 {brain(0x1p-100f), brain(0x1p-100f), bits(1.0f)}),
            bits(std::nextafter(1.0f, 2.0f)));
  EXPECT_EQ(word("sub.rn.f32.f16 %x0, %x1, %x2;",
                 {half(1), bits(std::numeric_limits<float>::infinity())}),
            bits(-std::numeric_limits<float>::infinity()));
}

TEST(ArithmeticTest, Conversions) {
  EXPECT_EQ(evaluate("cvt.s64.s32 %x0, %x1;", {0xFFFFFFFE}), uint64_t(-2));
  EXPECT_EQ(evaluate("cvt.u64.u32 %x0, %x1;", {0xFFFFFFFFFFFFFFFE}),
            0xFFFFFFFEu);
  EXPECT_EQ(word("cvt.s32.s8 %x0, %x1;", {0x80}), 0xFFFFFF80u);
  EXPECT_EQ(word("cvt.sat.u8.s32 %x0, %x1;", {300}), 255u);
  EXPECT_EQ(word("cvt.sat.u8.s32 %x0, %x1;", {uint64_t(-5)}), 0u);
  EXPECT_EQ(evaluate("cvt.f64.f32 %x0, %x1;", {bits(1.1f)}),
            bits(double(1.1f)));
  EXPECT_EQ(word("cvt.rn.f32.f64 %x0, %x1;", {bits(1.1)}), bits(1.1f));
  EXPECT_EQ(word("cvt.rz.f32.f64 %x0, %x1;", {bits(0.3)}),
            bits(std::nextafter(float(0.3), 0.0f)));
  EXPECT_EQ(word("cvt.rn.f32.s32 %x0, %x1;", {uint64_t(-7)}), bits(-7.0f));
  EXPECT_EQ(word("cvt.rn.f32.u64 %x0, %x1;", {0xFFFFFF8000000001}),
            bits(18446744073709551616.0f));
  EXPECT_EQ(evaluate("cvt.rn.f64.s64 %x0, %x1;", {uint64_t(-9)}), bits(-9.0));
  EXPECT_EQ(word("cvt.rzi.s32.f32 %x0, %x1;", {bits(-2.7f)}), uint32_t(-2));
  EXPECT_EQ(word("cvt.rzi.s32.f32 %x0, %x1;", {bits(1e20f)}), 0x7FFFFFFFu);
  EXPECT_EQ(word("cvt.rzi.u32.f32 %x0, %x1;", {bits(-1.0f)}), 0u);
  EXPECT_EQ(word("cvt.rzi.s32.f32 %x0, %x1;", {bits(std::nanf(""))}), 0u);
  EXPECT_EQ(evaluate("cvt.rzi.s64.f64 %x0, %x1;", {bits(std::nan(""))}),
            uint64_t(1) << 63);
  EXPECT_EQ(word("cvt.rni.s32.f32 %x0, %x1;", {bits(2.5f)}), 2u);
  EXPECT_EQ(word("cvt.rni.f32.f32 %x0, %x1;", {bits(3.5f)}), bits(4.0f));
  EXPECT_EQ(word("cvt.rmi.f32.f32 %x0, %x1;", {bits(-3.5f)}), bits(-4.0f));
  EXPECT_EQ(word("cvt.rpi.f32.f32 %x0, %x1;", {bits(-3.5f)}), bits(-3.0f));
  EXPECT_EQ(evaluate("cvt.rn.f16.f32 %x0, %x1;", {bits(1.5f)}), half(1.5));
  EXPECT_EQ(evaluate("cvt.rn.bf16.f32 %x0, %x1;", {bits(3.14159f)}),
            brain(3.14159f));
  EXPECT_EQ(word("cvt.f32.f16 %x0, %x1;", {half(-0.375)}), bits(-0.375f));
  EXPECT_EQ(word("cvt.f32.bf16 %x0, %x1;", {brain(96)}), bits(96.0f));
  EXPECT_EQ(word("cvt.rn.bf16x2.f32 %x0, %x1, %x2;", {bits(1.0f), bits(2.0f)}),
            brain(1) << 16 | brain(2));
  EXPECT_EQ(word("cvt.rn.satfinite.e4m3x2.f32 %x0, %x1, %x2;",
                 {bits(1000.0f), bits(1.0f)}),
            0x7E38u);
  EXPECT_EQ(word("cvt.rna.tf32.f32 %x0, %x1;", {0x3F801000}), 0x3F802000u);
}

TEST(ArithmeticTest, ComparisonsAndChoices) {
  auto compare = [](const std::string &name, uint64_t a, uint64_t b) {
    return evaluate(
        "setp." + name + " %p1, %x1, %x2;\nselp.b64 %x0, 1, 0, %p1;", {a, b});
  };
  EXPECT_EQ(compare("lt.s32", 0xFFFFFFFF, 0), 1u);
  EXPECT_EQ(compare("lt.u32", 0xFFFFFFFF, 0), 0u);
  EXPECT_EQ(compare("ge.s64", 5, 5), 1u);
  EXPECT_EQ(compare("ne.b16", 0x10005, 5), 0u);
  const uint64_t nan = bits(std::nanf("")), one = bits(1.0f);
  EXPECT_EQ(compare("eq.f32", nan, nan), 0u);
  EXPECT_EQ(compare("ne.f32", nan, one), 0u);
  EXPECT_EQ(compare("neu.f32", nan, one), 1u);
  EXPECT_EQ(compare("equ.f32", nan, one), 1u);
  EXPECT_EQ(compare("ltu.f32", one, one), 0u);
  EXPECT_EQ(compare("nan.f32", one, nan), 1u);
  EXPECT_EQ(compare("num.f32", one, nan), 0u);
  // Combined, and with its opposite.
  EXPECT_EQ(evaluate("setp.eq.s32 %p1, 1, 1;\n"
                     "setp.lt.and.s32 %p2|%p3, %x1, %x2, !%p1;\n"
                     "selp.b64 %x3, 1, 0, %p2;\nselp.b64 %x4, 2, 0, %p3;\n"
                     "add.s64 %x0, %x3, %x4;",
                     {1, 2}),
            0u);
  EXPECT_EQ(word("set.gt.u32.f32 %x0, %x1, %x2;", {bits(2.0f), one}), ~0u);
  EXPECT_EQ(evaluate("setp.eq.s32 %p1, 1, 1;\nnot.pred %p2, %p1;\n"
                     "or.pred %p3, %p1, %p2;\nxor.pred %p4, %p3, %p2;\n"
                     "selp.b64 %x0, 5, 6, %p4;",
                     {}),
            5u);
}

TEST(ArithmeticTest, MovesTakeWordsApart) {
  EXPECT_EQ(evaluate("mov.b64 %x0, {%x1, %x2};", {0xF00000001, 2}),
            uint64_t(2) << 32 | 1);
  EXPECT_EQ(evaluate("mov.b64 {%x3, %x0}, %x1;", {uint64_t(7) << 32 | 5}), 7u);
  EXPECT_EQ(evaluate("mov.b32 {%x0, _}, %x1;", {0x00070005}), 5u);
  EXPECT_EQ(evaluate("mov.b32 %x0, 0f3F800000;", {}), 0x3F800000u);
  EXPECT_EQ(evaluate("mov.b64 %x0, -5;", {}), uint64_t(-5));
}

} // namespace
} // namespace weft::emulator
