// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products by instructions that take several terms at once, lane by lane or in
// squares of sums.

#include "KernelRunner.h"

#include "weft/Machine/Rows.h"
#include "weft/Target/CPU/Targets.h"

#include <vector>

namespace weft::cpu::test {
namespace {

/// Two steps of a product over factors whose terms lie in groups.
struct Product {
  const char *element;
  int64_t group;
  const char *signs;
  int64_t rows = 4;
  int64_t columns = 16;

  std::string text() const {
    return substitute(
        R"(
tile.kernel @dot(%a: !tile.ref<2x$Gx$Mx$Tx$E>, %b: !tile.ref<2x$Gx$Nx$Tx$E>,
                 %c: !tile.ref<$Mx$Nx$S>) attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %steps = arith.constant 2 : index
  %start = tile.load %c[%z, %z] : !tile.ref<$Mx$Nx$S> -> tensor<$Mx$Nx$S>
  %sums = scf.for %k = %z to %steps step %one iter_args(%s = %start) -> (tensor<$Mx$Nx$S>) {
    %x0 = tile.load %a[%k, %z, %z, %z] : !tile.ref<2x$Gx$Mx$Tx$E> -> tensor<$Gx$Mx$Tx$E>
    %x1 = tile.transpose %x0 [1, 0, 2] : tensor<$Gx$Mx$Tx$E> -> tensor<$Mx$Gx$Tx$E>
    %x = tile.reshape %x1 : tensor<$Mx$Gx$Tx$E> -> tensor<$Mx8x$E>
    %y0 = tile.load %b[%k, %z, %z, %z] : !tile.ref<2x$Gx$Nx$Tx$E> -> tensor<$Gx$Nx$Tx$E>
    %y1 = tile.transpose %y0 [0, 2, 1] : tensor<$Gx$Nx$Tx$E> -> tensor<$Gx$Tx$Nx$E>
    %y = tile.reshape %y1 : tensor<$Gx$Tx$Nx$E> -> tensor<8x$Nx$E>
    %d = tile.dot %x, %y, %s $A : tensor<$Mx8x$E>, tensor<8x$Nx$E>, tensor<$Mx$Nx$S>
    scf.yield %d : tensor<$Mx$Nx$S>
  }
  tile.store %sums, %c[%z, %z] : tensor<$Mx$Nx$S>, !tile.ref<$Mx$Nx$S>
  tile.return
})",
        {{"M", std::to_string(rows)},
         {"N", std::to_string(columns)},
         {"T", std::to_string(group)},
         {"G", std::to_string(8 / group)},
         {"E", element},
         {"S", std::string(element) == "bf16" ? "f32" : "i32"},
         {"A", signs}});
  }
};

std::string assemblyOf(const Product &product, const char *name,
                       const char *features) {
  registerEveryTarget();
  StatusOr<Machine> cpu = findMachine(name);
  EXPECT_TRUE(cpu.ok());
  cpu->features += features;
  findDotInstructions(*cpu);
  KernelText text(product.text());
  StatusOr<std::string> assembly =
      printKernels(text.kernels(), *cpu, TextForm::Assembly);
  EXPECT_TRUE(assembly.ok()) << assembly.status();
  return assembly.ok() ? *assembly : "";
}

TEST(Terms, machinesHaveInstructionsForThem) {
  struct Case {
    const char *cpu, *features;
    Product product;
    const char *instruction;
  };
  const char *both = "{lhs_unsigned, rhs_unsigned}";
  const char *left = "{lhs_unsigned}";
  for (const Case &each : {
           Case{"arm64", ",+dotprod", {"i8", 4, ""}, "sdot"},
           Case{"arm64", ",+dotprod", {"i8", 4, both}, "udot"},
           Case{"neoverse-v1", "", {"i8", 4, left, 1}, "usdot"},
           Case{"neoverse-v1", "", {"bf16", 2, "", 1}, "bfdot"},
           Case{"neoverse-v1", "", {"i8", 8, ""}, "smmla"},
           Case{"neoverse-v1", "", {"i8", 8, both}, "ummla"},
           Case{"neoverse-v1", "", {"i8", 8, left}, "usmmla"},
           Case{"neoverse-v1", "", {"bf16", 4, ""}, "bfmmla"},
           Case{"x86-64-v3", "", {"i16", 2, ""}, "vpmaddwd"},
           Case{"x86-64-v4", "", {"i16", 2, ""}, "vpmaddwd"},
           Case{"x86-64-v4", ",+avx512vnni", {"i8", 4, left}, "vpdpbusd"},
           Case{"x86-64-v4", ",+avx512vnni", {"i16", 2, ""}, "vpdpwssd"},
           Case{"x86-64-v3", "+avxvnni", {"i8", 4, left}, "vpdpbusd"},
       }) {
    const std::string assembly =
        assemblyOf(each.product, each.cpu, each.features);
    EXPECT_NE(assembly.find(each.instruction), std::string::npos)
        << each.cpu << each.features << each.product.signs << assembly;
  }
}

