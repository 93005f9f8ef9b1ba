// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the device and of the host, and copies between them.

#include "weft/Emulator/Driver/Exports.h"
#include "weft/Emulator/Driver/State.h"

#include <cstdlib>
#include <cstring>

using namespace weft::emulator;
using namespace weft::emulator::driver;

namespace {

/// Work on the memory, in a stream. What it returns false for is an access
/// outside of every allocation.
Result submitWork(Device &device, void *stream, std::function<bool()> work,
                  bool waits) {
  std::shared_ptr<Stream> queue = findStream(device, stream);
  if (!queue) {
    return invalidHandle;
  }
  const uint64_t ticket =
      device.submit(*queue, [&device, work = std::move(work)] {
        if (device.error()) {
          return;
        }
        bool isFine = false;
        {
          std::lock_guard turn(device.turns);
          isFine = work();
        }
        if (!isFine) {
          Fault fault;
          fault.kind = Fault::Kind::OutOfBounds;
          fault.kernel = "(a copy)";
          fault.text = "a copy touches bytes that no allocation has";
          device.fail(fault);
        }
      });
  if (waits) {
    queue->waitFor(ticket);
  }
  return waits ? device.error() : success;
}

/// Whether the caller's mistake can be told at once.
bool areBytes(Device &device, DeviceAddress address, size_t size) {
  std::lock_guard turn(device.turns);
  return device.memory->contains(address, size);
}

Result write(DeviceAddress to, const void *from, size_t size, void *stream,
             bool waits) {
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  if (!areBytes(*device, to, size)) {
    return invalidValue;
  }
  Memory &memory = *device->memory;
  if (waits || state().isPinned(from, size)) {
    // Read when its turn comes: the caller must not change it before.
    return submitWork(
        *device, stream,
        [&memory, to, from, size] { return memory.write(to, from, size); },
        waits);
  }
  // Other memory is taken at once.
  const auto *bytes = static_cast<const uint8_t *>(from);
  auto copy = std::make_shared<std::vector<uint8_t>>(bytes, bytes + size);
  return submitWork(
      *device, stream,
      [&memory, to, copy] {
        return memory.write(to, copy->data(), copy->size());
      },
      false);
}

Result read(void *to, DeviceAddress from, size_t size, void *stream,
            bool waits) {
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  if (!areBytes(*device, from, size)) {
    return invalidValue;
  }
  Memory &memory = *device->memory;
  return submitWork(
      *device, stream,
      [&memory, to, from, size] { return memory.read(to, from, size); },
      waits || !state().isPinned(to, size));
}

Result copy(DeviceAddress to, DeviceAddress from, size_t size, void *stream,
            bool waits) {
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  if (!areBytes(*device, to, size) || !areBytes(*device, from, size)) {
    return invalidValue;
  }
  Memory &memory = *device->memory;
  return submitWork(
      *device, stream,
      [&memory, to, from, size] { return memory.copy(to, from, size); }, waits);
}

Result fill(DeviceAddress to, unsigned value, unsigned width, size_t count,
            void *stream, bool waits) {
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  if (to % width != 0 || !areBytes(*device, to, width * count)) {
    return invalidValue;
  }
  Memory &memory = *device->memory;
  return submitWork(
      *device, stream,
      [&memory, to, value, width, count] {
        return memory.fill(to, value, width, count);
      },
      waits);
}

/// Every device reaches it.
void pin(void *begin, size_t size) {
  {
    std::lock_guard lock(state().pinnedMutex);
    state().pinned[reinterpret_cast<uintptr_t>(begin)] = size;
  }
  for (const std::unique_ptr<Device> &device : state().devices) {
    std::lock_guard turn(device->turns);
    device->memory->mapHost(begin, size);
  }
}

bool unpin(void *begin) {
  {
    std::lock_guard lock(state().pinnedMutex);
    if (!state().pinned.erase(reinterpret_cast<uintptr_t>(begin))) {
      return false;
    }
  }
  for (const std::unique_ptr<Device> &device : state().devices) {
    std::lock_guard turn(device->turns);
    device->memory->unmapHost(begin);
  }
  return true;
}

} // namespace

WEFT_DRIVER_EXPORT cuMemAlloc_v2(DeviceAddress *address, size_t size) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  if (size == 0) {
    return invalidValue;
  }
  std::lock_guard turn(device->turns);
  *address = device->memory->allocate(size);
  return *address ? success : outOfMemory;
}

WEFT_DRIVER_EXPORT cuMemFree_v2(DeviceAddress address) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  if (address == 0) {
    return success;
  }
  device->synchronize();
  std::lock_guard turn(device->turns);
  return device->memory->release(address) ? success : invalidValue;
}

