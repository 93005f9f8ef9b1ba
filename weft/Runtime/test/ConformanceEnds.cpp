// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs that are cancelled or have a limit of time, and things that are let go
// while others use them.

#include "weft/Runtime/test/ClientConformance.h"

#include <thread>

namespace weft::runtime::testing {

TEST_P(ClientConformance, RunsThatHaveBegunAreCancelled) {
  if (!kind->isAsynchronous()) {
    GTEST_SKIP() << "runs are over when their call returns";
  }
  auto program = load(TestProgram::Gated, manifestOf(1, 1, 1));
  ExecuteOptions options;
  options.launchId = 7;
  auto execution = call(*program, {array({1}).get()}, options);
  ASSERT_TRUE(execution.ok()) << execution.status();
  awaitGatedRuns(1);
  Status reason = Status::aborted("no longer wanted");
  EXPECT_TRUE(client->cancelRun(device(), 7, reason));
  EXPECT_EQ(execution->done[0]->await(), reason);
  EXPECT_EQ(execution->results[0][0]->readyEvent()->await(), reason);
}

TEST_P(ClientConformance, CallsReturnAtOnceAfterRunsThatWereCancelledAtOnce) {
  if (!kind->isAsynchronous()) {
    GTEST_SKIP() << "runs are over when their call returns";
  }
  auto program = load(TestProgram::Gated, manifestOf(1, 1, 1));
  Ref<Buffer> argument = array({1});
  for (int run = 0; run < 10; ++run) {
    ExecuteOptions options;
    options.launchId = run;
    // A call that does not return before its run is over fails.
    options.timeLimit = std::chrono::seconds(10);
    auto execution = call(*program, {argument.get()}, options);
    ASSERT_TRUE(execution.ok()) << execution.status();
    EXPECT_FALSE(execution->done[0]->isReady());
    awaitGatedRuns(run + 1);
    EXPECT_TRUE(client->cancelRun(device(), run, Status::aborted("enough")));
    EXPECT_EQ(outcomeOf(execution).code(), StatusCode::Aborted);
  }
}

TEST_P(ClientConformance, OnlyRunsOfThatNumberAndDeviceAreCancelled) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  ExecuteOptions options;
  options.launchId = 7;
  auto execution = call(*program, {promised.buffer.get()}, options);
  Status reason = Status::aborted("no longer wanted");
  EXPECT_FALSE(client->cancelRun(device(), 8, reason));
  EXPECT_FALSE(client->cancelRun(device(1), 7, reason));
  arrive(promised, {1});
  EXPECT_TRUE(outcomeOf(execution).ok());
  EXPECT_FALSE(client->cancelRun(device(), 7, reason));
}

TEST_P(ClientConformance, RunsThatWaitAreCancelledAtOnce) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  ExecuteOptions options;
  options.launchId = 7;
  auto first = call(*program, {promised.buffer.get()}, options);
  auto second = call(*program, {promised.buffer.get()}, options);
  ASSERT_TRUE(first.ok() && second.ok());
  auto consumer = call(*program, {first->results[0][0].get()});
  Status reason = Status::unavailable("a neighbour is gone");
  EXPECT_TRUE(client->cancelRun(device(), 7, reason));
  EXPECT_TRUE(first->done[0]->isReady());
  EXPECT_EQ(outcomeOf(consumer), reason);
  // The earliest of that number only.
  EXPECT_FALSE(second->done[0]->isReady());
  arrive(promised, {1});
  EXPECT_TRUE(outcomeOf(second).ok());
}

TEST_P(ClientConformance, AllRunsAreCancelled) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto first = call(*program, {promised.buffer.get()});
  auto second = call(*program, {promised.buffer.get()});
  Status reason = Status::cancelled("enough");
  client->cancelRuns(reason);
  EXPECT_EQ(outcomeOf(first), reason);
  EXPECT_EQ(outcomeOf(second), reason);
  arrive(promised, {1});
  EXPECT_TRUE(outcomeOf(call(*program, {promised.buffer.get()})).ok());
}

