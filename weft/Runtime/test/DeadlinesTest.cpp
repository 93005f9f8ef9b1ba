// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of time by themselves; runs that have one: ConformanceEnds.cpp.

#include "weft/Runtime/Cancellation.h"
#include "weft/Runtime/Event.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace weft;
using namespace weft::runtime;

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

/// Longer than it should take, but not for ever.
bool happens(const Ref<Event> &event) {
  return event->awaitFor(std::chrono::seconds(60)).has_value();
}

/// Sets the event.
std::function<void()> set(const Ref<Event> &event) {
  return [event] { event->set(); };
}

TEST(DeadlinesTest, TheyAreReached) {
  Deadlines deadlines;
  Ref<Event> reached = Event::pending();
  Deadline deadline(deadlines, milliseconds(1), set(reached));
  EXPECT_FALSE(reached->awaitFor(milliseconds(20))) << "it was not started";
  EXPECT_TRUE(deadline.start().ok());
  EXPECT_TRUE(happens(reached));
  EXPECT_GE(deadline.stop(), milliseconds(1));
}

TEST(DeadlinesTest, TheEarliestComesFirst) {
  Deadlines deadlines;
  Deadline late(deadlines, hours(1), [] { FAIL(); });
  EXPECT_TRUE(late.start().ok());
  Ref<Event> reached = Event::pending();
  Deadline early(deadlines, milliseconds(1), set(reached));
  EXPECT_TRUE(early.start().ok());
  EXPECT_TRUE(happens(reached));
  EXPECT_EQ(late.stop(), std::nullopt);
}

TEST(DeadlinesTest, AnyTimeIsOne) {
  Deadlines deadlines;
  Deadline late(deadlines, milliseconds::max(), [] { FAIL(); });
  EXPECT_TRUE(late.start().ok());
  Ref<Event> reached = Event::pending();
  Deadline atOnce(deadlines, milliseconds(0), set(reached));
  EXPECT_TRUE(atOnce.start().ok());
  EXPECT_TRUE(happens(reached));
}

TEST(DeadlinesTest, StoppedOnesAreNotReached) {
  Deadlines deadlines;
  Deadline deadline(deadlines, milliseconds(0), [] { FAIL(); });
  EXPECT_EQ(deadline.stop(), std::nullopt);
  EXPECT_TRUE(deadline.start().ok());
  std::this_thread::sleep_for(milliseconds(20));
}

TEST(DeadlinesTest, WhoStopsOneWaitsForItsEnd) {
  Deadlines deadlines;
  Ref<Event> entered = Event::pending();
  std::atomic<bool> isOver = false;
  Deadline deadline(deadlines, milliseconds(0), [&] {
    entered->set();
    std::this_thread::sleep_for(milliseconds(50));
    isOver = true;
  });
  EXPECT_TRUE(deadline.start().ok());
  EXPECT_TRUE(happens(entered));
  EXPECT_NE(deadline.stop(), std::nullopt);
  EXPECT_TRUE(isOver);
}

TEST(DeadlinesTest, TheyMayBeReachedAndStoppedAtTheSameTime) {
  Deadlines deadlines;
  auto race = [&] {
    for (int round = 0; round < 2000; ++round) {
      int reached = 0;
      Deadline deadline(deadlines, milliseconds(0), [&] { ++reached; });
      EXPECT_TRUE(deadline.start().ok());
      EXPECT_EQ(deadline.stop().has_value(), reached == 1);
    }
  };
  std::thread other(race);
  race();
  other.join();
}

TEST(DeadlinesTest, AForkedChildHasItsOwn) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "a sanitizer ends children of processes with threads";
#endif
  auto deadlines = std::make_unique<Deadlines>();
  auto inherited =
      std::make_unique<Deadline>(*deadlines, hours(1), [] { FAIL(); });
  EXPECT_TRUE(inherited->start().ok());
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);
    inherited.reset();
    Ref<Event> reached = Event::pending();
    {
      Deadline deadline(*deadlines, milliseconds(1), set(reached));
      if (!deadline.start().ok() || !happens(reached)) {
        _exit(1);
      }
    }
    deadlines.reset();
    _exit(0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

class LimitTest : public ::testing::Test {
protected:
  /// Waits until it is asked for the end.
  static void awaitRequest(Cancellation &cancellation) {
    Ref<Event> requested = Event::pending();
    Cancellation::Listener listener(&cancellation,
                                    [&](const Status &) { requested->set(); });
    EXPECT_TRUE(happens(requested));
  }

  Deadlines deadlines;
};

TEST_F(LimitTest, ARunIsAskedToEnd) {
  Cancellation cancellation;
  cancellation.limit(deadlines, {milliseconds(1), "said by a test"}, "jit_f");
  EXPECT_TRUE(cancellation.isLimited());
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_FALSE(cancellation.isRequested()) << "it has not begun";
  cancellation.begin();
  cancellation.begin();
  awaitRequest(cancellation);
  EXPECT_NE(*cancellation.flag(), 0u);
  const std::string told = "'jit_f' was ended at its limit of 1 ms (said by a "
                           "test): raise it, set it to 0 for no limit, or do "
                           "less in one call";
  EXPECT_EQ(cancellation.reason(), Status::deadlineExceeded(told));
  Status ended = cancellation.endOf(Status::success());
  EXPECT_EQ(ended.code(), StatusCode::DeadlineExceeded);
  EXPECT_EQ(ended.message().find(told + "; it ran for "), 0u) << ended;
}

TEST_F(LimitTest, ARunThatEndsBeforeIsNotAsked) {
  Cancellation cancellation;
  cancellation.limit(deadlines, {hours(1), "said by a test"}, "jit_f");
  cancellation.begin();
  EXPECT_TRUE(cancellation.endOf(Status::success()).ok());
  EXPECT_FALSE(cancellation.isRequested());
}

TEST_F(LimitTest, WhoAskedBeforeCounts) {
  Cancellation cancellation;
  cancellation.limit(deadlines, {milliseconds(0), "said by a test"}, "jit_f");
  EXPECT_TRUE(cancellation.request(Status::aborted("no longer wanted")));
  cancellation.begin();
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(cancellation.endOf(Status::success()),
            Status::aborted("no longer wanted"));
}

TEST_F(LimitTest, AFailureOfTheRunsOwnCounts) {
  Cancellation cancellation;
  cancellation.limit(deadlines, {milliseconds(0), "said by a test"}, "jit_f");
  cancellation.begin();
  awaitRequest(cancellation);
  EXPECT_EQ(cancellation.endOf(Status::invalidArgument("odd")),
            Status::invalidArgument("odd"));
}

TEST_F(LimitTest, RunsWithoutOneTakeAnyTime) {
  Cancellation cancellation;
  EXPECT_FALSE(cancellation.isLimited());
  cancellation.begin();
  EXPECT_TRUE(cancellation.endOf(Status::success()).ok());
}

} // namespace
