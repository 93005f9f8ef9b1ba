// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/RowMajor.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(RowMajor, stridesCountWhatIsBehindADimension) {
  EXPECT_EQ(rowMajorStrides({2, 3, 4}), (llvm::SmallVector<int64_t>{12, 4, 1}));
  EXPECT_TRUE(rowMajorStrides({}).empty());
}

} // namespace
} // namespace weft
