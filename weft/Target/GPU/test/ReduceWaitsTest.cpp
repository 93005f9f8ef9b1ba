// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/ReduceWaits.h"
#include "weft/Support/Random.h"

#include <gtest/gtest.h>

namespace weft::gpu {
namespace {

Waits reduced(Waits waits, size_t farthest = 1 << 16) {
  reduceWaits(waits, farthest);
  return waits;
}

TEST(ReduceWaits, WhatAnotherWaitsForIsLeftOut) {
  EXPECT_EQ(reduced({{}, {0}, {0, 1}}), Waits({{}, {0}, {1}}));
}

TEST(ReduceWaits, ChainsMayBeLong) {
  Waits chain(1000), links(1000);
  for (uint32_t i = 1; i < chain.size(); ++i) {
    links[i] = {i - 1};
    chain[i] = {0};
    for (uint32_t back : {700u, 64u, 2u, 1u}) {
      if (back < i) {
        chain[i].push_back(i - back);
      }
    }
  }
  EXPECT_EQ(reduced(chain), links);
}

TEST(ReduceWaits, WhatNobodyElseWaitsForStays) {
  EXPECT_EQ(reduced({{}, {}, {0}, {1}, {2, 3}, {0, 1, 4}}),
            Waits({{}, {}, {0}, {1}, {2, 3}, {4}}));
  EXPECT_EQ(reduced({{}, {0}, {}, {1, 2}}), Waits({{}, {0}, {}, {1, 2}}));
}

TEST(ReduceWaits, TooFarBackIsLeftAsItIs) {
  Waits waits(200);
  for (uint32_t i = 1; i < waits.size(); ++i) {
    waits[i] = {i - 1};
  }
  waits[199] = {0, 150, 198};
  EXPECT_EQ(reduced(waits, 10)[199], std::vector<uint32_t>({0, 198}));
  EXPECT_EQ(reduced(waits)[199], std::vector<uint32_t>({198}));
}

/// Of each command, all that are over before it.
std::vector<std::vector<bool>> allBefore(const Waits &waits) {
  std::vector<std::vector<bool>> before(waits.size());
  for (size_t i = 0; i < waits.size(); ++i) {
    before[i].resize(waits.size());
    for (uint32_t wait : waits[i]) {
      before[i][wait] = true;
      for (size_t j = 0; j < wait; ++j) {
        before[i][j] = before[i][j] || before[wait][j];
      }
    }
  }
  return before;
}

/// By its definition: the same commands are over before each, and not without
/// any of its waits.
TEST(ReduceWaits, KeepsTheOrderWithAsFewAsItTakes) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Waits waits(20 + 15 * seed);
    for (uint32_t i = 1; i < waits.size(); ++i) {
      const int64_t reach = random.below(2) == 0 ? 5 : i;
      for (int64_t count = random.below(4); count > 0; --count) {
        waits[i].push_back(static_cast<uint32_t>(
            i - 1 - random.below(std::min<int64_t>(reach, i))));
      }
      std::ranges::sort(waits[i]);
      waits[i].erase(std::ranges::unique(waits[i]).begin(), waits[i].end());
    }
    const std::vector<std::vector<bool>> wanted = allBefore(waits);
    reduceWaits(waits);
    EXPECT_EQ(allBefore(waits), wanted) << "seed " << seed;
    for (const std::vector<uint32_t> &one : waits) {
      for (uint32_t wait : one) {
        for (uint32_t other : one) {
          EXPECT_FALSE(wanted[other][wait]) << "seed " << seed;
        }
      }
    }
  }
}

} // namespace
} // namespace weft::gpu
