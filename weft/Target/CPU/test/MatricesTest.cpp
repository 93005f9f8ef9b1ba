// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products in registers that hold whole matrices. What they compute is checked
// on any machine, by instructions of its own; that these are those of the
// table, on the machine that has them.

#include "KernelRunner.h"

#include "weft/Target/CPU/Interrupt.h"
#include "weft/Target/CPU/Targets.h"

#include <cstring>

namespace weft::cpu::test {
namespace {

struct Shape {
  int64_t rows;
  int64_t columns;
  int64_t steps;
};

/// A loop over steps of 64 terms; factors lie as the instruction for bf16 wants
/// them: groups of 32 terms of each row, and of two terms of each column.
std::string productInSteps(const Shape &shape) {
  return substitute(
      R"(
tile.kernel @dot(%a: !tile.ref<$Sx2x$Mx32xbf16>, %b: !tile.ref<$Sx32x$Nx2xbf16>,
                 %c: !tile.ref<$Mx$Nxf32>) attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %steps = arith.constant $S : index
  %start = tile.load %c[%z, %z] : !tile.ref<$Mx$Nxf32> -> tensor<$Mx$Nxf32>
  %sums = scf.for %k = %z to %steps step %one iter_args(%s = %start) -> (tensor<$Mx$Nxf32>) {
    %x0 = tile.load %a[%k, %z, %z, %z] : !tile.ref<$Sx2x$Mx32xbf16> -> tensor<2x$Mx32xbf16>
    %x1 = tile.transpose %x0 [1, 0, 2] : tensor<2x$Mx32xbf16> -> tensor<$Mx2x32xbf16>
    %x = tile.reshape %x1 : tensor<$Mx2x32xbf16> -> tensor<$Mx64xbf16>
    %y0 = tile.load %b[%k, %z, %z, %z] : !tile.ref<$Sx32x$Nx2xbf16> -> tensor<32x$Nx2xbf16>
    %y1 = tile.transpose %y0 [0, 2, 1] : tensor<32x$Nx2xbf16> -> tensor<32x2x$Nxbf16>
    %y = tile.reshape %y1 : tensor<32x2x$Nxbf16> -> tensor<64x$Nxbf16>
    %d = tile.dot %x, %y, %s : tensor<$Mx64xbf16>, tensor<64x$Nxbf16>, tensor<$Mx$Nxf32>
    scf.yield %d : tensor<$Mx$Nxf32>
  }
  tile.store %sums, %c[%z, %z] : tensor<$Mx$Nxf32>, !tile.ref<$Mx$Nxf32>
  tile.return
})",
      {{"M", std::to_string(shape.rows)},
       {"N", std::to_string(shape.columns)},
       {"S", std::to_string(shape.steps)}});
}

/// The same in one step, of factors that lie in rows.
constexpr const char *productOfRows = R"(
tile.kernel @dot(%a: !tile.ref<20x32xbf16>, %b: !tile.ref<32x24xbf16>,
                 %c: !tile.ref<20x24xf32>) attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %s = tile.load %c[%z, %z] : !tile.ref<20x24xf32> -> tensor<20x24xf32>
  %x = tile.load %a[%z, %z] : !tile.ref<20x32xbf16> -> tensor<20x32xbf16>
  %y = tile.load %b[%z, %z] : !tile.ref<32x24xbf16> -> tensor<32x24xbf16>
  %d = tile.dot %x, %y, %s : tensor<20x32xbf16>, tensor<32x24xbf16>, tensor<20x24xf32>
  tile.store %d, %c[%z, %z] : tensor<20x24xf32>, !tile.ref<20x24xf32>
  tile.return
})";

std::string assemblyOf(llvm::StringRef text) {
  registerEveryTarget();
  StatusOr<Machine> cpu = findMachine("sapphire-rapids");
  EXPECT_TRUE(cpu.ok());
  KernelText kernel(text);
  StatusOr<std::string> assembly =
      printKernels(kernel.kernels(), *cpu, TextForm::Assembly);
  EXPECT_TRUE(assembly.ok()) << assembly.status();
  return assembly.ok() ? *assembly : "";
}

TEST(Matrices, sumsStayInTheirRegistersFromStepToStep) {
  const std::string assembly = assemblyOf(productInSteps({32, 32, 5}));
  EXPECT_EQ(countIn(assembly, "ldtilecfg"), 1u) << assembly;
  EXPECT_EQ(countIn(assembly, "tdpbf16ps"), 8u) << assembly;
  // Four of sums before the loop, four of factors for each half of a step.
  EXPECT_EQ(countIn(assembly, "tileloadd"), 12u) << assembly;
  EXPECT_EQ(countIn(assembly, "tilestored"), 4u) << assembly;
  EXPECT_EQ(countIn(assembly, "tilerelease"), 1u) << assembly;
}

