// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose bands go down side by side compute what they did before, on a
// machine that is said to have small caches.

#include "KernelRunner.h"

#include "weft/Target/CPU/JoinBands.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>

namespace weft::cpu::test {
namespace {

/// What is carried of two bands of 16 numbers in f32 is half of its first
/// cache.
Machine smallMachine(int64_t secondBytes = 1024) {
  Machine machine;
  machine.memories = {
      {"L1", 256, 1}, {"L2", secondBytes, 1}, {"L3", 1 << 20, 1}};
  machine.costs.workers = 2;
  return machine;
}

std::string joined(llvm::StringRef text,
                   const Machine &machine = smallMachine()) {
  KernelText parsed(text);
  std::string result;
  llvm::raw_string_ostream stream(result);
  for (tile::KernelOp kernel : parsed.kernels()) {
    joinBands(kernel, machine);
    kernel->print(stream);
  }
  return result;
}

/// Runs a kernel of 50 rows of 100 columns, as it is and joined.
void expectSame(const std::string &text, const std::string &after) {
  std::vector<float> rows(5000);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i] = static_cast<float>(i * 7919 % 1009) / 16;
  }
  std::vector<float> apart(100, -1.0F);
  std::vector<float> together(100, -1.0F);
  runKernel(text, {rows.data(), apart.data()});
  runKernel(after, {rows.data(), together.data()});
  EXPECT_EQ(apart, together) << after;
  EXPECT_EQ(llvm::count(apart, -1.0F), 0);
}

void expectUntouched(const std::string &text,
                     const Machine &machine = smallMachine()) {
  EXPECT_EQ(countIn(joined(text, machine), "tile.alloc"), 0u);
}

/// Seven programs of 16 columns each, the last of four; in `body` they walk
/// down the rows.
std::string
programs(const char *body,
         const char *input = "!tile.ref<50x100xf32> {tile.readonly}") {
  return llvm::formatv(R"(
tile.kernel @columns(%a: {0}, %b: !tile.ref<100xf32>)
    attributes {{stage = "free", grid = 7} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %c100 = arith.constant 100 : index
  %p = tile.program_id
  %at = arith.muli %p, %c16 : index
  {1}
  %s = tile.reshape %sums : tensor<1x16xf32> -> tensor<16xf32>
  tile.store %s, %b[%at] bound [%c100] : tensor<16xf32>, !tile.ref<100xf32>
  tile.return
})",
                       input, body)
      .str();
}

constexpr const char *maxima = R"(
  %low = arith.constant dense<-1.0e30> : tensor<1x16xf32>
  %sums = scf.for %row = %c0 to %c50 step %c1 iter_args(%m = %low) -> (tensor<1x16xf32>) {
    %x = tile.load %a[%row, %at] bound [_, %c100] : !tile.ref<50x100xf32> -> tensor<1x16xf32>
    %n = arith.maximumf %m, %x : tensor<1x16xf32>
    scf.yield %n : tensor<1x16xf32>
  })";

TEST(JoinBands, programsOfOneBandGetSome) {
  const std::string text = programs(maxima);
  const std::string after = joined(text);
  EXPECT_EQ(countIn(after, "grid = 4"), 1u) << after;
  EXPECT_EQ(countIn(after, "tile.alloc : !tile.ref<2x1x16xf32"), 1u) << after;
  expectSame(text, after);
}

TEST(JoinBands, chainsAreTakenInTurnsToo) {
  // Chains of eight rows, each added to a sum.
  const std::string text = programs(R"(
  %none = arith.constant dense<0.0> : tensor<1x16xf32>
  %sums = scf.for %chain = %c0 to %c50 step %c8 iter_args(%total = %none) -> (tensor<1x16xf32>) {
    %far = arith.addi %chain, %c8 : index
    %end = arith.minsi %far, %c50 : index
    %sum = scf.for %row = %chain to %end step %c1 iter_args(%s = %none) -> (tensor<1x16xf32>) {
      %x = tile.load %a[%row, %at] bound [_, %c100] : !tile.ref<50x100xf32> -> tensor<1x16xf32>
      %n = arith.addf %s, %x : tensor<1x16xf32>
      scf.yield %n : tensor<1x16xf32>
    }
    %more = arith.addf %total, %sum : tensor<1x16xf32>
    scf.yield %more : tensor<1x16xf32>
  })");
  const std::string after = joined(text);
  EXPECT_EQ(countIn(after, "tile.alloc"), 2u) << after;
  expectSame(text, after);
}

