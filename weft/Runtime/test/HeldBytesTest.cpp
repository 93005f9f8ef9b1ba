// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Memory.h"
#include "weft/Support/ByteText.h"

#include <gtest/gtest.h>

namespace weft::runtime {
namespace {

TEST(HeldBytesTest, NumbersOfBytesAreRead) {
  EXPECT_EQ(byteText(0), "0 B");
  EXPECT_EQ(byteText(1023), "1023 B");
  EXPECT_EQ(byteText(1536), "1.5 KiB");
  EXPECT_EQ(byteText(int64_t(1) << 50), "1024.0 TiB");
}

TEST(HeldBytesTest, ArraysAreCountedByTheirSize) {
  Ref<MemoryAccount> account = makeRef<MemoryAccount>("memory", 1 << 20);
  EXPECT_EQ(account->held().text(), "");
  ASSERT_TRUE(account->take(64).ok());
  EXPECT_EQ(account->held().text(), "64 B in 1 array (1 of 64 B and more)");
  for (uint64_t bytes : {70000, 5000, 4096, 640}) {
    ASSERT_TRUE(account->take(bytes).ok());
  }
  // What does not go as a whole is no array.
  ASSERT_TRUE(account->charge(1000).ok());
  EXPECT_EQ(account->held().text(),
            "77.9 KiB in 5 arrays (1 of 64.0 KiB and more, 2 of 4.0 KiB and "
            "more, 1 of 512 B and more)");
  account->giveBack(70000);
  account->giveBack(64);
  EXPECT_FALSE(account->take(1 << 20).ok());
  HeldBytes held = account->held();
  EXPECT_EQ(held.text(), "9.5 KiB in 3 arrays (2 of 4.0 KiB and more, 1 of 512 "
                         "B and more)");
  held.leaveOut(5000);
  held.leaveOut(640);
  // Not on its books.
  held.leaveOut(1 << 20);
  held.leaveOut(640);
  EXPECT_EQ(held.text(), "4.0 KiB in 1 array (1 of 4.0 KiB and more)");
}

} // namespace
} // namespace weft::runtime
