// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Decisions.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace weft::cuda {
namespace {

// No other kernels are written by hand: these pass no assembler elsewhere.
TEST(DecisionsTest, EveryProcessorsAssemblerTakesThem) {
  const std::string find = "PATH=$PATH:/usr/local/cuda/bin; ";
  if (std::system((find + "command -v ptxas >/dev/null").c_str()) != 0) {
    GTEST_SKIP() << "there is no ptxas";
  }
  const std::filesystem::path source =
      std::filesystem::path(::testing::TempDir()) /
      ("decisions" + std::to_string(::getpid()) + ".ptx");
  std::ofstream(source) << DecisionKernels::text();
  for (const char *processor :
       {"sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a"}) {
    // The function that sets a condition is the driver's: nothing is linked.
    EXPECT_EQ(std::system((find + "ptxas -c -arch=" + processor + " " +
                           source.string() + " -o /dev/null")
                              .c_str()),
              0)
        << processor;
  }
  std::filesystem::remove(source);
}

} // namespace
} // namespace weft::cuda
