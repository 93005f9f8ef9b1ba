// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose tiles are walked compute what they did before, on a machine
// that is said to have few registers.

#include "KernelRunner.h"

#include "weft/Target/CPU/WalkTiles.h"

#include <llvm/Support/raw_ostream.h>

#include <numeric>

namespace weft::cpu::test {
namespace {

/// Eight registers of 16 bytes.
Machine smallMachine() {
  Machine machine;
  machine.vectorBytes = 16;
  machine.vectorRegisters = 8;
  return machine;
}

std::string walked(llvm::StringRef text) {
  KernelText parsed(text);
  std::string result;
  llvm::raw_string_ostream stream(result);
  for (tile::KernelOp kernel : parsed.kernels()) {
    walkTiles(kernel, smallMachine());
    kernel->print(stream);
  }
  return result;
}

/// Runs a kernel of one input and one output, both of 16 x 16 floats, as it is
/// and walked.
void expectSame(const std::string &text, const std::string &after) {
  std::vector<float> input(256);
  std::iota(input.begin(), input.end(), 1.0F);
  std::vector<float> plain(256, -1.0F);
  std::vector<float> turns(256, -1.0F);
  runKernel(text, {input.data(), plain.data()});
  runKernel(after, {input.data(), turns.data()});
  EXPECT_EQ(plain, turns) << after;
}

constexpr const char *chain = R"(
tile.kernel @chain(%a: !tile.ref<16x16xf32>, %b: !tile.ref<16x16xf32>)
    attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %x = tile.load %a[%z, %z] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  %row = tile.load %a[%z, %z] : !tile.ref<16x16xf32> -> tensor<16xf32>
  %rows = tile.broadcast %row [1] : tensor<16xf32> -> tensor<16x16xf32>
  %c = arith.constant dense<2.0> : tensor<16x16xf32>
  %y = arith.mulf %x, %c : tensor<16x16xf32>
  %s = arith.addf %y, %rows : tensor<16x16xf32>
  tile.store %s, %b[%z, %z] : tensor<16x16xf32>, !tile.ref<16x16xf32>
  tile.return
})";

TEST(WalkTiles, linesAreTakenInTurns) {
  const std::string after = walked(chain);
  EXPECT_EQ(countIn(after, "scf.for"), 1u) << after;
  EXPECT_EQ(countIn(after, "tensor<1x16xf32>, !tile.ref"), 1u) << after;
  expectSame(chain, after);
}

TEST(WalkTiles, whatTheRegistersHoldStays) {
  std::string text = chain;
  for (size_t at = text.find("tensor<16x16"); at != std::string::npos;
       at = text.find("tensor<16x16")) {
    text.replace(at, 12, "tensor<1x16");
  }
  EXPECT_EQ(countIn(walked(text), "scf.for"), 0u);
}

TEST(WalkTiles, turnedTilesAreCutWhereVectorsStayWhole) {
  constexpr const char *text = R"(
tile.kernel @turn(%a: !tile.ref<16x16xf32>, %b: !tile.ref<8x16x2xf32>)
    attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %x = tile.load %a[%z, %z] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  %y = tile.reshape %x : tensor<16x16xf32> -> tensor<16x8x2xf32>
  %t = tile.transpose %y [1, 0, 2] : tensor<16x8x2xf32> -> tensor<8x16x2xf32>
  tile.store %t, %b[%z, %z, %z] : tensor<8x16x2xf32>, !tile.ref<8x16x2xf32>
  tile.return
})";
  const std::string after = walked(text);
  // Two of the eight pairs of a row at a time: a vector.
  EXPECT_EQ(countIn(after, "tensor<2x16x2xf32>, !tile.ref"), 1u) << after;
  expectSame(text, after);
}

