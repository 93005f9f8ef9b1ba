// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code under the thread sanitizer: what it reads and writes is seen.

#include "KernelRunner.h"

#include "weft/Machine/Host.h"
#include "weft/Target/CPU/Loader.h"
#include "weft/Target/Code/ObjectCode.h"

#include <array>
#include <cstdlib>
#include <thread>

namespace weft::cpu::test {
namespace {

const char *doubled = R"(
  tile.kernel @doubled(%x: !tile.ref<64xf32>) attributes {stage = "free", grid = 4} {
    %p = tile.program_id
    %n = arith.constant 16 : index
    %o = arith.muli %p, %n : index
    %a = tile.load %x[%o] : !tile.ref<64xf32> -> tensor<16xf32>
    %b = arith.addf %a, %a : tensor<16xf32>
    tile.store %b, %x[%o] : tensor<16xf32>, !tile.ref<64xf32>
    tile.return
  })";

/// Two threads that both write all of one array. They do nothing else: a lock
/// that they both take would put them in order.
[[noreturn]] void writeTogether() {
  KernelText text(doubled);
  StatusOr<CompiledKernels> code =
      compileKernels(text.kernels(), *describeHost());
  StatusOr<LoadedCode> loaded = LoadedCode::load(code->object);
  KernelFunction kernel = loaded->findKernel("doubled");
  alignas(64) std::array<float, 64> numbers = {};
  auto write = [&] {
    Argument arguments[] = {numbers.data()};
    kernel(arguments, 0, 4, /*scratch=*/nullptr);
  };
  std::thread first(write);
  std::thread second(write);
  first.join();
  second.join();
  std::exit(0);
}

TEST(CompiledCode, isSeenToRace) {
  if (!WEFT_THREAD_SANITIZER) {
    GTEST_SKIP() << "only in a build under the thread sanitizer";
  }
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  constexpr int reported = 66;
  EXPECT_EXIT(writeTogether(), ::testing::ExitedWithCode(reported),
              "data race");
}

} // namespace
} // namespace weft::cpu::test
