// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Hazards.h"

#include <gtest/gtest.h>

namespace weft::gpu {
namespace {

using Base = CommandAddress::Base;
using Waits = std::vector<uint32_t>;

Access reads(uint64_t offset, uint64_t bytes) {
  return {{Base::Temporary, 0, offset}, bytes, false};
}
Access writes(uint64_t offset, uint64_t bytes) {
  return {{Base::Temporary, 0, offset}, bytes, true};
}

TEST(Hazards, ReadersWaitForWriters) {
  Hazards hazards;
  EXPECT_EQ(hazards.add(0, {writes(0, 64)}), Waits());
  EXPECT_EQ(hazards.add(1, {writes(64, 64)}), Waits());
  EXPECT_EQ(hazards.add(2, {reads(0, 64), writes(128, 64)}), Waits({0}));
  EXPECT_EQ(hazards.add(3, {reads(32, 64)}), Waits({0, 1}));
}

TEST(Hazards, ReadersDoNotWaitForEachOther) {
  Hazards hazards;
  hazards.add(0, {writes(0, 64)});
  EXPECT_EQ(hazards.add(1, {reads(0, 64)}), Waits({0}));
  EXPECT_EQ(hazards.add(2, {reads(0, 64)}), Waits({0}));
  EXPECT_EQ(hazards.add(3, {writes(0, 64)}), Waits({0, 1, 2}));
}

TEST(Hazards, TheLastWriterStandsForThoseBefore) {
  Hazards hazards;
  hazards.add(0, {writes(0, 64)});
  hazards.add(1, {reads(0, 64)});
  EXPECT_EQ(hazards.add(2, {writes(0, 64)}), Waits({0, 1}));
  EXPECT_EQ(hazards.add(3, {reads(0, 8)}), Waits({2}));
  // Only a part of it is written again.
  EXPECT_EQ(hazards.add(4, {writes(0, 8)}), Waits({2, 3}));
  EXPECT_EQ(hazards.add(5, {reads(0, 64)}), Waits({2, 4}));
}

TEST(Hazards, WhatIsUpdatedInPlaceIsNoHazardOfItsOwn) {
  Hazards hazards;
  EXPECT_EQ(hazards.add(0, {reads(0, 64), writes(0, 64)}), Waits());
  EXPECT_EQ(hazards.add(1, {reads(0, 64), writes(0, 64)}), Waits({0}));
}

TEST(Hazards, ArraysAreApart) {
  Hazards hazards;
  hazards.add(0, {{{Base::Result, 0, 0}, 64, true}});
  EXPECT_EQ(hazards.add(1, {{{Base::Result, 1, 0}, 64, true}}), Waits());
  EXPECT_EQ(hazards.add(2, {{{Base::Argument, 0, 0}, 64, false}}), Waits());
  EXPECT_EQ(hazards.add(3, {{{Base::Result, 0, 0}, 64, false}}), Waits({0}));
}

} // namespace
} // namespace weft::gpu
