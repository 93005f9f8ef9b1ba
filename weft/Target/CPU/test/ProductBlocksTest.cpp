// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Candidates/ProductBlocks.h"

#include <gtest/gtest.h>

namespace weft::cpu {
namespace {

constexpr std::array<bool, 2> neither = {false, false};
constexpr std::array<bool, 2> both = {true, true};

/// A square product of f32 on vectors of four.
ProductWork square(int64_t size) {
  ProductWork work;
  work.rows = work.columns = work.terms = size;
  work.height = 8;
  work.width = 12;
  work.keeps = both;
  work.packedBytes = 384 << 10;
  return work;
}

SharedPacking choose(const ProductWork &work, std::array<bool, 2> canShare,
                     std::array<bool, 2> isFree = neither) {
  return chooseSharing(work, canShare, isFree, *findMachine("arm64"));
}

TEST(ProductBlocks, aBlockIsWholeTiles) {
  for (int64_t size : {16, 100, 256, 1000}) {
    const ProductWork work = square(size);
    const ProductBlock block = chooseBlock(work);
    EXPECT_EQ(block.rows % work.height, 0) << size;
    EXPECT_EQ(block.columns % work.width, 0) << size;
  }
}

TEST(ProductBlocks, whatManyProgramsReadIsPackedOnce) {
  const SharedPacking large = choose(square(1024), both);
  EXPECT_NE(large.isShared, neither);
  EXPECT_LT(large.picoseconds, large.otherwise);
  EXPECT_EQ(choose(square(32), both).isShared, neither)
      << "another kernel takes longer than the product";
}

TEST(ProductBlocks, whatIsMovedElementByElementIsPackedSooner) {
  ProductWork work = square(256);
  work.keeps = {false, true};
  EXPECT_EQ(choose(work, both).isShared, neither);
  work.perRight *= 8;
  const std::array<bool, 2> right = {false, true};
  EXPECT_EQ(choose(work, both).isShared, right);
}

TEST(ProductBlocks, onlyWhatCanBePackedIs) {
  EXPECT_EQ(choose(square(1024), neither).isShared, neither);
  EXPECT_FALSE(choose(square(1024), {true, false}).isShared[1]);
  ProductWork inPlace = square(1024);
  inPlace.keeps = neither;
  EXPECT_EQ(choose(inPlace, both).isShared, neither)
      << "programs that pack nothing";
}

TEST(ProductBlocks, fewRowsReadPanelsThatCostNothing) {
  ProductWork work = square(1024);
  work.rows = 8;
  work.keeps = neither;
  work.walksRight = true;
  EXPECT_EQ(choose(work, both).isShared, neither);
  const std::array<bool, 2> right = {false, true};
  EXPECT_EQ(choose(work, both, both).isShared, right);
}

TEST(ProductBlocks, whatIsPackedFreelyIsPackedSooner) {
  const ProductWork work = square(64);
  EXPECT_EQ(choose(work, both).isShared, neither);
  EXPECT_NE(choose(work, both, both).isShared, neither);
}

TEST(ProductBlocks, fastProductsHaveTheirOperandsPackedSooner) {
  // A convolution on vectors of sixteen.
  ProductWork work;
  work.rows = 392;
  work.columns = 128;
  work.terms = 864;
  work.height = 8;
  work.width = 32;
  work.keeps = both;
  work.repeatsLeft = work.hasWindows = true;
  work.packedBytes = 384 << 10;
  EXPECT_EQ(choose(work, both).isShared, neither);
  work.pace = 2;
  work.perRight *= work.pace;
  const std::array<bool, 2> right = {false, true};
  EXPECT_EQ(choose(work, both).isShared, right);
}

TEST(ProductBlocks, threadsThatEndApartHaveMorePrograms) {
  ProductWork work = square(1024);
  auto programs = [&] {
    const ProductBlock block = chooseBlock(work);
    return (work.rows / block.rows) * (work.columns / block.columns);
  };
  const int64_t together = programs();
  work.lateTurns = 1;
  EXPECT_GT(programs(), together);
}

TEST(ProductBlocks, whatIsReadSlowlyFromOthersIsPackedByEach) {
  ProductWork work = square(512);
  EXPECT_NE(choose(work, both).isShared, neither);
  work.perHandedLine = 4400;
  EXPECT_EQ(choose(work, both).isShared, neither);
  EXPECT_NE(choose(work, both, both).isShared, neither)
      << "nobody packs it in this run";
}

} // namespace
} // namespace weft::cpu