TEST(Matrices, rowsOfTheLeftFactorAreLoadedFromWhereTheyLie) {
  const std::string assembly = assemblyOf(R"(
tile.kernel @dot(%a: !tile.ref<2x32x160xbf16> {tile.readonly}, %b: !tile.ref<5x16x32x2xbf16> {tile.readonly},
                 %c: !tile.ref<32x32xf32>) attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %steps = arith.constant 5 : index
  %terms = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %sums = scf.for %k = %z to %steps step %one iter_args(%s = %zero) -> (tensor<32x32xf32>) {
    %at = arith.muli %k, %terms : index
    %x0 = tile.load %a[%one, %z, %at] : !tile.ref<2x32x160xbf16> -> tensor<1x32x32xbf16>
    %x = tile.reshape %x0 : tensor<1x32x32xbf16> -> tensor<32x32xbf16>
    %y0 = tile.load %b[%k, %z, %z, %z] : !tile.ref<5x16x32x2xbf16> -> tensor<16x32x2xbf16>
    %y1 = tile.transpose %y0 [0, 2, 1] : tensor<16x32x2xbf16> -> tensor<16x2x32xbf16>
    %y = tile.reshape %y1 : tensor<16x2x32xbf16> -> tensor<32x32xbf16>
    %d = tile.dot %x, %y, %s : tensor<32x32xbf16>, tensor<32x32xbf16>, tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  tile.store %sums, %c[%z, %z] : tensor<32x32xf32>, !tile.ref<32x32xf32>
  tile.return
})");
  EXPECT_EQ(countIn(assembly, "tileloadd"), 4u) << assembly;
  EXPECT_EQ(countIn(assembly, "tdpbf16ps"), 4u) << assembly;
  // Sixteen rows are 5120 bytes, and only the layout of the registers is moved
  // by vectors before the sums are there.
  EXPECT_NE(assembly.find("5120("), std::string::npos) << assembly;
  const std::string before = assembly.substr(0, assembly.find("tilestored"));
  EXPECT_LE(countIn(before, "zmm"), 2u) << assembly;
}

TEST(Matrices, loopsThatAreEndedEarlyGiveTheirRegistersBack) {
  registerEveryTarget();
  StatusOr<Machine> cpu = findMachine("sapphire-rapids");
  ASSERT_TRUE(cpu.ok());
  std::string text = productInSteps({32, 32, 5});
  text.insert(text.rfind('}', text.find("tile.store")) + 1,
              " {tile.interruptible}");
  KernelText parsed(text);
  CodeText code;
  StatusOr<std::string> object = compileModule(
      *cpu,
      [&](llvm::Module &module) -> Status {
        std::vector<KernelInfo> infos;
        WEFT_RETURN_IF_ERROR(
            emitKernels(parsed.kernels(), *cpu, module, infos));
        makeInterruptible(*module.getFunction("dot"), 3);
        return Status::success();
      },
      /*times=*/nullptr, &code);
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(countIn(code.assembly, "\tret"),
            countIn(code.assembly, "tilerelease"))
      << code.assembly;
  EXPECT_GE(countIn(code.assembly, "tilerelease"), 1u) << code.assembly;
}

TEST(Matrices, fewRowsHaveFourRegistersBesideEachOther) {
  const std::string assembly = assemblyOf(productInSteps({16, 64, 5}));
  EXPECT_EQ(countIn(assembly, "tdpbf16ps"), 8u) << assembly;
  EXPECT_EQ(countIn(assembly, "tilestored"), 4u) << assembly;
}

TEST(Matrices, factorsOfAnyOrderAreMultipliedByThem) {
  const std::string assembly = assemblyOf(productOfRows);
  EXPECT_EQ(countIn(assembly, "tdpbf16ps"), 4u) << assembly;
}

uint16_t toBf16(float number) {
  uint32_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return static_cast<uint16_t>(bits >> 16);
}

/// Small whole numbers, of which all sums are exact.
float factorAt(int64_t line, int64_t k) {
  return static_cast<float>((line * 7 + k * 3) % 11 - 5);
}

TEST(Matrices, sumsAreExactInEveryShape) {
  for (const Shape &shape : {Shape{32, 32, 3}, Shape{16, 64, 2},
                             Shape{20, 24, 1}, Shape{5, 17, 4}}) {
    const int64_t terms = shape.steps * 64;
    std::vector<uint16_t> a(static_cast<size_t>(shape.rows * terms));
    std::vector<uint16_t> b(static_cast<size_t>(shape.columns * terms));
    std::vector<float> c(static_cast<size_t>(shape.rows * shape.columns), 3);
    std::vector<float> expected = c;
    for (int64_t k = 0; k < terms; ++k) {
      for (int64_t row = 0; row < shape.rows; ++row) {
        const int64_t at = (k / 32 * shape.rows + row) * 32 + k % 32;
        a[static_cast<size_t>(at)] = toBf16(factorAt(row, k));
      }
      for (int64_t column = 0; column < shape.columns; ++column) {
        const int64_t at = (k / 2 * shape.columns + column) * 2 + k % 2;
        b[static_cast<size_t>(at)] = toBf16(factorAt(column + 40, k));
      }
    }
    for (int64_t row = 0; row < shape.rows; ++row) {
      for (int64_t column = 0; column < shape.columns; ++column) {
        for (int64_t k = 0; k < terms; ++k) {
          expected[static_cast<size_t>(row * shape.columns + column)] +=
              factorAt(row, k) * factorAt(column + 40, k);
        }
      }
    }
    runKernel(productInSteps(shape), {a.data(), b.data(), c.data()});
    EXPECT_EQ(c, expected) << shape.rows << "x" << shape.columns;
  }
}

} // namespace
} // namespace weft::cpu::test