TEST(Terms, squaresBecomeRowsBehindTheLoop) {
  const std::string assembly = assemblyOf({"bf16", 4, ""}, "neoverse-v2", "");
  const size_t loop = assembly.find("bfmmla");
  const size_t branch = assembly.find("b.", loop);
  ASSERT_NE(branch, std::string::npos) << assembly;
  // Two by eight squares, two groups of terms.
  size_t count = 0;
  for (size_t at = loop; at < branch; at = assembly.find("bfmmla", at + 1)) {
    ++count;
  }
  EXPECT_EQ(count, 32u) << assembly;
  const std::string body = assembly.substr(loop, branch - loop);
  EXPECT_EQ(body.find("zip"), std::string::npos) << assembly;
  EXPECT_EQ(body.find("mov"), std::string::npos) << assembly;
}

/// Element (line, k) of a factor of two steps.
size_t placeOf(size_t lines, size_t group, size_t line, size_t k) {
  return (k / group * lines + line) * group + k % group;
}

TEST(Terms, sumsOfTheLargestIntegersAreExact) {
  const char *left = "{lhs_unsigned}";
  const char *right = "{rhs_unsigned}";
  const char *both = "{lhs_unsigned, rhs_unsigned}";
  constexpr size_t terms = 16;
  for (const Product &product :
       {Product{"i8", 4, ""}, Product{"i8", 4, left}, Product{"i8", 4, right},
        Product{"i8", 4, both}, Product{"i8", 8, ""}, Product{"i8", 8, left},
        Product{"i8", 8, right}, Product{"i8", 8, both},
        Product{"i8", 8, "", 3, 7}, Product{"i8", 8, both, 5, 13},
        Product{"i8", 8, "", 1, 16}, Product{"i8", 8, "", 2, 2}}) {
    const std::string signs = product.signs;
    const bool isLeftUnsigned = signs.find("lhs") != std::string::npos;
    const bool isRightUnsigned = signs.find("rhs") != std::string::npos;
    const auto rows = static_cast<size_t>(product.rows);
    const auto columns = static_cast<size_t>(product.columns);
    const auto group = static_cast<size_t>(product.group);
    std::vector<uint8_t> a(rows * terms);
    std::vector<uint8_t> b(columns * terms);
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<uint8_t>(i % 3 == 0 ? 128 : 255 - i);
    }
    for (size_t i = 0; i < b.size(); ++i) {
      b[i] = static_cast<uint8_t>(i % 5 == 0 ? 127 : 128 + i);
    }
    // Sums wrap.
    std::vector<int32_t> c(rows * columns, INT32_MAX - 5);
    std::vector<int32_t> expected = c;
    auto valueOf = [](uint8_t bits, bool isUnsigned) {
      return isUnsigned ? int32_t{bits} : int32_t{static_cast<int8_t>(bits)};
    };
    for (size_t m = 0; m < rows; ++m) {
      for (size_t n = 0; n < columns; ++n) {
        int32_t &sum = expected[m * columns + n];
        for (size_t k = 0; k < terms; ++k) {
          const int32_t term =
              valueOf(a[placeOf(rows, group, m, k)], isLeftUnsigned) *
              valueOf(b[placeOf(columns, group, n, k)], isRightUnsigned);
          sum = static_cast<int32_t>(static_cast<uint32_t>(sum) +
                                     static_cast<uint32_t>(term));
        }
      }
    }
    runKernel(product.text(), {a.data(), b.data(), c.data()});
    EXPECT_EQ(c, expected) << signs << rows << "x" << columns;
  }
}

} // namespace
} // namespace weft::cpu::test
