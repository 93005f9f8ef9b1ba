// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/FatalErrors.h"

#include <gtest/gtest.h>
#include <llvm/Support/ErrorHandling.h>

namespace weft::code {
namespace {

TEST(FatalErrors, endTheGuardedFunctionOnly) {
  for (int i = 0; i < 3; ++i) {
    bool abandoned = false;
    Status failed = guardAgainstFatalErrors(
        []() -> Status { llvm::report_fatal_error("out of ideas"); },
        abandoned);
    EXPECT_TRUE(abandoned);
    EXPECT_EQ(failed.code(), StatusCode::Internal);
    EXPECT_NE(failed.message().find("out of ideas"), std::string::npos);
    Status fine =
        guardAgainstFatalErrors([] { return Status::success(); }, abandoned);
    EXPECT_FALSE(abandoned);
    EXPECT_TRUE(fine.ok());
  }
}

} // namespace
} // namespace weft::code
