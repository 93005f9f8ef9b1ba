// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/InParallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace weft;

TEST(InParallel, EachNumberIsTakenOnce) {
  std::vector<std::atomic<int>> taken(1000);
  inParallel(taken.size(), 8, [&](size_t i) { ++taken[i]; });
  for (const std::atomic<int> &one : taken) {
    EXPECT_EQ(one, 1);
  }
}

TEST(InParallel, NothingToDo) {
  inParallel(0, 8, [](size_t) { FAIL(); });
}

TEST(InParallel, OneThreadIsTheCallers) {
  std::set<std::thread::id> threads;
  inParallel(20, 1,
             [&](size_t) { threads.insert(std::this_thread::get_id()); });
  EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

TEST(InParallel, NoMoreThreadsThanAsked) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  inParallel(200, 3, [&](size_t) {
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_LE(threads.size(), 3u);
}

TEST(InParallel, WorkBeginsWorkOfItsOwn) {
  std::atomic<int> done = 0;
  inParallel(4, 4, [&](size_t) { inParallel(4, 4, [&](size_t) { ++done; }); });
  EXPECT_EQ(done, 16);
}

/// Works where no address space is left for the stack of a thread.
[[noreturn]] static void workWithoutThreads() {
  rlimit none = {};
  none.rlim_cur = none.rlim_max = 1 << 20;
  setrlimit(RLIMIT_AS, &none);
  std::atomic<int> done = 0;
  inParallel(10, 8, [&](size_t) { ++done; });
  _exit(done == 10 ? 0 : 1);
}

TEST(InParallel, RefusedThreadsAreDoneWithout) {
  EXPECT_EXIT(workWithoutThreads(), ::testing::ExitedWithCode(0), "");
}

TEST(ParallelWork, PiecesAreDoneWhileMoreBecomeKnown) {
  std::atomic<int> done = 0;
  ParallelWork work(8);
  for (int i = 0; i < 1000; ++i) {
    work.add([&] { ++done; });
  }
  work.finish();
  EXPECT_EQ(done, 1000);
}

TEST(ParallelWork, OneThreadDoesThemInOrder) {
  std::vector<int> done;
  ParallelWork work(1);
  for (int i = 0; i < 200; ++i) {
    work.add([&, i] { done.push_back(i); });
  }
  work.finish();
  ASSERT_EQ(done.size(), 200u);
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
}

TEST(ParallelWork, NoMoreThanSomeAreKept) {
  std::atomic<int> kept = 0;
  int most = 0;
  ParallelWork work(1);
  for (int i = 0; i < 1000; ++i) {
    ++kept;
    std::shared_ptr<void> held(nullptr, [&](void *) { --kept; });
    work.add([held = std::move(held)] {});
    most = std::max(most, kept.load());
  }
  EXPECT_LE(most, 100);
  work.finish();
  EXPECT_EQ(kept, 0);
}

TEST(ParallelWork, TheEndIsWaitedFor) {
  std::atomic<int> done = 0;
  {
    ParallelWork work(4);
    for (int i = 0; i < 10; ++i) {
      work.add([&] { ++done; });
    }
  }
  EXPECT_EQ(done, 10);
}
