// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs that are asked to end: what hears of it, and what is left.

#include "FakeProgram.h"

#include <gtest/gtest.h>

#include <thread>

using namespace weft;
using namespace weft::runtime;
using namespace weft::runtime::testing;

namespace {

TEST(CancellationTest, TheFirstReasonCounts) {
  Cancellation cancellation;
  EXPECT_FALSE(cancellation.isRequested());
  EXPECT_TRUE(cancellation.reason().ok());
  EXPECT_EQ(*cancellation.flag(), 0u);
  int before = 0;
  Cancellation::Listener listener(&cancellation, [&](const Status &reason) {
    EXPECT_EQ(reason, Status::aborted("first"));
    ++before;
  });
  int gone = 0;
  {
    Cancellation::Listener ended(&cancellation,
                                 [&](const Status &) { ++gone; });
  }
  EXPECT_TRUE(cancellation.request(Status::aborted("first")));
  EXPECT_FALSE(cancellation.request(Status::aborted("second")));
  EXPECT_TRUE(cancellation.isRequested());
  EXPECT_EQ(cancellation.reason(), Status::aborted("first"));
  EXPECT_NE(*cancellation.flag(), 0u);
  EXPECT_EQ(before, 1);
  EXPECT_EQ(gone, 0);
  int late = 0;
  Cancellation::Listener tooLate(&cancellation,
                                 [&](const Status &) { ++late; });
  EXPECT_EQ(late, 1);
  Cancellation::Listener deaf(nullptr, [](const Status &) { FAIL(); });
}

class CancelRunTest : public ::testing::Test {
protected:
  void SetUp() override {
    CpuClientOptions options;
    options.threads = 2;
    options.deviceCount = 2;
    client = *createCpuClient(options, loader);
    loader->bodies["addOne"] = addOne;
    // Never ends by itself.
    loader->bodies["endless"] = [this](std::span<RunPart> parts,
                                       const RunServices &services) {
      ++running;
      while (!services.cancellation->isRequested()) {
        std::this_thread::yield();
      }
      return addOne(parts, services);
    };
  }

  StatusOr<Execution> call(const char *name, Buffer *argument,
                           int32_t launchId) {
    auto program = *client->load(executableOf(vectorManifest(name, 1, 1, 1)));
    std::vector<std::vector<Buffer *>> lists = {{argument}};
    ExecuteOptions options;
    options.launchId = launchId;
    return program->execute(lists, options);
  }
  PendingBuffer pending() {
    return *client->createPending(vectorType(1), device(0).defaultMemory());
  }
  Device &device(size_t i) { return *client->devices()[i]; }

  std::shared_ptr<FakeLoader> loader = std::make_shared<FakeLoader>();
  std::atomic<int> running = 0;
  Ref<Client> client;
};

TEST_F(CancelRunTest, RunsThatHaveBegun) {
  PendingBuffer argument = pending();
  *static_cast<float *>(argument.hostData()) = 1;
  argument.ready->set();
  auto execution = call("endless", argument.buffer.get(), 7);
  ASSERT_TRUE(execution.ok()) << execution.status();
  while (running == 0) {
    std::this_thread::yield();
  }
  Status reason = Status::aborted("no longer wanted");
  EXPECT_FALSE(client->cancelRun(device(0), 8, reason));
  EXPECT_FALSE(client->cancelRun(device(1), 7, reason));
  EXPECT_FALSE(execution->done[0]->isReady());
  EXPECT_TRUE(client->cancelRun(device(0), 7, reason));
  // Though the program succeeded: its caller counts on the failure.
  EXPECT_EQ(execution->done[0]->await(), reason);
  EXPECT_EQ(execution->results[0][0]->readyEvent()->await(), reason);
  EXPECT_FALSE(client->cancelRun(device(0), 7, reason));
  auto next = call("addOne", argument.buffer.get(), 9);
  ASSERT_TRUE(next.ok());
  EXPECT_TRUE(next->done[0]->await().ok());
}

TEST_F(CancelRunTest, RunsThatWait) {
  PendingBuffer argument = pending();
  auto first = call("endless", argument.buffer.get(), 1);
  auto second = call("addOne", argument.buffer.get(), 1);
  auto consumer = call("addOne", first->results[0][0].get(), 2);
  ASSERT_TRUE(first.ok() && second.ok() && consumer.ok());
  Status reason = Status::unavailable("a neighbour is gone");
  // The earliest of that number; at once, though its argument never comes.
  EXPECT_TRUE(client->cancelRun(device(0), 1, reason));
  EXPECT_TRUE(first->done[0]->isReady());
  EXPECT_EQ(first->results[0][0]->readyEvent()->status(), reason);
  EXPECT_EQ(consumer->done[0]->await(), reason);
  EXPECT_FALSE(second->done[0]->isReady());
  argument.ready->set();
  EXPECT_TRUE(second->done[0]->await().ok());
  EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
  EXPECT_EQ(running, 0);
}

TEST_F(CancelRunTest, AllRuns) {
  PendingBuffer argument = pending();
  argument.ready->set();
  PendingBuffer never = pending();
  auto begun = call("endless", argument.buffer.get(), 1);
  auto waiting = call("endless", never.buffer.get(), 2);
  ASSERT_TRUE(begun.ok() && waiting.ok());
  Status reason = Status::cancelled("enough");
  client->cancelRuns(reason);
  EXPECT_EQ(begun->done[0]->await(), reason);
  EXPECT_EQ(waiting->done[0]->await(), reason);
  never.ready->set();
  EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
}

TEST_F(CancelRunTest, RunsMayEndAndBeEndedAtTheSameTime) {
  PendingBuffer argument = pending();
  argument.ready->set();
  for (int round = 0; round < 200; ++round) {
    auto execution = call("addOne", argument.buffer.get(), round);
    ASSERT_TRUE(execution.ok());
    bool isEnded =
        client->cancelRun(device(0), round, Status::aborted("ended"));
    EXPECT_EQ(execution->done[0]->await().ok(), !isEnded);
    EXPECT_EQ(execution->results[0][0]->readyEvent()->await().ok(), !isEnded);
  }
}

TEST_F(CancelRunTest, ArgumentsMayComeAfterTheEnd) {
  PendingBuffer argument = pending();
  auto execution = call("addOne", argument.buffer.get(), 1);
  client->cancelRuns(Status::cancelled("enough"));
  EXPECT_EQ(execution->done[0]->await(), Status::cancelled("enough"));
  execution = Status::internal("");
  argument.buffer = nullptr;
  argument.storage = nullptr;
  // The run still holds it.
  EXPECT_GT(device(0).defaultMemory().stats().bytesInUse, 0u);
  argument.ready->set();
  EXPECT_TRUE(client->drain(std::chrono::minutes(1)));
  EXPECT_EQ(device(0).defaultMemory().stats().bytesInUse, 0u);
}

} // namespace
