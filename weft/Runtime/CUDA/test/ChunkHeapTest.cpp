// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/ChunkHeap.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <set>
#include <thread>

using namespace weft;
using namespace weft::cuda;

namespace {

constexpr uint64_t kChunk = uint64_t(2) << 20;

/// What a driver was asked for, and what it has.
struct Machine {
  /// In chunks.
  uint64_t memory = 64;
  uint64_t folds = 4;
  uint64_t created = 0;
  uint64_t calls = 0;
  uint64_t failingMaps = 0;
  std::set<uint64_t> chunks;
  /// Chunks by their places, and places that are open.
  std::map<uint64_t, uint64_t> mapped;
  std::set<uint64_t> open;
  /// Of the queue.
  std::atomic<uint64_t> completed = 0;
  std::vector<uint64_t> waits;
  /// Work that must be over before a place is unmapped.
  std::map<uint64_t, uint64_t> usedUntil;
};

/// Places that exist by name only.
class Places final : public AddressSpace {
public:
  explicit Places(Machine &machine)
      : AddressSpace(
            {uint64_t(1) << 40, kChunk, machine.memory * machine.folds}),
        machine(machine) {}
  ~Places() override { EXPECT_TRUE(machine.mapped.empty()); }

  StatusOr<uint64_t> create() override {
    ++machine.calls;
    if (machine.chunks.size() == machine.memory) {
      return Status::resourceExhausted("no more");
    }
    const uint64_t chunk = ++machine.created;
    machine.chunks.insert(chunk);
    return chunk;
  }
  void release(uint64_t chunk) override {
    ++machine.calls;
    EXPECT_EQ(machine.chunks.erase(chunk), 1u);
    for (const auto &[place, mapped] : machine.mapped) {
      EXPECT_NE(mapped, chunk) << "released where it is mapped";
    }
  }
  Status map(uint64_t place, uint64_t chunk) override {
    ++machine.calls;
    EXPECT_LT(place, shape().places);
    EXPECT_TRUE(machine.chunks.contains(chunk));
    if (machine.failingMaps != 0 && --machine.failingMaps == 0) {
      return Status::internal("no map");
    }
    EXPECT_TRUE(machine.mapped.emplace(place, chunk).second);
    return Status::success();
  }
  Status open(uint64_t place, uint64_t count) override {
    ++machine.calls;
    for (uint64_t i = place; i < place + count; ++i) {
      EXPECT_TRUE(machine.mapped.contains(i));
      EXPECT_TRUE(machine.open.insert(i).second);
    }
    return Status::success();
  }
  Status unmap(uint64_t place) override {
    ++machine.calls;
    EXPECT_EQ(machine.mapped.erase(place), 1u);
    machine.open.erase(place);
    EXPECT_LE(machine.usedUntil[place], machine.completed)
        << "unmapped under work";
    return Status::success();
  }

private:
  Machine &machine;
};

class ChunkHeapTest : public testing::Test {
protected:
  /// A heap goes when all work is over.
  void TearDown() override { machine.completed = UINT64_MAX; }

  Heap &heap() {
    if (!made) {
      made = std::make_unique<ChunkHeap>(
          std::make_unique<Places>(machine),
          WorkNumbers{[this] { return machine.completed.load(); },
                      [this](uint64_t number) {
                        machine.waits.push_back(number);
                        machine.completed = number;
                      }});
    }
    return *made;
  }
  uint64_t chunks() const { return machine.chunks.size(); }
  uint64_t allocate(uint64_t bytes) {
    StatusOr<uint64_t> address = heap().allocate(bytes);
    EXPECT_TRUE(address.ok()) << address.status().message();
    if (!address.ok()) {
      return 0;
    }
    const uint64_t base = uint64_t(1) << 40;
    for (uint64_t place = (*address - base) / kChunk;
         place <= (*address + std::max<uint64_t>(bytes, 1) - 1 - base) / kChunk;
         ++place) {
      EXPECT_TRUE(machine.open.contains(place)) << place;
    }
    return *address;
  }
  void free(uint64_t address, uint64_t bytes, uint64_t usedUntil) {
    const uint64_t base = uint64_t(1) << 40;
    for (uint64_t place = (address - base) / kChunk;
         place <= (address + bytes - 1 - base) / kChunk; ++place) {
      machine.usedUntil[place] = usedUntil;
    }
    heap().free(address, usedUntil);
  }
  void giveBackAllThatRests() {
    heap().giveBackRested();
    heap().giveBackRested();
  }