WEFT_DRIVER_EXPORT cuMemGetInfo_v2(size_t *free, size_t *total) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::lock_guard turn(device->turns);
  *total = device->memory->size();
  *free = *total - device->memory->used();
  return success;
}

WEFT_DRIVER_EXPORT cuMemHostAlloc(void **pointer, size_t size, unsigned) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  *pointer = std::aligned_alloc(4096, (size + 4095) / 4096 * 4096);
  if (!*pointer) {
    return outOfMemory;
  }
  pin(*pointer, size);
  return success;
}

WEFT_DRIVER_EXPORT cuMemAllocHost_v2(void **pointer, size_t size) {
  WEFT_DRIVER_CALL();
  return cuMemHostAlloc(pointer, size, 0);
}

WEFT_DRIVER_EXPORT cuMemFreeHost(void *pointer) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  device->synchronize();
  if (!unpin(pointer)) {
    return invalidValue;
  }
  std::free(pointer);
  return success;
}

WEFT_DRIVER_EXPORT cuMemHostRegister_v2(void *pointer, size_t size, unsigned) {
  WEFT_DRIVER_CALL();
  pin(pointer, size);
  return success;
}

WEFT_DRIVER_EXPORT cuMemHostUnregister(void *pointer) {
  WEFT_DRIVER_CALL();
  return unpin(pointer) ? success : invalidValue;
}

/// Addresses are the same on both sides.
WEFT_DRIVER_EXPORT cuMemHostGetDevicePointer_v2(DeviceAddress *address,
                                                void *pointer, unsigned) {
  WEFT_DRIVER_CALL();
  if (!state().isPinned(pointer, 1)) {
    return invalidValue;
  }
  *address = reinterpret_cast<DeviceAddress>(pointer);
  return success;
}

WEFT_DRIVER_EXPORT cuMemcpyHtoD_v2(DeviceAddress to, const void *from,
                                   size_t size) {
  WEFT_DRIVER_CALL();
  return write(to, from, size, nullptr, true);
}
WEFT_DRIVER_EXPORT cuMemcpyDtoH_v2(void *to, DeviceAddress from, size_t size) {
  WEFT_DRIVER_CALL();
  return read(to, from, size, nullptr, true);
}
WEFT_DRIVER_EXPORT cuMemcpyDtoD_v2(DeviceAddress to, DeviceAddress from,
                                   size_t size) {
  WEFT_DRIVER_CALL();
  return copy(to, from, size, nullptr, true);
}
WEFT_DRIVER_EXPORT cuMemcpyHtoDAsync_v2(DeviceAddress to, const void *from,
                                        size_t size, void *stream) {
  WEFT_DRIVER_CALL();
  return write(to, from, size, stream, false);
}
WEFT_DRIVER_EXPORT cuMemcpyDtoHAsync_v2(void *to, DeviceAddress from,
                                        size_t size, void *stream) {
  WEFT_DRIVER_CALL();
  return read(to, from, size, stream, false);
}
WEFT_DRIVER_EXPORT cuMemcpyDtoDAsync_v2(DeviceAddress to, DeviceAddress from,
                                        size_t size, void *stream) {
  WEFT_DRIVER_CALL();
  return copy(to, from, size, stream, false);
}

WEFT_DRIVER_EXPORT cuMemsetD8_v2(DeviceAddress to, unsigned char value,
                                 size_t count) {
  WEFT_DRIVER_CALL();
  return fill(to, value, 1, count, nullptr, true);
}
WEFT_DRIVER_EXPORT cuMemsetD32_v2(DeviceAddress to, unsigned value,
                                  size_t count) {
  WEFT_DRIVER_CALL();
  return fill(to, value, 4, count, nullptr, true);
}
WEFT_DRIVER_EXPORT cuMemsetD8Async(DeviceAddress to, unsigned char value,
                                   size_t count, void *stream) {
  WEFT_DRIVER_CALL();
  return fill(to, value, 1, count, stream, false);
}
WEFT_DRIVER_EXPORT cuMemsetD16Async(DeviceAddress to, unsigned short value,
                                    size_t count, void *stream) {
  WEFT_DRIVER_CALL();
  return fill(to, value, 2, count, stream, false);
}
WEFT_DRIVER_EXPORT cuMemsetD32Async(DeviceAddress to, unsigned value,
                                    size_t count, void *stream) {
  WEFT_DRIVER_CALL();
  return fill(to, value, 4, count, stream, false);
}
