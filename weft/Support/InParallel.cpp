// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/InParallel.h"

#include "weft/Support/MachineShare.h"
#include "weft/Support/NativeThread.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace weft {
namespace {

struct Shared {
  void takeAll() {
    for (size_t i = next++; i < count; i = next++) {
      work(i);
    }
  }

  const size_t count;
  const std::function<void(size_t)> &work;
  std::atomic<size_t> next = 0;
};

} // namespace

void inParallel(size_t count, size_t most,
                const std::function<void(size_t)> &work) {
  Shared shared{.count = count, .work = work};
  std::vector<pthread_t> helpers;
  if (count > 1 && most > 1) {
    const size_t wanted =
        std::min({count, most, static_cast<size_t>(usableProcessors())});
    while (helpers.size() + 1 < wanted) {
      pthread_t helper;
      if (startNativeThread(
              helper, ThreadEnd::Joined,
              [](void *all) -> void * {
                static_cast<Shared *>(all)->takeAll();
                return nullptr;
              },
              &shared) != 0) {
        break;
      }
      helpers.push_back(helper);
    }
  }
  shared.takeAll();
  for (pthread_t helper : helpers) {
    pthread_join(helper, nullptr);
  }
}

} // namespace weft