  Machine machine;
  std::unique_ptr<ChunkHeap> made;
};

TEST_F(ChunkHeapTest, GivesAlignedBlocksThatDoNotOverlap) {
  machine.memory = 4000;
  std::mt19937 random(7);
  std::map<uint64_t, uint64_t> held;
  for (int step = 0; step < 20'000; ++step) {
    if (held.empty() || random() % 5 < 3) {
      const uint64_t bytes =
          random() % 3 == 0 ? random() % (8u << 20) : random() % 5000;
      const uint64_t address = allocate(bytes);
      EXPECT_EQ(address % 256, 0u);
      auto next = held.lower_bound(address);
      const uint64_t end = address + std::max<uint64_t>(bytes, 1);
      EXPECT_TRUE(next == held.end() || end <= next->first);
      if (next != held.begin()) {
        auto before = std::prev(next);
        EXPECT_LE(before->first + before->second, address);
      }
      held[address] = std::max<uint64_t>(bytes, 1);
    } else {
      auto chosen = std::next(held.begin(), random() % held.size());
      heap().free(chosen->first);
      held.erase(chosen);
    }
    if (random() % 500 == 0) {
      heap().giveBackRested();
    }
    ASSERT_EQ(heap().takenBytes(), chunks() * kChunk);
    // Blocks are rounded to 256 bytes, and chunks of which a part is used stay.
    ASSERT_GE(heap().takenBytes(), heap().blockBytes());
  }
  for (const auto &[address, bytes] : held) {
    heap().free(address);
  }
  EXPECT_EQ(heap().blockBytes(), 0u);
  giveBackAllThatRests();
  EXPECT_EQ(heap().takenBytes(), 0u);
  EXPECT_EQ(chunks(), 0u);
}

TEST_F(ChunkHeapTest, GrowsByWhatIsMissing) {
  allocate(1);
  EXPECT_EQ(chunks(), 1u);
  allocate(kChunk / 2);
  EXPECT_EQ(chunks(), 1u);
  // Half of it is there.
  allocate(kChunk * 3 + kChunk / 4);
  EXPECT_EQ(chunks(), 4u);
  EXPECT_EQ(heap().takenBytes(), 4 * kChunk);
}

TEST_F(ChunkHeapTest, FreedMemoryIsUsedAgainWithoutTheDriver) {
  for (int step = 0; step < 3; ++step) {
    const uint64_t calls = machine.calls;
    std::vector<uint64_t> held;
    for (uint64_t i = 1; i < 6; ++i) {
      held.push_back(allocate(i * kChunk / 3));
    }
    for (uint64_t address : held) {
      heap().free(address);
    }
    if (step != 0) {
      EXPECT_EQ(machine.calls, calls);
    }
    // Chunks that every step uses do not rest.
    heap().giveBackRested();
  }
}

TEST_F(ChunkHeapTest, OneLargeBlockAfterManyThatWereFreedAlternately) {
  std::vector<uint64_t> held;
  for (uint64_t i = 0; i < machine.memory; ++i) {
    held.push_back(allocate(kChunk));
  }
  EXPECT_FALSE(heap().allocate(1).ok());
  for (size_t i = 0; i < held.size(); i += 2) {
    heap().free(held[i]);
  }
  // Free chunks lie apart, and the driver has none left.
  allocate(machine.memory / 2 * kChunk);
  EXPECT_EQ(chunks(), machine.memory);
  EXPECT_FALSE(heap().allocate(1).ok());
}

TEST_F(ChunkHeapTest, GapsAreFilledBeforeMoreIsTaken) {
  const uint64_t first = allocate(kChunk);
  const uint64_t second = allocate(kChunk);
  const uint64_t third = allocate(kChunk);
  heap().free(first);
  heap().free(third);
  giveBackAllThatRests();
  EXPECT_EQ(chunks(), 1u);
  // Between nothing and a block, then behind it.
  EXPECT_EQ(allocate(kChunk / 2), first);
  EXPECT_EQ(allocate(2 * kChunk), second + kChunk);
}

TEST_F(ChunkHeapTest, ABlockBeginsInWhatIsFreeBeforeAGap) {
  const uint64_t first = allocate(kChunk / 2);
  const uint64_t second = allocate(kChunk + kChunk / 2);
  EXPECT_EQ(second, first + kChunk / 2);
  heap().free(second);
  giveBackAllThatRests();
  EXPECT_EQ(chunks(), 1u);
  EXPECT_EQ(allocate(kChunk), second);
  EXPECT_EQ(chunks(), 2u);
}

TEST_F(ChunkHeapTest, MemoryGoesBackOnceItHasRested) {
  const uint64_t large = allocate(10 * kChunk);
  const uint64_t small = allocate(1);
  heap().free(large);
  heap().giveBackRested();
  EXPECT_EQ(chunks(), 11u);
  // What is used again begins anew.
  const uint64_t part = allocate(3 * kChunk);
  heap().free(part);
  heap().giveBackRested();
  EXPECT_EQ(chunks(), 4u);
  heap().giveBackRested();
  EXPECT_EQ(chunks(), 1u);
  heap().free(small);
  giveBackAllThatRests();
  EXPECT_EQ(chunks(), 0u);
  EXPECT_EQ(allocate(10 * kChunk), large);
}

TEST_F(ChunkHeapTest, MemoryThatWorkUsesStays) {
  const uint64_t first = allocate(kChunk);
  const uint64_t second = allocate(kChunk);
  free(first, kChunk, 5);
  free(second, kChunk, 7);
  machine.completed = 5;
  giveBackAllThatRests();
  EXPECT_EQ(chunks(), 1u);
  EXPECT_TRUE(machine.waits.empty());
  machine.completed = 7;
  heap().giveBackRested();
  EXPECT_EQ(chunks(), 0u);
}

TEST_F(ChunkHeapTest, WorkIsWaitedForWhenThereIsNoOtherMemory) {
  machine.memory = 4;
  const uint64_t first = allocate(kChunk);
  allocate(kChunk);
  const uint64_t second = allocate(kChunk);
  const uint64_t third = allocate(kChunk);
  free(first, kChunk, 5);
  free(second, kChunk, 9);
  free(third, kChunk, 7);
  // The two behind the wall are one block as they are.
  EXPECT_EQ(allocate(2 * kChunk), second);
  EXPECT_TRUE(machine.waits.empty());
  EXPECT_EQ(heap().usedUntil(second), 9u);
  free(second, 2 * kChunk, 11);
  // The third chunk is the one before the wall, whose work is over first.
  EXPECT_EQ(allocate(3 * kChunk), second);
  EXPECT_EQ(machine.waits, std::vector<uint64_t>{5});
  EXPECT_EQ(heap().usedUntil(second), 11u);
}

TEST_F(ChunkHeapTest, WhatIsNotEnoughIsNotWaitedFor) {
  machine.memory = 4;
  const uint64_t first = allocate(kChunk);
  allocate(kChunk);
  free(first, kChunk, 5);
  StatusOr<uint64_t> refused = heap().allocate(4 * kChunk);
  EXPECT_EQ(refused.status().code(), StatusCode::ResourceExhausted);
  EXPECT_EQ(refused.status().message(),
            "allocating 8388608 bytes on the device, 4 chunks of 2097152: no "
            "more");
  EXPECT_TRUE(machine.waits.empty());
  EXPECT_EQ(heap().blockBytes(), kChunk);
  EXPECT_EQ(heap().takenBytes(), 2 * kChunk);
  // What was free stays so, with its work.
  EXPECT_EQ(allocate(kChunk), first);
  EXPECT_EQ(heap().usedUntil(first), 5u);
}

TEST_F(ChunkHeapTest, AFailureToMapLeavesNothingBehind) {
  const uint64_t first = allocate(kChunk / 2);
  machine.failingMaps = 3;
  EXPECT_EQ(heap().allocate(4 * kChunk).status().code(), StatusCode::Internal);
  EXPECT_EQ(chunks(), 1u);
  EXPECT_EQ(heap().blockBytes(), kChunk / 2);
  EXPECT_EQ(allocate(4 * kChunk), first + kChunk / 2);
}

TEST_F(ChunkHeapTest, WhatWorkInAQueueStillUsesIsSaid) {
  const uint64_t first = allocate(1 << 19);
  const uint64_t second = allocate(1 << 19);
  const uint64_t third = allocate(1 << 20);
  EXPECT_EQ(heap().usedUntil(first), 0u);
  heap().free(first, 7);
  heap().free(second, 5);
  // A part of both, and what is left of them.
  EXPECT_EQ(allocate(3 << 18), first);
  EXPECT_EQ(heap().usedUntil(first), 7u);
  heap().free(third, 9);
  // Memory that was mapped for it beside memory that was there.
  const uint64_t both = allocate(2 << 20);
  EXPECT_EQ(both, first + (3 << 18));
  EXPECT_EQ(heap().usedUntil(both), 9u);
}

TEST_F(ChunkHeapTest, AddressesEnd) {
  machine.folds = 1;
  machine.memory = 4;
  const uint64_t first = allocate(kChunk);
  allocate(kChunk);
  heap().free(first);
  EXPECT_EQ(heap().allocate(3 * kChunk).status().message(),
            "no 6291456 of 8388608 bytes of addresses are free in a row");
}

TEST_F(ChunkHeapTest, SizesBeyondAllReasonAreRefused) {
  EXPECT_EQ(heap().allocate(UINT64_MAX).status().code(),
            StatusCode::ResourceExhausted);
  EXPECT_EQ(heap().allocate(uint64_t(1) << 62).status().code(),
            StatusCode::ResourceExhausted);
}

// Everybody gets what fits, while memory goes back all the time.
TEST_F(ChunkHeapTest, ThreadsShareIt) {
  machine.memory = 40;
  heap();
  std::mutex held;
  std::map<uint64_t, uint64_t> blocks;
  std::atomic<bool> ends = false;
  auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int step = 0; step < 3000; ++step) {
      const uint64_t bytes = (1 + random() % 8) * kChunk / 2;
      StatusOr<uint64_t> address = heap().allocate(bytes);
      ASSERT_TRUE(address.ok()) << address.status().message();
      {
        std::lock_guard lock(held);
        auto next = blocks.lower_bound(*address);
        ASSERT_TRUE(next == blocks.end() || *address + bytes <= next->first);
        ASSERT_TRUE(next == blocks.begin() ||
                    std::prev(next)->first + std::prev(next)->second <=
                        *address);
        blocks[*address] = bytes;
      }
      {
        std::lock_guard lock(held);
        blocks.erase(*address);
      }
      heap().free(*address);
    }
  };
  std::thread rests([&] {
    while (!ends) {
      heap().giveBackRested();
    }
  });
  std::vector<std::thread> threads;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    threads.emplace_back(work, seed);
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  ends = true;
  rests.join();
  EXPECT_EQ(heap().blockBytes(), 0u);
}

} // namespace
