// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/LargeBlocks.h"

#include "weft/Runtime/Memory.h"
#include "weft/Support/MachineShare.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

using namespace weft::runtime;

namespace {

class LargeBlocksTest : public ::testing::Test {
protected:
  void SetUp() override {
#if __has_feature(address_sanitizer)
    GTEST_SKIP() << "all blocks are the C library's";
#endif
    releaseKeptBlocks();
  }
  void TearDown() override { releaseKeptBlocks(); }
};

TEST_F(LargeBlocksTest, AreKeptForTheNextArrayOfTheirSize) {
  void *first = allocateBlock(kLargeBlock + 1);
  ASSERT_TRUE(first);
  std::memset(first, 7, kLargeBlock + 1);
  EXPECT_EQ(keptBlockBytes(), 0u);
  freeBlock(first, kLargeBlock + 1);
  EXPECT_GE(keptBlockBytes(), kLargeBlock + 1);
  void *second = allocateBlock(kLargeBlock + 100);
  EXPECT_EQ(second, first);
  EXPECT_EQ(keptBlockBytes(), 0u);
  freeBlock(second, kLargeBlock + 100);
}

TEST_F(LargeBlocksTest, StayWholeInASmallerArraysHands) {
  uint64_t large = 10 * kLargeBlock;
  void *block = allocateBlock(large);
  freeBlock(block, large);
  uint64_t all = keptBlockBytes();
  // A little smaller: the same block, all of which comes back.
  EXPECT_EQ(allocateBlock(large - large / 8), block);
  freeBlock(block, large - large / 8);
  EXPECT_EQ(keptBlockBytes(), all);
  EXPECT_EQ(allocateBlock(large), block);
  freeBlock(block, large);
}

TEST_F(LargeBlocksTest, AreNotWastedOnMuchSmallerArrays) {
  void *large = allocateBlock(8 * kLargeBlock);
  freeBlock(large, 8 * kLargeBlock);
  void *small = allocateBlock(kLargeBlock);
  EXPECT_NE(small, large);
  EXPECT_GE(keptBlockBytes(), 8 * kLargeBlock);
  freeBlock(small, kLargeBlock);
}

TEST_F(LargeBlocksTest, OfSeveralTheSmallestThatFitsIsTaken) {
  void *larger = allocateBlock(kLargeBlock + kLargeBlock / 8);
  void *fitting = allocateBlock(kLargeBlock);
  freeBlock(fitting, kLargeBlock);
  freeBlock(larger, kLargeBlock + kLargeBlock / 8);
  EXPECT_EQ(allocateBlock(kLargeBlock), fitting);
  freeBlock(fitting, kLargeBlock);
}

TEST_F(LargeBlocksTest, NoMoreIsKeptThanAnEighthOfTheMemory) {
  // Never written, so that no page of it is taken.
  uint64_t limit = weft::usableMemory() / 8;
  uint64_t size = limit / 3;
  std::vector<void *> blocks;
  for (int i = 0; i < 5; ++i) {
    blocks.push_back(allocateBlock(size));
    ASSERT_TRUE(blocks.back());
  }
  for (void *block : blocks) {
    freeBlock(block, size);
    EXPECT_LE(keptBlockBytes(), limit);
  }
  EXPECT_GE(keptBlockBytes(), 2 * size);
}

TEST_F(LargeBlocksTest, WhatTheMachineDoesNotHaveIsNull) {
  freeBlock(allocateBlock(kLargeBlock), kLargeBlock);
  EXPECT_EQ(allocateBlock(uint64_t(1) << 60), nullptr);
  EXPECT_EQ(allocateBlock(UINT64_MAX - 2 * kAlignment), nullptr);
  // What was kept was given up for it.
  EXPECT_EQ(keptBlockBytes(), 0u);
}

TEST_F(LargeBlocksTest, SmallOnesAreTheLibrarys) {
  void *block = allocateBlock(1000);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % kAlignment, 0u);
  freeBlock(block, 1000);
  EXPECT_EQ(keptBlockBytes(), 0u);
  freeBlock(nullptr, 1000);
  freeBlock(nullptr, kLargeBlock);
}

TEST_F(LargeBlocksTest, ThreadsTakeBlocksOfTheirOwn) {
  std::vector<std::thread> threads;
  for (unsigned char i = 1; i <= 4; ++i) {
    threads.emplace_back([i] {
      for (int round = 0; round < 50; ++round) {
        uint64_t size = kLargeBlock + static_cast<uint64_t>(i) * 4096;
        auto *data = static_cast<unsigned char *>(allocateBlock(size));
        ASSERT_TRUE(data);
        data[0] = data[size - 1] = i;
        std::this_thread::yield();
        EXPECT_EQ(data[0], i);
        EXPECT_EQ(data[size - 1], i);
        freeBlock(data, size);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

TEST_F(LargeBlocksTest, AForkedChildGetsAndFreesThem) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "a sanitizer ends children of processes with threads";
#endif
  std::atomic<bool> ends = false;
  std::thread other([&] {
    while (!ends) {
      freeBlock(allocateBlock(kLargeBlock), kLargeBlock);
    }
  });
  for (int i = 0; i < 50; ++i) {
    pid_t child = fork();
    if (child == 0) {
      alarm(20); // A child that waits for ever is a failure, not a hang.
      freeBlock(allocateBlock(kLargeBlock), kLargeBlock);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  ends = true;
  other.join();
}

} // namespace
