// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Needs/ReshapePieces.h"

#include <gtest/gtest.h>

namespace weft::stablehlo {
namespace {

using Dimensions = llvm::SmallVector<unsigned, 4>;

TEST(ReshapePieces, areTheSmallestWithEquallyManyElements) {
  auto pieces = cutIntoPieces({4, 6, 5}, {24, 5});
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].from, Dimensions({0, 1}));
  EXPECT_EQ(pieces[0].to, Dimensions({0}));
  EXPECT_EQ(pieces[1].from, Dimensions({2}));
  EXPECT_EQ(pieces[1].to, Dimensions({1}));
}

TEST(ReshapePieces, leaveOutDimensionsOfOne) {
  auto pieces = cutIntoPieces({1, 6}, {6, 1});
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].from, Dimensions({1}));
  EXPECT_EQ(pieces[0].to, Dimensions({0}));
}

} // namespace
} // namespace weft::stablehlo
