// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products by instructions that take several terms at once.

#include "KernelRunner.h"

#include "weft/Machine/Rows.h"
#include "weft/Target/CPU/Targets.h"

#include <array>

namespace weft::cpu::test {
namespace {

/// One step of a product over factors whose terms lie in groups.
std::string productInGroups(const char *element, int64_t group,
                            const char *signs, const char *sum = "i32") {
  const std::string type = element;
  const std::string sums = std::string("4x16x") + sum;
  const std::string terms = std::to_string(group);
  const std::string groups = std::to_string(8 / group);
  const std::string a = groups + "x4x" + terms + "x" + type;
  const std::string b = groups + "x16x" + terms + "x" + type;
  return "tile.kernel @dot(%a: !tile.ref<" + a + ">, %b: !tile.ref<" + b +
         ">, %c: !tile.ref<" + sums +
         ">) attributes {stage = \"free\", grid = 1} {"
         "  %z = arith.constant 0 : index"
         "  %s = tile.load %c[%z, %z] : !tile.ref<" +
         sums + "> -> tensor<" + sums +
         ">"
         "  %x0 = tile.load %a[%z, %z, %z] : !tile.ref<" +
         a + "> -> tensor<" + a + ">" +
         "  %x1 = tile.transpose %x0 [1, 0, 2] : tensor<" + a +
         "> -> tensor<4x" + groups + "x" + terms + "x" + type + ">" +
         "  %x = tile.reshape %x1 : tensor<4x" + groups + "x" + terms + "x" +
         type + "> -> tensor<4x8x" + type + ">" +
         "  %y0 = tile.load %b[%z, %z, %z] : !tile.ref<" + b + "> -> tensor<" +
         b + ">" + "  %y1 = tile.transpose %y0 [0, 2, 1] : tensor<" + b +
         "> -> tensor<" + groups + "x" + terms + "x16x" + type + ">" +
         "  %y = tile.reshape %y1 : tensor<" + groups + "x" + terms + "x16x" +
         type + "> -> tensor<8x16x" + type + ">" +
         "  %d = tile.dot %x, %y, %s " + signs + " : tensor<4x8x" + type +
         ">, tensor<8x16x" + type + ">, tensor<" + sums + ">" +
         "  tile.store %d, %c[%z, %z] : tensor<" + sums + ">, !tile.ref<" +
         sums + ">  tile.return }";
}

TEST(Terms, machinesHaveInstructionsForThem) {
  registerEveryTarget();
  struct Case {
    const char *cpu, *features, *element;
    int64_t group;
    const char *signs, *instruction;
  };
  const char *both = "{lhs_unsigned, rhs_unsigned}";
  const char *left = "{lhs_unsigned}";
  for (const Case &each : {
           Case{"neoverse-v1", "", "i8", 4, "", "sdot"},
           Case{"neoverse-v1", "", "i8", 4, both, "udot"},
           Case{"neoverse-v1", "", "i8", 4, left, "usdot"},
           Case{"x86-64-v3", "", "i16", 2, "", "vpmaddwd"},
           Case{"x86-64-v4", "", "i16", 2, "", "vpmaddwd"},
           Case{"x86-64-v4", ",+avx512vnni", "i8", 4, left, "vpdpbusd"},
           Case{"x86-64-v4", ",+avx512vnni", "i16", 2, "", "vpdpwssd"},
           Case{"x86-64-v3", "+avxvnni", "i8", 4, left, "vpdpbusd"},
           Case{"neoverse-v1", "", "bf16", 2, "", "bfdot"},
       }) {
    StatusOr<Machine> cpu = findMachine(each.cpu);
    ASSERT_TRUE(cpu.ok());
    cpu->features += each.features;
    findDotInstructions(*cpu);
    const bool isFloat = std::string(each.element) == "bf16";
    KernelText text(productInGroups(each.element, each.group, each.signs,
                                    isFloat ? "f32" : "i32"));
    StatusOr<std::string> assembly =
        printKernels(text.kernels(), *cpu, TextForm::Assembly);
    ASSERT_TRUE(assembly.ok()) << assembly.status();
    EXPECT_NE(assembly->find(each.instruction), std::string::npos)
        << each.cpu << each.features << each.signs << *assembly;
  }
}

/// Element (line, k) of a factor with its terms in groups of four.
size_t placeOf(size_t lines, size_t line, size_t k) {
  return (k / 4 * lines + line) * 4 + k % 4;
}

TEST(Terms, sumsOfTheLargestIntegersAreExact) {
  for (const char *signs : {"", "{lhs_unsigned}", "{rhs_unsigned}",
                            "{lhs_unsigned, rhs_unsigned}"}) {
    const bool isLeftUnsigned =
        std::string(signs).find("lhs") != std::string::npos;
    const bool isRightUnsigned =
        std::string(signs).find("rhs") != std::string::npos;
    std::array<uint8_t, 32> a = {};
    std::array<uint8_t, 128> b = {};
    std::array<int32_t, 64> c = {};
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<uint8_t>(i % 3 == 0 ? 128 : 255 - i);
    }
    for (size_t i = 0; i < b.size(); ++i) {
      b[i] = static_cast<uint8_t>(i % 5 == 0 ? 127 : 128 + i);
    }
    // Sums wrap.
    c.fill(INT32_MAX - 5);
    std::array<int32_t, 64> expected = c;
    auto valueOf = [](uint8_t bits, bool isUnsigned) {
      return isUnsigned ? int32_t{bits} : int32_t{static_cast<int8_t>(bits)};
    };
    for (size_t m = 0; m < 4; ++m) {
      for (size_t n = 0; n < 16; ++n) {
        for (size_t k = 0; k < 8; ++k) {
          const int32_t product =
              valueOf(a[placeOf(4, m, k)], isLeftUnsigned) *
              valueOf(b[placeOf(16, n, k)], isRightUnsigned);
          expected[m * 16 + n] =
              static_cast<int32_t>(static_cast<uint32_t>(expected[m * 16 + n]) +
                                   static_cast<uint32_t>(product));
        }
      }
    }
    runKernel(productInGroups("i8", 4, signs), {a.data(), b.data(), c.data()});
    EXPECT_EQ(c, expected) << signs;
  }
}

} // namespace
} // namespace weft::cpu::test
