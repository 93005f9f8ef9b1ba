// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Memory.h"

#include <algorithm>

namespace weft::runtime {

/// Sets `number` to `value` where that is more.
static void raise(std::atomic<uint64_t> &number, uint64_t value) {
  uint64_t before = number.load(std::memory_order_relaxed);
  while (before < value && !number.compare_exchange_weak(
                               before, value, std::memory_order_relaxed)) {
  }
}

Status MemoryAccount::charge(uint64_t bytes) {
  uint64_t before = bytesInUse.load(std::memory_order_relaxed);
  do {
    if (bytes > limit || before > limit - bytes) {
      return Status::resourceExhausted(
          "out of memory in " + name + ": " + std::to_string(bytes) +
          " bytes were asked for, " + std::to_string(before) +
          " are in use (peak " + std::to_string(peakBytesInUse.load()) +
          "), the limit is " + std::to_string(limit) +
          ": free arrays that are no longer needed, or raise the limit");
    }
  } while (!bytesInUse.compare_exchange_weak(before, before + bytes,
                                             std::memory_order_relaxed));
  raise(peakBytesInUse, before + bytes);
  raise(largestAllocation, bytes);
  allocations.fetch_add(1, std::memory_order_relaxed);
  return Status::success();
}

void MemoryAccount::discharge(uint64_t bytes) {
  bytesInUse.fetch_sub(bytes, std::memory_order_relaxed);
}

Status MemoryAccount::take(uint64_t bytes) {
  WEFT_RETURN_IF_ERROR(charge(bytes));
  HeldClass &its = classes[HeldBytes::classOf(bytes)];
  its.count.fetch_add(1, std::memory_order_relaxed);
  its.bytes.fetch_add(bytes, std::memory_order_relaxed);
  return Status::success();
}

void MemoryAccount::giveBack(uint64_t bytes) {
  HeldClass &its = classes[HeldBytes::classOf(bytes)];
  its.count.fetch_sub(1, std::memory_order_relaxed);
  its.bytes.fetch_sub(bytes, std::memory_order_relaxed);
  discharge(bytes);
}

HeldBytes MemoryAccount::held() const {
  HeldBytes held;
  for (size_t i = 0; i < HeldBytes::kClasses; ++i) {
    held.classes[i] = {classes[i].count.load(), classes[i].bytes.load()};
  }
  return held;
}

MemoryStats MemoryAccount::stats() const {
  MemoryStats stats;
  stats.bytesInUse = bytesInUse.load();
  stats.peakBytesInUse = std::max(peakBytesInUse.load(), stats.bytesInUse);
  stats.allocations = allocations.load();
  stats.largestAllocation = largestAllocation.load();
  stats.bytesLimit = limit;
  return stats;
}

void MemoryAccount::resetStats() {
  peakBytesInUse = bytesInUse.load();
  allocations = 0;
  largestAllocation = 0;
}

Storage::~Storage() {
  if (release) {
    release();
  }
}

StatusOr<Memory::View> Memory::view(void *data, uint64_t bytes,
                                    Storage::Release release, intptr_t) {
  return View{
      makeRef<Storage>(data, bytes, /*writable=*/false, std::move(release)),
      Event::ready()};
}

static Status checkRange(const StorageRange &range, const Memory &memory) {
  uint64_t available = range.storage ? range.storage->size() : 0;
  if (range.offset <= available && range.size <= available - range.offset) {
    return Status::success();
  }
  return Status::invalidArgument(
      std::to_string(range.size) + " bytes at offset " +
      std::to_string(range.offset) + " are not inside of an array of " +
      std::to_string(available) + " bytes in " + memory.toString());
}

Ref<Event> Memory::read(StorageRange source, void *destination) {
  Status status = checkRange(source, *this);
  if (!status.ok()) {
    return Event::failed(std::move(status));
  }
  return source.size == 0 ? Event::ready()
                          : startRead(std::move(source), destination);
}

Ref<Event> Memory::readBehind(const Ref<Fence> &fence, StorageRange source,
                              void *destination) {
  Status status = checkRange(source, *this);
  if (!status.ok()) {
    return Event::failed(std::move(status));
  }
  return source.size == 0
             ? Event::ready()
             : startReadBehind(fence, std::move(source), destination);
}

Ref<Event> Memory::write(const void *source, HostBytes promise,
                         StorageRange destination) {
  Status status = checkRange(destination, *this);
  if (!status.ok()) {
    return Event::failed(std::move(status));
  }
  return destination.size == 0
             ? Event::ready()
             : startWrite(source, promise, std::move(destination));
}

Ref<Event> Memory::copy(StorageRange source, Memory &memory,
                        StorageRange destination) {
  Status status = checkRange(source, *this);
  if (status.ok()) {
    status = checkRange(destination, memory);
  }
  if (status.ok() && source.size != destination.size) {
    status = Status::invalidArgument(std::to_string(source.size) +
                                     " bytes were to be copied to " +
                                     std::to_string(destination.size));
  }
  if (status.ok() && &memory.client() != &client()) {
    status = Status::invalidArgument("memory " + memory.toString() +
                                     " belongs to another client");
  }
  if (!status.ok()) {
    return Event::failed(std::move(status));
  }
  return source.size == 0
             ? Event::ready()
             : startCopy(std::move(source), memory, std::move(destination));
}

} // namespace weft::runtime