TEST_P(ClientConformance, CancelledRunsLetGoOfTheirArguments) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()});
  client->cancelRuns(Status::cancelled("enough"));
  EXPECT_FALSE(outcomeOf(execution).ok());
  execution = Status::internal("");
  Ref<Event> ready = promised.ready;
  promised = {};
  ready->set();
  EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
  EXPECT_EQ(memory().stats().bytesInUse, 0u);
}

TEST_P(ClientConformance, RunsMayEndAndBeCancelledAtTheSameTime) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  Ref<Buffer> argument = array({1});
  for (int round = 0; round < 100; ++round) {
    ExecuteOptions options;
    options.launchId = round;
    auto execution = call(*program, {argument.get()}, options);
    ASSERT_TRUE(execution.ok());
    bool isCancelled =
        client->cancelRun(device(), round, Status::aborted("ended"));
    EXPECT_EQ(execution->done[0]->await().ok(), !isCancelled);
    EXPECT_EQ(execution->results[0][0]->readyEvent()->await().ok(),
              !isCancelled);
  }
}

TEST_P(ClientConformance, DrainingWaitsForRunsUpToALimit) {
  if (!kind->isAsynchronous()) {
    GTEST_SKIP() << "runs are over when their call returns";
  }
  auto program = load(TestProgram::Gated, manifestOf(1, 1, 1));
  auto execution = call(*program, {array({1}).get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_FALSE(client->drain(std::chrono::milliseconds(20)));
  kind->openGate();
  EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
  EXPECT_TRUE(execution->done[0]->isReady());
}

//===----------------------------------------------------------------------===//
// Limits of time
//===----------------------------------------------------------------------===//

static ExecuteOptions limited(int64_t milliseconds) {
  ExecuteOptions options;
  options.timeLimit = std::chrono::milliseconds(milliseconds);
  return options;
}

TEST_P(ClientConformance, RunsEndAtTheirLimit) {
  Manifest manifest = donating(2, 1, 1);
  auto program = load(TestProgram::Gated, manifest);
  Ref<Buffer> donated = array({1});
  Ref<Buffer> kept = array({2});
  auto execution =
      call(*program, {donated.get(), kept.get()}, limited(/*milliseconds=*/20));
  const Status outcome = outcomeOf(execution);
  EXPECT_EQ(outcome.code(), StatusCode::DeadlineExceeded) << outcome;
  EXPECT_NE(outcome.message().find("'" + program->manifest().name +
                                   "' was ended at its limit of 20 ms (option "
                                   "of the call)"),
            std::string::npos)
      << outcome;
  EXPECT_NE(outcome.message().find("; it ran for "), std::string::npos);
  // As where it was cancelled, and everything else works on.
  EXPECT_TRUE(donated->isRemoved());
  EXPECT_EQ(valuesOf(*kept), Floats{2});
  auto next = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  execution = call(*next, {kept.get()});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{3});
}

TEST_P(ClientConformance, ProgramsHaveALimitUnlessTheCallHasOne) {
  Manifest manifest = manifestOf(1, 1, 1);
  manifest.timeLimit = std::chrono::milliseconds(20);
  auto program = load(TestProgram::Gated, manifest);
  Ref<Buffer> argument = array({1});
  const Status outcome = outcomeOf(call(*program, {argument.get()}));
  EXPECT_EQ(outcome.code(), StatusCode::DeadlineExceeded) << outcome;
  EXPECT_NE(outcome.message().find("20 ms (compile option weft_deadline_ms)"),
            std::string::npos)
      << outcome;
  if (!kind->isAsynchronous()) {
    return;
  }
  auto execution = call(*program, {argument.get()}, limited(0));
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_FALSE(execution->done[0]->awaitFor(std::chrono::milliseconds(100)));
  kind->openGate();
  EXPECT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
}

TEST_P(ClientConformance, WaitingForArgumentsTakesNoTime) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()}, limited(1000));
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  arrive(promised, {1});
  ASSERT_TRUE(outcomeOf(execution).ok()) << outcomeOf(execution);
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{2});
}

TEST_P(ClientConformance, RunsMayEndAndReachTheirLimitAtTheSameTime) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  Ref<Buffer> argument = array({1});
  for (int round = 0; round < 100; ++round) {
    auto execution = call(*program, {argument.get()}, limited(round % 3 + 1));
    const Status outcome = outcomeOf(execution);
    EXPECT_TRUE(outcome.ok() || outcome.code() == StatusCode::DeadlineExceeded)
        << outcome;
    if (execution.ok()) {
      EXPECT_EQ(execution->results[0][0]->readyEvent()->await(), outcome);
    }
  }
}

