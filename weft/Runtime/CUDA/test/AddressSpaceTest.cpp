// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a device, by the driver's own count of what is free.

#include "weft/Runtime/CUDA/ChunkHeap.h"
#include "weft/Runtime/CUDA/CudaMemory.h"
#include "weft/Runtime/CUDA/Functions.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <random>
#include <thread>

namespace weft::cuda {
namespace {

using namespace std::chrono_literals;

class AddressSpaceTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    setenv("WEFT_CUDA_DRIVER", WEFT_EMULATED_CUDA, 1);
  }
  void SetUp() override { device = *Device::open(0); }

  uint64_t freeBytes() const {
    size_t free = 0;
    size_t total = 0;
    const DeviceScope scope(*device);
    EXPECT_EQ(device->functions().memoryInfo(&free, &total), 0);
    return free;
  }
  static uint64_t sizeOfMemory() { return uint64_t(1) << 30; }

  std::unique_ptr<Device> device;
};

TEST_F(AddressSpaceTest, IsLargerThanTheMemoryAndTakesNone) {
  const uint64_t before = freeBytes();
  StatusOr<std::unique_ptr<AddressSpace>> addresses =
      AddressSpace::reserve(*device);
  ASSERT_TRUE(addresses.ok()) << addresses.status().message();
  const AddressSpace::Shape &shape = (*addresses)->shape();
  EXPECT_EQ(shape.chunkBytes, uint64_t(16) << 20);
  EXPECT_GE(shape.places * shape.chunkBytes, 4 * sizeOfMemory());
  EXPECT_EQ(freeBytes(), before);
}

TEST_F(AddressSpaceTest, MemoryIsReachedWhereItIsMapped) {
  StatusOr<std::unique_ptr<AddressSpace>> reserved =
      AddressSpace::reserve(*device);
  ASSERT_TRUE(reserved.ok()) << reserved.status().message();
  AddressSpace &addresses = **reserved;
  const uint64_t before = freeBytes();
  const uint64_t chunkBytes = addresses.shape().chunkBytes;
  const uint64_t first = *addresses.create();
  const uint64_t second = *addresses.create();
  EXPECT_EQ(freeBytes(), before - 2 * chunkBytes);
  ASSERT_TRUE(addresses.map(3, first).ok());
  ASSERT_TRUE(addresses.map(4, second).ok());
  EXPECT_FALSE(addresses.map(4, second).ok());
  const DriverFunctions &driver = device->functions();
  const uint64_t border = addresses.shape().base + 4 * chunkBytes;
  const uint64_t value = 0x0123456789abcdef;
  {
    const DeviceScope scope(*device);
    EXPECT_NE(driver.memoryWrite(border - 4, &value, sizeof value), 0);
  }
  ASSERT_TRUE(addresses.open(3, 2).ok());
  {
    const DeviceScope scope(*device);
    uint64_t got = 0;
    EXPECT_EQ(driver.memoryWrite(border - 4, &value, sizeof value), 0);
    EXPECT_EQ(driver.memoryRead(&got, border - 4, sizeof got), 0);
    EXPECT_EQ(got, value);
  }
  ASSERT_TRUE(addresses.unmap(3).ok());
  ASSERT_TRUE(addresses.unmap(4).ok());
  EXPECT_EQ(freeBytes(), before - 2 * chunkBytes);
  addresses.release(first);
  addresses.release(second);
  EXPECT_EQ(freeBytes(), before);
}

TEST_F(AddressSpaceTest, IsNotForDriversWithoutIt) {
  DriverFunctions driver;
  ASSERT_TRUE(driver.load().ok());
  EXPECT_TRUE(driver.canMapMemory());
  driver.memoryUnmap = nullptr;
  EXPECT_FALSE(driver.canMapMemory());
}

TEST_F(AddressSpaceTest, AHeapTakesAllOfADeviceAndGivesItBack) {
  ChunkHeap heap(*AddressSpace::reserve(*device),
                 WorkNumbers{[] { return uint64_t(0); }, [](uint64_t) {}});
  const uint64_t before = freeBytes();
  std::vector<uint64_t> blocks;
  for (StatusOr<uint64_t> block = heap.allocate(16 << 20); block.ok();
       block = heap.allocate(16 << 20)) {
    blocks.push_back(*block);
  }
  EXPECT_LT(freeBytes(), uint64_t(16) << 20);
  const std::string message = std::string(heap.allocate(1).status().message());
  EXPECT_NE(message.find("out of memory (error 2)"), std::string::npos)
      << message;
  const size_t half = blocks.size() / 2;
  for (size_t i = 0; i < 2 * half; i += 2) {
    heap.free(blocks[i]);
  }
  const uint64_t large = *heap.allocate(half * (uint64_t(16) << 20));
  {
    const DeviceScope scope(*device);
    // From each chunk into the next.
    for (size_t i = 1; i < half; ++i) {
      EXPECT_EQ(device->functions().memoryFill(
                    large + i * (uint64_t(16) << 20) - 8, 1, 16),
                0);
    }
  }
  heap.free(large);
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (i >= 2 * half || i % 2 != 0) {
      heap.free(blocks[i]);
    }
  }
  heap.giveBackRested();
  heap.giveBackRested();
  EXPECT_EQ(freeBytes(), before);
}

/// Behind so many calls of a function the next one fails.
void refuse(const char *function, uint64_t before, int result) {
  void *library = dlopen(WEFT_EMULATED_CUDA, RTLD_NOW | RTLD_LOCAL);
  auto *refuseCalls =
      reinterpret_cast<int (*)(const char *, uint64_t, uint64_t, int)>(
          dlsym(library, "cuEmulatorRefuseCalls"));
  refuseCalls(function, before, /*count=*/1, result);
}

