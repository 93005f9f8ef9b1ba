// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/test/Kernel.h"
#include "weft/Emulator/test/Library.h"

#include <atomic>
#include <vector>

namespace weft::emulator::driver {
namespace {

constexpr size_t page = size_t(2) << 20;

/// [p0] = p1
const std::string store = kernel(2, "st.global.b32 [%x30], %x31;");

class MappingTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    properties.kind = memoryPinned;
    properties.location.kind = locationDevice;
    ASSERT_EQ(reserve(&base, 8 * page), success);
  }

  int reserve(DeviceAddress *address, size_t size) {
    return call("cuMemAddressReserve", address, size, size_t(0),
                DeviceAddress(0), 0ull);
  }
  int create(unsigned long long *chunk, size_t size) {
    return call("cuMemCreate", chunk, size,
                static_cast<const MemoryProperties *>(&properties), 0ull);
  }
  unsigned long long chunkOf(size_t size) {
    unsigned long long chunk = 0;
    EXPECT_EQ(create(&chunk, size), success);
    return chunk;
  }
  int map(DeviceAddress at, size_t size, unsigned long long chunk) {
    return call("cuMemMap", at, size, size_t(0), chunk, 0ull);
  }
  int open(DeviceAddress at, size_t size, int flags = accessReadWrite) {
    const MemoryAccess access = {{locationDevice, 0}, flags};
    return call("cuMemSetAccess", at, size, &access, size_t(1));
  }
  int unmap(DeviceAddress at, size_t size) {
    return call("cuMemUnmap", at, size);
  }
  int release(unsigned long long chunk) { return call("cuMemRelease", chunk); }
  int fill(DeviceAddress at, size_t size) {
    return call("cuMemsetD8_v2", at, static_cast<unsigned char>(3), size);
  }
  size_t freeBytes() {
    size_t free = 0, total = 0;
    EXPECT_EQ(call("cuMemGetInfo_v2", &free, &total), success);
    return free;
  }

  MemoryProperties properties = {};
  DeviceAddress base = 0;
};

TEST_F(MappingTest, IsDescribed) {
  int has = 0;
  EXPECT_EQ(call("cuDeviceGetAttribute", &has, 102, 0), success);
  EXPECT_EQ(has, 1);
  size_t size = 0;
  EXPECT_EQ(call("cuMemGetAllocationGranularity", &size,
                 static_cast<const MemoryProperties *>(&properties), 0u),
            success);
  EXPECT_EQ(size, page);
  EXPECT_EQ(call("cuMemAddressFree", base, 8 * page), success);
}

TEST_F(MappingTest, MemoryIsThereUntilNobodyHasIt) {
  const size_t before = freeBytes();
  const unsigned long long chunk = chunkOf(2 * page);
  EXPECT_EQ(freeBytes(), before - 2 * page);
  ASSERT_EQ(map(base, 2 * page, chunk), success);
  EXPECT_EQ(release(chunk), success);
  EXPECT_EQ(freeBytes(), before - 2 * page);
  EXPECT_EQ(open(base, 2 * page), success);
  EXPECT_EQ(fill(base, 2 * page), success);
  EXPECT_EQ(unmap(base, 2 * page), success);
  EXPECT_EQ(freeBytes(), before);
  EXPECT_EQ(release(chunk), invalidValue);
  unsigned long long all = 0;
  EXPECT_EQ(create(&all, (size_t(1) << 30) + page), outOfMemory);
  EXPECT_EQ(call("cuMemAddressFree", base, 8 * page), success);
}

TEST_F(MappingTest, NeighboursAreOneArray) {
  const unsigned long long left = chunkOf(page), right = chunkOf(page);
  ASSERT_EQ(map(base + page, page, left), success);
  EXPECT_EQ(fill(base + page, 4), invalidValue);
  ASSERT_EQ(map(base + 2 * page, page, right), success);
  EXPECT_EQ(open(base + page, 2 * page), success);
  EXPECT_EQ(fill(base + 2 * page - 4, 8), success);
  EXPECT_EQ(fill(base + 3 * page - 4, 8), invalidValue);
  // Not while anything is mapped.
  EXPECT_EQ(call("cuMemAddressFree", base, 8 * page), invalidValue);
  EXPECT_EQ(unmap(base + page, page), success);
  EXPECT_EQ(fill(base + 2 * page - 4, 8), invalidValue);
  EXPECT_EQ(fill(base + 2 * page, 8), success);
  EXPECT_EQ(unmap(base + 2 * page, page), success);
  // What moves has no address in between.
  EXPECT_EQ(map(base, page, right), success);
  EXPECT_EQ(fill(base, 8), invalidValue);
  EXPECT_EQ(unmap(base, page), success);
  release(left);
  release(right);
  EXPECT_EQ(call("cuMemAddressFree", base, 8 * page), success);
}

TEST_F(MappingTest, CallsAreChecked) {
  const unsigned long long chunk = chunkOf(page), other = chunkOf(page);
  unsigned long long none = 0;
  EXPECT_EQ(create(&none, page / 2), invalidValue);
  properties.location.id = 5;
  EXPECT_EQ(create(&none, page), invalidDevice);
  EXPECT_EQ(map(base + 4096, page, chunk), invalidValue);
  EXPECT_EQ(map(base + 8 * page, page, chunk), invalidValue);
  EXPECT_EQ(map(base, 2 * page, chunk), invalidValue);
  EXPECT_EQ(map(base, page, 12345), invalidValue);
  ASSERT_EQ(map(base, page, chunk), success);
  EXPECT_EQ(map(base, page, other), invalidValue);
  EXPECT_EQ(map(base + page, page, chunk), notSupported);
  EXPECT_EQ(open(base, 2 * page), invalidValue);
  EXPECT_EQ(open(base, page, 1), notSupported);
  EXPECT_EQ(unmap(base, page / 2), invalidValue);
  EXPECT_EQ(unmap(base, 2 * page), invalidValue);
  EXPECT_EQ(unmap(base, page), success);
  EXPECT_EQ(unmap(base, page), invalidValue);
  release(chunk);
  release(other);
  EXPECT_EQ(call("cuMemAddressFree", base, page), invalidValue);
  EXPECT_EQ(call("cuMemAddressFree", base, 8 * page), success);
  EXPECT_EQ(call("cuMemAddressFree", base, 8 * page), invalidValue);
}

// Whoever unmaps has to wait for the work before.
TEST_F(MappingTest, WorkFaultsWhereMemoryIsGone) {
  void *function = load(store);
  const unsigned long long chunk = chunkOf(page);
  ASSERT_EQ(map(base, page, chunk), success);
  ASSERT_EQ(open(base, page), success);
  std::atomic<bool> mayGo = false;
  void (*hold)(void *) = [](void *data) {
    while (!*static_cast<std::atomic<bool> *>(data)) {
    }
  };
  uint64_t address = base + 8, value = 7;
  void *parameters[] = {&address, &value};
  void *const stream = nullptr;
  ASSERT_EQ(launch(function, 1, 1, stream, parameters), success);
  ASSERT_EQ(call("cuCtxSynchronize"), success);
  call("cuLaunchHostFunc", stream, hold, static_cast<void *>(&mayGo));
  ASSERT_EQ(launch(function, 1, 1, stream, parameters), success);
  EXPECT_EQ(unmap(base, page), success);
  EXPECT_EQ(release(chunk), success);
  testing::internal::CaptureStderr();
  mayGo = true;
  EXPECT_EQ(call("cuCtxSynchronize"), illegalAddress);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                ", where no memory is mapped"),
            std::string::npos);
}

} // namespace
} // namespace weft::emulator::driver
