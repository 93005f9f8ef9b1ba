// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/ThreadPool.h"

#include "weft/Runtime/Deferred.h"
#include "weft/Support/NativeThread.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <vector>

namespace weft::runtime {
/// Shared with the threads, which outlive the pool by a few instructions.
struct ThreadPool::State {
  explicit State(int limit) : limit(limit) {}

  const int limit;
  /// Of the process that has the threads.
  const uint64_t generation = forkGeneration();
  std::mutex mutex;
  std::condition_variable work;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  int threads = 0;
  int idle = 0;
  /// Idle threads told to look for a task, and new ones, that have not looked
  /// yet.
  int woken = 0;
  int starting = 0;
  /// Running a task and not blocked.
  int active = 0;
  int blocked = 0;
  bool stopping = false;
  /// For tasks that need a thread in their place.
  std::weak_ptr<State> self;
};

namespace {

/// The pool this thread runs a task of. Plain pointer: a thread keeps its
/// pool's state alive by itself.
thread_local void *currentState = nullptr;

} // namespace

ThreadPool::ThreadPool(int threads)
    : state(std::make_shared<State>(std::max(threads, 1))) {
  state->self = state;
}

ThreadPool::~ThreadPool() {
  if (isForked()) {
    return;
  }
  std::unique_lock lock(state->mutex);
  state->stopping = true;
  state->work.notify_all();
  int self = currentState == state.get() ? 1 : 0;
  state->changed.wait(lock, [&] { return state->threads == self; });
}

int ThreadPool::threadCount() const { return state->limit; }

bool ThreadPool::isForked() const {
  return state->generation != forkGeneration();
}

int ThreadPool::liveThreads() const {
  std::lock_guard guard(state->mutex);
  return state->threads;
}

/// Gets one more thread to look for a task, unless enough are at work or on
/// their way. Under the lock.
void ThreadPool::wakeOne(State &state) {
  if (state.active + state.woken + state.starting >= state.limit) {
    return;
  }
  if (state.idle > state.woken) {
    ++state.woken;
    state.work.notify_one();
    return;
  }
  auto *argument = new std::shared_ptr<State>(state.self);
  pthread_t thread;
  if (startNativeThread(thread, ThreadEnd::Detached, threadMain, argument) !=
      0) {
    delete argument;
    return;
  }
  ++state.starting;
  ++state.threads;
}

void *ThreadPool::threadMain(void *argument) {
  std::unique_ptr<std::shared_ptr<State>> handed(
      static_cast<std::shared_ptr<State> *>(argument));
  std::shared_ptr<State> state = std::move(*handed);
  handed.reset();
  currentState = state.get();
  std::unique_lock lock(state->mutex);
  --state->starting;
  while (true) {
    bool mayRun = !state->tasks.empty() && state->active < state->limit;
    if (mayRun) {
      std::function<void()> task = std::move(state->tasks.front());
      state->tasks.pop_front();
      ++state->active;
      lock.unlock();
      task();
      // What the task holds may be the last of something big: not under the
      // lock, and before the task counts as done.
      task = nullptr;
      lock.lock();
      --state->active;
      if (state->stopping) {
        state->work.notify_all();
      }
      if (state->tasks.empty() && state->active == 0 && state->blocked == 0) {
        state->changed.notify_all();
      }
      continue;
    }
    // A thread that stood in for a blocked one leaves when that is back.
    bool surplus = state->threads - state->blocked > state->limit;
    if (surplus || (state->stopping && state->tasks.empty())) {
      break;
    }
    ++state->idle;
    state->work.wait(lock, [&] {
      return state->woken > 0 ||
             (state->stopping &&
              (state->tasks.empty() || state->active < state->limit));
    });
    --state->idle;
    state->woken = std::max(state->woken - 1, 0);
  }
  --state->threads;
  state->changed.notify_all();
  currentState = nullptr;
  return nullptr;
}

void ThreadPool::submit(std::function<void()> task) {
  if (isInline()) {
    defer(std::move(task));
    return;
  }
  std::unique_lock lock(state->mutex);
  state->tasks.push_back(std::move(task));
  wakeOne(*state);
  if (state->threads > 0) {
    return;
  }
  // No thread will ever come: this one has to do it.
  std::function<void()> own = std::move(state->tasks.front());
  state->tasks.pop_front();
  lock.unlock();
  defer(std::move(own));
}

void ThreadPool::whileBlocked(const std::function<void()> &work) {
  auto *pool = static_cast<State *>(currentState);
  if (!pool || pool->generation != forkGeneration()) {
    runUndeferred(work);
    return;
  }
  {
    std::lock_guard guard(pool->mutex);
    --pool->active;
    ++pool->blocked;
    if (!pool->tasks.empty()) {
      wakeOne(*pool);
    }
  }
  runUndeferred(work);
  std::lock_guard guard(pool->mutex);
  ++pool->active;
  --pool->blocked;
}

bool ThreadPool::drain(std::chrono::nanoseconds limit) {
  runDeferred();
  if (isForked()) {
    return true;
  }
  std::unique_lock lock(state->mutex);
  return state->changed.wait_for(lock, limit, [&] {
    return state->tasks.empty() && state->active == 0 && state->blocked == 0;
  });
}

Status runTogether(size_t count, const std::function<void(size_t)> &body) {
  struct Gate {
    std::mutex mutex;
    std::condition_variable changed;
    bool open = false;
    bool cancelled = false;
  } gate;
  struct Party {
    Gate *gate;
    const std::function<void(size_t)> *body;
    size_t index;
    pthread_t thread;
  };
  std::vector<Party> parties(count);
  size_t started = 1;
  int error = 0;
  for (; started < count && error == 0; ++started) {
    Party &party = parties[started];
    party = {&gate, &body, started, {}};
    error = startNativeThread(
        party.thread, ThreadEnd::Joined,
        [](void *argument) -> void * {
          auto *party = static_cast<Party *>(argument);
          {
            std::unique_lock lock(party->gate->mutex);
            party->gate->changed.wait(lock, [&] { return party->gate->open; });
            if (party->gate->cancelled) {
              return nullptr;
            }
          }
          (*party->body)(party->index);
          return nullptr;
        },
        &party);
    if (error != 0) {
      break;
    }
  }
  {
    std::lock_guard guard(gate.mutex);
    gate.open = true;
    gate.cancelled = error != 0;
    gate.changed.notify_all();
  }
  if (error == 0 && count > 0) {
    body(0);
  }
  for (size_t i = 1; i < std::min(started, count); ++i) {
    pthread_join(parties[i].thread, nullptr);
  }
  if (error != 0) {
    return Status::resourceExhausted(
        "a run on " + std::to_string(count) +
        " devices needs as many threads, and the system refused after " +
        std::to_string(started) + ": " + std::strerror(error));
  }
  return Status::success();
}

} // namespace weft::runtime
