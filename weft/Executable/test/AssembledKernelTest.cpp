// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/AssembledKernel.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(KernelResourcesTest, ReportsOfTheAssemblerAndOfTheDriver) {
  constexpr const char *program =
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'f' for 'sm_90a'\n"
      "ptxas info    : Function properties for f\n"
      "    24 bytes stack frame, 16 bytes spill stores, 20 bytes spill loads\n"
      "ptxas info    : Used 255 registers, used 1 barriers, 24 bytes "
      "cumulative stack size\n"
      "ptxas info    : Compile time = 11.2 ms\n";
  const KernelResources expected = {255, 24, 16};
  EXPECT_EQ(readAssemblerReport(program), expected);
  EXPECT_TRUE(expected.spills());
  EXPECT_EQ(expected.text(),
            "255 registers, 24 bytes of stack, 16 bytes spilled");

  constexpr const char *driver =
      "ptxas info    : Function properties for f\n"
      "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes "
      "spill loads\n"
      "ptxas info    : Used 1 registers\n";
  const std::optional<KernelResources> said = readAssemblerReport(driver);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->text(), "1 register, 0 bytes of stack, nothing spilled");
  EXPECT_EQ((KernelResources{2, 0, {}}).text(),
            "2 registers, 0 bytes of stack");
}

TEST(KernelResourcesTest, OtherReportsSayNothing) {
  for (const char *report : {"", " registers", "ptxas info: x registers",
                             "99999999999 registers", "no error"}) {
    EXPECT_FALSE(readAssemblerReport(report)) << report;
  }
}

std::vector<AssembledKernel> example() {
  return {{digestOf("one"), "sm_90a", KernelResources{40, 8, 0}, "code"},
          {digestOf("two"), "sm_80", KernelResources{1, 0, {}}, ""},
          {digestOf("three"), "sm_80", std::nullopt, std::string("\0x", 2)}};
}

TEST(AssembledKernelTest, Roundtrip) {
  StatusOr<std::vector<AssembledKernel>> read =
      decodeAssembledKernels(encodeAssembledKernels(example()));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(*read, example());
}

TEST(AssembledKernelTest, DamagedCodeIsFound) {
  const std::string bytes = encodeAssembledKernels({example().front()});
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_EQ(decodeAssembledKernels(bytes.substr(0, length)).status().code(),
              StatusCode::DataLoss);
  }
  EXPECT_FALSE(decodeAssembledKernels(bytes + "x").ok());
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(decodeAssembledKernels(changed).ok()) << i;
  }
  std::string many = bytes;
  many.replace(0, 8, 8, '\xff');
  EXPECT_FALSE(decodeAssembledKernels(many).ok());
}

TEST(AssembledKernelTest, CodeRunsOnLaterDevicesOfItsMajorNumber) {
  EXPECT_TRUE(runsOnCapability("sm_80", 80));
  EXPECT_TRUE(runsOnCapability("sm_80", 86));
  EXPECT_FALSE(runsOnCapability("sm_86", 80));
  EXPECT_FALSE(runsOnCapability("sm_80", 90));
  EXPECT_TRUE(runsOnCapability("sm_90a", 90));
  EXPECT_TRUE(runsOnCapability("sm_100a", 100));
  EXPECT_FALSE(runsOnCapability("sm_100a", 103));
  EXPECT_TRUE(runsOnCapability("sm_100", 103));
  EXPECT_FALSE(runsOnCapability("gfx942", 94));
  EXPECT_FALSE(runsOnCapability("sm_", 0));
}

TEST(AssembledKernelTest, WhatIsLaunchedEarlyBelievesNoConstants) {
  std::string waits = "griddepcontrol.wait;\nld.global.nc.b32 %r1, [%rd1];\n"
                      "ld.global.nc.v2.b32 {%r1, %r2}, [%rd1];\n";
  EXPECT_TRUE(allowEarlyLaunch(waits));
  EXPECT_EQ(waits, "griddepcontrol.wait;\nld.global.b32 %r1, [%rd1];\n"
                   "ld.global.v2.b32 {%r1, %r2}, [%rd1];\n");
  std::string other = "ld.global.nc.b32 %r1, [%rd1];\n";
  EXPECT_FALSE(allowEarlyLaunch(other));
  EXPECT_EQ(other, "ld.global.nc.b32 %r1, [%rd1];\n");
}

} // namespace
} // namespace weft
