// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/SharedWork.h"

#include <gtest/gtest.h>

using namespace weft;

namespace {

MachineCosts fourWorkers() {
  MachineCosts costs;
  costs.piecePicoseconds = 5000;
  costs.workers = 4;
  return costs;
}

TEST(SharedWork, ShortWorkIsDoneAlone) {
  EXPECT_EQ(sharedPicoseconds(4000, 100, fourWorkers()), 4000);
  EXPECT_EQ(sharedPicoseconds(6000, 100, fourWorkers()), 6000);
}

TEST(SharedWork, OnePieceIsNobodyElses) {
  EXPECT_EQ(sharedPicoseconds(1'000'000, 1, fourWorkers()), 1'000'000);
}

TEST(SharedWork, OfTwoLengthsTheLongerTakesLonger) {
  int64_t before = 0;
  for (int64_t work = 1000; work < 100'000; work += 1000) {
    int64_t shared = sharedPicoseconds(work, 16, fourWorkers());
    EXPECT_GT(shared, before) << work;
    before = shared;
  }
}

TEST(SharedWork, WhatOneWorkerTakesIsFoundAgain) {
  for (int64_t work : {0, 3000, 6000, 8000, 40'000, 1'000'000}) {
    for (int64_t pieces : {1, 2, 100}) {
      EXPECT_EQ(alonePicoseconds(sharedPicoseconds(work, pieces, fourWorkers()),
                                 pieces, fourWorkers()),
                work)
          << work << " in " << pieces;
    }
  }
}

TEST(SharedWork, WhereNobodyHasToComeAllIsShared) {
  MachineCosts costs;
  costs.piecePicoseconds = 0;
  costs.workers = 132;
  EXPECT_EQ(sharedPicoseconds(132'000, 1000, costs), 1000);
}

} // namespace
