// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CallRing.h"

#include "weft/Runtime/CUDA/Decisions.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace weft::cuda {
namespace {

using namespace std::chrono_literals;

/// A ring, and what the device does with it.
class CallRingTest : public ::testing::Test {
protected:
  /// One without large arrays; those before have a whole slot.
  static constexpr uint32_t kSmallCall = 5;

  static void SetUpTestSuite() {
    setenv("WEFT_CUDA_DRIVER", WEFT_EMULATED_CUDA, 1);
  }

  void make(uint64_t slots, uint64_t slotBytes) {
    device = *Device::open(0);
    blocks = std::make_unique<PinnedBlocks>(*device);
    RingedCalls calls;
    calls.slots = slots;
    calls.slotBytes = slotBytes;
    calls.usedBytes.assign(kSmallCall, slotBytes);
    calls.usedBytes.push_back(CallRing::kArraysAt + sizeof(uint32_t));
    ring = *CallRing::create(calls, *blocks, nullptr);
    size = slots;
  }
  void TearDown() override { ring = nullptr; }

  std::atomic_ref<uint64_t> count(uint64_t at) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): as kernels know it.
    return std::atomic_ref(*reinterpret_cast<uint64_t *>(ring->address() + at));
  }
  bool isFull() {
    return count(0).load() - count(CallRing::kTakenAt).load() == size;
  }
  void put(uint32_t run, uint32_t call, uint32_t value) {
    while (isFull()) {
      std::this_thread::yield();
    }
    const uint64_t number = count(0).load();
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    char *slot = reinterpret_cast<char *>(ring->address() + CallRing::kSlotsAt +
                                          number % size * ring->slotBytes());
    const CallRing::Header header = {run, call};
    std::memcpy(slot, &header, sizeof header);
    std::memcpy(slot + CallRing::kArraysAt, &value, sizeof value);
    count(0).store(number + 1);
  }
  std::shared_ptr<RingedRun> begin(RingReader &reader, uint32_t number) {
    auto run = std::make_shared<RingedRun>(ring, "f");
    run->begin(number, [this] { ++told; });
    reader.add(run);
    return run;
  }
  static uint32_t valueOf(const RingedRun::Record &record) {
    uint32_t value = 0;
    std::memcpy(&value, record.slot.get() + CallRing::kArraysAt, sizeof value);
    return value;
  }

  std::unique_ptr<Device> device;
  std::unique_ptr<PinnedBlocks> blocks;
  std::shared_ptr<CallRing> ring;
  uint64_t size = 0;
  /// How many runs the device was told to end.
  std::atomic<int> told = 0;
};

TEST_F(CallRingTest, RunsHaveTheirOwnCallsInTheirOrder) {
  make(/*slots=*/4, /*slotBytes=*/128);
  RingReader reader;
  constexpr uint32_t runs = 3;
  constexpr uint32_t calls = 500;
  std::vector<std::shared_ptr<RingedRun>> begun;
  for (uint32_t i = 0; i < runs; ++i) {
    begun.push_back(begin(reader, i + 7));
  }
  std::thread gpu([&] {
    for (uint32_t i = 0; i < runs; ++i) {
      for (uint32_t call = 0; call < calls; ++call) {
        put(i + 7, call % 5, 1000 * i + call);
      }
      begun[i]->end();
    }
  });
  for (uint32_t i = 0; i < runs; ++i) {
    for (uint32_t call = 0; call < calls; ++call) {
      std::optional<RingedRun::Record> record = begun[i]->next();
      ASSERT_TRUE(record);
      EXPECT_EQ(record->call, call % 5);
      EXPECT_EQ(valueOf(*record), 1000 * i + call);
    }
    EXPECT_FALSE(begun[i]->next());
    EXPECT_TRUE(begun[i]->status().ok());
  }
  gpu.join();
}