TEST_F(AddressSpaceTest, WhatADeviceRefusesLaterLeavesAllAsItWas) {
  constexpr uint64_t chunk = uint64_t(16) << 20;
  constexpr int notPermitted = 800;
  ChunkHeap heap(*AddressSpace::reserve(*device),
                 WorkNumbers{[] { return uint64_t(0); }, [](uint64_t) {}});
  const DriverFunctions &driver = device->functions();
  const uint64_t held = *heap.allocate(chunk);
  const uint64_t value = 0x0123456789abcdef;
  {
    const DeviceScope scope(*device);
    ASSERT_EQ(driver.memoryWrite(held, &value, sizeof value), 0);
  }
  struct Case {
    const char *function;
    uint64_t before;
  };
  uint64_t size = chunk;
  for (const Case &one :
       {Case{"cuMemCreate", 0}, Case{"cuMemCreate", 2}, Case{"cuMemMap", 0},
        Case{"cuMemMap", 2}, Case{"cuMemSetAccess", 0}}) {
    SCOPED_TRACE(one.function);
    // More than what the one before left.
    size += 4 * chunk;
    const uint64_t before = freeBytes();
    refuse(one.function, one.before, notPermitted);
    const Status status = heap.allocate(size).status();
    EXPECT_NE(status.message().find("operation not permitted (error 800)"),
              std::string::npos)
        << status;
    EXPECT_EQ(freeBytes(), before);
    StatusOr<uint64_t> block = heap.allocate(size);
    ASSERT_TRUE(block.ok()) << block.status();
    const DeviceScope scope(*device);
    EXPECT_EQ(driver.memoryFill(*block, 1, size), 0);
    uint64_t got = 0;
    EXPECT_EQ(driver.memoryRead(&got, held, sizeof got), 0);
    EXPECT_EQ(got, value);
    heap.free(*block);
  }
}

TEST_F(AddressSpaceTest, WhatADeviceDoesNotTakeBackIsUsedAgain) {
  const uint64_t before = freeBytes();
  {
    ChunkHeap heap(*AddressSpace::reserve(*device),
                   WorkNumbers{[] { return uint64_t(0); }, [](uint64_t) {}});
    constexpr uint64_t size = uint64_t(64) << 20;
    heap.free(*heap.allocate(size));
    heap.giveBackRested();
    refuse("cuMemUnmap", 1, /*result=*/999);
    heap.giveBackRested();
    EXPECT_EQ(freeBytes(), before - size / 4);
    EXPECT_EQ(heap.takenBytes(), size / 4);
    const uint64_t block = *heap.allocate(size);
    {
      const DeviceScope scope(*device);
      EXPECT_EQ(device->functions().memoryFill(block, 1, size), 0);
    }
    heap.free(block);
  }
  EXPECT_EQ(freeBytes(), before);
}

TEST_F(AddressSpaceTest, ADeviceGivesMemoryBackWhileNobodyAsks) {
  std::shared_ptr<Gpu> gpu = *Gpu::open(0, {}, 20ms);
  EXPECT_EQ(gpu->heapKind(), "chunks of 16 MiB");
  const uint64_t before = freeBytes();
  const uint64_t block = *gpu->heap().allocate(uint64_t(100) << 20);
  EXPECT_EQ(freeBytes(), before - (uint64_t(112) << 20));
  const DriverFunctions &driver = gpu->device().functions();
  // Work that uses it, then nothing.
  Ref<runtime::Event> filled = gpu->compute().submit(
      "filling", {}, [&](const DriverFunctions &, void *stream) {
        return driver.check(
            driver.memoryFillWordsAsync(block, 7, 25 << 20, stream), "fill");
      });
  gpu->heap().free(block, gpu->compute().submitted());
  for (int i = 0; i < 2000 && freeBytes() != before; ++i) {
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(freeBytes(), before);
  EXPECT_TRUE(gpu->compute().drain(10s));
}

// Chunks come and go behind the work that used them: what is unmapped too early
// would be a fault.
TEST_F(AddressSpaceTest, ThreadsShareADevice) {
  std::shared_ptr<Gpu> gpu = *Gpu::open(0, {}, 1ms);
  const DriverFunctions &driver = gpu->device().functions();
  auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int step = 0; step < 40; ++step) {
      const uint64_t bytes = (1 + random() % 11) * (uint64_t(24) << 20);
      StatusOr<uint64_t> block = gpu->heap().allocate(bytes);
      ASSERT_TRUE(block.ok()) << block.status().message();
      // Its ends, and every border of chunks.
      (void)gpu->compute().submit(
          "filling", {}, [&](const DriverFunctions &, void *stream) {
            for (uint64_t at = *block; at < *block + bytes; at += 8 << 20) {
              WEFT_RETURN_IF_ERROR(driver.check(
                  driver.memoryFillWordsAsync(at, seed, 1, stream), "fill"));
            }
            return driver.check(driver.memoryFillWordsAsync(*block + bytes - 4,
                                                            seed, 1, stream),
                                "fill");
          });
      gpu->heap().free(*block, gpu->compute().submitted());
    }
  };
  std::vector<std::thread> threads;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    threads.emplace_back(work, seed);
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(gpu->compute().drain(60s));
  EXPECT_TRUE(gpu->device().usable().ok());
  EXPECT_EQ(gpu->heap().blockBytes(), 0u);
}

} // namespace
} // namespace weft::cuda
