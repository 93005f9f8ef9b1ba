// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of a compilation, shared by threads of its own. What comes of it must
// not depend on how many there are.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <pthread.h>
#include <vector>

namespace weft {

/// Pieces of work that become known one after the other, while those before
/// are done: by the thread that knows them, and by as many others as the
/// process has processors for, `most` in all at most. A thread that the system
/// refuses is done without.
class ParallelWork {
public:
  explicit ParallelWork(size_t most);
  ~ParallelWork() { finish(); }
  ParallelWork(const ParallelWork &) = delete;
  ParallelWork &operator=(const ParallelWork &) = delete;

  /// A piece more. Where many wait, what they hold takes memory: then one of
  /// them is done before this returns.
  void add(std::function<void()> piece);

  /// Returns when all have been done.
  void finish();

private:
  /// Does the piece that waits longest.
  void doOne(std::unique_lock<std::mutex> &lock);
  void help();

  std::mutex mutex;
  /// There is a piece more, or there will be none.
  std::condition_variable told;
  std::deque<std::function<void()>> waiting;
  bool isComplete = false;
  /// How many threads may still be started.
  size_t more;
  std::vector<pthread_t> helpers;
};

/// Calls `work` with each number below `count`, in this thread and others, as
/// above. Returns when all calls have.
void inParallel(size_t count, size_t most,
                const std::function<void(size_t)> &work);

} // namespace weft
