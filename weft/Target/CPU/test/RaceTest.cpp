// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code under the thread sanitizer: what it reads and writes is seen.

#include "KernelRunner.h"

#include "weft/Target/CPU/ObjectCode.h"

#include <array>
#include <cstdlib>
#include <thread>

namespace weft::cpu::test {
namespace {

TEST(CompiledCode, isSeenToRace) {
#if WEFT_THREAD_SANITIZER
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto writeTwice = [] {
    std::array<float, 64> numbers = {};
    auto write = [&] {
      runKernel(R"(
        tile.kernel @one(%x: !tile.ref<64xf32>) attributes {stage = "free", grid = 4} {
          %p = tile.program_id
          %n = arith.constant 16 : index
          %o = arith.muli %p, %n : index
          %a = tile.load %x[%o] : !tile.ref<64xf32> -> tensor<16xf32>
          %b = arith.addf %a, %a : tensor<16xf32>
          tile.store %b, %x[%o] : tensor<16xf32>, !tile.ref<64xf32>
          tile.return
        })",
                {numbers.data()});
    };
    std::thread first(write);
    std::thread second(write);
    first.join();
    second.join();
    std::exit(0);
  };
  constexpr int reported = 66;
  EXPECT_EXIT(writeTwice(), ::testing::ExitedWithCode(reported), "data race");
#else
  GTEST_SKIP() << "only in a build under the thread sanitizer";
#endif
}

} // namespace
} // namespace weft::cpu::test
