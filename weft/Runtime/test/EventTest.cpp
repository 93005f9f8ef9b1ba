// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Event.h"
#include "weft/Runtime/Deferred.h"
#include "weft/Runtime/ThreadPool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace weft;
using namespace weft::runtime;

namespace {

TEST(Event, ReadyAndFailed) {
  EXPECT_TRUE(Event::ready()->isReady());
  EXPECT_TRUE(Event::ready()->status().ok());
  EXPECT_EQ(Event::ready().get(), Event::ready().get());
  Ref<Event> failed = Event::failed(Status::aborted("no"));
  EXPECT_EQ(failed->await().code(), StatusCode::Aborted);
}

TEST(Event, IsSetOnce) {
  Ref<Event> event = Event::pending();
  EXPECT_FALSE(event->isReady());
  EXPECT_FALSE(event->awaitFor(std::chrono::milliseconds(1)).has_value());
  EXPECT_TRUE(event->set(Status::aborted("first")));
  EXPECT_FALSE(event->set());
  EXPECT_EQ(event->status().message(), "first");
}

TEST(Event, CallbacksRunOnceEach) {
  Ref<Event> event = Event::pending();
  int before = 0;
  int after = 0;
  event->onReady([&](const Status &status) { before += status.ok() ? 1 : 0; });
  event->onReady([&](const Status &) { before += 10; });
  EXPECT_EQ(before, 0);
  event->set();
  EXPECT_EQ(before, 11);
  event->onReady([&](const Status &) { ++after; });
  EXPECT_EQ(after, 1);
}

TEST(Event, CallbackMayReleaseItsEvent) {
  Event *raw = Event::pending().release();
  auto owner = std::make_shared<Ref<Event>>(Ref<Event>::adopt(raw));
  Ref<Event> setter = *owner;
  raw->onReady([owner](const Status &) { *owner = nullptr; });
  setter->set();
  EXPECT_FALSE(*owner);
}

TEST(Event, LongChainsDoNotNest) {
  constexpr int kLength = 200'000;
  std::vector<Ref<Event>> chain;
  for (int i = 0; i < kLength; ++i) {
    chain.push_back(Event::pending());
    if (i > 0) {
      chain[i - 1]->onReady(
          [next = chain[i]](const Status &status) { next->set(status); });
    }
  }
  chain[0]->set(Status::aborted("end"));
  EXPECT_EQ(chain.back()->await().message(), "end");
}

TEST(Event, WhenAllReportsTheFirstInOrder) {
  std::vector<Ref<Event>> events = {Event::pending(), Event::pending(),
                                    Event::ready()};
  Ref<Event> all = allOf(events);
  events[1]->set(Status::aborted("second"));
  EXPECT_FALSE(all->isReady());
  events[0]->set(Status::cancelled("first"));
  EXPECT_EQ(all->await().message(), "first");
  EXPECT_TRUE(allOf({})->isReady());
}

TEST(Event, HasAFenceUntilItIsSet) {
  Ref<Event> event = Event::pending();
  EXPECT_FALSE(event->fence());
  int queued = 0;
  int done = 0;
  event->onQueued([&] { ++queued; });
  event->onReady([&](const Status &) { ++done; });
  Ref<Fence> fence = makeRef<Fence>();
  event->setFence(fence);
  EXPECT_EQ(event->fence().get(), fence.get());
  EXPECT_EQ(queued, 1);
  EXPECT_EQ(done, 0);
  // At once, now that there is one.
  event->onQueued([&] { ++queued; });
  EXPECT_EQ(queued, 2);
  event->set();
  EXPECT_FALSE(event->fence());
  EXPECT_TRUE(fence->isUniquelyReferenced());
  EXPECT_EQ(queued, 2);
  EXPECT_EQ(done, 1);
  event->setFence(fence);
  EXPECT_FALSE(event->fence());
}

TEST(Event, WhatIsSetNeedsNoFence) {
  Ref<Event> event = Event::pending();
  int queued = 0;
  event->onQueued([&] { ++queued; });
  event->set(Status::internal("lost"));
  EXPECT_EQ(queued, 1);
  event->onQueued([&] { ++queued; });
  EXPECT_EQ(queued, 2);
}

TEST(Event, WhenAllQueuedWaitsForTheLast) {
  const std::vector<Ref<Event>> events = {Event::pending(), Event::ready(),
                                          Event::pending()};
  int told = 0;
  whenAllQueued(events, [&] { ++told; });
  events[2]->setFence(makeRef<Fence>());
  EXPECT_EQ(told, 0);
  events[0]->set();
  EXPECT_EQ(told, 1);
  events[2]->set();
  EXPECT_EQ(told, 1);
}

TEST(Event, ManyThreads) {
  for (int round = 0; round < 200; ++round) {
    Ref<Event> event = Event::pending();
    std::atomic<int> called = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] {
        event->onReady([&](const Status &) { ++called; });
        if (i == 2) {
          event->set();
        }
        EXPECT_TRUE(event->await().ok());
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    EXPECT_EQ(called, 4);
  }
}

TEST(Deferred, UndeferredCodeSeesItsConsequences) {
  Ref<Event> outer = Event::pending();
  bool innerSeen = false;
  bool parkedSeenInside = false;
  bool parked = false;
  outer->onReady([&](const Status &) {
    defer([&] { parked = true; });
    runUndeferred([&] {
      Ref<Event> inner = Event::pending();
      inner->onReady([&](const Status &) { innerSeen = true; });
      inner->set();
      parkedSeenInside = parked;
      EXPECT_TRUE(innerSeen);
    });
  });
  outer->set();
  EXPECT_TRUE(parked);
  EXPECT_FALSE(parkedSeenInside);
}

TEST(ThreadPool, OneThreadStartsNone) {
  ThreadPool pool(1);
  std::thread::id where;
  pool.submit([&] { where = std::this_thread::get_id(); });
  EXPECT_EQ(where, std::this_thread::get_id());
  EXPECT_EQ(pool.liveThreads(), 0);
  pool.drain(std::chrono::minutes(1));
}

TEST(ThreadPool, StartsThreadsOnDemandAndNoMoreThanAsked) {
  ThreadPool pool(3);
  EXPECT_EQ(pool.liveThreads(), 0);
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  std::atomic<int> done = 0;
  for (int i = 0; i < 500; ++i) {
    pool.submit([&] {
      int now = ++running;
      int seen = most.load();
      while (now > seen && !most.compare_exchange_weak(seen, now)) {
      }
      std::this_thread::yield();
      --running;
      ++done;
    });
  }
  pool.drain(std::chrono::minutes(1));
  EXPECT_EQ(done, 500);
  EXPECT_LE(most, 3);
  EXPECT_LE(pool.liveThreads(), 3);
}

TEST(ThreadPool, WaitingTasksDoNotStarveTheOthers) {
  ThreadPool pool(2);
  // Each task waits for one submitted after it: without stand-ins none ends.
  std::vector<Ref<Event>> events;
  for (int i = 0; i < 20; ++i) {
    events.push_back(Event::pending());
  }
  for (int i = 0; i < 20; ++i) {
    pool.submit([&, i] {
      if (i + 1 < 20) {
        (void)events[i + 1]->await();
      }
      events[i]->set();
    });
  }
  EXPECT_TRUE(events[0]->await().ok());
  pool.drain(std::chrono::minutes(1));
}

TEST(ThreadPool, DestructionRunsWhatWasSubmitted) {
  std::atomic<int> done = 0;
  {
    ThreadPool pool(2);
    for (int i = 0; i < 100; ++i) {
      pool.submit([&] { ++done; });
    }
  }
  EXPECT_EQ(done, 100);
}

TEST(ThreadPool, MayBeDestroyedByItsOwnTask) {
  for (int round = 0; round < 50; ++round) {
    Ref<Event> gone = Event::pending();
    auto pool = std::make_shared<ThreadPool>(2);
    ThreadPool &raw = *pool;
    Ref<Event> go = Event::pending();
    raw.submit([pool, go, gone]() mutable {
      (void)go->await();
      pool.reset();
      gone->set();
    });
    pool.reset();
    go->set();
    EXPECT_TRUE(gone->await().ok());
  }
}

TEST(ThreadPool, TogetherMeansAtTheSameTime) {
  std::atomic<int> arrived = 0;
  Status status = runTogether(5, [&](size_t) {
    ++arrived;
    while (arrived < 5) {
      std::this_thread::yield();
    }
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(arrived, 5);
}

} // namespace
