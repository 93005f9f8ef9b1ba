// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/MachineShare.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace weft;
namespace fs = std::filesystem;

namespace {

class MachineShareTest : public ::testing::Test {
protected:
  void SetUp() override {
    root = fs::path(::testing::TempDir()) /
           ("machine" + std::to_string(::getpid()));
    fs::create_directories(root / "groups/a/b");
    files.controlGroups = (root / "groups").string();
    files.ownGroups = (root / "own").string();
  }
  void TearDown() override { fs::remove_all(root); }

  void write(const std::string &name, const std::string &text) {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
  }

  fs::path root;
  MachineFiles files;
};

TEST_F(MachineShareTest, WithoutGroups) {
  EXPECT_GE(usableProcessors(files), 1);
  EXPECT_GT(usableMemory(files), 1u << 20);
}

TEST_F(MachineShareTest, QuotaOfAnAncestorCounts) {
  write("own", "0::/a/b\n");
  write("groups/a/b/cpu.max", "max 100000\n");
  write("groups/a/cpu.max", "50000 100000\n");
  EXPECT_EQ(usableProcessors(files), 1);
  write("groups/a/b/memory.max", "max\n");
  write("groups/a/memory.max", "123456789\n");
  EXPECT_EQ(usableMemory(files), 123456789u);
}

TEST_F(MachineShareTest, FirstVersionOfGroups) {
  write("own", "7:cpu,cpuacct:/a\n5:memory:/a\n1:name=x:/\n");
  write("groups/cpu,cpuacct/a/cpu.cfs_quota_us", "100000\n");
  write("groups/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  write("groups/memory/a/memory.limit_in_bytes", "5000000\n");
  EXPECT_EQ(usableProcessors(files), 1);
  EXPECT_EQ(usableMemory(files), 5000000u);
}

TEST_F(MachineShareTest, NonsenseIsIgnored) {
  write("own", "nothing\n::::\n0::/a\n");
  write("groups/a/cpu.max", "x y\n");
  write("groups/a/memory.max", "-3\n");
  EXPECT_EQ(usableProcessors(files), usableProcessors({"/none", "/none"}));
  EXPECT_EQ(usableMemory(files), usableMemory({"/none", "/none"}));
}

} // namespace
