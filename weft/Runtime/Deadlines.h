// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens when a time has passed, unless it is stopped before.
//
// A client has one thread for all its deadlines. It starts with the first one
// that runs, and sleeps until the earliest. A forked child has none of its
// parent's threads, and starts one of its own.

#pragma once

#include "weft/Support/Status.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <optional>

namespace weft::runtime {

/// Outlives its deadlines. Any thread.
class Deadlines {
public:
  Deadlines() = default;
  /// Waits for the thread.
  ~Deadlines();
  Deadlines(const Deadlines &) = delete;
  Deadlines &operator=(const Deadlines &) = delete;

private:
  friend class Deadline;
  struct State;
  /// Made when it is first asked for.
  State &ofThisProcess();
  static void *threadMain(void *argument);

  std::atomic<State *> current = nullptr;
};

class Deadline {
public:
  /// `reached` is called in the thread of the deadlines; it must not wait, nor
  /// start or stop a deadline.
  Deadline(Deadlines &deadlines, std::chrono::milliseconds time,
           std::function<void()> reached);
  ~Deadline() { stop(); }
  Deadline(const Deadline &) = delete;
  Deadline &operator=(const Deadline &) = delete;

  /// The time counts from now. Does nothing where it was started or stopped
  /// before. A failure means that the system has no thread for it.
  Status start();
  /// Afterwards `reached` is not running, and never will. The time since the
  /// start, if it was called.
  std::optional<std::chrono::milliseconds> stop();

private:
  friend class Deadlines;
  using Clock = std::chrono::steady_clock;
  using Queue = std::multimap<Clock::time_point, Deadline *>;
  enum class Stage { Idle, Running, Reached, Stopped };

  Deadlines::State &state;
  const std::chrono::milliseconds time;
  const std::function<void()> reached;
  /// The rest is under the lock of the state.
  Stage stage = Stage::Idle;
  Clock::time_point begin;
  /// While it runs.
  Queue::iterator place;
};

} // namespace weft::runtime