TEST_F(CallRingTest, TheDeviceDoesNotWaitForCalls) {
  make(/*slots=*/2, /*slotBytes=*/128);
  RingReader reader;
  std::shared_ptr<RingedRun> run = begin(reader, 1);
  for (uint32_t i = 0; i < 1000; ++i) {
    put(1, 0, i);
  }
  run->end();
  for (uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(valueOf(*run->next()), i);
  }
  EXPECT_FALSE(run->next());
}

TEST_F(CallRingTest, SmallCallsTakeLittleOfWhatIsKept) {
  constexpr uint64_t slotBytes = uint64_t(1) << 20;
  make(/*slots=*/2, slotBytes);
  RingReader reader;
  std::shared_ptr<RingedRun> run = begin(reader, 1);
  for (uint32_t i = 0; i < 1000; ++i) {
    put(1, kSmallCall, i);
  }
  run->end();
  for (uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(valueOf(*run->next()), i);
  }
  EXPECT_FALSE(run->next());
}

TEST_F(CallRingTest, ARunWaitsForTheRecordsOfAnEarlierOne) {
  constexpr uint64_t slotBytes = uint64_t(1) << 20;
  make(/*slots=*/2, slotBytes);
  RingReader reader;
  std::shared_ptr<RingedRun> first = begin(reader, 1);
  std::shared_ptr<RingedRun> second = begin(reader, 2);
  constexpr auto most =
      static_cast<uint32_t>(RingedRun::kMostBytes / slotBytes + 1);
  for (uint32_t i = 0; i < most; ++i) {
    put(1, 0, i);
  }
  first->end();
  put(2, 0, 1000);
  second->end();
  // Until both were looked at.
  std::this_thread::sleep_for(20ms);
  for (uint32_t i = 0; i < most; ++i) {
    EXPECT_EQ(valueOf(*first->next()), i);
  }
  EXPECT_FALSE(first->next());
  std::optional<RingedRun::Record> record = second->next();
  ASSERT_TRUE(record);
  EXPECT_EQ(valueOf(*record), 1000u);
  EXPECT_FALSE(second->next());
}

TEST_F(CallRingTest, WhatComesAfterTheEndIsNobodys) {
  make(/*slots=*/2, /*slotBytes=*/128);
  RingReader reader;
  std::shared_ptr<RingedRun> first = begin(reader, 1);
  first->end();
  EXPECT_FALSE(first->next());
  for (uint32_t i = 0; i < 2; ++i) {
    put(1, 0, i);
  }
  std::shared_ptr<RingedRun> second = begin(reader, 2);
  put(2, 0, 7);
  second->end();
  EXPECT_EQ(valueOf(*second->next()), 7u);
  EXPECT_FALSE(second->next());
}

TEST_F(CallRingTest, WhatIsDroppedIsTaken) {
  make(/*slots=*/2, /*slotBytes=*/128);
  RingReader reader;
  std::shared_ptr<RingedRun> run = begin(reader, 1);
  put(1, 0, 0);
  std::thread waits([&] {
    while (run->next()) {
    }
  });
  run->drop();
  waits.join();
  EXPECT_EQ(told, 1);
  run->drop();
  EXPECT_EQ(told, 1);
  for (uint32_t i = 0; i < 100; ++i) {
    put(1, 0, i);
  }
  run->end();
  EXPECT_FALSE(run->next());
  EXPECT_TRUE(run->status().ok());
}

TEST_F(CallRingTest, ARunThatIsOverIsNotToldToEnd) {
  make(/*slots=*/2, /*slotBytes=*/128);
  RingReader reader;
  std::shared_ptr<RingedRun> run = begin(reader, 1);
  put(1, 0, 0);
  run->end();
  EXPECT_TRUE(run->next());
  EXPECT_FALSE(run->next());
  run->drop();
  EXPECT_EQ(told, 0);
}

