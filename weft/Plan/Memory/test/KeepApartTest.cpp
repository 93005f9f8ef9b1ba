// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/KeepApart.h"

#include "weft/Plan/Memory/Packing.h"

#include <gtest/gtest.h>

#include <random>

namespace weft::plan {
namespace {

using Offsets = std::vector<int64_t>;

/// Two chains of two steps, one told after the other.
const std::vector<Buffer> chains = {{64, 1, 2}, {64, 3, 4}};
const std::vector<Buffer> anyTime = {{64, 0, 9}, {64, 0, 9}};

TEST(KeepApartTest, whatMightBeNeededAtOnceIsApartWhereThereIsRoom) {
  Offsets offsets = {0, 0};
  EXPECT_EQ(keepApart({chains, anyTime}, offsets, 0, 64, 128), 0);
  EXPECT_EQ(offsets, (Offsets{64, 0}));
}

TEST(KeepApartTest, staysWhereThereIsNone) {
  Offsets offsets = {0, 0};
  EXPECT_EQ(keepApart({chains, anyTime}, offsets, 0, 64, 127), 2);
  EXPECT_EQ(offsets, (Offsets{0, 0}));
}

TEST(KeepApartTest, staysWhereNothingCouldBeInTheWay) {
  Offsets offsets = {0, 0};
  EXPECT_EQ(keepApart({chains, chains}, offsets, 0, 64, 1000), 0);
  EXPECT_EQ(offsets, (Offsets{0, 0}));
}

TEST(KeepApartTest, smallOnesAreMovedFirst) {
  const std::vector<Buffer> lives = {{256, 1, 2}, {64, 3, 4}};
  const std::vector<Buffer> windows = {{256, 0, 9}, {64, 0, 9}};
  Offsets offsets = {0, 0};
  EXPECT_EQ(keepApart({lives, windows}, offsets, 0, 64, 320), 0);
  EXPECT_EQ(offsets, (Offsets{0, 256}));
}

TEST(KeepApartTest, thoseBeforeTheFirstStay) {
  Offsets offsets = {0, 0};
  EXPECT_EQ(keepApart({chains, anyTime}, offsets, 1, 64, 128), 0);
  EXPECT_EQ(offsets, (Offsets{0, 64}));
}

TEST(KeepApartTest, buffersWithoutBytesAreNowhere) {
  const std::vector<Buffer> lives = {{0, 1, 2}, {64, 1, 4}};
  Offsets offsets = {0, 0};
  EXPECT_EQ(keepApart({lives, lives}, offsets, 0, 64, 64), 0);
  EXPECT_EQ(offsets, (Offsets{0, 0}));
}

TEST(KeepApartTest, leavesThemTogetherAfterTooManyVisits) {
  std::vector<Buffer> lives;
  std::vector<Buffer> windows;
  for (int64_t i = 0; i < 50; ++i) {
    lives.push_back({64, i, i});
    windows.push_back({64, 0, 100});
  }
  Offsets offsets(lives.size(), 0);
  EXPECT_EQ(keepApart({lives, windows}, offsets, 0, 64, 1 << 20), 0);
  offsets.assign(lives.size(), 0);
  EXPECT_GT(keepApart({lives, windows}, offsets, 0, 64, 1 << 20,
                      /*maximumVisits=*/100),
            40);
}

class RandomKeepApartTest : public ::testing::TestWithParam<int> {};

TEST_P(RandomKeepApartTest, livesAreKeptAndTheLimitToo) {
  std::mt19937 random(GetParam());
  auto below = [&](int64_t limit) {
    return static_cast<int64_t>(random() % limit);
  };
  constexpr int64_t times = 200;
  std::vector<Buffer> lives;
  std::vector<Buffer> windows;
  for (int64_t i = 0; i < 200; ++i) {
    const int64_t begin = below(times);
    const Buffer life = {below(20000), begin,
                         std::min(begin + below(20), times)};
    lives.push_back(life);
    windows.push_back({life.bytes, std::max<int64_t>(0, begin - below(30)),
                       std::min(life.end + below(30), times)});
  }
  const Packing packed = pack(lives, 64);
  for (int64_t room : {int64_t(0), int64_t(100000), int64_t(10000000)}) {
    Offsets offsets = packed.offsets;
    const int64_t limit = packed.total + room;
    const int64_t shared =
        keepApart({lives, windows}, offsets, 0, 64, limit, 1 << 30);
    int64_t together = 0;
    for (size_t i = 0; i < lives.size(); ++i) {
      EXPECT_EQ(offsets[i] % 64, 0);
      EXPECT_LE(offsets[i] + lives[i].bytes, limit);
      for (size_t j = 0; j < i; ++j) {
        auto meet = [](const Buffer &one, const Buffer &other) {
          return one.begin <= other.end && other.begin <= one.end;
        };
        const bool haveCommon = lives[i].bytes > 0 && lives[j].bytes > 0 &&
                                offsets[i] < offsets[j] + lives[j].bytes &&
                                offsets[j] < offsets[i] + lives[i].bytes;
        EXPECT_FALSE(haveCommon && meet(lives[i], lives[j]))
            << i << " and " << j;
        together += haveCommon && meet(windows[i], windows[j]);
      }
    }
    EXPECT_TRUE(shared > 0 || together == 0);
    if (room == 10000000) {
      EXPECT_EQ(together, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomKeepApartTest, ::testing::Range(0, 20));

} // namespace
} // namespace weft::plan
