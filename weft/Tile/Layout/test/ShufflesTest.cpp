// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a plan, taken by all threads on the places of their elements,
// leave each register with the place that the other layout says.

#include "weft/Tile/Layout/Shuffles.h"
#include "weft/Tile/Layout/Conversion.h"

#include <gtest/gtest.h>

#include <random>

namespace weft::tile {
namespace {

using Shape = llvm::SmallVector<int64_t>;

constexpr int64_t laneCount = 32;

Machine machine() {
  Machine one;
  one.name = "test";
  one.threads.lanes = laneCount;
  one.vectorBytes = 16;
  one.threads.banks = 32;
  one.threads.bankBytes = 4;
  return one;
}

int64_t lanesOf(const Layout &layout) {
  return int64_t(1) << layout.lanes.size();
}

Place elementAt(const Layout &layout, const Shape &shape, int64_t number,
                int64_t thread) {
  Place place = layout.registerPlace(shape, number);
  const int64_t lanes = lanesOf(layout);
  for (auto [at, step] : llvm::zip_equal(
           place, layout.threadPlace(thread % lanes, thread / lanes))) {
    at += step;
  }
  return place;
}

/// What all threads of a block have after the steps of a plan: a place for each
/// register of each thread.
std::vector<std::vector<Place>> taken(const Shuffles &plan, const Layout &from,
                                      const Shape &shape, int64_t threads) {
  // By thread, value and element.
  std::vector<std::vector<std::vector<Place>>> values(
      static_cast<size_t>(threads));
  for (int64_t thread = 0; thread < threads; ++thread) {
    for (llvm::ArrayRef<int64_t> word : plan.given) {
      std::vector<Place> places;
      for (int64_t number : word) {
        places.push_back(elementAt(from, shape, number, thread));
      }
      values[static_cast<size_t>(thread)].push_back(std::move(places));
    }
  }
  for (const Shuffles::Step &step : plan.steps) {
    std::vector<std::vector<Place>> next;
    for (int64_t thread = 0; thread < threads; ++thread) {
      int64_t source = thread;
      int64_t value = step.value;
      if (step.kind == Shuffles::Step::Kind::Shuffle) {
        source = thread / lanesOf(from) * lanesOf(from);
        int64_t lane = step.lanes;
        for (const auto &[bit, of] : llvm::enumerate(plan.asked)) {
          lane ^= of ? (thread >> *of & 1) << bit : 0;
        }
        source += lane;
      } else if ((thread >> step.bit & 1) == 0) {
        value = step.otherwise;
      }
      next.push_back(
          values[static_cast<size_t>(source)][static_cast<size_t>(value)]);
    }
    for (auto [list, value] : llvm::zip_equal(values, next)) {
      list.push_back(value);
    }
  }
  std::vector<std::vector<Place>> result;
  for (const std::vector<std::vector<Place>> &own : values) {
    result.emplace_back();
    for (const Shuffles::Taken &one : plan.taken) {
      result.back().push_back(own[static_cast<size_t>(one.value)]
                                 [static_cast<size_t>(one.element)]);
    }
  }
  return result;
}

void expectMoves(const Shuffles &plan, const Layout &from, const Layout &to,
                 const Shape &shape, int64_t elementBytes) {
  EXPECT_LE(static_cast<int64_t>(plan.given.front().size()) * elementBytes,
            std::max<int64_t>(4, elementBytes));
  const int64_t threads = lanesOf(from) << from.warps.size();
  const std::vector<std::vector<Place>> places =
      taken(plan, from, shape, threads);
  for (int64_t thread = 0; thread < threads; ++thread) {
    const std::vector<Place> &own = places[static_cast<size_t>(thread)];
    ASSERT_EQ(static_cast<int64_t>(own.size()), to.registerCount(shape));
    for (int64_t i = 0; i < to.registerCount(shape); ++i) {
      ASSERT_EQ(own[static_cast<size_t>(i)], elementAt(to, shape, i, thread))
          << "register " << i << " of thread " << thread;
    }
  }
}

void expectMoves(const Layout &from, const Layout &to, const Shape &shape,
                 int64_t elementBytes) {
  const std::optional<Shuffles> plan =
      planShuffles(from, to, shape, elementBytes);
  ASSERT_TRUE(plan);
  expectMoves(*plan, from, to, shape, elementBytes);
}

Layout::Column step(size_t rank, int64_t dim, int64_t by) {
  Layout::Column column(rank, 0);
  column[static_cast<size_t>(dim)] = by;
  return column;
}

/// Any plain layout in which these bits of places are the warps' (a column that
/// moves nothing: copies), of a base that divides the shape; some lanes have
/// copies.
Layout randomLayout(std::mt19937 &random, const Shape &shape,
                    llvm::ArrayRef<Layout::Column> warps, size_t laneBits = 5) {
  Layout layout;
  layout.warps.assign(warps.begin(), warps.end());
  std::vector<Layout::Column> left;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    int64_t least = 1;
    for (const Layout::Column &column : warps) {
      least = std::max(least, 2 * column[dim]);
    }
    int64_t base = extent & -extent;
    while (base > least && random() % 4 == 0) {
      base /= 2;
    }
    layout.base.push_back(base);
    for (int64_t by = 1; by < base; by *= 2) {
      Layout::Column column = step(shape.size(), static_cast<int64_t>(dim), by);
      if (!llvm::is_contained(warps, column)) {
        left.push_back(std::move(column));
      }
    }
  }
  std::shuffle(left.begin(), left.end(), random);
  while (layout.lanes.size() < laneBits) {
    if (left.empty() || random() % 5 == 0) {
      layout.lanes.push_back(Layout::Column(shape.size(), 0));
    } else {
      layout.lanes.push_back(left.back());
      left.pop_back();
    }
  }
  std::shuffle(layout.lanes.begin(), layout.lanes.end(), random);
  layout.registers.assign(left.begin(), left.end());
  return layout;
}

TEST(ShufflesTest, RandomLayoutsOfTheSameWarps) {
  std::mt19937 random(1);
  struct Case {
    Shape shape;
    llvm::SmallVector<Layout::Column> warps;
  };
  const Case cases[] = {
      {{64}, {}},
      {{16, 16}, {step(2, 0, 4)}},
      {{8, 64}, {step(2, 1, 2), step(2, 0, 1)}},
      {{8, 32}, {step(2, 0, 0), step(2, 0, 4)}},
      // Repeats that are no power of two.
      {{48, 8}, {step(2, 0, 8)}},
      {{3, 5, 64}, {step(3, 2, 32)}},
      {{2, 4, 24}, {}},
      {{1, 4}, {step(2, 0, 0)}},
  };
  for (const Case &one : cases) {
    for (int round = 0; round < 60; ++round) {
      const Layout from = randomLayout(random, one.shape, one.warps);
      const Layout to = randomLayout(random, one.shape, one.warps);
      ASSERT_TRUE(from.isPlain() && from.fits(one.shape));
      ASSERT_TRUE(to.isPlain() && to.fits(one.shape));
      for (int64_t bytes : {1, 2, 4, 8}) {
        expectMoves(from, to, one.shape, bytes);
      }
    }
  }
}

/// Warps of 32 and of 64 lanes that may have anything, before and after: where
/// there is a plan, it brings every element to its place.
TEST(ShufflesTest, RandomLayoutsOfAnyWarps) {
  std::mt19937 random(2);
  const int64_t extents[] = {1, 2, 3, 4, 6, 8, 12, 16, 32};
  int64_t plans = 0;
  for (int round = 0; round < 150; ++round) {
    Shape shape;
    for (unsigned dim = 0, e = 1 + random() % 3; dim < e; ++dim) {
      shape.push_back(extents[random() % std::size(extents)]);
    }
    std::vector<Layout::Column> bits;
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      for (int64_t by = 1; by < (extent & -extent); by *= 2) {
        bits.push_back(step(shape.size(), static_cast<int64_t>(dim), by));
      }
    }
    const size_t warpBits = random() % 4;
    const size_t laneBits = 5 + random() % 2;
    std::vector<Layout::Column> warps(warpBits, Layout::Column(shape.size()));
    auto changed = [&] {
      std::shuffle(bits.begin(), bits.end(), random);
      std::vector<Layout::Column> own = warps;
      for (auto [column, bit] : llvm::zip(own, bits)) {
        const bool isTaken = llvm::is_contained(own, bit);
        if (!isTaken && random() % 2 == 0) {
          column = bit;
        }
      }
      return own;
    };
    warps = changed();
    const Layout from = randomLayout(random, shape, warps, laneBits);
    const Layout to =
        randomLayout(random, shape, random() % 3 ? warps : changed(), laneBits);
    ASSERT_TRUE(from.isPlain() && from.fits(shape));
    ASSERT_TRUE(to.isPlain() && to.fits(shape));
    for (int64_t bytes : {1, 2, 4, 16}) {
      if (std::optional<Shuffles> plan = planShuffles(from, to, shape, bytes)) {
        ++plans;
        expectMoves(*plan, from, to, shape, bytes);
      }
    }
  }
  EXPECT_GT(plans, 150);
}