TEST_P(ClientConformance, RunsMayBeCancelledAndReachTheirLimitAtTheSameTime) {
  if (!kind->isAsynchronous()) {
    GTEST_SKIP() << "runs are over when their call returns";
  }
  auto program = load(TestProgram::Gated, manifestOf(1, 1, 1));
  Ref<Buffer> argument = array({1});
  for (int round = 0; round < 20; ++round) {
    ExecuteOptions options = limited(2);
    options.launchId = round;
    auto execution = call(*program, {argument.get()}, options);
    ASSERT_TRUE(execution.ok()) << execution.status();
    std::this_thread::sleep_for(std::chrono::microseconds(round * 200));
    const bool isCancelled =
        client->cancelRun(device(), round, Status::aborted("ended"));
    EXPECT_EQ(outcomeOf(execution).code(),
              isCancelled ? StatusCode::Aborted : StatusCode::DeadlineExceeded);
  }
}

TEST_P(ClientConformance, ClientsMayGoBeforeALimitIsReached) {
  if (!kind->isAsynchronous()) {
    GTEST_SKIP() << "runs are over when their call returns";
  }
  auto program = load(TestProgram::Gated, manifestOf(1, 1, 1));
  auto execution = call(*program, {array({1}).get()}, limited(50));
  ASSERT_TRUE(execution.ok()) << execution.status();
  Ref<Event> done = execution->done[0];
  execution = Status::internal("");
  program = nullptr;
  client = nullptr;
  EXPECT_EQ(done->await().code(), StatusCode::DeadlineExceeded);
}

//===----------------------------------------------------------------------===//
// Destruction in any order
//===----------------------------------------------------------------------===//

TEST_P(ClientConformance, ArraysOutliveTheClient) {
  Ref<Buffer> buffer = array({1, 2, 3, 4});
  client = nullptr;
  EXPECT_EQ(valuesOf(*buffer), (Floats{1, 2, 3, 4}));
  EXPECT_EQ(buffer->memory().kind(), "device");
}

TEST_P(ClientConformance, StorageOutlivesTheClient) {
  Ref<Storage> storage = *memory().allocate(1000);
  client = nullptr;
  EXPECT_EQ(storage->size(), 1000u);
}

TEST_P(ClientConformance, ProgramsOutliveTheClient) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  Ref<Buffer> argument = array({1});
  client = nullptr;
  auto execution = call(*program, {argument.get()});
  ASSERT_TRUE(outcomeOf(execution).ok());
  EXPECT_EQ(valuesOf(*execution->results[0][0]), Floats{2});
}

TEST_P(ClientConformance, RunsThatWaitOutliveEverything) {
  auto program = load(TestProgram::AddOne, manifestOf(1, 1, 1));
  PendingBuffer promised = pending(1);
  auto execution = call(*program, {promised.buffer.get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  Ref<Event> done = execution->done[0];
  execution = Status::internal("");
  const float value = 1;
  ASSERT_TRUE(memory()
                  .write(&value, HostBytes::UnchangedUntilDone,
                         {std::move(promised.storage), 0, sizeof value})
                  ->await()
                  .ok());
  program = nullptr;
  client = nullptr;
  Ref<Event> ready = promised.ready;
  promised = {};
  ready->set();
  EXPECT_TRUE(done->await().ok());
}

TEST_P(ClientConformance, RunsThatHaveBegunOutliveEverything) {
  if (!kind->isAsynchronous()) {
    GTEST_SKIP() << "runs are over when their call returns";
  }
  auto program = load(TestProgram::Gated, manifestOf(1, 1, 1));
  auto execution = call(*program, {array({1}).get()});
  ASSERT_TRUE(execution.ok()) << execution.status();
  awaitGatedRuns(1);
  Ref<Buffer> result = execution->results[0][0];
  execution = Status::internal("");
  program = nullptr;
  client = nullptr;
  kind->openGate();
  EXPECT_EQ(valuesOf(*result), Floats{2});
}

} // namespace weft::runtime::testing
