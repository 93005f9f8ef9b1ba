// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Memory.h"

#include <algorithm>

namespace weft::runtime {

Status MemoryAccount::take(uint64_t bytes) {
  std::lock_guard guard(mutex);
  if (bytes > limit || numbers.bytesInUse > limit - bytes) {
    return Status::resourceExhausted(
        "out of memory in " + name + ": " + std::to_string(bytes) +
        " bytes were asked for, " + std::to_string(numbers.bytesInUse) +
        " are in use (peak " + std::to_string(numbers.peakBytesInUse) +
        "), the limit is " + std::to_string(limit) +
        ": free arrays that are no longer needed, or raise the limit");
  }
  numbers.bytesInUse += bytes;
  numbers.peakBytesInUse = std::max(numbers.peakBytesInUse, numbers.bytesInUse);
  numbers.largestAllocation = std::max(numbers.largestAllocation, bytes);
  ++numbers.allocations;
  return Status::success();
}

void MemoryAccount::giveBack(uint64_t bytes) {
  std::lock_guard guard(mutex);
  numbers.bytesInUse -= bytes;
}

MemoryStats MemoryAccount::stats() const {
  std::lock_guard guard(mutex);
  MemoryStats stats = numbers;
  stats.bytesLimit = limit;
  return stats;
}

void MemoryAccount::resetStats() {
  std::lock_guard guard(mutex);
  numbers.peakBytesInUse = numbers.bytesInUse;
  numbers.allocations = 0;
  numbers.largestAllocation = 0;
}

Storage::~Storage() {
  if (release) {
    release();
  }
}

} // namespace weft::runtime
