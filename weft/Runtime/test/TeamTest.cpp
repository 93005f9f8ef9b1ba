// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Team.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <ctime>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace weft::runtime;

namespace {

constexpr int kThreads = 4;

class Calls final : public SharedWork {
public:
  using Function = std::function<void(int64_t begin, int64_t end, int member)>;
  explicit Calls(Function function) : function(std::move(function)) {}
  void compute(int64_t begin, int64_t end, int member) override {
    function(begin, end, member);
  }

private:
  Function function;
};

void runOn(Team &team, int64_t count, int64_t grain, int members,
           const Calls::Function &function) {
  Calls work(function);
  team.run(work, count, grain, members);
}

TEST(TeamTest, EveryElementIsComputedOnce) {
  Team team(kThreads);
  for (int64_t count : {0, 1, 2, 3, 7, 64, 1000, 1003}) {
    for (int64_t grain : {1, 3, 100, 5000}) {
      for (int members : {1, 2, kThreads, 100}) {
        SCOPED_TRACE(::testing::Message()
                     << count << " " << grain << " " << members);
        std::vector<std::atomic<int>> times(count);
        runOn(team, count, grain, members,
              [&](int64_t begin, int64_t end, int) {
                for (int64_t i = begin; i < end; ++i) {
                  ++times[i];
                }
              });
        for (const std::atomic<int> &time : times) {
          EXPECT_EQ(time, 1);
        }
      }
    }
  }
}

TEST(TeamTest, PiecesAreAsLargeAsTheGrain) {
  Team team(kThreads);
  std::atomic<int> small = 0;
  runOn(team, 1000, 100, kThreads, [&](int64_t begin, int64_t end, int) {
    small += end - begin < 100 && end % 250 != 0;
  });
  EXPECT_EQ(small, 0);
}

TEST(TeamTest, HelpersWorkAtTheSameTime) {
  Team team(kThreads);
  std::atomic<int> arrived = 0;
  runOn(team, kThreads, 1, kThreads, [&](int64_t, int64_t, int) {
    ++arrived;
    // Ends the test, not the wait, if a thread never comes.
    auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (arrived < kThreads && std::chrono::steady_clock::now() < limit) {
      std::this_thread::yield();
    }
    EXPECT_EQ(arrived, kThreads);
  });
}

TEST(TeamTest, HelpersThatSleptComeAgain) {
  Team team(2);
  for (int round = 0; round < 3; ++round) {
    std::atomic<int> arrived = 0;
    runOn(team, 2, 1, 2, [&](int64_t, int64_t, int) {
      ++arrived;
      auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
      while (arrived < 2 && std::chrono::steady_clock::now() < limit) {
        std::this_thread::yield();
      }
    });
    EXPECT_EQ(arrived, 2);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST(TeamTest, OneThreadHasNoHelpers) {
  Team team(1);
  const std::thread::id self = std::this_thread::get_id();
  runOn(team, 100, 1, 8, [&](int64_t, int64_t, int member) {
    EXPECT_EQ(std::this_thread::get_id(), self);
    EXPECT_EQ(member, 0);
  });
}

TEST(TeamTest, NoTwoThreadsHaveTheSameNumber) {
  Team team(kThreads);
  for (int round = 0; round < 200; ++round) {
    std::atomic<bool> isTaken[kThreads] = {};
    runOn(team, 64, 1, kThreads, [&](int64_t, int64_t, int member) {
      ASSERT_LT(member, kThreads);
      EXPECT_FALSE(isTaken[member].exchange(true));
      std::this_thread::yield();
      isTaken[member] = false;
    });
  }
}

/// What one kernel wrote, the next reads, whoever computes it.
TEST(TeamTest, KernelsSeeWhatCameBefore) {
  Team team(kThreads);
  std::vector<int64_t> from(500, 0);
  std::vector<int64_t> to(500, 0);
  for (int round = 0; round < 2000; ++round) {
    runOn(team, 500, 7, kThreads, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        to[i] = from[499 - i] + 1;
      }
    });
    std::swap(from, to);
  }
  for (int64_t value : from) {
    EXPECT_EQ(value, 2000);
  }
}

/// Parts of one leader's work are never taken for parts of another's, while
/// some members still look for pieces and others have gone over.
TEST(TeamTest, SeveralLeadersShareTheHelpers) {
  constexpr int kMany = 8;
  constexpr int64_t kCount = 97;
  Team team(kMany);
  std::vector<std::thread> leaders;
  std::atomic<int> wrong = 0;
  for (int leader = 0; leader < 6; ++leader) {
    leaders.emplace_back([&, leader] {
      for (int round = 0; round < 400; ++round) {
        std::array<std::atomic<int>, kCount> times = {};
        runOn(team, kCount, 1, 3 + leader % 3,
              [&](int64_t begin, int64_t end, int) {
                for (int64_t i = begin; i < end; ++i) {
                  ++times[i];
                  // Some take longer.
                  if (i % 13 == leader) {
                    std::this_thread::yield();
                  }
                }
              });
        for (const std::atomic<int> &time : times) {
          wrong += time != 1;
        }
      }
    });
  }
  for (std::thread &leader : leaders) {
    leader.join();
  }
  EXPECT_EQ(wrong, 0);
}

/// A kernel inside a kernel: a foreign function that runs a program.
TEST(TeamTest, HelpersThatBecomeFreeJoinWorkThatHasBegun) {
  Team team(2);
  std::atomic<bool> hasBegun = false;
  std::atomic<bool> mayEnd = false;
  // Has the only helper.
  std::thread first([&] {
    runOn(team, 2, 1, 2, [&](int64_t, int64_t, int) {
      hasBegun = true;
      while (!mayEnd) {
        std::this_thread::yield();
      }
    });
  });
  while (!hasBegun) {
    std::this_thread::yield();
  }
  std::atomic<int> helped = 0;
  runOn(team, 64, 1, 2, [&](int64_t begin, int64_t, int member) {
    if (begin == 0) {
      EXPECT_EQ(member, 0);
      mayEnd = true;
      first.join();
    }
    helped += member;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  });
  EXPECT_GT(helped, 0);
}

TEST(TeamTest, WorkMayLeadItself) {
  Team team(kThreads);
  std::atomic<int> computed = 0;
  runOn(team, 8, 1, kThreads, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      runOn(team, 10, 1, kThreads, [&](int64_t from, int64_t to, int) {
        computed += static_cast<int>(to - from);
      });
    }
  });
  EXPECT_EQ(computed, 80);
}

