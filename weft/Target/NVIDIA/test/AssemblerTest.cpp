// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that take the assembler's place, since there may be none.

#include "weft/Target/NVIDIA/Assembler.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace weft::nvidia {
namespace {

namespace fs = std::filesystem;

class AssemblerTest : public ::testing::Test {
protected:
  void SetUp() override {
    folder = fs::path(::testing::TempDir()) /
             ("assembler" + std::to_string(::getpid()));
    fs::create_directories(folder);
    setenv("WEFT_PTXAS", (folder / "ptxas").c_str(), 1);
  }
  void TearDown() override {
    unsetenv("WEFT_PTXAS");
    fs::remove_all(folder);
  }

  /// Arguments: -arch=sm_90a -v SOURCE -o OUTPUT
  StatusOr<AssembledKernel>
  assembleBy(const std::string &script,
             std::chrono::milliseconds limit = std::chrono::minutes(1)) {
    const fs::path path = folder / "ptxas";
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path, fs::perms::owner_all);
    EXPECT_EQ(findAssembler(), path.string());
    return assemble(findAssembler(), "sm_90a", "text", limit);
  }

  fs::path folder;
};

TEST_F(AssemblerTest, CodeGoesWithItsTextAndWhatItTakes) {
  StatusOr<AssembledKernel> kernel =
      assembleBy("(cat $3; echo \" $1\") > $5\n"
                 "echo 'ptxas info    : Used 9 registers'");
  ASSERT_TRUE(kernel.ok()) << kernel.status().message();
  EXPECT_EQ(kernel->code, "text -arch=sm_90a\n");
  EXPECT_EQ(kernel->processor, "sm_90a");
  EXPECT_EQ(kernel->text, digestOf("text"));
  EXPECT_EQ(kernel->resources, (KernelResources{9, 0, {}}));
}

TEST_F(AssemblerTest, ErrorsAreItsOwn) {
  const Status status =
      assembleBy("echo 'ptxas fatal   : no code today' >&2; exit 3").status();
  EXPECT_NE(status.message().find("exit status 3: ptxas fatal   : no code"),
            std::string::npos)
      << status.message();
  EXPECT_NE(assembleBy("true").status().message().find("made nothing"),
            std::string::npos);
}

TEST_F(AssemblerTest, OneThatDoesNotEndIsEnded) {
  const Status status =
      assembleBy("exec sleep 1000", std::chrono::milliseconds(20)).status();
  EXPECT_NE(status.message().find("was ended after 20 ms"), std::string::npos)
      << status.message();
}

TEST_F(AssemblerTest, OneThatIsMissingIsNamed) {
  const std::string path = (folder / "nowhere").string();
  const Status status = assemble(path, "sm_90a", "text").status();
  EXPECT_NE(status.message().find(path), std::string::npos) << status.message();
  setenv("WEFT_PTXAS", "", 1);
  EXPECT_EQ(findAssembler(), "");
}

} // namespace
} // namespace weft::nvidia
