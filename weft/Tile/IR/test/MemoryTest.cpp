// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Memory.h"

#include <gtest/gtest.h>
#include <mlir/AsmParser/AsmParser.h>
#include <mlir/IR/MLIRContext.h>

#include <set>

using namespace weft::tile;

namespace {

class MemoryTest : public testing::Test {
protected:
  MemoryTest() { context.loadDialect<TileDialect>(); }

  RefType ref(llvm::StringRef text) {
    return mlir::cast<RefType>(mlir::parseType(text, &context));
  }

  int64_t place(llvm::StringRef text, llvm::ArrayRef<int64_t> coordinates) {
    return MemoryPlaces(ref(text)).placeOf(coordinates);
  }

  mlir::MLIRContext context;
};

TEST_F(MemoryTest, RowMajorByDefault) {
  EXPECT_EQ(place("!tile.ref<3x4x5xf32>", {2, 1, 3}), 48);
  EXPECT_EQ(MemoryPlaces(ref("!tile.ref<3x4x5xf32>")).size(), 60);
  EXPECT_EQ(MemoryPlaces(ref("!tile.ref<f32>")).size(), 1);
  EXPECT_EQ(MemoryPlaces(ref("!tile.ref<3x0xf32>")).size(), 0);
}

TEST_F(MemoryTest, Strides) {
  constexpr llvm::StringLiteral type =
      "!tile.ref<3x4xf32, #tile.memory<strides = [1, 10]>>";
  EXPECT_EQ(place(type, {2, 3}), 32);
  EXPECT_EQ(MemoryPlaces(ref(type)).size(), 33);
  EXPECT_EQ(*stridesOf(ref(type)), (llvm::SmallVector<int64_t>{1, 10}));
}

TEST_F(MemoryTest, TilesAndOrder) {
  // 2x2 tiles of 2x4 elements, columns of tiles first.
  constexpr llvm::StringLiteral type =
      "!tile.ref<4x8xf32, #tile.memory<tile = [2, 4], order = [1, 0]>>";
  EXPECT_EQ(place(type, {0, 3}), 3);
  EXPECT_EQ(place(type, {1, 0}), 4);
  EXPECT_EQ(place(type, {2, 0}), 8);
  EXPECT_EQ(place(type, {0, 4}), 16);
  EXPECT_FALSE(stridesOf(ref(type)));
  EXPECT_EQ(*stridesOf(ref("!tile.ref<4x8xf32, #tile.memory<order = [1, 0]>>")),
            (llvm::SmallVector<int64_t>{1, 4}));
}

TEST_F(MemoryTest, InnerTilesSplitOuterOnes) {
  // 4x2 inside of which 2x1: pieces of i are i/4, (i/2)%2, i%2.
  constexpr llvm::StringLiteral type =
      "!tile.ref<8x2xf32, #tile.memory<tile = [4, 2][2, 1]>>";
  EXPECT_EQ(place(type, {1, 0}), 1);
  EXPECT_EQ(place(type, {0, 1}), 2);
  EXPECT_EQ(place(type, {2, 0}), 4);
  EXPECT_EQ(place(type, {4, 0}), 8);
}

TEST_F(MemoryTest, PartTilesAreRoundedUp) {
  EXPECT_EQ(MemoryPlaces(ref("!tile.ref<3x5xf32, #tile.memory<tile = [2, 4]>>"))
                .size(),
            32);
}

TEST_F(MemoryTest, Padding) {
  constexpr llvm::StringLiteral type =
      "!tile.ref<4x8xf32, shared, #tile.memory<pad = [8, 1, 16, 2]>>";
  EXPECT_EQ(place(type, {0, 7}), 7);
  EXPECT_EQ(place(type, {1, 0}), 9);
  EXPECT_EQ(place(type, {2, 0}), 16 + 2 + 2);
  EXPECT_EQ(MemoryPlaces(ref(type)).size(), 31 + 3 + 2 + 1);
}

TEST_F(MemoryTest, SwizzleMovesPiecesOfSixteenBytes) {
  constexpr llvm::StringLiteral type = "!tile.ref<16x64xbf16, shared, "
                                       "#tile.memory<tile = [8, 64], "
                                       "swizzle = 128>>";
  // A row of 128 bytes has eight pieces of eight elements; row r has piece p at
  // p xor r.
  for (int64_t row = 0; row < 16; ++row) {
    for (int64_t column = 0; column < 64; ++column) {
      EXPECT_EQ(place(type, {row, column}),
                row * 64 + ((column / 8) ^ (row % 8)) * 8 + column % 8);
    }
  }
}

TEST_F(MemoryTest, ElementsDoNotMeet) {
  for (llvm::StringRef type :
       {"!tile.ref<6x10xf32, #tile.memory<tile = [4, 4][2, 4], order = [1, "
        "0]>>",
        "!tile.ref<16x32xf32, shared, #tile.memory<tile = [8, 32], "
        "swizzle = 128>>",
        "!tile.ref<16x16xbf16, shared, #tile.memory<tile = [8, 16], "
        "swizzle = 32>>",
        "!tile.ref<2x16x32xbf16, shared, #tile.memory<tile = [8, 32], "
        "swizzle = 64>>",
        "!tile.ref<5x7xi8, shared, #tile.memory<pad = [3, 2]>>"}) {
    RefType refType = ref(type);
    MemoryPlaces places(refType);
    std::set<int64_t> seen;
    llvm::SmallVector<int64_t> index(refType.getRank(), 0);
    for (int64_t i = 0; i < refType.getElementCount(); ++i) {
      int64_t rest = i;
      for (size_t dim = index.size(); dim-- > 0;) {
        index[dim] = rest % refType.getExtent(dim);
        rest /= refType.getExtent(dim);
      }
      int64_t at = places.placeOf(index);
      EXPECT_GE(at, 0) << type.str();
      EXPECT_LT(at, places.size()) << type.str();
      EXPECT_TRUE(seen.insert(at).second) << type.str();
    }
  }
}

} // namespace
