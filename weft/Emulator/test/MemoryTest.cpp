// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Memory.h"

#include <gtest/gtest.h>

namespace weft::emulator {
namespace {

TEST(MemoryTest, AllocationsDoNotTouch) {
  std::unique_ptr<Memory> memory = std::move(*Memory::create(1 << 20));
  const uint64_t a = memory->allocate(100), b = memory->allocate(256);
  ASSERT_TRUE(a && b);
  EXPECT_GE(b, a + 100 + 256);
  EXPECT_EQ(a % 256, 0u);
  EXPECT_TRUE(memory->contains(a, 100));
  EXPECT_FALSE(memory->contains(a, 101));
  EXPECT_TRUE(memory->holds(a - memory->base() + 96, 4));
  EXPECT_FALSE(memory->holds(a - memory->base() + 100, 4));
  EXPECT_FALSE(memory->holds(b - memory->base() + 256, 1));
  EXPECT_EQ(memory->used(), 356u);
}

TEST(MemoryTest, MemoryEndsAndComesBack) {
  std::unique_ptr<Memory> memory = std::move(*Memory::create(1 << 16));
  const uint64_t a = memory->allocate(40000);
  ASSERT_TRUE(a);
  EXPECT_EQ(memory->allocate(40000), 0u);
  EXPECT_FALSE(memory->release(a + 1));
  EXPECT_TRUE(memory->release(a));
  EXPECT_FALSE(memory->release(a));
  EXPECT_EQ(memory->allocate(40000), a);
  EXPECT_EQ(memory->allocate(~uint64_t(0)), 0u);
}

TEST(MemoryTest, WhatWasNeverWrittenIsJunk) {
  std::unique_ptr<Memory> memory = std::move(*Memory::create(1 << 20));
  const uint64_t a = memory->allocate(8), b = memory->allocate(8);
  const uint32_t value = 0x01020304;
  ASSERT_TRUE(memory->write(a, &value, 4));
  ASSERT_TRUE(memory->copy(b, a, 8));
  uint32_t got[2];
  ASSERT_TRUE(memory->read(got, b, 8));
  EXPECT_EQ(got[0], value);
  EXPECT_EQ(got[1], 0xA5A5A5A5u);
  ASSERT_TRUE(memory->fill(b, 7, 4, 2));
  ASSERT_TRUE(memory->read(got, b, 8));
  EXPECT_EQ(got[1], 7u);
  // Bytes that are given out again are new.
  memory->release(b);
  ASSERT_EQ(memory->allocate(8), b);
  ASSERT_TRUE(memory->read(got, b, 8));
  EXPECT_EQ(got[0], 0xA5A5A5A5u);
}

TEST(MemoryDeathTest, TheHostCannotReadTheDevice) {
  std::unique_ptr<Memory> memory = std::move(*Memory::create(1 << 20));
  const uint64_t a = memory->allocate(8);
  EXPECT_DEATH(
      {
        volatile uint8_t byte = *reinterpret_cast<volatile uint8_t *>(a);
        (void)byte;
      },
      "");
}

} // namespace
} // namespace weft::emulator
