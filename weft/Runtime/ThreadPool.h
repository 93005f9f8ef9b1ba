// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a client.
//
// At most `threads` tasks make progress at one time. A task that waits, in
// Event::await or inside user code, says so (whileBlocked); another thread
// then takes its place, so that waiting for work never starves that work.
// Threads start when there is something to do. With one thread there are none:
// tasks run in the thread that submits them, after what it is doing. So they do
// in a forked child, which has none of its parent's threads.

#pragma once

#include "weft/Support/Status.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace weft::runtime {

class ThreadPool {
public:
  explicit ThreadPool(int threads);
  /// Runs what was submitted, then lets the threads go. May be called from a
  /// task of the pool.
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  int threadCount() const;
  bool isInline() const { return threadCount() <= 1 || isForked(); }
  /// Whether going through so many bytes takes less time than handing the work
  /// to another thread, or there is none.
  bool isQuick(uint64_t bytes) const {
    return bytes <= kQuickBytes || isInline();
  }

  void submit(std::function<void()> task);

  /// Runs `work`, which may wait for anything, in this thread. Outside a task
  /// of a pool it is just a call.
  static void whileBlocked(const std::function<void()> &work);

  /// Waits until nothing is submitted and nothing runs, or `limit` has passed;
  /// says which. Not from a task.
  bool drain(std::chrono::nanoseconds limit);

  /// Threads alive, blocked ones included.
  int liveThreads() const;

private:
  static constexpr uint64_t kQuickBytes = 256 << 10;

  /// Whether this process is a child of the one that has the threads.
  bool isForked() const;

  struct State;
  static void *threadMain(void *argument);
  static void wakeOne(State &state);

  std::shared_ptr<State> state;
};

/// Runs `body(0)` ... `body(count - 1)`, each in a thread of its own, the
/// first in this one. For parties that wait for each other. Fails, having run
/// nothing, when the threads cannot be had.
Status runTogether(size_t count, const std::function<void(size_t)> &body);

} // namespace weft::runtime