TEST(TeamTest, IdleHelpersUseNoTime) {
  Team team(kThreads);
  runOn(team, 100, 1, kThreads, [](int64_t, int64_t, int) {});
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::clock_t before = std::clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
  // Three helpers that wait awake would take up to one and a half.
  EXPECT_LT(seconds, 0.1);
}

/// Where the system refuses threads, the leader computes alone.
TEST(TeamTest, RefusedThreadsAreDoneWithout) {
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
  GTEST_SKIP() << "the sanitizer needs memory for itself";
#endif
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);
    Team team(kThreads);
    std::atomic<int64_t> sum = 0;
    Calls work([&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        sum += i;
      }
    });
    // No memory for stacks.
    rlimit none = {1 << 20, 1 << 20};
    setrlimit(RLIMIT_AS, &none);
    team.run(work, 100, 1, kThreads);
    _exit(sum == 4950 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

/// A child has none of the helpers: it computes alone, and ends.
TEST(TeamTest, ForkedChildComputesAlone) {
  auto team = std::make_unique<Team>(kThreads);
  runOn(*team, 100, 1, kThreads, [](int64_t, int64_t, int) {});
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);
    std::atomic<int64_t> sum = 0;
    runOn(*team, 100, 1, kThreads, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        sum += i;
      }
    });
    team.reset();
    _exit(sum == 4950 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

} // namespace
