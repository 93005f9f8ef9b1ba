// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/PtxVersion.h"

#include "weft/Machine/Machine.h"

#include <gtest/gtest.h>

namespace weft::nvidia {
namespace {

TEST(PtxVersionTest, AProcessorHasAFirstVersion) {
  EXPECT_EQ(lowestPtxVersion("sm_80", "\tadd.s32 %r1, %r2, %r3;\n"), 70);
  EXPECT_EQ(lowestPtxVersion("sm_90", ""), 78);
  EXPECT_EQ(lowestPtxVersion("sm_90a", ""), 80);
  EXPECT_EQ(lowestPtxVersion("sm_120a", ""), 87);
  EXPECT_EQ(lowestPtxVersion("sm_777", ""), 0);
}

TEST(PtxVersionTest, InstructionsThatCameLaterRaiseIt) {
  const char *added = "red.relaxed.gpu.global.add.v4.f32 [%rd1], {%f1, %f2, "
                      "%f3, %f4};\n";
  EXPECT_EQ(lowestPtxVersion("sm_90a", "\t" + std::string(added)), 81);
  EXPECT_EQ(lowestPtxVersion("sm_90a", "\t@%p1 " + std::string(added)), 81);
  EXPECT_EQ(lowestPtxVersion("sm_90a", "\tred.global.add.f32 [%rd1], %f1;\n"),
            80);
  EXPECT_EQ(lowestPtxVersion("sm_90", "\twgmma.fence.sync.aligned;\n"), 80);
  // What a name, a comment or an operand says does not count.
  EXPECT_EQ(lowestPtxVersion("sm_90a", "// red.v4\n\tmov.b32 %r1, red.v4;\n"),
            80);
}

TEST(PtxVersionTest, TheTextSaysIt) {
  std::string text = "//\n.version 8.1\n.target sm_90a\n\tret;\n";
  lowerPtxVersion("sm_90a", text);
  EXPECT_EQ(text, "//\n.version 8.0\n.target sm_90a\n\tret;\n");
  std::string other = ".version 9.9\n";
  lowerPtxVersion("sm_777", other);
  EXPECT_EQ(other, ".version 9.9\n");
}

/// No row has LLVM write instructions of a version that the table lacks.
TEST(PtxVersionTest, EveryRowIsKnown) {
  for (const std::string &name : machineNames()) {
    const Machine row = *findMachine(name);
    if (row.family == MachineFamily::Nvidia) {
      EXPECT_NE(lowestPtxVersion(row.processor, ""), 0) << name;
    }
  }
}

} // namespace
} // namespace weft::nvidia