TEST_F(CallRingTest, ACancelledRunDoesNotWaitForRoom) {
  constexpr uint64_t slotBytes = 128;
  make(/*slots=*/2, slotBytes);
  constexpr uint32_t run = 7;
  constexpr uint64_t bytes = RunWords::kBytes + RunWords::kHostBytes;
  char *const block = *blocks->take(bytes, /*mayWait=*/false);
  std::memset(block, 0, bytes);
  std::memcpy(block, &run, sizeof run);
  char *const ofHost = block + RunWords::kBytes;
  std::memcpy(block + RunWords::kOfHost, &ofHost, sizeof ofHost);
  std::atomic_ref cancelled(*reinterpret_cast<uint32_t *>(
      ofHost + run % RunWords::kRuns * sizeof(uint32_t)));
  std::thread gpu([&] {
    ASSERT_TRUE(device->enter().ok());
    const std::unique_ptr<DecisionKernels> kernels =
        *DecisionKernels::load(*device);
    const auto words = reinterpret_cast<uint64_t>(block);
    uint64_t values[] = {ring->address(),  words,     size - 1,
                         slotBytes,        words,     CallRing::kArraysAt,
                         sizeof(uint32_t), /*last=*/1};
    std::vector<void *> arguments;
    for (uint64_t &value : values) {
      arguments.push_back(&value);
    }
    for (uint64_t i = 0; i < size + 2; ++i) {
      EXPECT_TRUE(device->launch(kernels->put(), 1, 32, arguments).ok());
    }
    EXPECT_TRUE(device->wait().ok());
  });
  while (!isFull()) {
    std::this_thread::yield();
  }
  std::this_thread::sleep_for(20ms);
  cancelled = run;
  gpu.join();
  EXPECT_TRUE(isFull());
  blocks->giveBack(block, bytes);
}

TEST_F(CallRingTest, FarAheadOfCallsTheDeviceWaits) {
  constexpr uint64_t slotBytes = uint64_t(1) << 20;
  make(/*slots=*/2, slotBytes);
  RingReader reader;
  std::shared_ptr<RingedRun> run = begin(reader, 1);
  constexpr auto most =
      static_cast<uint32_t>(RingedRun::kMostBytes / slotBytes + 2);
  for (uint32_t i = 0; i < most; ++i) {
    put(1, 0, i);
  }
  std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(isFull());
  for (uint32_t i = 0; i < most; ++i) {
    EXPECT_EQ(valueOf(*run->next()), i);
  }
  EXPECT_FALSE(isFull());
  run->end();
  EXPECT_FALSE(run->next());
  EXPECT_TRUE(run->status().ok());
}

TEST_F(CallRingTest, ButNotForACallThatDoesNotReturn) {
  constexpr uint64_t slotBytes = uint64_t(1) << 20;
  make(/*slots=*/2, slotBytes);
  RingReader reader(/*patience=*/50ms);
  std::shared_ptr<RingedRun> run = begin(reader, 1);
  for (uint32_t i = 0; i < 200; ++i) {
    put(1, 0, i);
  }
  run->end();
  EXPECT_FALSE(run->next());
  EXPECT_EQ(told, 1);
  EXPECT_NE(
      run->status().message().find("callbacks of 'f' are 64 calls behind"),
      std::string::npos)
      << run->status().message();
}

TEST_F(CallRingTest, QuietTimesAreNoWaitingForRoom) {
  make(/*slots=*/2, /*slotBytes=*/uint64_t(1) << 20);
  RingReader reader(/*patience=*/200ms);
  std::shared_ptr<RingedRun> run = begin(reader, 1);
  std::this_thread::sleep_for(300ms);
  constexpr uint32_t calls = 200;
  std::thread gpu([&] {
    for (uint32_t i = 0; i < calls; ++i) {
      put(1, 0, i);
    }
    run->end();
  });
  for (uint32_t i = 0; i < calls; ++i) {
    std::optional<RingedRun::Record> record = run->next();
    ASSERT_TRUE(record) << run->status();
    EXPECT_EQ(valueOf(*record), i);
  }
  EXPECT_FALSE(run->next());
  gpu.join();
}

} // namespace
} // namespace weft::cuda
