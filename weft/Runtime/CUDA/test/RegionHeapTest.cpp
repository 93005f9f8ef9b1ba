// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/RegionHeap.h"

#include <gtest/gtest.h>

#include <random>

using namespace weft;
using namespace weft::cuda;

namespace {

/// Regions that exist by name only.
struct Regions {
  uint64_t limit = UINT64_MAX;
  uint64_t taken = 0;
  uint64_t next = uint64_t(1) << 40;
  std::map<uint64_t, uint64_t> sizes;

  RegionSource source() {
    return {[this](uint64_t bytes) -> StatusOr<uint64_t> {
              if (bytes > limit - taken) {
                return Status::resourceExhausted("no more");
              }
              taken += bytes;
              const uint64_t address = next;
              // A gap between neighbours, and none between some.
              next += bytes + (sizes.size() % 2 == 0 ? 0 : 4096);
              sizes[address] = bytes;
              return address;
            },
            [this](uint64_t address) {
              taken -= sizes.at(address);
              sizes.erase(address);
            }};
  }
};

TEST(RegionHeap, GivesAlignedBlocksThatDoNotOverlap) {
  Regions regions;
  RegionHeap heap(regions.source());
  std::mt19937 random(7);
  std::map<uint64_t, uint64_t> held;
  for (int step = 0; step < 20'000; ++step) {
    if (held.empty() || random() % 5 < 3) {
      const uint64_t bytes =
          random() % 3 == 0 ? random() % (8u << 20) : random() % 5000;
      StatusOr<uint64_t> address = heap.allocate(bytes);
      ASSERT_TRUE(address.ok());
      EXPECT_EQ(*address % 256, 0u);
      auto next = held.lower_bound(*address);
      const uint64_t end = *address + std::max<uint64_t>(bytes, 1);
      EXPECT_TRUE(next == held.end() || end <= next->first);
      if (next != held.begin()) {
        auto before = std::prev(next);
        EXPECT_LE(before->first + before->second, *address);
      }
      held[*address] = std::max<uint64_t>(bytes, 1);
    } else {
      auto chosen = std::next(held.begin(), random() % held.size());
      heap.free(chosen->first);
      held.erase(chosen);
    }
  }
  for (const auto &[address, bytes] : held) {
    heap.free(address);
  }
  EXPECT_EQ(heap.blockBytes(), 0u);
  heap.trim();
  EXPECT_EQ(heap.takenBytes(), 0u);
  EXPECT_EQ(regions.taken, 0u);
}

TEST(RegionHeap, UsesFreedMemoryAgain) {
  Regions regions;
  RegionHeap heap(regions.source());
  uint64_t first = *heap.allocate(100 << 20);
  uint64_t second = *heap.allocate(100 << 20);
  const uint64_t before = regions.taken;
  heap.free(first);
  heap.free(second);
  EXPECT_EQ(*heap.allocate(90 << 20), first);
  EXPECT_EQ(regions.taken, before);
}

TEST(RegionHeap, NeverTakesMoreThanAQuarterInVain) {
  Regions regions;
  RegionHeap heap(regions.source());
  for (int i = 0; i < 4000; ++i) {
    ASSERT_TRUE(heap.allocate(1 << 20).ok());
  }
  EXPECT_LE(regions.taken, (uint64_t(4000) << 20) * 5 / 4 + (64 << 20));
  EXPECT_LE(regions.sizes.size(), 40u);
}

TEST(RegionHeap, WhatIsNotInUseIsGivenBackBeforeItFails) {
  Regions regions;
  regions.limit = uint64_t(272) << 20;
  RegionHeap heap(regions.source());
  uint64_t block = *heap.allocate(200 << 20);
  EXPECT_EQ(heap.allocate(100 << 20).status().code(),
            StatusCode::ResourceExhausted);
  // What is left is less than a region has otherwise.
  EXPECT_TRUE(heap.allocate(10 << 20).ok());
  heap.free(block);
  EXPECT_TRUE(heap.allocate(uint64_t(216) << 20).ok());
}

TEST(RegionHeap, WhatWorkInAQueueStillUsesIsSaid) {
  Regions regions;
  RegionHeap heap(regions.source());
  const uint64_t first = *heap.allocate(1 << 20);
  const uint64_t second = *heap.allocate(1 << 20);
  const uint64_t third = *heap.allocate(1 << 20);
  EXPECT_EQ(heap.usedUntil(first), 0u);
  heap.free(first, 7);
  heap.free(second, 5);
  // A part of both, and what is left of them.
  const uint64_t joined = *heap.allocate(3 << 19);
  EXPECT_EQ(joined, first);
  EXPECT_EQ(heap.usedUntil(joined), 7u);
  const uint64_t rest = *heap.allocate(1 << 19);
  EXPECT_EQ(rest, first + (3 << 19));
  EXPECT_EQ(heap.usedUntil(rest), 7u);
  EXPECT_EQ(heap.usedUntil(third), 0u);
  heap.free(third, 9);
  heap.free(joined, 8);
  EXPECT_EQ(heap.usedUntil(*heap.allocate(3 << 19)), 8u);
}

TEST(RegionHeap, SizesBeyondAllReasonAreRefused) {
  Regions regions;
  RegionHeap heap(regions.source());
  EXPECT_EQ(heap.allocate(UINT64_MAX).status().code(),
            StatusCode::ResourceExhausted);
}

} // namespace
