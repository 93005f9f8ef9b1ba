// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled programs that would never end are ended.

#include "weft/Compiler/Compiler.h"
#include "weft/Runtime/CPU/CpuClient.h"
#include "weft/Runtime/Compiled/Loader.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <thread>

using namespace weft;
using namespace weft::runtime;

namespace {

/// A loop small enough to be one kernel; for any number but zero endless.
constexpr const char *kLoopKernel = R"(
  func.func @main(%n: tensor<i32>) -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %n, %s = %zero) : tensor<i32>, tensor<i32>
      cond {
        %c = stablehlo.compare NE, %i, %zero
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %t = stablehlo.add %s, %i : tensor<i32>
        %k = stablehlo.or %i, %one : tensor<i32>
        stablehlo.return %k, %t : tensor<i32>, tensor<i32>
      }
    return %r#1 : tensor<i32>
  })";

/// The same around kernels of their own.
constexpr const char *kPlanLoop = R"(
  func.func @main(%n: tensor<i32>) -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %start = stablehlo.constant dense<1.0> : tensor<256x256xf32>
    %r:2 = stablehlo.while(%i = %n, %s = %start)
        : tensor<i32>, tensor<256x256xf32>
      cond {
        %c = stablehlo.compare NE, %i, %zero
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %t = stablehlo.dot_general %s, %s, contracting_dims = [1] x [0]
            : (tensor<256x256xf32>, tensor<256x256xf32>)
            -> tensor<256x256xf32>
        %u = "stablehlo.sort"(%t) <{dimension = 0 : i64}> ({
          ^bb0(%x: tensor<f32>, %y: tensor<f32>):
            %c = stablehlo.compare LT, %x, %y
                : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
        }) : (tensor<256x256xf32>) -> tensor<256x256xf32>
        %k = stablehlo.or %i, %one : tensor<i32>
        stablehlo.return %k, %u : tensor<i32>, tensor<256x256xf32>
      }
    %v = stablehlo.slice %r#1 [0:1, 0:1]
        : (tensor<256x256xf32>) -> tensor<1x1xf32>
    %w = stablehlo.reshape %v : (tensor<1x1xf32>) -> tensor<f32>
    %x = stablehlo.convert %w : (tensor<f32>) -> tensor<i32>
    return %x : tensor<i32>
  })";

/// Counts to more than anybody waits for.
constexpr const char *kCountedLoop = R"(
  func.func @main(%n: tensor<i32>) -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i64>
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %thousand = stablehlo.constant dense<1000000000000000> : tensor<i64>
    %times = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
    %limit = stablehlo.multiply %times, %thousand : tensor<i64>
    %start = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %s = %start) : tensor<i64>, tensor<i32>
      cond {
        %c = stablehlo.compare LT, %i, %limit
            : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i64>
        %k = stablehlo.convert %i : (tensor<i64>) -> tensor<i32>
        %t = stablehlo.multiply %s, %three : tensor<i32>
        %u = stablehlo.xor %t, %k : tensor<i32>
        stablehlo.return %j, %u : tensor<i64>, tensor<i32>
      }
    return %r#1 : tensor<i32>
  })";

/// A device whose number is not zero computes for ever; one whose number is
/// waits for it in a collective.
constexpr const char *kLoopThenMeet = R"(
  func.func @main(%n: tensor<i32>) -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = stablehlo.while(%i = %n) : tensor<i32>
      cond {
        %c = stablehlo.compare NE, %i, %zero
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.or %i, %one : tensor<i32>
        stablehlo.return %k : tensor<i32>
      }
    %a = "stablehlo.all_reduce"(%r) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      use_global_device_ids}> ({
      ^bb0(%p: tensor<i32>, %q: tensor<i32>):
        %m = stablehlo.maximum %p, %q : tensor<i32>
        stablehlo.return %m : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    return %a : tensor<i32>
  })";

