// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses in loops: those that take a division are advanced from step to
// step, where that moves them by the same number of bytes.

#include "KernelRunner.h"

#include <array>
#include <numeric>

namespace weft::cpu::test {
namespace {

/// The sum of rows of an array, every `step / divisor` of them.
std::string sumOfRows(int64_t step, int64_t divisor) {
  return substitute(
      R"(
tile.kernel @rows(%a: !tile.ref<16x4xf32>, %c: !tile.ref<4xf32>) attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %step = arith.constant $S : index
  %divisor = arith.constant $D : index
  %end = arith.constant 36 : index
  %start = tile.load %c[%z] : !tile.ref<4xf32> -> tensor<4xf32>
  %sums = scf.for %k = %z to %end step %step iter_args(%s = %start) -> (tensor<4xf32>) {
    %row = arith.divui %k, %divisor : index
    %x = tile.load %a[%row, %z] : !tile.ref<16x4xf32> -> tensor<4xf32>
    %next = arith.addf %s, %x : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  tile.store %sums, %c[%z] : tensor<4xf32>, !tile.ref<4xf32>
  tile.return
})",
      {{"S", std::to_string(step)}, {"D", std::to_string(divisor)}});
}

std::string codeOf(llvm::StringRef kernel) {
  KernelText text(kernel);
  StatusOr<Machine> cpu = findMachine("host");
  EXPECT_TRUE(cpu.ok());
  StatusOr<std::string> code =
      printKernels(text.kernels(), *cpu, TextForm::Optimized);
  EXPECT_TRUE(code.ok()) << code.status();
  return code.ok() ? *code : "";
}

TEST(Addresses, thoseThatMoveEvenlyTakeNoDivision) {
  const std::string even = codeOf(sumOfRows(4, 4));
  EXPECT_EQ(even.find("udiv"), std::string::npos) << even;
  EXPECT_NE(even.find("phi ptr"), std::string::npos) << even;
  const std::string uneven = codeOf(sumOfRows(4, 3));
  EXPECT_NE(uneven.find("udiv"), std::string::npos) << uneven;
  EXPECT_EQ(uneven.find("phi ptr"), std::string::npos) << uneven;
}

TEST(Addresses, elementsAreThoseOfEveryStep) {
  for (const auto &[step, divisor] :
       {std::pair<int64_t, int64_t>{4, 4}, {3, 3}, {6, 3}, {4, 3}}) {
    std::array<float, 64> a = {};
    std::iota(a.begin(), a.end(), 1.0F);
    std::array<float, 4> c = {};
    std::array<float, 4> expected = {};
    for (int64_t k = 0; k < 36; k += step) {
      for (size_t lane = 0; lane < 4; ++lane) {
        expected[lane] += a[static_cast<size_t>(k / divisor) * 4 + lane];
      }
    }
    runKernel(sumOfRows(step, divisor), {a.data(), c.data()});
    EXPECT_EQ(c, expected) << step << " " << divisor;
  }
}

} // namespace
} // namespace weft::cpu::test
