// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Collectives/Exchange.h"

#include <gtest/gtest.h>

#include <thread>

using namespace weft;
using namespace weft::runtime;

namespace {

using Numbers = std::vector<int32_t>;

CollectiveCall wholeArrays(CollectiveKind kind, uint64_t bytes) {
  CollectiveCall call;
  call.kind = kind;
  call.name = "test";
  call.arrays = {{.operandBytes = bytes,
                  .resultBytes = bytes,
                  .outer = 1,
                  .rows = 1,
                  .piece = bytes}};
  return call;
}

CollectiveCall gather(uint32_t places, uint64_t bytes) {
  CollectiveCall call = wholeArrays(CollectiveKind::Gather, bytes);
  call.places = places;
  call.arrays[0].resultBytes = places * bytes;
  call.arrays[0].resultPartStride = bytes;
  return call;
}

/// One partition per process, each in a thread.
class Processes {
public:
  explicit Processes(size_t count) : count(count), statuses(count, done()) {}

  void run(const std::function<Status(Rendezvous &, ProcessId)> &body) {
    Rendezvous rendezvous;
    for (size_t i = 0; i < count; ++i) {
      rendezvous.enter();
    }
    std::vector<std::thread> threads;
    for (size_t i = 0; i < count; ++i) {
      threads.emplace_back([&, i] {
        statuses[i] = body(rendezvous, {0, static_cast<int64_t>(i)});
        if (!statuses[i].ok()) {
          rendezvous.fail(Status::cancelled("another failed"));
        }
        rendezvous.leave();
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
  }

  static Status done() { return Status::success(); }

  size_t count;
  std::vector<Status> statuses;
};

/// What every process gets that brings its own number and ten times that.
std::vector<Numbers> results(const CollectiveCall &call, size_t count,
                             size_t size, const Numbers &roots = {}) {
  Processes processes(count);
  std::vector<Numbers> all(count, Numbers(size, -1));
  processes.run([&](Rendezvous &rendezvous, ProcessId self) {
    auto number = static_cast<int32_t>(self.partition);
    Numbers operand = {number, 10 * number};
    std::vector<void *> pointers = {operand.data()};
    if (call.hasDynamicRoot) {
      pointers.push_back(const_cast<int32_t *>(roots.data()));
    }
    pointers.push_back(all[number].data());
    return exchange(call, rendezvous, self, static_cast<int64_t>(count),
                    pointers.data());
  });
  for (const Status &status : processes.statuses) {
    EXPECT_TRUE(status.ok()) << status;
  }
  return all;
}

TEST(Exchange, GathersInTheOrderOfTheGroup) {
  CollectiveCall call = gather(2, 8);
  call.groups = {{{2, 0}, {}}, {{1, 3}, {}}};
  auto all = results(call, 4, 4);
  EXPECT_EQ(all[0], (Numbers{2, 20, 0, 0}));
  EXPECT_EQ(all[1], (Numbers{1, 10, 3, 30}));
  EXPECT_EQ(all[2], all[0]);
  EXPECT_EQ(all[3], all[1]);
}

TEST(Exchange, SmallGroupsGetZeros) {
  CollectiveCall call = gather(2, 8);
  call.isPadded = true;
  call.isOptional = true;
  call.groups = {{{0, 1}, {}}, {{2}, {}}};
  auto all = results(call, 4, 4);
  EXPECT_EQ(all[1], (Numbers{0, 0, 1, 10}));
  EXPECT_EQ(all[2], (Numbers{2, 20, 0, 0}));
  EXPECT_EQ(all[3], (Numbers{0, 0, 0, 0}));
}

TEST(Exchange, PartsGoToTheirReceivers) {
  CollectiveCall call = gather(2, 4);
  call.arrays[0].operandBytes = 8;
  call.arrays[0].operandPartStride = 4;
  call.groups = {{{0, 1}, {}}};
  auto all = results(call, 2, 2);
  EXPECT_EQ(all[0], (Numbers{0, 1}));
  EXPECT_EQ(all[1], (Numbers{0, 10}));
}

TEST(Exchange, PermutesAroundACircleAndBeyond) {
  CollectiveCall call = wholeArrays(CollectiveKind::Permute, 8);
  call.groups = {{{0, 1, 2}, {2, 0, 1}}};
  auto all = results(call, 4, 2);
  EXPECT_EQ(all[0], (Numbers{2, 20}));
  EXPECT_EQ(all[1], (Numbers{0, 0}));
  EXPECT_EQ(all[2], (Numbers{1, 10}));
  EXPECT_EQ(all[3], (Numbers{0, 0}));
}

TEST(Exchange, BroadcastsFromTheRoot) {
  CollectiveCall call = wholeArrays(CollectiveKind::Broadcast, 8);
  call.groups = {{{1, 0}, {}}};
  EXPECT_EQ(results(call, 3, 2),
            (std::vector<Numbers>{{1, 10}, {1, 10}, {0, 0}}));
  call.hasDynamicRoot = true;
  call.groups = {{{1, 2, 0}, {}}};
  EXPECT_EQ(results(call, 3, 2, {1}),
            (std::vector<Numbers>{{2, 20}, {2, 20}, {2, 20}}));
}

TEST(Exchange, EmptyArraysMeetToo) {
  CollectiveCall call = gather(2, 0);
  call.groups = {{{0, 1}, {}}};
  results(call, 2, 0);
}

TEST(Exchange, ManyRounds) {
  CollectiveCall call = gather(4, 4);
  call.groups = {{{0, 1, 2, 3}, {}}};
  Processes processes(4);
  processes.run([&](Rendezvous &rendezvous, ProcessId self) {
    for (int32_t round = 0; round < 500; ++round) {
      int32_t operand = 1000 * round + static_cast<int32_t>(self.partition);
      Numbers result(4);
      void *pointers[] = {&operand, result.data()};
      WEFT_RETURN_IF_ERROR(exchange(call, rendezvous, self, 4, pointers));
      operand = -1;
      for (int32_t i = 0; i < 4; ++i) {
        if (result[i] != 1000 * round + i) {
          return Status::internal("a wrong number");
        }
      }
    }
    return Status::success();
  });
  for (const Status &status : processes.statuses) {
    EXPECT_TRUE(status.ok()) << status;
  }
}

TEST(Exchange, OneFailsAndTheOthersStopWaiting) {
  CollectiveCall call = gather(3, 8);
  call.groups = {{{0, 1, 2}, {}}};
  Processes processes(3);
  processes.run([&](Rendezvous &rendezvous, ProcessId self) {
    if (self.partition == 1) {
      return Status::internal("broken");
    }
    Numbers operand(2);
    Numbers result(6);
    void *pointers[] = {operand.data(), result.data()};
    return exchange(call, rendezvous, self, 3, pointers);
  });
  EXPECT_EQ(processes.statuses[0].code(), StatusCode::Cancelled);
  EXPECT_EQ(processes.statuses[1].code(), StatusCode::Internal);
  EXPECT_EQ(processes.statuses[2].code(), StatusCode::Cancelled);
}

TEST(Exchange, OneLeavesAndTheOthersHearOfIt) {
  CollectiveCall call = gather(2, 8);
  call.groups = {{{0, 1}, {}}};
  Processes processes(2);
  processes.run([&](Rendezvous &rendezvous, ProcessId self) {
    if (self.partition == 1) {
      return Status::success();
    }
    Numbers operand(2);
    Numbers result(4);
    void *pointers[] = {operand.data(), result.data()};
    return exchange(call, rendezvous, self, 2, pointers);
  });
  EXPECT_EQ(processes.statuses[0].code(), StatusCode::FailedPrecondition);
  EXPECT_NE(processes.statuses[0].message().find(
                "process (0, 0) waits for 1 of its group in test"),
            std::string::npos)
      << processes.statuses[0];
}

TEST(Exchange, MismatchesAreErrors) {
  Processes processes(2);
  CollectiveCall small = gather(2, 4);
  CollectiveCall large = gather(2, 8);
  small.groups = large.groups = {{{0, 1}, {}}};
  processes.run([&](Rendezvous &rendezvous, ProcessId self) {
    Numbers operand(2);
    Numbers result(4);
    void *pointers[] = {operand.data(), result.data()};
    return exchange(self.partition == 0 ? small : large, rendezvous, self, 2,
                    pointers);
  });
  EXPECT_EQ(processes.statuses[0].code(), StatusCode::InvalidArgument);
  EXPECT_EQ(processes.statuses[1].code(), StatusCode::InvalidArgument);

  // A process of no group, a group of another size, a root outside.
  Rendezvous alone;
  int32_t operand[2] = {};
  int32_t root = 3;
  int32_t result[2] = {};
  void *pointers[] = {operand, &root, result};
  CollectiveCall outside = gather(1, 8);
  outside.groups = {{{1}, {}}};
  EXPECT_EQ(exchange(outside, alone, {0, 0}, 2, pointers).code(),
            StatusCode::InvalidArgument);
  outside = gather(2, 8);
  outside.groups = {{{0}, {}}};
  EXPECT_EQ(exchange(outside, alone, {0, 0}, 2, pointers).code(),
            StatusCode::InvalidArgument);
  CollectiveCall rooted = wholeArrays(CollectiveKind::Broadcast, 8);
  rooted.hasDynamicRoot = true;
  rooted.groups = {{{0}, {}}};
  EXPECT_EQ(exchange(rooted, alone, {0, 0}, 2, pointers).code(),
            StatusCode::OutOfRange);
}

} // namespace