class CancelTest : public ::testing::Test {
protected:
  void SetUp() override {
    CpuClientOptions options;
    options.threads = 2;
    options.deviceCount = 2;
    client = *createCpuClient(options, createLoader());
  }

  Ref<LoadedExecutable> load(const char *text,
                             const CompileOptions &options = {}) {
    auto executable = compileProgram(text, options);
    EXPECT_TRUE(executable.ok()) << executable.status();
    if (!executable.ok()) {
      return nullptr;
    }
    auto loaded = client->load(*executable);
    EXPECT_TRUE(loaded.ok()) << loaded.status();
    return loaded.ok() ? *loaded : nullptr;
  }

  Ref<LoadedExecutable> loadForTwo(const char *text) {
    CompileOptions options;
    options.engine = Engine::Native;
    options.partitions = 2;
    return load(text, options);
  }

  Ref<Buffer> number(int32_t value, int device = 0) {
    Ref<Event> done;
    return *client->fromHost(
        {&value, ElementType::S32, std::vector<int64_t>(), std::nullopt},
        client->devices()[device]->defaultMemory(),
        HostSemantics::ImmutableOnlyDuringCall, done);
  }

  StatusOr<Execution> call(LoadedExecutable &program, Buffer &argument,
                           int32_t launchId = 0) {
    std::vector<std::vector<Buffer *>> lists = {{&argument}};
    ExecuteOptions options;
    options.launchId = launchId;
    return program.execute(lists, options);
  }

  Ref<Client> client;
};

/// Waits much longer than it should take, but not for ever.
std::optional<Status> outcome(const Ref<Event> &event) {
  return event->awaitFor(std::chrono::seconds(60));
}

/// Of a run on two devices.
void expectBothEnd(const Execution &execution, StatusCode code,
                   const char *words) {
  for (int i = 0; i < 2; ++i) {
    std::optional<Status> status = outcome(execution.done[i]);
    ASSERT_TRUE(status) << "the run did not end";
    EXPECT_EQ(status->code(), code) << *status;
    EXPECT_NE(status->message().find(words), std::string::npos) << *status;
  }
}

TEST_F(CancelTest, EndlessLoopsEnd) {
  for (Engine engine : {Engine::Native, Engine::Interpreter}) {
    for (const char *text : {kLoopKernel, kPlanLoop, kCountedLoop}) {
      SCOPED_TRACE(text);
      CompileOptions options;
      options.engine = engine;
      auto program = load(text, options);
      ASSERT_TRUE(program);
      Ref<Buffer> endless = number(1);
      auto execution = call(*program, *endless, 5);
      ASSERT_TRUE(execution.ok()) << execution.status();
      // So that it has begun.
      EXPECT_FALSE(execution->done[0]->awaitFor(std::chrono::milliseconds(50)));
      Status reason = Status::cancelled("no longer wanted");
      EXPECT_TRUE(client->cancelRun(*client->devices()[0], 5, reason));
      std::optional<Status> status = outcome(execution->done[0]);
      ASSERT_TRUE(status) << "the run did not end";
      EXPECT_EQ(status->code(), StatusCode::Cancelled);
      // The interpreter says where it was.
      EXPECT_NE(status->message().find(reason.message()), std::string::npos)
          << *status;
      EXPECT_EQ(execution->results[0][0]->readyEvent()->await(), *status);
      // The same program, and the client, work on.
      Ref<Buffer> none = number(0);
      auto next = call(*program, *none);
      ASSERT_TRUE(next.ok()) << next.status();
      EXPECT_TRUE(next->done[0]->await().ok());
    }
  }
}

