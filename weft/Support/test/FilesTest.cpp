// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

using namespace weft;
namespace fs = std::filesystem;

namespace {

class Files : public testing::Test {
protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) /
             ("weft-files-" + std::to_string(getpid()));
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string path(const char *name) const { return (folder / name).string(); }
  std::string contents(const char *name) const {
    std::ifstream stream(folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  size_t count() const {
    return std::distance(fs::directory_iterator(folder), {});
  }

  fs::path folder;
};

TEST_F(Files, WritesAndReplaces) {
  ASSERT_TRUE(writeFiles({{path("a"), "one"}, {path("b"), "two"}}).ok());
  ASSERT_TRUE(writeFiles({{path("a"), std::string("x\0y", 3)}}).ok());
  EXPECT_EQ(contents("a"), std::string("x\0y", 3));
  EXPECT_EQ(contents("b"), "two");
  EXPECT_EQ(count(), 2u);
}

TEST_F(Files, FailureLeavesEverythingAsItWas) {
  ASSERT_TRUE(writeFiles({{path("a"), "old"}}).ok());
  Status status = writeFiles(
      {{path("a"), "new"}, {path("missing/b"), "x"}, {path("c"), "x"}});
  EXPECT_EQ(status.message(),
            path("missing/b") + ": cannot write: No such file or directory");
  EXPECT_EQ(contents("a"), "old");
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, SpecialFilesAreNotReplaced) {
  ASSERT_TRUE(writeFiles({{"/dev/null", "gone"}}).ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

} // namespace
