// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/HostArray.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace weft;
using namespace weft::runtime;

namespace {

using Numbers = std::vector<int64_t>;

/// The plain definition of a strided copy.
template <class T>
void copySlowly(const Numbers &dimensions, const char *source,
                const Numbers &sourceStrides, char *destination,
                const Numbers &destinationStrides) {
  Numbers index(dimensions.size(), 0);
  int64_t count = std::accumulate(dimensions.begin(), dimensions.end(),
                                  int64_t(1), std::multiplies<>());
  for (int64_t i = 0; i < count; ++i) {
    int64_t from = 0;
    int64_t to = 0;
    for (size_t d = 0; d < index.size(); ++d) {
      from += index[d] * sourceStrides[d];
      to += index[d] * destinationStrides[d];
    }
    std::copy(source + from, source + from + sizeof(T), destination + to);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < dimensions[d]) {
        break;
      }
      index[d] = 0;
    }
  }
}

template <class T> void checkAll() {
  const int64_t size = sizeof(T);
  std::vector<char> source(4096);
  std::iota(source.begin(), source.end(), 0);
  const char *middle = source.data() + 2048;
  Numbers dimensions = {3, 1, 4, 2};
  std::vector<Numbers> sources = {
      {8 * size, 8 * size, 2 * size, size},
      {-8 * size, 0, 2 * size, -size},
      {0, 0, 0, 0},
      {16 * size, 77, -4 * size, 2 * size},
      {size, 1, 3 * size, 12 * size},
  };
  std::vector<Numbers> destinations = {
      {8 * size, 8 * size, 2 * size, size},
      {size, size, 3 * size, 12 * size},
      {4 * size, size, size, 12 * size},
  };
  for (const Numbers &from : sources) {
    for (const Numbers &to : destinations) {
      std::vector<char> expected(24 * size, 'x');
      std::vector<char> actual(24 * size, 'x');
      copySlowly<T>(dimensions, middle, from, expected.data(), to);
      copyStrided(sizeof(T), dimensions, middle, from, actual.data(), to);
      EXPECT_EQ(actual, expected);
    }
  }
}

TEST(HostArray, StridedCopiesOfAllWidths) {
  checkAll<uint8_t>();
  checkAll<uint16_t>();
  checkAll<uint32_t>();
  checkAll<uint64_t>();
  checkAll<__int128>();
}

TEST(HostArray, ScalarsAndEmpty) {
  float from = 3;
  float to = 0;
  copyStrided(4, {}, &from, {}, &to, {});
  EXPECT_EQ(to, 3);
  copyStrided(4, Numbers{2, 0}, nullptr, Numbers{8, 4}, nullptr, Numbers{8, 4});
}

TEST(HostArray, Strides) {
  Numbers dimensions = {2, 3};
  HostArray array{nullptr, ElementType::F32, dimensions, std::nullopt};
  EXPECT_EQ(*stridesOf(array), (Numbers{12, 4}));
  Numbers wrong = {4};
  array.byteStrides = wrong;
  EXPECT_EQ(stridesOf(array).status().code(), StatusCode::InvalidArgument);
}

TEST(HostArray, Placement) {
  ArrayType type = *ArrayType::create(ElementType::F32, Numbers{2, 3});
  EXPECT_EQ(placementOf(type, {})->byteStrides, (Numbers{12, 4}));
  EXPECT_EQ(placementOf(type, {Numbers{0, 1}, {}})->byteStrides,
            (Numbers{4, 8}));
  auto spread = placementOf(type, {{}, Numbers{100, 8}});
  ASSERT_TRUE(spread.ok());
  EXPECT_EQ(spread->byteSize, 120u);
  EXPECT_FALSE(placementOf(type, {{}, Numbers{-4, 4}}).ok());
  EXPECT_FALSE(placementOf(type, {{}, Numbers{4}}).ok());
  EXPECT_FALSE(placementOf(type, {Numbers{0, 0}, {}}).ok());
}

} // namespace
