// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/ArrayType.h"

#include <gtest/gtest.h>

#include <limits>

using namespace weft;

namespace {

using Numbers = std::vector<int64_t>;

TEST(ArrayType, RowMajorByDefault) {
  auto type = ArrayType::create(ElementType::F32, Numbers{2, 3, 4});
  ASSERT_TRUE(type.ok()) << type.status();
  EXPECT_EQ(type->minorToMajor, (Numbers{2, 1, 0}));
  EXPECT_TRUE(type->isRowMajor());
  EXPECT_EQ(type->byteSize(), 96u);
  EXPECT_EQ(type->byteStrides(), (Numbers{48, 16, 4}));
  EXPECT_EQ(type->toString(), "f32[2,3,4]{2,1,0}");
}

TEST(ArrayType, OtherLayouts) {
  auto type =
      ArrayType::create(ElementType::BF16, Numbers{2, 3}, Numbers{0, 1});
  ASSERT_TRUE(type.ok()) << type.status();
  EXPECT_FALSE(type->isRowMajor());
  EXPECT_EQ(type->byteStrides(), (Numbers{2, 4}));
  for (const Numbers &layout :
       {Numbers{0}, Numbers{0, 0}, Numbers{1, 2}, Numbers{-1, 0}}) {
    EXPECT_EQ(ArrayType::create(ElementType::F32, Numbers{2, 3}, layout)
                  .status()
                  .code(),
              StatusCode::InvalidArgument);
  }
}

TEST(ArrayType, NarrowElementsTakeAByte) {
  auto type = ArrayType::create(ElementType::S4, Numbers{5});
  ASSERT_TRUE(type.ok());
  EXPECT_EQ(type->byteSize(), 5u);
  EXPECT_EQ(elementBits(ElementType::F6E2M3FN), 6u);
  EXPECT_EQ(elementBytes(ElementType::C128), 16u);
  EXPECT_EQ(elementBytes(ElementType::Token), 0u);
  EXPECT_EQ(elementName(ElementType::F8E4M3B11FNUZ), "f8e4m3b11fnuz");
}

TEST(ArrayType, EmptyAndScalar) {
  auto scalar = ArrayType::create(ElementType::F64, {});
  ASSERT_TRUE(scalar.ok());
  EXPECT_EQ(scalar->byteSize(), 8u);
  int64_t large = std::numeric_limits<int64_t>::max();
  auto empty = ArrayType::create(ElementType::F64, Numbers{large, 0, large});
  ASSERT_TRUE(empty.ok()) << empty.status();
  EXPECT_EQ(empty->byteSize(), 0u);
  EXPECT_EQ(empty->byteStrides().size(), 3u);
}

TEST(ArrayType, Refusals) {
  int64_t large = int64_t(1) << 40;
  for (auto type : {ArrayType::create(ElementType::F32, Numbers{-1}),
                    ArrayType::create(ElementType::F32, Numbers{large, large}),
                    ArrayType::create(ElementType::Invalid, {}),
                    ArrayType::create(static_cast<ElementType>(200), {}),
                    ArrayType::create(ElementType::Token, Numbers{1})}) {
    EXPECT_EQ(type.status().code(), StatusCode::InvalidArgument);
  }
}

} // namespace
