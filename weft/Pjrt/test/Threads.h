// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests with many threads have in common. Results are checked there;
// what only a sanitizer sees is seen by running them under one.

#pragma once

#include "weft/Pjrt/test/Driver.h"

#include <barrier>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace weft::pjrt::test {

inline constexpr int threadCount = 6;

/// Runs `work(0)` ... `work(count - 1)` in threads that set out together.
inline void together(int count, const std::function<void(int)> &work) {
  std::barrier start(count);
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      work(i);
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

/// Waits for a number of things to happen. Unlike a std::latch it may go as
/// soon as the waiting is over.
class Gate {
public:
  explicit Gate(int missing = 1) : missing(missing) {}

  void arrive() {
    std::lock_guard guard(mutex);
    --missing;
    changed.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return missing == 0; });
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  int missing;
};

inline constexpr const char *doubleProgram = R"(
module @jit_double {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %sum = stablehlo.add %a, %a : tensor<4xf32>
    return %sum : tensor<4xf32>
  }
})";

inline constexpr const char *donateProgram = R"(
module @jit_step {
  func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32},
                         %b: tensor<4xf32>) -> tensor<4xf32> {
    %sum = stablehlo.add %a, %b : tensor<4xf32>
    return %sum : tensor<4xf32>
  }
})";

/// Long enough to be given to another thread.
inline constexpr const char *loopProgram = R"(
module @jit_loop {
  func.func public @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %end = stablehlo.constant dense<50> : tensor<i32>
    %r:2 = stablehlo.while(%x = %a, %i = %zero) : tensor<4xf32>, tensor<i32>
      cond {
        %less = stablehlo.compare LT, %i, %end
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      } do {
        %sum = stablehlo.add %x, %a : tensor<4xf32>
        %next = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %sum, %next : tensor<4xf32>, tensor<i32>
      }
    return %r#0, %r#1 : tensor<4xf32>, tensor<i32>
  }
})";

inline constexpr const char *reduceProgram = R"(
module @jit_reduce attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %r = "stablehlo.all_reduce"(%a) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
})";
/// Build options (field 3) with two replicas of one partition.
inline constexpr std::string_view twoReplicas = "\x1a\x04\x20\x02\x28\x01";

inline std::vector<float> row(float first) {
  return {first, first + 1, first + 2, first + 3};
}
inline std::vector<float> times(std::vector<float> values, float factor) {
  for (float &value : values) {
    value *= factor;
  }
  return values;
}

/// What the threads of a test use in common.
struct Common {
  explicit Common(int64_t threads = 0)
      : session(Caller::Same, /*deviceCount=*/2, /*memoryLimit=*/0, threads) {}

  Session session;
  PJRT_LoadedExecutable *twice = session.compile(doubleProgram);
  PJRT_LoadedExecutable *step = session.compile(donateProgram);
  PJRT_LoadedExecutable *loop = session.compile(loopProgram);
  PJRT_LoadedExecutable *reduce =
      session.compile(reduceProgram, nullptr, twoReplicas);
  PJRT_Buffer *ones = session.fromHost<float>({1, 1, 1, 1}, {4});

  ~Common() {
    session.destroy(ones);
    for (PJRT_LoadedExecutable *executable : {twice, step, loop, reduce}) {
      session.destroy(executable);
    }
  }
};

} // namespace weft::pjrt::test
