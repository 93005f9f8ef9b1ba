// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/NativeProgram.h"

#include <gtest/gtest.h>

using namespace weft;

namespace {

/// Four bytes of each of two processes, one after the other.
CollectiveCall gatherOfTwo() {
  CollectiveCall call;
  call.name = "all_gather";
  call.place = "model.py:3";
  call.channel = 3;
  call.places = 2;
  call.groups = {{{0, 1}, {}}, {{3, 2}, {}}};
  call.arrays = {{.operandBytes = 4,
                  .resultBytes = 8,
                  .outer = 1,
                  .rows = 1,
                  .piece = 4,
                  .resultPartStride = 4,
                  .filler = 255}};
  return call;
}

NativeProgram programWith(CollectiveCall call) {
  NativeProgram program;
  program.calls = {OutlinedCall{true, 7}, OutlinedCall{false, 8},
                   std::move(call), OutlinedCall()};
  program.checks = {"a check"};
  return program;
}

TEST(CollectiveCall, ComesBack) {
  CollectiveCall call = gatherOfTwo();
  call.isPadded = true;
  auto read = decodeNativeProgram(encodeNativeProgram(programWith(call)));
  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_EQ(read->calls.size(), 4u);
  EXPECT_EQ(std::get<OutlinedCall>(read->calls[0]), (OutlinedCall{true, 7}));
  EXPECT_EQ(std::get<OutlinedCall>(read->calls[1]), (OutlinedCall{false, 8}));
  const auto &back = std::get<CollectiveCall>(read->calls[2]);
  EXPECT_EQ(back.kind, CollectiveKind::Gather);
  EXPECT_EQ(back.name, "all_gather");
  EXPECT_EQ(back.place, "model.py:3");
  EXPECT_EQ(back.channel, 3);
  EXPECT_EQ(back.places, 2u);
  EXPECT_TRUE(back.isPadded);
  EXPECT_FALSE(back.isOptional);
  ASSERT_EQ(back.groups.size(), 2u);
  EXPECT_EQ(back.groups[1].members, (std::vector<uint32_t>{3, 2}));
  EXPECT_EQ(back.arrays, call.arrays);
}

TEST(CollectiveCall, SourcesComeBack) {
  CollectiveCall call = gatherOfTwo();
  call.kind = CollectiveKind::Permute;
  call.groups = {{{0, 1}, {std::nullopt, 0}}};
  auto read = decodeNativeProgram(encodeNativeProgram(programWith(call)));
  ASSERT_TRUE(read.ok()) << read.status();
  const CollectiveGroup &group =
      std::get<CollectiveCall>(read->calls.at(2)).groups[0];
  EXPECT_FALSE(group.sources[0]);
  EXPECT_EQ(group.sources[1], 0u);
}

TEST(CollectiveCall, MovesOutsideOfArraysAreRefused) {
  auto isRefused = [](const CollectiveCall &call) {
    return decodeNativeProgram(encodeNativeProgram(programWith(call)))
               .status()
               .code() == StatusCode::DataLoss;
  };
  CollectiveCall call = gatherOfTwo();
  call.arrays[0].piece = 5;
  EXPECT_TRUE(isRefused(call));
  call = gatherOfTwo();
  call.arrays[0].resultPartStride = 5;
  EXPECT_TRUE(isRefused(call));
  call = gatherOfTwo();
  call.arrays[0].outer = 3;
  call.arrays[0].resultOuterStride = UINT64_MAX / 2;
  EXPECT_TRUE(isRefused(call));
  call = gatherOfTwo();
  call.kind = CollectiveKind::Permute;
  call.groups = {{{0, 1}, {2, 0}}};
  EXPECT_TRUE(isRefused(call));
  call.groups = {{{0, 1}, {}}};
  EXPECT_TRUE(isRefused(call));
  call = gatherOfTwo();
  call.arrays[0].filler = 256;
  EXPECT_TRUE(isRefused(call));
  call = gatherOfTwo();
  call.groups[0].members.clear();
  EXPECT_TRUE(isRefused(call));
}

TEST(CollectiveCall, CutBytesAreRefused) {
  std::string bytes = encodeNativeProgram(programWith(gatherOfTwo()));
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(
        decodeNativeProgram(std::string_view(bytes).substr(0, length)).ok());
  }
  // A kind of call that nobody knows: behind version, sizes and count.
  bytes[4 + 8 + 8 + 8] = 3;
  EXPECT_FALSE(decodeNativeProgram(bytes).ok());
}

} // namespace
