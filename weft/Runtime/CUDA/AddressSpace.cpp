// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/AddressSpace.h"

#include "weft/Runtime/CUDA/Functions.h"

#include <algorithm>
#include <string>

namespace weft::cuda {
namespace {

// Numbers of the driver's interface.
constexpr int attributeHasMapping = 102;
constexpr unsigned granularityAtLeast = 0;

/// Of the smallest, 2 MiB, a whole device would be 70,000 calls of the driver;
/// larger ones are seldom free as a whole.
constexpr uint64_t kLargestChunk = uint64_t(32) << 20;
/// A small device has so many at least, so that few of them are taken in vain.
constexpr uint64_t kFewestChunks = 64;
/// Addresses for so much more than there is memory: a large block needs some
/// in a row, whatever lies about between.
constexpr uint64_t kMostFolds = 4;

uint64_t roundUp(uint64_t bytes, uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

class DeviceAddresses final : public AddressSpace {
public:
  DeviceAddresses(const Device &device, const MemoryProperties &properties)
      : AddressSpace({}), device(device), driver(device.functions()),
        properties(properties) {}

  ~DeviceAddresses() override {
    if (reserved.base != 0) {
      const DeviceScope scope(device);
      driver.addressFree(reserved.base, reserved.places * reserved.chunkBytes);
    }
  }

  Status reserve();

  StatusOr<uint64_t> create() override { return create(reserved.chunkBytes); }

  void release(uint64_t chunk) override {
    const DeviceScope scope(device);
    driver.memoryRelease(chunk);
  }

  Status map(uint64_t place, uint64_t chunk) override {
    return map(place, chunk, reserved.chunkBytes);
  }

  Status open(uint64_t place, uint64_t count) override {
    return openBytes(place, count * reserved.chunkBytes);
  }

  Status unmap(uint64_t place) override {
    return unmap(place, reserved.chunkBytes);
  }

private:
  uint64_t addressOf(uint64_t place) const {
    return reserved.base + place * reserved.chunkBytes;
  }
  StatusOr<uint64_t> create(uint64_t bytes);
  Status map(uint64_t place, uint64_t chunk, uint64_t bytes);
  Status openBytes(uint64_t place, uint64_t bytes);
  Status unmap(uint64_t place, uint64_t bytes);
  Status reserveAddresses(uint64_t total);
  Status tryOut(uint64_t bytes);

  const Device &device;
  const DriverFunctions &driver;
  const MemoryProperties properties;
};

StatusOr<uint64_t> DeviceAddresses::create(uint64_t bytes) {
  const DeviceScope scope(device);
  WEFT_RETURN_IF_ERROR(scope.status());
  MemoryHandle chunk = 0;
  WEFT_RETURN_IF_ERROR(
      driver.check(driver.memoryCreate(&chunk, bytes, &properties, 0),
                   "allocating a chunk of memory"));
  return static_cast<uint64_t>(chunk);
}

Status DeviceAddresses::map(uint64_t place, uint64_t chunk, uint64_t bytes) {
  const DeviceScope scope(device);
  WEFT_RETURN_IF_ERROR(scope.status());
  return driver.check(driver.memoryMap(addressOf(place), bytes, 0, chunk, 0),
                      "mapping a chunk of memory");
}

Status DeviceAddresses::openBytes(uint64_t place, uint64_t bytes) {
  const DeviceScope scope(device);
  WEFT_RETURN_IF_ERROR(scope.status());
  const MemoryAccess access = {properties.location, memoryReadAndWrite};
  return driver.check(
      driver.memorySetAccess(addressOf(place), bytes, &access, 1),
      "opening chunks of memory");
}

Status DeviceAddresses::unmap(uint64_t place, uint64_t bytes) {
  const DeviceScope scope(device);
  WEFT_RETURN_IF_ERROR(scope.status());
  return driver.check(driver.memoryUnmap(addressOf(place), bytes),
                      "unmapping a chunk of memory");
}

Status DeviceAddresses::reserveAddresses(uint64_t total) {
  // A process may have fewer addresses than it would like (ulimit -v).
  Result result = 0;
  for (uint64_t folds = kMostFolds; folds != 0; folds /= 2) {
    const uint64_t places = folds * (total / reserved.chunkBytes + 1);
    DeviceAddress base = 0;
    result = driver.addressReserve(&base, places * reserved.chunkBytes,
                                   /*alignment=*/0, /*hint=*/0, /*flags=*/0);
    if (result == 0) {
      reserved.base = base;
      reserved.places = places;
      return Status::success();
    }
  }
  return driver.check(result, "reserving addresses");
}

Status DeviceAddresses::tryOut(uint64_t bytes) {
  WEFT_ASSIGN_OR_RETURN(const uint64_t chunk, create(bytes));
  Status status = map(0, chunk, bytes);
  if (status.ok()) {
    status = openBytes(0, bytes);
    Status unmapped = unmap(0, bytes);
    if (status.ok()) {
      status = std::move(unmapped);
    }
  }
  release(chunk);
  return status;
}

Status DeviceAddresses::reserve() {
  const DeviceScope scope(device);
  WEFT_RETURN_IF_ERROR(scope.status());
  size_t granularity = 0;
  size_t free = 0;
  size_t total = 0;
  WEFT_RETURN_IF_ERROR(driver.check(
      driver.memoryGranularity(&granularity, &properties, granularityAtLeast),
      "asking for the size of chunks"));
  WEFT_RETURN_IF_ERROR(driver.check(driver.memoryInfo(&free, &total),
                                    "asking for the device's memory"));
  if (granularity == 0 || total == 0) {
    return Status::unavailable("the driver names no size of chunks");
  }
  reserved.chunkBytes = roundUp(
      std::clamp<uint64_t>(total / kFewestChunks, granularity,
                           std::max<uint64_t>(granularity, kLargestChunk)),
      granularity);
  WEFT_RETURN_IF_ERROR(reserveAddresses(total));
  return tryOut(granularity);
}

} // namespace

StatusOr<std::unique_ptr<AddressSpace>>
AddressSpace::reserve(const Device &device) {
  const DriverFunctions &driver = device.functions();
  if (!driver.canMapMemory()) {
    return Status::unavailable("the driver is older than mapped memory");
  }
  int hasMapping = 0;
  WEFT_RETURN_IF_ERROR(
      driver.check(driver.deviceGetAttribute(&hasMapping, attributeHasMapping,
                                             device.ordinal()),
                   "asking whether memory can be mapped"));
  if (hasMapping == 0) {
    return Status::unavailable("the device's memory cannot be mapped");
  }
  MemoryProperties properties = {};
  properties.kind = memoryOfDevice;
  properties.location = {memoryOfDevice, device.ordinal()};
  auto addresses = std::make_unique<DeviceAddresses>(device, properties);
  WEFT_RETURN_IF_ERROR(addresses->reserve());
  return std::unique_ptr<AddressSpace>(std::move(addresses));
}

} // namespace weft::cuda
