// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/PinnedBlocks.h"

#include "weft/Runtime/CUDA/Functions.h"

#include <algorithm>

namespace weft::cuda {

PinnedBlocks::~PinnedBlocks() {
  (void)device.enter();
  for (const std::vector<char *> &blocks : free) {
    for (char *block : blocks) {
      device.functions().hostFree(block);
    }
  }
}

size_t PinnedBlocks::classOf(uint64_t bytes) {
  return static_cast<size_t>(std::ranges::lower_bound(kSizes, bytes) -
                             kSizes.begin());
}

StatusOr<char *> PinnedBlocks::take(uint64_t bytes, bool mayWait) {
  const size_t size = classOf(bytes);
  std::unique_lock lock(mutex);
  returned.wait(lock, [&] {
    return !mayWait || !free[size].empty() || made[size] < kMost[size];
  });
  return takeOrMake(size, std::move(lock));
}

char *PinnedBlocks::takeOneOfFew(uint64_t bytes) {
  const size_t size = classOf(bytes);
  std::unique_lock lock(mutex);
  if (free[size].empty() && made[size] >= kMost[size]) {
    return nullptr;
  }
  StatusOr<char *> block = takeOrMake(size, std::move(lock));
  return block.ok() ? *block : nullptr;
}

StatusOr<char *> PinnedBlocks::takeOrMake(size_t size,
                                          std::unique_lock<std::mutex> lock) {
  if (!free[size].empty()) {
    char *block = free[size].back();
    free[size].pop_back();
    return block;
  }
  ++made[size];
  lock.unlock();
  StatusOr<char *> block = make(size);
  if (!block.ok()) {
    lock.lock();
    --made[size];
    lock.unlock();
    returned.notify_all();
  }
  return block;
}

StatusOr<char *> PinnedBlocks::make(size_t size) const {
  const DeviceScope scope(device);
  WEFT_RETURN_IF_ERROR(scope.status());
  void *block = nullptr;
  WEFT_RETURN_IF_ERROR(device.functions().check(
      device.functions().hostAllocate(&block, kSizes[size], 0),
      "allocating memory of the host for transfers"));
  return static_cast<char *>(block);
}

void PinnedBlocks::giveBack(char *block, uint64_t bytes) {
  const size_t size = classOf(bytes);
  {
    std::lock_guard lock(mutex);
    free[size].push_back(block);
  }
  // Those who wait want blocks of different sizes.
  returned.notify_all();
}

} // namespace weft::cuda