/// Lanes along dim 1, registers along dim 0; and some of both exchanged.
Layout lanesAlongRows(int64_t registerBits) {
  Layout layout;
  layout.base = {int64_t(1) << registerBits, 32};
  for (int64_t bit = 0; bit < registerBits; ++bit) {
    layout.registers.push_back(step(2, 0, int64_t(1) << bit));
  }
  for (int64_t bit = 0; bit < 5; ++bit) {
    layout.lanes.push_back(step(2, 1, int64_t(1) << bit));
  }
  return layout;
}

Layout exchanged(Layout layout, int64_t bits) {
  for (int64_t bit = 0; bit < bits; ++bit) {
    std::swap(layout.registers[static_cast<size_t>(bit)],
              layout.lanes[static_cast<size_t>(bit)]);
  }
  return layout;
}

TEST(ShufflesTest, OneOfEveryExchangeStaysInItsLane) {
  for (int64_t bits : {1, 2, 3}) {
    const Layout from = lanesAlongRows(4);
    const Layout to = exchanged(from, bits);
    const std::optional<Shuffles> plan = planShuffles(from, to, {16, 32}, 4);
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->asksItself());
    EXPECT_EQ(plan->shuffleCount(), 16 - (16 >> bits));
    expectMoves(from, to, {16, 32}, 4);
  }
  // Two registers: each lane chooses what it sends, and where it goes.
  const std::optional<Shuffles> plan = planShuffles(
      lanesAlongRows(1), exchanged(lanesAlongRows(1), 1), {2, 32}, 4);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->steps.size(), 4u);
}

