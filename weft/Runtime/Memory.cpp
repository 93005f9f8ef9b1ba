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

Status MemoryAccount::take(uint64_t bytes) {
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

void MemoryAccount::giveBack(uint64_t bytes) {
  bytesInUse.fetch_sub(bytes, std::memory_order_relaxed);
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

} // namespace weft::runtime