TEST_F(CancelTest, EndlessLoopsEndAtTheirLimit) {
  for (Engine engine : {Engine::Native, Engine::Interpreter}) {
    for (const char *text : {kLoopKernel, kPlanLoop, kCountedLoop}) {
      SCOPED_TRACE(text);
      CompileOptions options;
      options.engine = engine;
      options.overrides["weft_deadline_ms"] = "50";
      auto program = load(text, options);
      ASSERT_TRUE(program);
      Ref<Buffer> endless = number(1);
      auto execution = call(*program, *endless);
      ASSERT_TRUE(execution.ok()) << execution.status();
      std::optional<Status> status = outcome(execution->done[0]);
      ASSERT_TRUE(status) << "the run did not end";
      EXPECT_EQ(status->code(), StatusCode::DeadlineExceeded) << *status;
      EXPECT_NE(status->message().find("was ended at its limit of 50 ms "
                                       "(compile option weft_deadline_ms)"),
                std::string::npos)
          << *status;
      EXPECT_EQ(execution->results[0][0]->readyEvent()->await(), *status);
    }
  }
}

TEST_F(CancelTest, ALimitEndsAllDevices) {
  CompileOptions options;
  options.engine = Engine::Native;
  options.partitions = 2;
  options.overrides["weft_deadline_ms"] = "50";
  auto program = load(kLoopThenMeet, options);
  ASSERT_TRUE(program);
  Ref<Buffer> waits = number(0, 0);
  Ref<Buffer> endless = number(1, 1);
  std::vector<std::vector<Buffer *>> lists = {{waits.get()}, {endless.get()}};
  auto execution = program->execute(lists, {});
  ASSERT_TRUE(execution.ok()) << execution.status();
  expectBothEnd(*execution, StatusCode::DeadlineExceeded, "limit of 50 ms");
}

// A program without loops is stopped on its way, too.
TEST_F(CancelTest, LongProgramsEnd) {
  constexpr int calls = 200;
  std::string text = "func.func @main(%v0: tensor<i32>) -> tensor<i32> {\n";
  for (int i = 0; i < calls; ++i) {
    text += "%v" + std::to_string(i + 1) + " = stablehlo.custom_call @next(%v" +
            std::to_string(i) +
            ") {has_side_effect = true, api_version = 4 : i32} "
            ": (tensor<i32>) -> tensor<i32>\n";
  }
  text += "return %v" + std::to_string(calls) + " : tensor<i32>\n}";
  int made = 0;
  CustomCallHandler handler;
  handler.execute = [&](CustomCallFrame &frame) {
    if (made++ == 0) {
      EXPECT_TRUE(client->cancelRun(*client->devices()[0], 5,
                                    Status::cancelled("no longer wanted")));
    }
    std::memcpy(frame.results[0].data, frame.operands[0].data, 4);
    return Status::success();
  };
  ASSERT_TRUE(client->customCalls().add("next", "weft", handler).ok());
  CompileOptions options;
  options.engine = Engine::Native;
  auto program = load(text.c_str(), options);
  ASSERT_TRUE(program);
  Ref<Buffer> argument = number(1);
  auto execution = call(*program, *argument, 5);
  ASSERT_TRUE(execution.ok()) << execution.status();
  std::optional<Status> status = outcome(execution->done[0]);
  ASSERT_TRUE(status) << "the run did not end";
  EXPECT_EQ(status->code(), StatusCode::Cancelled);
  EXPECT_LT(made, calls / 2);
}

