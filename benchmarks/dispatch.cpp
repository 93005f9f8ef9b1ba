// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a call of a small program costs beside its arithmetic: time, memory
// asked for, locks taken. Measured where JAX's client calls: at the table of
// the plugin.

#include "weft/Pjrt/test/Driver.h"
#include "weft/Runtime/test/CountCalls.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace weft::pjrt::test;

namespace {

constexpr const char *threeOperations = R"(
  func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.add %a, %b : tensor<8xf32>
    %1 = stablehlo.multiply %0, %b : tensor<8xf32>
    %2 = stablehlo.tanh %1 : tensor<8xf32>
    return %2 : tensor<8xf32>
  })";

/// A program that keeps something in temporary memory: two results of a sort
/// are needed at once.
constexpr const char *withTemporaries = R"(
  func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.add %a, %b : tensor<8xf32>
    %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %c = stablehlo.compare LT, %x, %y
            : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    %2 = stablehlo.reverse %1, dims = [0] : tensor<8xf32>
    %3 = stablehlo.add %1, %2 : tensor<8xf32>
    return %3 : tensor<8xf32>
  })";

void measure(const char *name, const char *text) {
  Session session;
  PJRT_LoadedExecutable *program = session.compile(text);
  if (!program) {
    return;
  }
  std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8};
  PJRT_Buffer *a = session.fromHost(values, {8});
  PJRT_Buffer *b = session.fromHost(values, {8});
  PJRT_Buffer *argumentList[] = {a, b};
  PJRT_Buffer *const *argumentLists[] = {argumentList};

  // As a client does: structs on the stack, and nothing else of its own.
  PJRT_ExecuteOptions options = {};
  options.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE;
  auto call = [&] {
    PJRT_Buffer *result = nullptr;
    PJRT_Buffer **resultLists[] = {&result};
    PJRT_Event *done = nullptr;
    PJRT_LoadedExecutable_Execute_Args execute = {};
    execute.struct_size = PJRT_LoadedExecutable_Execute_Args_STRUCT_SIZE;
    execute.executable = program;
    execute.options = &options;
    execute.argument_lists = argumentLists;
    execute.num_devices = 1;
    execute.num_args = 2;
    execute.output_lists = resultLists;
    execute.device_complete_events = &done;
    expectOk(api().PJRT_LoadedExecutable_Execute(&execute));
    PJRT_Event_Destroy_Args drop = {};
    drop.struct_size = PJRT_Event_Destroy_Args_STRUCT_SIZE;
    drop.event = done;
    expectOk(api().PJRT_Event_Destroy(&drop));
    PJRT_Buffer_Destroy_Args destroy = {};
    destroy.struct_size = PJRT_Buffer_Destroy_Args_STRUCT_SIZE;
    destroy.buffer = result;
    expectOk(api().PJRT_Buffer_Destroy(&destroy));
  };

  for (int i = 0; i < 1000; ++i) {
    call();
  }
  weft::testing::CallCounts counts;
  {
    weft::testing::CountingCalls counting;
    call();
    counts = counting.counts();
  }
  constexpr int kRounds = 201;
  constexpr int kCalls = 500;
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i) {
      call();
    }
    std::chrono::duration<double, std::nano> time =
        std::chrono::steady_clock::now() - start;
    times.push_back(time.count() / kCalls);
  }
  std::sort(times.begin(), times.end());
  std::printf("%-18s %8.0f ns median, %8.0f ns least, %zu allocations, "
              "%zu locks per call\n",
              name, times[kRounds / 2], times.front(), counts.allocations,
              counts.locks);
  session.destroy(a);
  session.destroy(b);
  session.destroy(program);
}

} // namespace

int main() {
  measure("three operations", threeOperations);
  measure("with temporaries", withTemporaries);
  return 0;
}
