// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/InParallel.h"

#include "weft/Support/MachineShare.h"
#include "weft/Support/NativeThread.h"

#include <algorithm>
#include <utility>

namespace weft {

ParallelWork::ParallelWork(size_t most)
    : more(std::min(std::max<size_t>(most, 1),
                    static_cast<size_t>(usableProcessors())) -
           1) {}

void ParallelWork::doOne(std::unique_lock<std::mutex> &lock) {
  std::function<void()> piece = std::move(waiting.front());
  waiting.pop_front();
  lock.unlock();
  piece();
  // What it holds is given back by the thread that is through with it.
  piece = nullptr;
  lock.lock();
}

void ParallelWork::help() {
  std::unique_lock lock(mutex);
  while (true) {
    told.wait(lock, [&] { return isComplete || !waiting.empty(); });
    if (waiting.empty()) {
      return;
    }
    doOne(lock);
  }
}

void ParallelWork::add(std::function<void()> piece) {
  constexpr size_t mostWaiting = 64;
  std::unique_lock lock(mutex);
  // The first piece may be the only one, which this thread does.
  const bool isWorth = more != 0 && !waiting.empty();
  waiting.push_back(std::move(piece));
  told.notify_one();
  if (isWorth) {
    pthread_t helper;
    if (startNativeThread(
            helper, ThreadEnd::Joined,
            [](void *all) -> void * {
              static_cast<ParallelWork *>(all)->help();
              return nullptr;
            },
            this) == 0) {
      helpers.push_back(helper);
      --more;
    } else {
      more = 0;
    }
  }
  if (waiting.size() > mostWaiting) {
    doOne(lock);
  }
}

void ParallelWork::finish() {
  std::unique_lock lock(mutex);
  isComplete = true;
  told.notify_all();
  while (!waiting.empty()) {
    doOne(lock);
  }
  lock.unlock();
  for (pthread_t helper : helpers) {
    pthread_join(helper, nullptr);
  }
  helpers.clear();
}

void inParallel(size_t count, size_t most,
                const std::function<void(size_t)> &work) {
  ParallelWork pieces(most);
  for (size_t i = 0; i < count; ++i) {
    pieces.add([&work, i] { work(i); });
  }
  pieces.finish();
}

} // namespace weft
