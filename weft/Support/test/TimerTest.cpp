// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Timer.h"

#include <gtest/gtest.h>

#include <thread>

using namespace weft;

namespace {

TEST(StageTimer, NestsAndAddsUp) {
  StageTimer timer;
  for (int round = 0; round < 2; ++round) {
    auto compile = timer.stage("compile");
    {
      auto import = timer.stage("import");
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    {
      auto simplify = timer.stage("simplify");
      auto fold = timer.stage("fold");
    }
  }
  {
    auto run = timer.stage("run");
    auto import = timer.stage("import");
  }
  std::vector<std::pair<std::string, unsigned>> rows;
  for (const StageTimer::Row &row : timer.rows()) {
    rows.emplace_back(row.name, row.depth);
  }
  const std::vector<std::pair<std::string, unsigned>> expected = {
      {"compile", 0}, {"import", 1}, {"simplify", 1},
      {"fold", 2},    {"run", 0},    {"import", 1}};
  EXPECT_EQ(rows, expected);
  EXPECT_EQ(timer.rows()[0].runs, 2u);
  EXPECT_EQ(timer.rows()[5].runs, 1u);
  EXPECT_GE(timer.rows()[1].total, std::chrono::milliseconds(4));
  EXPECT_GE(timer.rows()[0].total, timer.rows()[1].total);
}

TEST(StageTimer, PartsMayBeginLate) {
  StageTimer timer;
  {
    auto outer = timer.stage("a");
  }
  {
    auto outer = timer.stage("b");
  }
  {
    auto outer = timer.stage("a");
    auto inner = timer.stage("inner");
  }
  ASSERT_EQ(timer.rows().size(), 3u);
  EXPECT_EQ(timer.rows()[1].name, "inner");
  EXPECT_EQ(timer.rows()[2].name, "b");
}

TEST(StageTimer, Table) {
  StageTimer timer;
  EXPECT_EQ(timer.table(), "        ms       %  stage\n");
  {
    auto outer = timer.stage("outer");
    {
      auto inner = timer.stage("inner");
    }
    {
      auto inner = timer.stage("inner");
    }
  }
  const std::string table = timer.table();
  EXPECT_NE(table.find("   100.0  outer\n"), std::string::npos) << table;
  EXPECT_NE(table.find("    inner (2 runs)\n"), std::string::npos) << table;
}

} // namespace
