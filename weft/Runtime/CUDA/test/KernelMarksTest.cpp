// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/KernelMarks.h"

#include <gtest/gtest.h>

namespace weft::cuda {
namespace {

/// Launches that wait for each other so.
CommandProgram launches(std::vector<std::vector<uint32_t>> waits) {
  CommandProgram program;
  program.commands.resize(waits.size(), LaunchCommand{});
  program.waits = std::move(waits);
  return program;
}

TEST(KernelMarksTest, InARowThereIsOne) {
  const CommandProgram program = launches({{}, {0}, {1}, {2}});
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(launchesBeside(program, i), std::vector<size_t>{i});
  }
}

TEST(KernelMarksTest, ThoseThatWaitForTheSameAreBesideEachOther) {
  const CommandProgram program = launches({{}, {0}, {0}, {1, 2}, {}});
  EXPECT_EQ(launchesBeside(program, 1), (std::vector<size_t>{1, 2, 4}));
  EXPECT_EQ(launchesBeside(program, 3), (std::vector<size_t>{3, 4}));
}

TEST(KernelMarksTest, WhatIsInALoopIsWhereTheLoopIs) {
  // A kernel; a loop that waits for it, with a condition and a body of two; one
  // beside the loop, one behind it.
  CommandProgram program = launches({{}, {0}, {}, {}, {}, {0}, {1}});
  program.commands[1] = WhileCommand{.again = {}, .condition = 1, .body = 2};
  EXPECT_EQ(launchesBeside(program, 2), (std::vector<size_t>{2, 5}));
  EXPECT_EQ(launchesBeside(program, 3), (std::vector<size_t>{3, 4, 5}));
  EXPECT_EQ(launchesBeside(program, 5), (std::vector<size_t>{5, 2, 3, 4, 6}));
  EXPECT_EQ(launchesBeside(program, 0), std::vector<size_t>{0});
}

TEST(KernelMarksTest, OfBranchesOneIsTaken) {
  CommandProgram program = launches({{}, {}, {}, {}});
  program.commands[0] = SwitchCommand{.chosen = {}, .branches = {1, 2}};
  EXPECT_EQ(launchesBeside(program, 1), std::vector<size_t>{1});
  EXPECT_EQ(launchesBeside(program, 2), (std::vector<size_t>{2, 3}));
}

} // namespace
} // namespace weft::cuda