TEST(ShufflesTest, HalvesOfWordsMoveTogether) {
  // Two bits are exchanged, and two stay registers.
  const Layout from = lanesAlongRows(4);
  const Layout to = exchanged(from, 2);
  EXPECT_EQ(planShuffles(from, to, {16, 32}, 4)->shuffleCount(), 12);
  EXPECT_EQ(planShuffles(from, to, {16, 32}, 2)->shuffleCount(), 6);
  EXPECT_EQ(planShuffles(from, to, {16, 32}, 1)->shuffleCount(), 3);
  // Nothing stays side by side.
  const Layout all = exchanged(lanesAlongRows(2), 2);
  EXPECT_EQ(planShuffles(lanesAlongRows(2), all, {4, 32}, 2)->shuffleCount(),
            3);
}

TEST(ShufflesTest, LanesThatAreRenamedAskOtherLanes) {
  const Layout from = lanesAlongRows(1);
  Layout to = from;
  std::rotate(to.lanes.begin(), to.lanes.begin() + 1, to.lanes.end());
  const std::optional<Shuffles> plan = planShuffles(from, to, {2, 32}, 4);
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->asksItself());
  EXPECT_EQ(plan->steps.size(), 2u);
  EXPECT_EQ(plan->shuffleCount(), 2);
}

