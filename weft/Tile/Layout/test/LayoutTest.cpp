// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/Layout.h"
#include "weft/Tile/Layout/Conversion.h"

#include <gtest/gtest.h>
#include <mlir/IR/MLIRContext.h>

#include <random>
#include <set>

namespace weft::tile {
namespace {

using Shape = llvm::SmallVector<int64_t>;

/// The element that a register of a thread holds, step by step.
Place elementAt(const Layout &layout, const Shape &shape, int64_t number,
                int64_t lane, int64_t warp) {
  Place place = layout.registerPlace(shape, number);
  Place thread = layout.threadPlace(lane, warp);
  for (auto [at, step] : llvm::zip_equal(place, thread)) {
    at += step;
  }
  return place;
}

Layout randomLayout(std::mt19937 &random, const Shape &shape) {
  Shape order;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    order.push_back(static_cast<int64_t>(dim));
  }
  std::shuffle(order.begin(), order.end(), random);
  return blockedLayout(shape, order, int64_t(1) << (random() % 4), 32,
                       int64_t(1) << (random() % 4));
}

/// For all registers of a few threads.
template <typename Function>
void forEachElement(const Layout &layout, const Shape &shape,
                    Function function) {
  const int64_t warps = int64_t(1) << layout.warps.size();
  for (int64_t lane : {0, 1, 5, 18, 31}) {
    for (int64_t warp = 0; warp < warps; ++warp) {
      for (int64_t i = 0; i < layout.registerCount(shape); ++i) {
        function(i, lane, warp, elementAt(layout, shape, i, lane, warp));
      }
    }
  }
}

const llvm::SmallVector<Shape> &shapes() {
  static const llvm::SmallVector<Shape> list = {
      {4, 1024}, {64, 64}, {48, 72}, {1, 256}, {7}, {2, 8, 32}, {3, 5, 64}};
  return list;
}

TEST(LayoutTest, ExampleOfTheHeader) {
  const Shape shape = {4, 1024};
  const Layout layout = blockedLayout(shape, {1, 0}, 4, 32, 4);
  EXPECT_EQ(elementAt(layout, shape, 1, 3, 2), (Place{2, 13}));
  EXPECT_EQ(elementAt(layout, shape, 21, 3, 2), (Place{2, 5 * 128 + 13}));
}

TEST(LayoutTest, AttributeAndBack) {
  mlir::MLIRContext context;
  context.loadDialect<TileDialect>();
  std::mt19937 random(1);
  for (const Shape &shape : shapes()) {
    const Layout layout = randomLayout(random, shape);
    const Layout back(layout.toAttribute(&context));
    EXPECT_EQ(back.base, layout.base);
    EXPECT_TRUE(back.isSame(layout, shape));
  }
}

TEST(LayoutTest, BlockedHoldsEveryElement) {
  std::mt19937 random(2);
  for (const Shape &shape : shapes()) {
    for (int round = 0; round < 8; ++round) {
      const Layout layout = randomLayout(random, shape);
      ASSERT_TRUE(layout.fits(shape));
      ASSERT_TRUE(layout.isPlain());
      std::set<Place> held;
      for (int64_t lane = 0; lane < 32; ++lane) {
        for (int64_t warp = 0; warp < int64_t(1) << layout.warps.size();
             ++warp) {
          for (int64_t i = 0; i < layout.registerCount(shape); ++i) {
            held.insert(elementAt(layout, shape, i, lane, warp));
          }
        }
      }
      size_t elements = 1;
      for (int64_t extent : shape) {
        elements *= static_cast<size_t>(extent);
      }
      EXPECT_EQ(held.size(), elements);
    }
  }
}

TEST(LayoutTest, DroppedKeepsTheOtherDims) {
  std::mt19937 random(3);
  for (const Shape &shape : shapes()) {
    const Layout layout = randomLayout(random, shape);
    for (int64_t dim = 0; dim < layout.rank(); ++dim) {
      Shape less(shape);
      less.erase(less.begin() + dim);
      const Layout dropped = layout.dropped({dim});
      ASSERT_TRUE(dropped.fits(less));
      EXPECT_TRUE(dropped.inserted({dim}).fits([&] {
        Shape ones(shape);
        ones[dim] = 1;
        return ones;
      }()));
      // Every thread holds what is left of its elements, and no more.
      for (int64_t lane : {0, 7, 31}) {
        std::set<Place> before;
        std::set<Place> after;
        for (int64_t i = 0; i < layout.registerCount(shape); ++i) {
          Place place = elementAt(layout, shape, i, lane, 0);
          place.erase(place.begin() + dim);
          before.insert(place);
        }
        for (int64_t i = 0; i < dropped.registerCount(less); ++i) {
          after.insert(elementAt(dropped, less, i, lane, 0));
        }
        EXPECT_EQ(before, after);
      }
    }
  }
}

TEST(LayoutTest, JoinedAndSlicedStayInTheirThreads) {
  std::mt19937 random(5);
  for (const Shape &shape : shapes()) {
    for (int64_t count : {2, 3, 4}) {
      const Layout layout = randomLayout(random, shape);
      const Layout joined = layout.joined(count);
      Shape more(shape);
      more.push_back(count);
      ASSERT_TRUE(joined.fits(more));
      EXPECT_TRUE(joined.isInRegisters(layout.rank()));
      // Every element of a thread with all that is beside it.
      forEachElement(
          joined, more, [&](int64_t, int64_t lane, int64_t warp, Place place) {
            place.pop_back();
            bool isHeld = false;
            for (int64_t i = 0; i < layout.registerCount(shape); ++i) {
              isHeld |= elementAt(layout, shape, i, lane, warp) == place;
            }
            EXPECT_TRUE(isHeld);
          });
      // One part of them is held as the tile that was joined.
      Shape offsets(more.size(), 0);
      offsets.back() = count - 1;
      Shape one(more);
      one.back() = 1;
      std::optional<Layout> part = joined.sliced(offsets, more, one);
      ASSERT_TRUE(part);
      EXPECT_TRUE(part->dropped({layout.rank()}).isSame(layout, shape));
    }
  }
  // Lanes without elements are no layout.
  const Layout lanes = blockedLayout({64}, {0}, 1, 32, 1);
  EXPECT_TRUE(lanes.sliced({32}, {64}, {32}));
  EXPECT_FALSE(lanes.sliced({1}, {64}, {1}));
}

TEST(LayoutTest, PermutedMovesDims) {
  std::mt19937 random(4);
  const Shape shape = {2, 8, 32};
  const Layout layout = randomLayout(random, shape);
  const Layout permuted = layout.permuted({2, 0, 1});
  const Shape moved = {32, 2, 8};
  std::set<Place> before;
  std::set<Place> after;
  forEachElement(layout, shape,
                 [&](int64_t, int64_t, int64_t, const Place &place) {
                   before.insert({place[2], place[0], place[1]});
                 });
  forEachElement(permuted, moved,
                 [&](int64_t, int64_t, int64_t, const Place &place) {
                   after.insert(place);
                 });
  EXPECT_EQ(before, after);
}

TEST(LayoutTest, ReshapedKeepsRowMajorNumbers) {
  std::mt19937 random(5);
  const llvm::SmallVector<std::pair<Shape, Shape>> pairs = {
      {{4, 1024}, {4096}},
      {{64, 64}, {8, 8, 64}},
      {{4, 1}, {4}},
      {{48, 72}, {48, 1, 72}},
      {{2, 8, 32}, {16, 32}}};
  for (const auto &[from, to] : pairs) {
    for (int round = 0; round < 8; ++round) {
      const Layout layout = randomLayout(random, from);
      std::optional<Layout> reshaped = layout.reshaped(from, to);
      ASSERT_TRUE(reshaped);
      ASSERT_TRUE(reshaped->fits(to));
      auto numberOf = [](const Shape &shape, const Place &place) {
        int64_t number = 0;
        for (auto [extent, at] : llvm::zip_equal(shape, place)) {
          number = number * extent + at;
        }
        return number;
      };
      for (int64_t lane : {0, 9, 31}) {
        std::set<int64_t> before;
        std::set<int64_t> after;
        for (int64_t i = 0; i < layout.registerCount(from); ++i) {
          before.insert(numberOf(from, elementAt(layout, from, i, lane, 0)));
        }
        for (int64_t i = 0; i < reshaped->registerCount(to); ++i) {
          after.insert(numberOf(to, elementAt(*reshaped, to, i, lane, 0)));
        }
        EXPECT_EQ(before, after);
      }
    }
  }
  EXPECT_FALSE(
      blockedLayout({12, 10}, {1, 0}, 1, 32, 1).reshaped({12, 10}, {120}));
}

Machine machine() {
  Machine one;
  one.name = "test";
  one.threads.lanes = 32;
  one.vectorBytes = 16;
  one.threads.sectorBytes = 32;
  one.threads.banks = 32;
  one.threads.bankBytes = 4;
  one.threads.sharedBytesPerBlock = 1 << 16;
  one.threads.warpsPerTile = 8;
  return one;
}

TEST(ConversionTest, TransposeHasNoConflicts) {
  const Shape shape = {64, 64};
  const Layout rows = blockedLayout(shape, {1, 0}, 1, 32, 4);
  const Layout columns = blockedLayout(shape, {0, 1}, 1, 32, 4);
  const Conversion plan = planConversion(rows, columns, shape, 4, machine());
  ASSERT_TRUE(plan.scratch);
  EXPECT_NE(plan.scratch->pad, 0);
  // One round per access: 32 registers more are written, and as many read.
  const Conversion twice =
      planConversion(rows, columns, {128, 64}, 4, machine());
  EXPECT_EQ(twice.cost - plan.cost, 2 * 32);
}

TEST(ConversionTest, SameThreadsRename) {
  const Layout layout = blockedLayout({64, 64}, {1, 0}, 4, 32, 4);
  const Conversion plan =
      planConversion(layout, layout, {64, 64}, 4, machine());
  EXPECT_FALSE(plan.scratch);
  EXPECT_EQ(plan.cost, 0);
}

TEST(ConversionTest, WhatIsSentTogetherStaysTogether) {
  // Lanes that read one element each, four rows of eight columns: rows that are
  // padded by two vectors fill all banks.
  const Shape shape = {16, 64};
  const Layout sent = blockedLayout(shape, {1, 0}, 4, 32, 4);
  Layout read = blockedLayout(shape, {1, 0}, 1, 8, 1);
  read.lanes.insert(read.lanes.begin(), {{1, 0}, {2, 0}});
  read.base = {4, 8};
  const std::optional<Scratch> scratch =
      planFlight(sent, read, shape, 4, 4, machine());
  ASSERT_TRUE(scratch);
  EXPECT_EQ(scratch->order.back(), 1);
  EXPECT_EQ(scratch->pad, 8);
  // Vectors of columns are none of rows.
  const Layout across = blockedLayout(shape, {0, 1}, 4, 32, 4);
  const std::optional<Scratch> turned =
      planFlight(across, read, shape, 4, 4, machine());
  ASSERT_TRUE(turned);
  EXPECT_EQ(turned->order.back(), 0);
}

TEST(ConversionTest, PartsBehindLeadingDims) {
  const Scratch ring = {{0, 2, 1}, 8};
  const std::optional<Scratch> slot = ring.behind(1);
  ASSERT_TRUE(slot);
  EXPECT_EQ(slot->order, (llvm::SmallVector<int64_t>{1, 0}));
  EXPECT_EQ(slot->pad, 8);
  EXPECT_FALSE((Scratch{{1, 0, 2}, 0}.behind(1)));
}

TEST(ConversionTest, ScratchIsTheMemoryItIsWrittenAs) {
  mlir::MLIRContext context;
  context.loadDialect<TileDialect>();
  for (const Shape &shape : {Shape{64, 64}, Shape{3, 5, 64}}) {
    for (int64_t pad : {0, 4}) {
      Scratch scratch;
      for (size_t dim = 0; dim < shape.size(); ++dim) {
        scratch.order.insert(scratch.order.begin(), static_cast<int64_t>(dim));
      }
      scratch.pad = pad;
      MemoryAttr memory = scratch.toAttribute(&context, shape);
      std::optional<Scratch> back = Scratch::from(memory, shape);
      ASSERT_TRUE(back);
      EXPECT_EQ(back->order, scratch.order);
      EXPECT_EQ(back->strides(shape), scratch.strides(shape));
    }
  }
}

} // namespace
} // namespace weft::tile
