// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads that share the kernels of a client's runs.
//
// A run leads: it computes its kernels in its own thread and hires helpers for
// those that are worth it. Between two kernels helpers wait for the next one,
// awake for a few microseconds and then asleep, so kernels that follow each
// other closely cost their helpers about a microsecond, and an idle process
// nothing. Helper number i gets the i-th part of every kernel while the number
// of helpers stays, so that it finds in its caches what it wrote; who is done
// early takes pieces of others' parts. Nobody waits for a thread that has not
// begun: what a sleeping or busy helper does not come to do, the others do. A
// leader that finds too few helpers free looks again while it works.
//
//   leader   hire ── post ── own part ── others' parts ── dismiss
//   helper            └─ pass on ── own part ── others' parts ─┘
//
// The leader posts to two helpers, each of which passes the work on to two
// more: sixteen threads are at work after four steps.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace weft::runtime {

/// Work in pieces, which may be computed in any order and at the same time.
class SharedWork {
public:
  /// Computes [begin, end). `member` is the caller's number in the team, the
  /// leader's 0; no two threads have the same at one time.
  virtual void compute(int64_t begin, int64_t end, int member) = 0;

protected:
  ~SharedWork() = default;
};

class Team {
public:
  /// The leaders' threads count, too: one thread has no helpers.
  explicit Team(int threads);
  ~Team();
  Team(const Team &) = delete;
  Team &operator=(const Team &) = delete;

  int threadCount() const { return threads; }

  /// Computes [0, count) in pieces of at least `grain`, by at most `members`
  /// threads, this one among them. Returns when all is computed. Any thread,
  /// several at a time: they share the helpers.
  void run(SharedWork &work, int64_t count, int64_t grain, int members);

  /// While this lives helpers without work go to sleep at once: foreign code
  /// with threads of its own gets the cores.
  class Rest {
  public:
    explicit Rest(Team &team) : team(team) {
      team.resting.fetch_add(1, std::memory_order_relaxed);
    }
    ~Rest() { team.resting.fetch_sub(1, std::memory_order_relaxed); }
    Rest(const Rest &) = delete;
    Rest &operator=(const Rest &) = delete;

  private:
    Team &team;
  };

private:
  struct Job;
  struct Helper;

  /// Free helpers, at most as many as there is room for, from the first on.
  size_t hire(std::span<Helper *> helpers);
  bool start(Helper &helper);
  /// [first, first + count) of the work, with at least one helper.
  static void lead(SharedWork &work, int64_t first, int64_t count,
                   int64_t grain, std::span<Helper *const> hired);
  static void *helperMain(void *argument);

  const int threads;
  const uint64_t generation;
  std::atomic<int> leaders = 0;
  std::atomic<int> resting = 0;
  std::mutex starting;
  std::vector<std::unique_ptr<Helper>> helpers;
};

} // namespace weft::runtime