TEST(WalkTiles, sumsOfALoopGoThroughMemory) {
  constexpr const char *text = R"(
tile.kernel @sums(%a: !tile.ref<16x16xf32>, %b: !tile.ref<16x16xf32>)
    attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %x = tile.load %a[%z, %z] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  %s = scf.for %i = %z to %three step %one iter_args(%c = %x) -> (tensor<16x16xf32>) {
    %n = arith.addf %c, %x : tensor<16x16xf32>
    scf.yield %n : tensor<16x16xf32>
  }
  %m = arith.mulf %s, %s : tensor<16x16xf32>
  tile.store %m, %b[%z, %z] : tensor<16x16xf32>, !tile.ref<16x16xf32>
  tile.return
})";
  const std::string after = walked(text);
  EXPECT_EQ(countIn(after, "scf.for"), 2u) << after;
  EXPECT_EQ(countIn(after, "tile.alloc"), 1u) << after;
  expectSame(text, after);
}

TEST(WalkTiles, choicesAreMadeInEachTurn) {
  constexpr const char *text = R"(
tile.kernel @choice(%a: !tile.ref<16x16xf32>, %b: !tile.ref<16x16xf32>)
    attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %n = tile.program_id
  %is = arith.cmpi eq, %n, %z : index
  %x = scf.if %is -> (tensor<16x16xf32>) {
    %p = tile.load %a[%z, %z] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
    scf.yield %p : tensor<16x16xf32>
  } else {
    %q = arith.constant dense<3.0> : tensor<16x16xf32>
    scf.yield %q : tensor<16x16xf32>
  }
  tile.store %x, %b[%z, %z] : tensor<16x16xf32>, !tile.ref<16x16xf32>
  tile.return
})";
  const std::string after = walked(text);
  EXPECT_EQ(countIn(after, "scf.for"), 1u) << after;
  expectSame(text, after);
}

TEST(WalkTiles, whatIsWrittenWhereOtherLinesAreReadStays) {
  // Each line is stored a line below the one that it was read from.
  constexpr const char *text = R"(
tile.kernel @shift(%a: !tile.ref<16x16xf32>, %b: !tile.ref<16x16xf32>)
    attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x = tile.load %b[%z, %z] : !tile.ref<16x16xf32> -> tensor<15x16xf32>
  tile.store %x, %b[%one, %z] : tensor<15x16xf32>, !tile.ref<16x16xf32>
  tile.return
})";
  EXPECT_EQ(countIn(walked(text), "scf.for"), 0u);
}

TEST(WalkTiles, whatIsOverwrittenInPlaceIsWalked) {
  constexpr const char *text = R"(
tile.kernel @place(%a: !tile.ref<16x16xf32>, %b: !tile.ref<16x16xf32>)
    attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %x = tile.load %a[%z, %z] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  %y = tile.load %b[%z, %z] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  %s = arith.addf %x, %y : tensor<16x16xf32>
  tile.store %s, %b[%z, %z] : tensor<16x16xf32>, !tile.ref<16x16xf32>
  tile.return
})";
  const std::string after = walked(text);
  EXPECT_EQ(countIn(after, "scf.for"), 1u) << after;
  expectSame(text, after);
}

TEST(WalkTiles, storesOfOneTileAreWalkedTogether) {
  constexpr const char *text = R"(
tile.kernel @two(%a: !tile.ref<16x16xf32>, %b: !tile.ref<16x16xf32>, %c: !tile.ref<16x16xf32>)
    attributes {stage = "free", grid = 1} {
  %z = arith.constant 0 : index
  %x = tile.load %a[%z, %z] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  tile.store %x, %b[%z, %z] : tensor<16x16xf32>, !tile.ref<16x16xf32>
  %y = arith.addf %x, %x : tensor<16x16xf32>
  tile.store %y, %c[%z, %z] : tensor<16x16xf32>, !tile.ref<16x16xf32>
  tile.return
})";
  const std::string after = walked(text);
  EXPECT_EQ(countIn(after, "scf.for"), 1u) << after;
  std::vector<float> input(256);
  std::iota(input.begin(), input.end(), 1.0F);
  std::vector<float> once(256);
  std::vector<float> twice(256);
  runKernel(after, {input.data(), once.data(), twice.data()});
  EXPECT_EQ(once, input);
  EXPECT_EQ(twice[255], 2 * input[255]);
}

} // namespace
} // namespace weft::cpu::test
