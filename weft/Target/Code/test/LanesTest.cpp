// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Lanes.h"

#include <gtest/gtest.h>

namespace weft::code {
namespace {

std::vector<int64_t> widths(int64_t width, llvm::ArrayRef<int64_t> shape) {
  std::vector<int64_t> result;
  int64_t next = 0;
  for (const Piece &piece : Lanes(width).cut(shape)) {
    EXPECT_EQ(piece.start, next);
    next += piece.width;
    result.push_back(piece.width);
  }
  EXPECT_EQ(next, elementCount(shape));
  return result;
}

TEST(Lanes, rowsAreNotLeft) {
  EXPECT_EQ(widths(4, {2, 8}), (std::vector<int64_t>{4, 4, 4, 4}));
  EXPECT_EQ(widths(4, {2, 6}), (std::vector<int64_t>{4, 2, 4, 2}));
  EXPECT_EQ(widths(8, {2, 12}), (std::vector<int64_t>{8, 4, 8, 4}));
  EXPECT_EQ(widths(8, {15}), (std::vector<int64_t>{8, 4, 2, 1}));
}

TEST(Lanes, shortRowsAreTakenTogether) {
  EXPECT_EQ(widths(4, {3, 2}), (std::vector<int64_t>{4, 2}));
  EXPECT_EQ(widths(4, {8, 1}), (std::vector<int64_t>{4, 4}));
  EXPECT_EQ(widths(4, {2, 3, 2}), (std::vector<int64_t>{4, 2, 4, 2}));
}

TEST(Lanes, scalarsAreOnePiece) {
  EXPECT_EQ(widths(8, {}), (std::vector<int64_t>{1}));
  EXPECT_EQ(widths(8, {1, 1}), (std::vector<int64_t>{1}));
  EXPECT_EQ(widths(1, {3}), (std::vector<int64_t>{1, 1, 1}));
}

TEST(Lanes, coordinatesAndElements) {
  const int64_t shape[] = {2, 3, 4};
  for (int64_t element = 0; element < 24; ++element) {
    EXPECT_EQ(elementAt(coordinatesOf(element, shape), shape), element);
  }
}

} // namespace
} // namespace weft::code
