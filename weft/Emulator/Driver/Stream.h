// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams are queues with a thread each, and events are marks in them. What
// runs when is a matter of chance, by a seed, so that a program that forgets to
// wait is seen to.

#pragma once

#include "weft/Support/Random.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace weft::emulator::driver {

class Stream {
public:
  /// `isBlocking`: takes turns with the default stream.
  Stream(bool isBlocking, uint64_t seed);
  /// After all its work.
  ~Stream();

  bool isBlocking() const { return takesTurns; }
  /// The number of the task, counted from 1.
  uint64_t submit(std::function<void()> task);
  /// Of the last task that was submitted.
  uint64_t submitted();
  /// Until this task and those before it are done.
  void waitFor(uint64_t ticket);
  bool isDone(uint64_t ticket);

private:
  void run();

  const bool takesTurns;
  Random random;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  uint64_t begun = 0, finished = 0;
  bool ends = false;
  std::thread thread;
};

/// One recording of an event.
struct Mark {
  std::mutex mutex;
  std::condition_variable changed;
  bool isDone = false;
  std::chrono::steady_clock::time_point when;

  void set();
  void wait();
  bool check();
};

struct Event {
  bool hasTiming = true;
  std::mutex mutex;
  /// None before it is first recorded.
  std::shared_ptr<Mark> mark;

  std::shared_ptr<Mark> last();
};

} // namespace weft::emulator::driver
