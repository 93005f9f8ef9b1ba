// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/PackWorkspaces.h"

#include "weft/Plan/Memory/Packing.h"

#include <gtest/gtest.h>

#include <random>

namespace weft::plan {
namespace {

WorkspacePacking around(const std::vector<Buffer> &buffers,
                        const std::vector<int64_t> &offsets,
                        const std::vector<Workspace> &workspaces,
                        int64_t room = 0) {
  return packWorkspaces({buffers, buffers}, offsets, workspaces, 64, room);
}

TEST(PackWorkspacesTest, takesWhatIsFreeWhenItsKernelRuns) {
  // The second buffer is dead by then.
  WorkspacePacking packing = around({{128, 0, 9}, {128, 0, 3}, {64, 0, 9}},
                                    {0, 128, 256}, {{100, 5, 5, 5}});
  EXPECT_EQ(packing.offsets, (std::vector<int64_t>{128}));
  EXPECT_EQ(packing.total, 320);
  EXPECT_EQ(packing.shared, 0);
}

TEST(PackWorkspacesTest, goesBehindWhatIsAliveWhereGapsAreSmall) {
  WorkspacePacking packing = around({{128, 0, 9}, {64, 0, 3}, {64, 0, 9}},
                                    {0, 128, 192}, {{100, 5, 5, 5}});
  EXPECT_EQ(packing.offsets, (std::vector<int64_t>{256}));
  EXPECT_EQ(packing.total, 384);
}

TEST(PackWorkspacesTest, oneAfterTheOtherHaveTheSameBytes) {
  WorkspacePacking packing =
      around({}, {}, {{64, 1, 1, 1}, {128, 2, 2, 2}, {64, 3, 3, 3}}, 1000);
  EXPECT_EQ(packing.offsets, (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(packing.total, 128);
  EXPECT_EQ(packing.shared, 0);
}

TEST(PackWorkspacesTest, thoseThatMayRunTogetherAreApartWhereThereIsRoom) {
  const std::vector<Workspace> two = {{64, 1, 0, 9}, {64, 2, 0, 9}};
  // Where something else needs as much memory at another time.
  WorkspacePacking packing = around({{128, 20, 21}}, {0}, two);
  EXPECT_EQ(packing.offsets, (std::vector<int64_t>{64, 0}));
  EXPECT_EQ(packing.total, 128);
  EXPECT_EQ(packing.shared, 0);
  // Where it takes more, and may.
  packing = around({}, {}, two, 64);
  EXPECT_EQ(packing.total, 128);
  EXPECT_EQ(packing.least, 64);
  // Where it may not.
  packing = around({}, {}, two, 63);
  EXPECT_EQ(packing.total, 64);
  EXPECT_EQ(packing.shared, 2);
}

TEST(PackWorkspacesTest, keepsOffWhatIsAliveAroundItsTimeWhereThereIsRoom) {
  // Dead when the kernel is told, but the kernel might run before.
  const std::vector<Buffer> buffers = {{64, 0, 3}, {128, 20, 21}};
  WorkspacePacking packing = around(buffers, {0, 0}, {{64, 5, 0, 9}});
  EXPECT_EQ(packing.offsets, (std::vector<int64_t>{64}));
  EXPECT_EQ(packing.shared, 0);
  packing = around(buffers, {0, 0}, {{128, 5, 0, 9}});
  EXPECT_EQ(packing.offsets, (std::vector<int64_t>{0}));
  EXPECT_EQ(packing.shared, 1);
}

TEST(PackWorkspacesTest, staysApartFromOthersBeforeItDoesFromTheDead) {
  // There is room for two workspaces, one of them where something died.
  WorkspacePacking packing = around({{64, 0, 3}, {128, 20, 21}}, {0, 0},
                                    {{64, 5, 0, 9}, {64, 6, 0, 9}});
  EXPECT_EQ(packing.offsets, (std::vector<int64_t>{64, 0}));
  EXPECT_EQ(packing.total, 128);
  EXPECT_EQ(packing.shared, 1);
}

class RandomWorkspacesTest : public ::testing::TestWithParam<int> {};

TEST_P(RandomWorkspacesTest, keepOffWhatIsAliveAndTakeNoMoreThanTheLargest) {
  std::mt19937 random(GetParam());
  auto below = [&](int64_t limit) {
    return static_cast<int64_t>(random() % limit);
  };
  constexpr int64_t times = 200;
  std::vector<Buffer> buffers;
  for (int64_t i = 0; i < 100; ++i) {
    const int64_t begin = below(times);
    buffers.push_back({below(20000), begin, std::min(begin + below(9), times)});
  }
  const Packing placed = pack(buffers, 64);
  std::vector<Workspace> workspaces;
  int64_t largest = 0;
  for (int64_t time = 0; time < times; ++time) {
    if (below(3) == 0) {
      workspaces.push_back({below(50000), time,
                            std::max<int64_t>(0, time - below(20)),
                            std::min(time + below(20), times)});
      largest = std::max(largest, workspaces.back().bytes);
    }
  }
  for (int64_t room : {int64_t(0), int64_t(100000)}) {
    const WorkspacePacking packing =
        around(buffers, placed.offsets, workspaces, room);
    EXPECT_LE(packing.least, placed.total + (largest + 63) / 64 * 64);
    EXPECT_LE(packing.total, packing.least + room);
    for (size_t i = 0; i < workspaces.size(); ++i) {
      const int64_t begin = packing.offsets[i];
      const int64_t end = begin + workspaces[i].bytes;
      EXPECT_EQ(begin % 64, 0);
      EXPECT_LE(end, packing.total);
      for (size_t j = 0; j < buffers.size(); ++j) {
        const bool isAlive = buffers[j].begin <= workspaces[i].time &&
                             workspaces[i].time <= buffers[j].end;
        const bool overlaps = begin < placed.offsets[j] + buffers[j].bytes &&
                              placed.offsets[j] < end && buffers[j].bytes > 0 &&
                              begin < end;
        EXPECT_FALSE(isAlive && overlaps) << i << " and " << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomWorkspacesTest, ::testing::Range(0, 20));

} // namespace
} // namespace weft::plan
