// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which element each register of each lane holds in the matrix instructions of
// the machines' rows: the rows have columns of bits, and here are the same maps
// once more, as formulas of the numbers of lane and register.

#include "weft/Tile/Layout/Matrix.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace weft::amd {
namespace {

using tile::Layout;
using tile::Place;
using Map = std::function<std::pair<int64_t, int64_t>(int64_t, int64_t)>;

/// Element by element; and every element is held once.
void expectMap(const FragmentMap &map, int64_t rows, int64_t columns,
               const Map &expected) {
  const Layout layout = tile::fragmentLayout(map, rows, columns);
  const int64_t registers = int64_t(1) << map.registers.size();
  ASSERT_EQ(map.lanes.size(), 6u);
  ASSERT_EQ(registers * 64, rows * columns);
  ASSERT_TRUE(layout.isPlain());
  std::set<std::pair<int64_t, int64_t>> held;
  for (int64_t lane = 0; lane < 64; ++lane) {
    const Place thread = layout.threadPlace(lane, 0);
    for (int64_t i = 0; i < registers; ++i) {
      const Place place = layout.registerPlace(layout.base, i);
      const std::pair<int64_t, int64_t> element = {place[0] + thread[0],
                                                   place[1] + thread[1]};
      EXPECT_EQ(element, expected(lane, i)) << "lane " << lane << ", " << i;
      held.insert(element);
    }
  }
  EXPECT_EQ(held.size(), static_cast<size_t>(rows * columns));
}

class LaneMapsTest : public testing::TestWithParam<const char *> {};

TEST_P(LaneMapsTest, SixteenBySixteen) {
  const Machine machine = *findMachine(GetParam());
  ASSERT_FALSE(machine.instructions.empty());
  for (const MatrixInstruction &one : machine.instructions) {
    SCOPED_TRACE(one.name);
    ASSERT_EQ(one.m, 16);
    ASSERT_EQ(one.n, 16);
    const int64_t k = one.k;
    // Of A a lane holds one row, of B one column, and k / 4 elements of it.
    expectMap(one.lhs, 16, k, [k](int64_t lane, int64_t i) {
      return std::pair(lane % 16, k / 4 * (lane / 16) + i);
    });
    expectMap(one.rhs, k, 16, [k](int64_t lane, int64_t i) {
      return std::pair(k / 4 * (lane / 16) + i, lane % 16);
    });
    // Of the sums, four rows of one column.
    expectMap(one.accumulator, 16, 16, [](int64_t lane, int64_t i) {
      return std::pair(4 * (lane / 16) + i, lane % 16);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, LaneMapsTest,
                         testing::Values("gfx942", "gfx950"),
                         [](const auto &info) {
                           return std::string(info.param);
                         });

} // namespace
} // namespace weft::amd
