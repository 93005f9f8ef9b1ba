// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/Packing.h"

#include <gtest/gtest.h>

#include <random>

namespace weft::plan {
namespace {

/// Compares every buffer with every other.
void expectApart(const std::vector<Buffer> &buffers, const Packing &packing,
                 int64_t alignment) {
  ASSERT_EQ(packing.offsets.size(), buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i) {
    EXPECT_EQ(packing.offsets[i] % alignment, 0);
    EXPECT_LE(packing.offsets[i] + buffers[i].bytes, packing.total);
    for (size_t j = 0; j < i; ++j) {
      bool together = buffers[i].begin <= buffers[j].end &&
                      buffers[j].begin <= buffers[i].end;
      bool overlap =
          packing.offsets[i] < packing.offsets[j] + buffers[j].bytes &&
          packing.offsets[j] < packing.offsets[i] + buffers[i].bytes;
      EXPECT_FALSE(together && overlap) << i << " and " << j;
    }
  }
}

TEST(PackingTest, nothing) {
  Packing packing = pack({}, 64);
  EXPECT_EQ(packing.total, 0);
  EXPECT_EQ(lowerBound({}, 64), 0);
}

TEST(PackingTest, reusesWhatIsDead) {
  std::vector<Buffer> buffers = {{100, 0, 1}, {100, 1, 2}, {100, 2, 3}};
  Packing packing = pack(buffers, 64);
  expectApart(buffers, packing, 64);
  EXPECT_EQ(packing.total, 256);
  EXPECT_EQ(packing.offsets[0], packing.offsets[2]);
}

TEST(PackingTest, buffersWithoutBytesTakeNone) {
  std::vector<Buffer> buffers = {{0, 0, 9}, {1, 0, 9}, {0, 3, 4}};
  EXPECT_EQ(pack(buffers, 64).total, 64);
}

TEST(PackingTest, givesUpAfterTooManyVisits) {
  std::vector<Buffer> buffers(100, Buffer{64, 0, 1});
  EXPECT_TRUE(packBySize(buffers, 64, /*maximumVisits=*/10).offsets.empty());
}

class RandomPackingTest : public ::testing::TestWithParam<int> {};

TEST_P(RandomPackingTest, isCloseToTheBound) {
  std::mt19937 random(GetParam());
  auto below = [&](int64_t limit) {
    return static_cast<int64_t>(random() % limit);
  };
  std::vector<Buffer> buffers;
  int64_t count = 1 + below(300);
  for (int64_t i = 0; i < count; ++i) {
    int64_t begin = below(count);
    int64_t length = below(2) ? below(8) : below(count);
    buffers.push_back({below(3) ? below(1000) : below(100000), begin,
                       std::min(begin + length, count)});
  }
  int64_t bound = lowerBound(buffers, 64);
  for (const Packing &packing :
       {packByBirth(buffers, 64), packBySize(buffers, 64), pack(buffers, 64)}) {
    expectApart(buffers, packing, 64);
    EXPECT_GE(packing.total, bound);
  }
  EXPECT_LE(pack(buffers, 64).total, bound + bound / 4);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPackingTest, ::testing::Range(0, 40));

/// The shape of a training step: what the forward pass makes is used by the
/// backward pass in reverse.
TEST(PackingTest, trainingStepIsNearlyTight) {
  std::mt19937 random(7);
  std::vector<Buffer> buffers;
  constexpr int64_t kLayers = 400;
  for (int64_t i = 0; i < kLayers; ++i) {
    int64_t bytes = 64 * (1 + random() % 500);
    buffers.push_back({bytes, i, 2 * kLayers - i});
    buffers.push_back({bytes, i, i + 1});
    buffers.push_back({2 * bytes, 2 * kLayers - i - 1, 2 * kLayers - i});
  }
  Packing packing = pack(buffers, 64);
  int64_t bound = lowerBound(buffers, 64);
  EXPECT_LE(packing.total, bound + bound / 20);
}

} // namespace
} // namespace weft::plan
