// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Scratch.h"

#include <gtest/gtest.h>

using namespace weft;
using namespace weft::cuda;
using runtime::Storage;

namespace {

class ScratchTest : public testing::Test {
protected:
  StatusOr<Ref<Storage>> take(uint64_t bytes) {
    return scratch.take(bytes, [this](uint64_t size) -> StatusOr<Ref<Storage>> {
      if (size > limit) {
        return Status::resourceExhausted("no more");
      }
      held += size;
      return makeRef<Storage>(nullptr, size, /*writable=*/true,
                              [this, size] { held -= size; });
    });
  }

  uint64_t held = 0;
  uint64_t limit = 100;
  Scratch scratch;
};

TEST_F(ScratchTest, AllGetTheSameUntilItIsTooSmall) {
  Ref<Storage> first = *take(10);
  EXPECT_EQ(take(7)->get(), first.get());
  EXPECT_EQ(held, 10u);
  EXPECT_EQ((*take(20))->size(), 20u);
  EXPECT_EQ(held, 30u);
  first = nullptr;
  EXPECT_EQ(held, 20u);
}

TEST_F(ScratchTest, WhatCannotGrowIsGone) {
  ASSERT_TRUE(take(10).ok());
  EXPECT_EQ(take(101).status().code(), StatusCode::ResourceExhausted);
  EXPECT_EQ(held, 0u);
  EXPECT_FALSE(scratch.giveBack());
  ASSERT_TRUE(take(10).ok());
  EXPECT_TRUE(scratch.giveBack());
  EXPECT_EQ(held, 0u);
}

TEST_F(ScratchTest, ItGoesOnceItHasRested) {
  ASSERT_TRUE(take(10).ok());
  scratch.giveBackRested();
  ASSERT_TRUE(take(5).ok());
  scratch.giveBackRested();
  EXPECT_EQ(held, 10u);
  scratch.giveBackRested();
  EXPECT_EQ(held, 0u);
  ASSERT_TRUE(take(5).ok());
  EXPECT_EQ(held, 5u);
}

} // namespace
