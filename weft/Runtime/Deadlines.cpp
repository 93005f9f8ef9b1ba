// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Deadlines.h"

#include "weft/Support/NativeThread.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>

namespace weft::runtime {

/// Longer than anything runs, and short enough to be added to a time.
static constexpr std::chrono::milliseconds kLongest = std::chrono::years(1);

struct Deadlines::State {
  /// Of the process that has the thread.
  const uint64_t generation = forkGeneration();
  std::mutex mutex;
  std::condition_variable changed;
  Deadline::Queue running;
  bool hasThread = false;
  bool isClosing = false;
  pthread_t thread = {};

  bool isForked() const { return generation != forkGeneration(); }
};

Deadlines::State &Deadlines::ofThisProcess() {
  State *known = current.load();
  while (!known || known->isForked()) {
    // The parent's stays as it is: its lock may be held for ever.
    auto *fresh = new State();
    if (current.compare_exchange_strong(known, fresh)) {
      return *fresh;
    }
    delete fresh;
  }
  return *known;
}

Deadlines::~Deadlines() {
  State *state = current.load();
  if (!state || state->isForked()) {
    return;
  }
  {
    std::lock_guard lock(state->mutex);
    state->isClosing = true;
    state->changed.notify_all();
  }
  if (state->hasThread) {
    pthread_join(state->thread, nullptr);
  }
  delete state;
}

void *Deadlines::threadMain(void *argument) {
  State &state = *static_cast<State *>(argument);
  std::unique_lock lock(state.mutex);
  while (!state.isClosing) {
    if (state.running.empty()) {
      state.changed.wait(lock);
      continue;
    }
    const auto [when, deadline] = *state.running.begin();
    if (Deadline::Clock::now() < when) {
      state.changed.wait_until(lock, when);
      continue;
    }
    state.running.erase(state.running.begin());
    deadline->stage = Deadline::Stage::Reached;
    // Under the lock: whoever stops it waits for this.
    deadline->reached();
  }
  return nullptr;
}

Deadline::Deadline(Deadlines &deadlines, std::chrono::milliseconds time,
                   std::function<void()> reached)
    : state(deadlines.ofThisProcess()), time(std::min(time, kLongest)),
      reached(std::move(reached)) {}

Status Deadline::start() {
  if (state.isForked()) {
    return Status::success();
  }
  std::lock_guard lock(state.mutex);
  if (stage != Stage::Idle) {
    return Status::success();
  }
  if (!state.hasThread) {
    if (int error = startNativeThread(state.thread, ThreadEnd::Joined,
                                      Deadlines::threadMain, &state);
        error != 0) {
      return Status::resourceExhausted(
          std::string("the system refused the thread that looks after limits "
                      "of time: ") +
          std::strerror(error));
    }
    state.hasThread = true;
  }
  stage = Stage::Running;
  begin = Clock::now();
  place = state.running.emplace(begin + time, this);
  if (place == state.running.begin()) {
    state.changed.notify_all();
  }
  return Status::success();
}

std::optional<std::chrono::milliseconds> Deadline::stop() {
  if (state.isForked()) {
    return std::nullopt;
  }
  std::lock_guard lock(state.mutex);
  if (stage == Stage::Running) {
    state.running.erase(place);
  }
  const bool wasReached = stage == Stage::Reached;
  stage = Stage::Stopped;
  if (!wasReached) {
    return std::nullopt;
  }
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() -
                                                               begin);
}

} // namespace weft::runtime