TEST(ShufflesTest, CopiesAreChosenFrom) {
  // All lanes have all of it, and keep one each.
  Layout all;
  all.base = {32};
  for (int64_t by = 1; by < 32; by *= 2) {
    all.registers.push_back(step(1, 0, by));
  }
  all.lanes.assign(5, step(1, 0, 0));
  const Layout one = blockedLayout({32}, {0}, 1, 32, 1);
  const std::optional<Shuffles> kept = planShuffles(all, one, {32}, 4);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->shuffleCount(), 0);
  EXPECT_EQ(kept->steps.size(), 31u);
  expectMoves(all, one, {32}, 4);
  // The other way each is asked for by all.
  EXPECT_EQ(planShuffles(one, all, {32}, 4)->shuffleCount(), 32);
  expectMoves(one, all, {32}, 4);
}

TEST(ShufflesTest, WarpsThatHaveCopiesKeepAPart) {
  Layout from = lanesAlongRows(3);
  from.warps = {step(2, 0, 0), step(2, 0, 0)};
  Layout to = lanesAlongRows(1);
  to.base = {8, 32};
  to.warps = {step(2, 0, 2), step(2, 0, 4)};
  EXPECT_EQ(planShuffles(from, to, {8, 32}, 4)->shuffleCount(), 0);
  expectMoves(from, to, {8, 32}, 4);
  // What a warp has not, memory brings.
  EXPECT_FALSE(planShuffles(to, from, {8, 32}, 4));
  // Lanes may be asked for by the number of the warp.
  to.warps[1] = step(2, 1, 1);
  to.registers.push_back(step(2, 0, 4));
  to.lanes[0] = step(2, 0, 0);
  expectMoves(from, to, {8, 32}, 4);
  // A lane that is asked for two registers would have to send both.
  to.registers.pop_back();
  to.lanes[0] = step(2, 0, 4);
  EXPECT_FALSE(planShuffles(from, to, {8, 32}, 4));
}

TEST(ConversionByShufflesTest, TakesWhatTakesLess) {
  // Few registers, one exchange: nothing is stored.
  const Layout rows = lanesAlongRows(2);
  const Conversion few =
      planConversion(rows, exchanged(rows, 2), {4, 32}, 4, machine());
  EXPECT_FALSE(few.scratch);
  EXPECT_EQ(few.shuffles, 3);
  EXPECT_LT(
      few.cost,
      planThroughMemory(rows, exchanged(rows, 2), {4, 32}, 4, machine()).cost);
  // All of a warp's 32 x 32 elements change places: 31 of 32 would be sent,
  // behind and in front of five choices each.
  const Layout square = lanesAlongRows(5);
  const Conversion many =
      planConversion(square, exchanged(square, 5), {32, 32}, 4, machine());
  EXPECT_TRUE(many.scratch);
  EXPECT_FALSE(many.shuffles);
  EXPECT_LT(many.cost, planShuffles(square, exchanged(square, 5), {32, 32}, 4)
                           ->cost(4, machine()));
}

TEST(ConversionByShufflesTest, SpreadsInWarps) {
  // The sums of a product of matrices: two neighbours in each lane, and a row
  // in four of them. Memory is written in rows of eight at a time.
  Layout sums;
  sums.base = {16, 8};
  sums.registers = {step(2, 1, 1), step(2, 0, 8)};
  sums.lanes = {step(2, 1, 2), step(2, 1, 4), step(2, 0, 1), step(2, 0, 2),
                step(2, 0, 4)};
  sums.warps = {step(2, 0, 16)};
  sums.base[0] = 32;
  const Shape shape = {32, 64};
  const Layout written = spreadInWarps(sums, shape, {1, 0}, 8);
  EXPECT_TRUE(written.fits(shape));
  EXPECT_TRUE(written.isPlain());
  EXPECT_EQ(written.warps, sums.warps);
  EXPECT_EQ(written.registers[2], step(2, 1, 4));
  EXPECT_EQ(written.lanes[0], step(2, 1, 8));
  EXPECT_EQ(written.registerCount(shape), sums.registerCount(shape));
  expectMoves(sums, written, shape, 2);
}

} // namespace
} // namespace weft::tile