TEST(JoinBands, rowsOfSeveralDimensionsAreWalkedInTheirOrder) {
  const std::string text = R"(
tile.kernel @columns(%a: !tile.ref<5x10x100xf32> {tile.readonly}, %b: !tile.ref<100xf32>)
    attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %c16 = arith.constant 16 : index
  %c100 = arith.constant 100 : index
  scf.for %at = %c0 to %c100 step %c16 {
    %none = arith.constant dense<0.0> : tensor<1x1x16xf32>
    %half = arith.constant dense<0.5> : tensor<1x1x16xf32>
    %sums = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %none) -> (tensor<1x1x16xf32>) {
      %inner = scf.for %j = %c0 to %c10 step %c1 iter_args(%s = %t) -> (tensor<1x1x16xf32>) {
        %x = tile.load %a[%i, %j, %at] bound [_, _, %c100] : !tile.ref<5x10x100xf32> -> tensor<1x1x16xf32>
        %h = arith.mulf %s, %half : tensor<1x1x16xf32>
        %n = arith.addf %h, %x : tensor<1x1x16xf32>
        scf.yield %n : tensor<1x1x16xf32>
      }
      scf.yield %inner : tensor<1x1x16xf32>
    }
    %s = tile.reshape %sums : tensor<1x1x16xf32> -> tensor<16xf32>
    tile.store %s, %b[%at] bound [%c100] : tensor<16xf32>, !tile.ref<100xf32>
  }
  tile.return
})";
  const std::string after = joined(text);
  EXPECT_EQ(countIn(after, "tile.alloc : !tile.ref<2x1x1x16xf32"), 1u) << after;
  expectSame(text, after);
}

TEST(JoinBands, rowsMayBeNumberedBetweenLoops) {
  // As places in a window are: ten steps of five rows.
  const std::string text = programs(R"(
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %none = arith.constant dense<0.0> : tensor<1x16xf32>
  %sums = scf.for %i = %c0 to %c10 step %c1 iter_args(%t = %none) -> (tensor<1x16xf32>) {
    %first = arith.muli %i, %c5 : index
    %inner = scf.for %j = %c0 to %c5 step %c1 iter_args(%s = %t) -> (tensor<1x16xf32>) {
      %row = arith.addi %first, %j : index
      %x = tile.load %a[%row, %at] bound [_, %c100] : !tile.ref<50x100xf32> -> tensor<1x16xf32>
      %n = arith.addf %s, %x : tensor<1x16xf32>
      scf.yield %n : tensor<1x16xf32>
    }
    scf.yield %inner : tensor<1x16xf32>
  })");
  const std::string after = joined(text);
  EXPECT_EQ(countIn(after, "tile.alloc"), 1u) << after;
  expectSame(text, after);
}

TEST(JoinBands, whatTheCachesHoldStays) {
  expectUntouched(programs(maxima), smallMachine(1 << 15));
}

TEST(JoinBands, wholeRowsStay) {
  expectUntouched(R"(
tile.kernel @columns(%a: !tile.ref<500x16xf32> {tile.readonly}, %b: !tile.ref<4x16xf32>)
    attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c125 = arith.constant 125 : index
  %p = tile.program_id
  %first = arith.muli %p, %c125 : index
  %low = arith.constant dense<-1.0e30> : tensor<1x16xf32>
  %sums = scf.for %i = %c0 to %c125 step %c1 iter_args(%m = %low) -> (tensor<1x16xf32>) {
    %row = arith.addi %first, %i : index
    %x = tile.load %a[%row, %c0] : !tile.ref<500x16xf32> -> tensor<1x16xf32>
    %n = arith.maximumf %m, %x : tensor<1x16xf32>
    scf.yield %n : tensor<1x16xf32>
  }
  tile.store %sums, %b[%p, %c0] : tensor<1x16xf32>, !tile.ref<4x16xf32>
  tile.return
})");
}

TEST(JoinBands, bandsWithRowsOfTheirOwnStay) {
  // The band's number says how many rows there are.
  std::string text = programs(maxima);
  text.replace(text.find("to %c50"), 7, "to %at ");
  expectUntouched(text);
}

TEST(JoinBands, whatIsWrittenAndReadStays) {
  // The array of the rows is the one that is written.
  std::string text = programs(maxima, "!tile.ref<50x100xf32>");
  text.replace(text.find("!tile.ref<100xf32>)"), 19,
               "!tile.ref<100xf32> {tile.aliases = 0 : i64})");
  expectUntouched(text);
}

} // namespace
} // namespace weft::cpu::test
