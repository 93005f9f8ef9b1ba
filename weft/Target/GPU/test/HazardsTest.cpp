// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Hazards.h"

#include <gtest/gtest.h>

namespace weft::gpu {
namespace {

using Base = CommandAddress::Base;

Access reads(uint64_t offset, uint64_t bytes) {
  return {{Base::Temporary, 0, offset}, bytes, false};
}
Access writes(uint64_t offset, uint64_t bytes) {
  return {{Base::Temporary, 0, offset}, bytes, true};
}

Waits waitsOf(const std::vector<std::vector<Access>> &commands) {
  Hazards hazards;
  for (const std::vector<Access> &command : commands) {
    hazards.add(command);
  }
  return hazards.takeWaits();
}

TEST(Hazards, ReadersWaitForWriters) {
  EXPECT_EQ(waitsOf({{writes(0, 64)},
                     {writes(64, 64)},
                     {reads(0, 64), writes(128, 64)},
                     {reads(32, 64)}}),
            Waits({{}, {}, {0}, {0, 1}}));
}

TEST(Hazards, WritersWaitForReaders) {
  EXPECT_EQ(waitsOf({{reads(0, 64)}, {reads(32, 8)}, {writes(0, 64)}}),
            Waits({{}, {}, {0, 1}}));
}

TEST(Hazards, ReadersDoNotWaitForEachOther) {
  // Nor does who comes next wait for what they waited for.
  EXPECT_EQ(
      waitsOf(
          {{writes(0, 64)}, {reads(0, 64)}, {reads(0, 64)}, {writes(0, 64)}}),
      Waits({{}, {0}, {0}, {1, 2}}));
}

TEST(Hazards, TheLastWriterStandsForThoseBefore) {
  EXPECT_EQ(waitsOf({{writes(0, 64)}, {writes(0, 64)}, {reads(0, 8)}}),
            Waits({{}, {0}, {1}}));
}

TEST(Hazards, APartMayBeWrittenAgain) {
  EXPECT_EQ(waitsOf({{writes(0, 64)},
                     {writes(64, 64)},
                     {writes(32, 64)},
                     {reads(0, 32)},
                     {reads(40, 8)},
                     {reads(96, 64)}}),
            Waits({{}, {}, {0, 1}, {0}, {2}, {1}}));
}

TEST(Hazards, WhatIsUpdatedInPlaceIsNoHazardOfItsOwn) {
  EXPECT_EQ(waitsOf({{reads(0, 64), writes(0, 64)},
                     {reads(0, 64), writes(0, 64)},
                     {writes(0, 64), reads(0, 64)}}),
            Waits({{}, {0}, {1}}));
}

TEST(Hazards, ArraysAreApart) {
  EXPECT_EQ(waitsOf({{{{Base::Result, 0, 0}, 64, true}},
                     {{{Base::Result, 1, 0}, 64, true}},
                     {{{Base::Argument, 0, 0}, 64, false}},
                     {{{Base::Result, 0, 0}, 64, false}}}),
            Waits({{}, {}, {}, {0}}));
}

/// What is in `commands` stands in several branches, `before` and `behind`
/// around them.
Waits waitsOfBranches(
    const std::vector<std::vector<Access>> &before,
    const std::vector<std::vector<std::vector<Access>>> &branches,
    const std::vector<std::vector<Access>> &behind) {
  Hazards hazards;
  auto add = [&](const std::vector<std::vector<Access>> &commands) {
    for (const std::vector<Access> &command : commands) {
      hazards.add(command);
    }
  };
  add(before);
  hazards.beginBranches();
  for (const std::vector<std::vector<Access>> &branch : branches) {
    add(branch);
    hazards.endBranch();
  }
  hazards.endBranches();
  add(behind);
  return hazards.takeWaits();
}

TEST(Hazards, BranchesDoNotWaitForEachOther) {
  EXPECT_EQ(waitsOfBranches({{writes(0, 64)}},
                            {{{writes(0, 64)}, {reads(0, 64), writes(64, 64)}},
                             {{reads(0, 64), writes(64, 64)}}},
                            {}),
            Waits({{}, {0}, {1}, {0}}));
}

TEST(Hazards, WhoComesLaterWaitsForAllBranches) {
  EXPECT_EQ(waitsOfBranches({}, {{{writes(0, 64)}}, {{writes(0, 64)}}, {}},
                            {{reads(0, 8)}, {writes(0, 8)}}),
            Waits({{}, {}, {0, 1}, {2}}));
  // Of what was read in a branch, too.
  EXPECT_EQ(waitsOfBranches({{writes(0, 64)}},
                            {{{reads(0, 64)}}, {{writes(32, 64)}}},
                            {{writes(0, 64)}, {reads(80, 8)}}),
            Waits({{}, {0}, {0}, {1, 2}, {2}}));
}

TEST(Hazards, WhatNoBranchTouchesIsAsItWas) {
  EXPECT_EQ(waitsOfBranches({{writes(0, 64)}, {writes(64, 64)}},
                            {{{writes(64, 64)}}, {{writes(96, 8)}}},
                            {{reads(0, 64)}, {reads(64, 64)}}),
            Waits({{}, {}, {1}, {1}, {0}, {2, 3}}));
}

TEST(Hazards, BranchesMayBeInBranches) {
  Hazards hazards;
  hazards.beginBranches();
  hazards.beginBranches();
  hazards.add({writes(0, 64)});
  hazards.endBranch();
  hazards.add({writes(0, 64)});
  hazards.endBranch();
  hazards.endBranches();
  hazards.add({reads(0, 64)});
  hazards.endBranch();
  hazards.add({writes(0, 64)});
  hazards.endBranch();
  hazards.endBranches();
  hazards.add({reads(0, 64)});
  EXPECT_EQ(hazards.takeWaits(), Waits({{}, {}, {0, 1}, {}, {0, 1, 3}}));
}

TEST(Hazards, BytesAtTheirEndsDoNotTouch) {
  EXPECT_EQ(waitsOf({{writes(64, 64)},
                     {writes(0, 64)},
                     {writes(128, 64)},
                     {{{Base::Temporary, 0, 64}, 0, true}}}),
            Waits({{}, {}, {}, {}}));
}

} // namespace
} // namespace weft::gpu
