// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/KernelMark.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(KernelMarkTest, AKernelLeavesItsNumberWhenItHasWaited) {
  std::string text = ".visible .entry add_0(\n"
                     "\t.param .u64 add_0_param_0\n"
                     ")\n"
                     ".reqntid 32\n"
                     "{\n"
                     "\t.reg .b32 \t%r<2>;\n"
                     "\tgriddepcontrol.wait;\n"
                     "\tgriddepcontrol.launch_dependents;\n"
                     "\n"
                     "\tret;\n"
                     "}\n";
  ASSERT_TRUE(leaveMark(text));
  EXPECT_NE(text.find("\t.param .u64 add_0_param_0,\n"
                      "\t.param .u64 weft_mark_place,\n"
                      "\t.param .u64 weft_mark_number\n"
                      ")"),
            std::string::npos)
      << text;
  const size_t store = text.find("st.volatile.global.b32 [%mark_place]");
  ASSERT_NE(store, std::string::npos) << text;
  EXPECT_LT(text.find("griddepcontrol.launch_dependents"), store);
  EXPECT_LT(store, text.find("\tret;"));
}

TEST(KernelMarkTest, AKernelWithoutParametersHasTwo) {
  std::string text = ".visible .entry none()\n{\n\tret;\n}\n";
  ASSERT_TRUE(leaveMark(text));
  EXPECT_TRUE(text.starts_with(".visible .entry none(\n"
                               "\t.param .u64 weft_mark_place,\n"
                               "\t.param .u64 weft_mark_number)\n{\n\t{\n"))
      << text;
}

TEST(KernelMarkTest, WhatIsNoKernelStaysAsItIs) {
  for (const char *other : {"", ".visible .entry", ".visible .entry f(",
                            ".visible .entry f()", "{\n}\n", "()\n{\n"}) {
    std::string text = other;
    EXPECT_FALSE(leaveMark(text));
    EXPECT_EQ(text, other);
  }
}

} // namespace
} // namespace weft
