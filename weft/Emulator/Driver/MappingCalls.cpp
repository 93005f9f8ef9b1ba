// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reserved addresses, and memory that is mapped there. Nothing here waits for
// the device: a kernel that still uses what is unmapped faults.

#include "weft/Emulator/Driver/Exports.h"
#include "weft/Emulator/Driver/State.h"

namespace weft::emulator::driver {

Chunk::~Chunk() { device.memory->giveChunkBack(size); }

} // namespace weft::emulator::driver

using namespace weft::emulator;
using namespace weft::emulator::driver;

namespace {

constexpr uint64_t granularity = uint64_t(2) << 20;

bool isWhole(uint64_t number) { return number % granularity == 0; }

Result checkMapping(Device *&device) {
  if (Result result = checkContext(device)) {
    return result;
  }
  switch (device->settings.mapping) {
  case Mapping::None:
    return notSupported;
  case Mapping::Refused:
    return notPermitted;
  case Mapping::Works:
    break;
  }
  return success;
}

Result checkProperties(const Device &device,
                       const MemoryProperties &properties) {
  const bool isPlain = properties.handleTypes == 0 &&
                       properties.windowsMetaData == nullptr &&
                       properties.compression == 0 &&
                       properties.remoteAccess == 0 && properties.usage == 0;
  if (properties.kind != memoryPinned ||
      properties.location.kind != locationDevice || !isPlain) {
    return invalidValue;
  }
  return properties.location.id == device.ordinal ? success : invalidDevice;
}

} // namespace

WEFT_DRIVER_EXPORT
cuMemGetAllocationGranularity(size_t *size, const MemoryProperties *properties,
                              unsigned) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  if (Result result = checkProperties(*device, *properties)) {
    return result;
  }
  *size = granularity;
  return success;
}

WEFT_DRIVER_EXPORT cuMemAddressReserve(DeviceAddress *address, size_t size,
                                       size_t alignment, DeviceAddress,
                                       unsigned long long flags) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkMapping(device)) {
    return result;
  }
  if (size == 0 || !isWhole(size) || (alignment & (alignment - 1)) != 0 ||
      flags != 0) {
    return invalidValue;
  }
  std::lock_guard turn(device->turns);
  *address = device->memory->reserveAddresses(
      size, alignment > granularity ? alignment : granularity);
  return *address ? success : outOfMemory;
}

WEFT_DRIVER_EXPORT cuMemAddressFree(DeviceAddress address, size_t size) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkMapping(device)) {
    return result;
  }
  std::lock_guard turn(device->turns);
  return device->memory->freeAddresses(address, size) ? success : invalidValue;
}

WEFT_DRIVER_EXPORT cuMemCreate(unsigned long long *handle, size_t size,
                               const MemoryProperties *properties,
                               unsigned long long flags) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkMapping(device)) {
    return result;
  }
  if (Result result = checkProperties(*device, *properties)) {
    return result;
  }
  if (size == 0 || !isWhole(size) || flags != 0) {
    return invalidValue;
  }
  std::lock_guard turn(device->turns);
  if (!device->memory->takeChunk(size)) {
    return outOfMemory;
  }
  *handle = reinterpret_cast<uintptr_t>(
      state().chunks.add(std::make_shared<Chunk>(*device, size)));
  return success;
}

/// What is mapped stays until it is unmapped.
WEFT_DRIVER_EXPORT cuMemRelease(unsigned long long handle) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkMapping(device)) {
    return result;
  }
  std::lock_guard turn(device->turns);
  return state().chunks.remove(reinterpret_cast<void *>(handle)) ? success
                                                                 : invalidValue;
}

WEFT_DRIVER_EXPORT cuMemMap(DeviceAddress address, size_t size, size_t offset,
                            unsigned long long handle,
                            unsigned long long flags) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkMapping(device)) {
    return result;
  }
  // Around the chunk, which counts itself when it goes.
  std::lock_guard turn(device->turns);
  std::shared_ptr<Chunk> chunk =
      state().chunks.find(reinterpret_cast<void *>(handle));
  if (!chunk || offset != 0 || flags != 0 || size != chunk->size ||
      !isWhole(address)) {
    return invalidValue;
  }
  for (const auto &[at, other] : device->mapped) {
    if (other == chunk) {
      // A driver allows it; here bytes have one address.
      return notSupported;
    }
  }
  if (!device->memory->map(address, size)) {
    return invalidValue;
  }
  device->mapped[address] = std::move(chunk);
  return success;
}

WEFT_DRIVER_EXPORT cuMemUnmap(DeviceAddress address, size_t size) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkMapping(device)) {
    return result;
  }
  std::lock_guard turn(device->turns);
  const auto mappings = device->memory->mappingsOf(address, size);
  if (mappings.empty()) {
    return invalidValue;
  }
  device->memory->unmap(address, size);
  for (const auto &[at, length] : mappings) {
    device->mapped.erase(at);
  }
  return success;
}

WEFT_DRIVER_EXPORT cuMemSetAccess(DeviceAddress address, size_t size,
                                  const MemoryAccess *access, size_t count) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkMapping(device)) {
    return result;
  }
  if (count != 1 || access->location.kind != locationDevice) {
    return invalidValue;
  }
  if (access->location.id != device->ordinal) {
    return invalidDevice;
  }
  if (access->flags != accessNone && access->flags != accessReadWrite) {
    return notSupported;
  }
  std::lock_guard turn(device->turns);
  if (device->memory->mappingsOf(address, size).empty()) {
    return invalidValue;
  }
  device->memory->setOpen(address, size, access->flags == accessReadWrite);
  return success;
}
