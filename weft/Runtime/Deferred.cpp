// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Deferred.h"

#include <list>
#include <utility>

namespace weft::runtime {
namespace {

struct Queue {
  /// A list, which takes no memory while it is empty: each call into foreign
  /// code makes a queue.
  std::list<std::function<void()>> parked;
  bool running = false;
};

Queue &threadQueue() {
  static thread_local Queue queue;
  return queue;
}

void drain(Queue &queue) {
  while (!queue.parked.empty()) {
    std::function<void()> work = std::move(queue.parked.front());
    queue.parked.pop_front();
    work();
  }
}

} // namespace

void defer(std::function<void()> work) {
  Queue &queue = threadQueue();
  queue.parked.push_back(std::move(work));
  if (queue.running) {
    return;
  }
  queue.running = true;
  drain(queue);
  queue.running = false;
}

void runUndeferred(const std::function<void()> &work) {
  Queue outside = std::exchange(threadQueue(), Queue());
  work();
  runDeferred();
  threadQueue() = std::move(outside);
}

void runDeferred() {
  Queue &queue = threadQueue();
  bool wasRunning = std::exchange(queue.running, true);
  drain(queue);
  queue.running = wasRunning;
}

bool isInDeferred() { return threadQueue().running; }

} // namespace weft::runtime
