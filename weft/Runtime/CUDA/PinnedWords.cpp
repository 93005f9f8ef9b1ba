// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/PinnedWords.h"

#include "weft/Runtime/CUDA/Functions.h"

#include <algorithm>

namespace weft::cuda {

PinnedWords::~PinnedWords() {
  (void)device.enter();
  for (void *page : pages) {
    device.functions().hostFree(page);
  }
}

StatusOr<PinnedWords::Words> PinnedWords::take() {
  std::lock_guard lock(mutex);
  if (free.empty()) {
    const DeviceScope scope(device);
    WEFT_RETURN_IF_ERROR(scope.status());
    void *page = nullptr;
    WEFT_RETURN_IF_ERROR(device.functions().check(
        device.functions().hostAllocate(&page, kPageBytes, 0),
        "allocating words of the host for runs"));
    pages.push_back(page);
    auto *words = static_cast<uint32_t *>(page);
    for (size_t i = kPageBytes / sizeof(uint32_t) / kWords; i-- > 0;) {
      free.push_back(words + i * kWords);
    }
  }
  const Words words(free.back(), kWords);
  free.pop_back();
  std::ranges::fill(words, 0);
  return words;
}

void PinnedWords::giveBack(Words words) {
  std::lock_guard lock(mutex);
  free.push_back(words.data());
}

} // namespace weft::cuda
