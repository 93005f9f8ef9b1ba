// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the way of a small program through the runtime asks of the C library:
// nothing, where arrays are given; only what its results need, where they are
// to be made.

#include "weft/Compiler/Compiler.h"
#include "weft/Runtime/BuiltinCalls.h"
#include "weft/Runtime/CPU/CpuClient.h"
#include "weft/Runtime/Compiled/CompiledProgram.h"
#include "weft/Runtime/Compiled/Loader.h"
#include "weft/Runtime/Team.h"
#include "weft/Runtime/ThreadPool.h"
#include "weft/Runtime/test/CountCalls.h"

#include <gtest/gtest.h>

#include <mutex>

using namespace weft;
using namespace weft::runtime;
using weft::testing::CallCounts;
using weft::testing::CountingCalls;

namespace {

constexpr const char *kThreeOperations = R"(
  func.func @main(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>)
      -> tensor<2x4xf32> {
    %0 = stablehlo.add %a, %b : tensor<2x4xf32>
    %1 = stablehlo.multiply %0, %b : tensor<2x4xf32>
    %2 = stablehlo.tanh %1 : tensor<2x4xf32>
    return %2 : tensor<2x4xf32>
  })";

/// The first result takes over the first argument.
constexpr const char *kDonating = R"(
  func.func @main(%a: tensor<2x4xf32> {tf.aliasing_output = 0 : i32},
                  %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %0 = stablehlo.add %a, %b : tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  })";

/// Sorting needs its operand in memory, and what is sorted is read twice.
constexpr const char *kTemporaries = R"(
  func.func @main(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>)
      -> tensor<2x4xf32> {
    %0 = stablehlo.add %a, %b : tensor<2x4xf32>
    %1 = "stablehlo.sort"(%0) <{dimension = 1 : i64}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare LT, %x, %y
            : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %2 = stablehlo.reverse %1, dims = [0, 1] : tensor<2x4xf32>
    %3 = stablehlo.add %1, %2 : tensor<2x4xf32>
    return %3 : tensor<2x4xf32>
  })";

constexpr const char *kLoop = R"(
  func.func @main(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>)
      -> tensor<2x4xf32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<5> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %s = %a) : tensor<i32>, tensor<2x4xf32>
      cond {
        %c = stablehlo.compare LT, %i, %n
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %t = stablehlo.add %s, %b : tensor<2x4xf32>
        stablehlo.return %j, %t : tensor<i32>, tensor<2x4xf32>
      }
    return %r#1 : tensor<2x4xf32>
  })";

class HotPathTest : public ::testing::Test {
protected:
  void SetUp() override {
    if (!weft::testing::canCountCalls()) {
      GTEST_SKIP() << "memory and locks are the sanitizer's in this program";
    }
  }

  static Ref<const Executable> compile(const char *text) {
    CompileOptions options;
    options.engine = Engine::Native;
    auto executable = compileProgram(text, options);
    EXPECT_TRUE(executable.ok()) << executable.status();
    return executable.ok() ? *executable : nullptr;
  }
};

TEST_F(HotPathTest, TheCounterCounts) {
  CountingCalls counting;
  std::mutex mutex;
  {
    std::lock_guard guard(mutex);
  }
  // Stored where the compiler cannot know that nobody looks.
  void *volatile first = ::operator new(100);
  void *volatile second = std::aligned_alloc(64, 64);
  ::operator delete(first);
  std::free(second);
  CallCounts counts = counting.counts();
  EXPECT_EQ(counts.locks, 1u);
  EXPECT_EQ(counts.allocations, 2u);
}

TEST_F(HotPathTest, RunsAskForNothing) {
  CpuClientOptions clientOptions;
  clientOptions.threads = 4;
  Ref<Client> client = *createCpuClient(clientOptions, createLoader());
  CustomCallRegistry registry;
  addBuiltinCalls(registry);
  Team team(4);
  for (const char *text : {kThreeOperations, kDonating, kTemporaries, kLoop}) {
    SCOPED_TRACE(text);
    Ref<const Executable> executable = compile(text);
    ASSERT_TRUE(executable);
    auto program = CompiledProgram::load(*executable, registry, "weft", 1);
    ASSERT_TRUE(program.ok()) << program.status();

    alignas(64) float a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    alignas(64) float b[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    alignas(64) float c[8] = {};
    const Manifest &manifest = executable->manifest();
    bool isDonated = manifest.parameters[0].aliasedResult.has_value();
    const void *arguments[] = {a, b};
    const ArrayType *types[] = {&manifest.parameters[0].type,
                                &manifest.parameters[1].type};
    void *results[] = {isDonated ? a : c};
    RunPart part;
    part.memory = &client->devices()[0]->defaultMemory();
    part.arguments = arguments;
    part.argumentTypes = types;
    part.results = results;
    Cancellation cancellation;
    RunServices services;
    services.blocking = ThreadPool::whileBlocked;
    services.team = &team;
    services.threadCount = 4;
    services.cancellation = &cancellation;
    // The first run brings the memory that later ones use again.
    ASSERT_TRUE((*program)->run({&part, 1}, services).ok());
    CallCounts counts;
    bool isOk = false;
    {
      CountingCalls counting;
      isOk = (*program)->run({&part, 1}, services).ok();
      counts = counting.counts();
    }
    EXPECT_TRUE(isOk);
    EXPECT_EQ(counts.allocations, 0u);
    EXPECT_EQ(counts.locks, 0u);
  }
}

TEST_F(HotPathTest, CallsAskForTheirResults) {
  CpuClientOptions options;
  options.threads = 4;
  Ref<Client> client = *createCpuClient(options, createLoader());
  Memory &memory = client->devices()[0]->defaultMemory();
  std::vector<float> values(8, 1.0f);
  std::vector<int64_t> dimensions = {2, 4};
  Ref<Event> done;
  auto buffer = *client->fromHost(
      {values.data(), ElementType::F32, dimensions, std::nullopt}, memory,
      HostSemantics::ImmutableOnlyDuringCall, done);
  for (const char *text : {kThreeOperations, kTemporaries}) {
    SCOPED_TRACE(text);
    Ref<const Executable> executable = compile(text);
    ASSERT_TRUE(executable);
    auto program = *client->load(executable);
    Buffer *list[] = {buffer.get(), buffer.get()};
    std::span<Buffer *const> lists[] = {list};
    ExecuteOptions execute;
    ASSERT_TRUE(program->execute(lists, execute).ok());
    CallCounts counts;
    bool isReady = false;
    {
      CountingCalls counting;
      auto execution = program->execute(lists, execute);
      isReady = execution.ok() && execution->done[0]->isReady();
      counts = counting.counts();
    }
    EXPECT_TRUE(isReady);
    // The array: its bytes, their holder, the content, the buffer, two lists
    // of its type; and three lists of the answer.
    EXPECT_LE(counts.allocations, 9u);
    EXPECT_EQ(counts.locks, 0u);
  }
}

} // namespace