/// One device fails where the other computes for ever, and neither waits for
/// the other.
constexpr const char *kTwoDevices = R"(
  func.func @main(%n: tensor<i32>) -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %a = "stablehlo.all_reduce"(%n) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      use_global_device_ids}> ({
      ^bb0(%p: tensor<i32>, %q: tensor<i32>):
        %m = stablehlo.maximum %p, %q : tensor<i32>
        stablehlo.return %m : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %looked = stablehlo.custom_call @fails_on_the_second(%a)
        {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    %r:2 = stablehlo.while(%i = %looked, %s = %zero) : tensor<i32>, tensor<i32>
      cond {
        %c = stablehlo.compare NE, %i, %zero
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %t = stablehlo.add %s, %i : tensor<i32>
        %k = stablehlo.or %i, %one : tensor<i32>
        stablehlo.return %k, %t : tensor<i32>, tensor<i32>
      }
    return %r#1 : tensor<i32>
  })";

TEST_F(CancelTest, AFailingDeviceEndsTheOthers) {
  CustomCallHandler handler;
  handler.execute = [](CustomCallFrame &frame) {
    std::memcpy(frame.results[0].data, frame.operands[0].data, 4);
    if (frame.deviceOrdinal == 0) {
      return Status::success();
    }
    // The other device is computing by then.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return Status::aborted("the second device gives up");
  };
  ASSERT_TRUE(
      client->customCalls().add("fails_on_the_second", "weft", handler).ok());
  auto program = loadForTwo(kTwoDevices);
  ASSERT_TRUE(program);
  Ref<Buffer> first = number(1, 0);
  Ref<Buffer> second = number(1, 1);
  std::vector<std::vector<Buffer *>> lists = {{first.get()}, {second.get()}};
  auto execution = program->execute(lists, {});
  ASSERT_TRUE(execution.ok()) << execution.status();
  expectBothEnd(*execution, StatusCode::Aborted, "gives up");
  auto next = load(kLoopKernel);
  Ref<Buffer> none = number(0);
  EXPECT_TRUE(call(*next, *none)->done[0]->await().ok());
}

TEST_F(CancelTest, WaitingForAnotherDeviceEnds) {
  auto program = loadForTwo(kLoopThenMeet);
  ASSERT_TRUE(program);
  Ref<Buffer> waits = number(0, 0);
  Ref<Buffer> endless = number(1, 1);
  std::vector<std::vector<Buffer *>> lists = {{waits.get()}, {endless.get()}};
  auto execution = program->execute(lists, {});
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_FALSE(execution->done[0]->awaitFor(std::chrono::milliseconds(50)));
  client->cancelRuns(Status::cancelled("no longer wanted"));
  expectBothEnd(*execution, StatusCode::Cancelled, "no longer wanted");
  // The same program runs where nobody loops.
  Ref<Buffer> first = number(0, 0);
  Ref<Buffer> second = number(0, 1);
  lists = {{first.get()}, {second.get()}};
  auto next = program->execute(lists, {});
  ASSERT_TRUE(next.ok()) << next.status();
  EXPECT_TRUE(next->done[0]->await().ok());
}

/// Waits for a message that nobody sends.
constexpr const char *kReceive = R"(
  func.func @main(%n: tensor<i32>) -> tensor<i32> {
    %token = stablehlo.create_token : !stablehlo.token
    %r:2 = "stablehlo.recv"(%token) <{
      channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>,
      is_host_transfer = true}>
        : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    %s = stablehlo.add %r#0, %n : tensor<i32>
    return %s : tensor<i32>
  })";

TEST_F(CancelTest, WaitingForTheHostEnds) {
  auto program = load(kReceive);
  ASSERT_TRUE(program);
  Ref<Buffer> argument = number(1);
  Ref<HostReceiver> kept;
  ExecuteOptions options;
  options.launchId = 4;
  options.receiveCallbacks = {
      {{3, [&](Ref<HostReceiver> receiver) { kept = std::move(receiver); }}}};
  std::vector<std::vector<Buffer *>> lists = {{argument.get()}};
  auto execution = program->execute(lists, options);
  ASSERT_TRUE(execution.ok()) << execution.status();
  EXPECT_FALSE(execution->done[0]->awaitFor(std::chrono::milliseconds(50)));
  Status reason = Status::unavailable("the host is gone");
  EXPECT_TRUE(client->cancelRun(*client->devices()[0], 4, reason));
  std::optional<Status> status = outcome(execution->done[0]);
  ASSERT_TRUE(status) << "the run did not end";
  EXPECT_EQ(status->code(), StatusCode::Unavailable) << *status;
}

} // namespace
