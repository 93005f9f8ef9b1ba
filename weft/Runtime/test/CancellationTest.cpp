// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who hears that a run is to end; runs themselves: ConformanceEnds.cpp.

#include "weft/Runtime/Cancellation.h"

#include <gtest/gtest.h>

using namespace weft;
using namespace weft::runtime;

namespace {

TEST(CancellationTest, TheFirstReasonCounts) {
  Cancellation cancellation;
  EXPECT_FALSE(cancellation.isRequested());
  EXPECT_TRUE(cancellation.reason().ok());
  EXPECT_EQ(*cancellation.flag(), 0u);
  int before = 0;
  Cancellation::Listener listener(&cancellation, [&](const Status &reason) {
    EXPECT_EQ(reason, Status::aborted("first"));
    ++before;
  });
  int gone = 0;
  {
    Cancellation::Listener ended(&cancellation,
                                 [&](const Status &) { ++gone; });
  }
  EXPECT_TRUE(cancellation.request(Status::aborted("first")));
  EXPECT_FALSE(cancellation.request(Status::aborted("second")));
  EXPECT_TRUE(cancellation.isRequested());
  EXPECT_EQ(cancellation.reason(), Status::aborted("first"));
  EXPECT_NE(*cancellation.flag(), 0u);
  EXPECT_EQ(before, 1);
  EXPECT_EQ(gone, 0);
  int late = 0;
  Cancellation::Listener tooLate(&cancellation,
                                 [&](const Status &) { ++late; });
  EXPECT_EQ(late, 1);
  Cancellation::Listener deaf(nullptr, [](const Status &) { FAIL(); });
}

} // namespace
