// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of indices made at random, held to their elements.

#include "weft/Tile/Pipeline/IndexTiles.h"

#include "weft/Tile/IR/Tile.h"

#include <gtest/gtest.h>
#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinOps.h>

#include <random>
#include <set>

using namespace mlir;

namespace weft::tile {
namespace {

constexpr int64_t count = 32;

/// A tile, and what its elements are.
struct Known {
  Value tile;
  std::vector<int64_t> elements;
};

class IndexTiles : public testing::Test {
protected:
  IndexTiles() {
    context.loadDialect<TileDialect, arith::ArithDialect>();
    module = ModuleOp::create(UnknownLoc::get(&context));
    builder.setInsertionPointToStart(module->getBody());
  }

  void setWidth(unsigned bits) {
    width = bits;
    type = RankedTensorType::get({count}, builder.getIntegerType(bits));
  }

  Known iota() {
    Known result{IotaOp::create(builder, loc(), type, 0), {}};
    for (int64_t i = 0; i < count; ++i) {
      result.elements.push_back(i);
    }
    return result;
  }
  Known constant(int64_t number) {
    number = llvm::SignExtend64(static_cast<uint64_t>(number), width);
    return {
        arith::ConstantOp::create(
            builder, loc(),
            SplatElementsAttr::get(
                type, builder.getIntegerAttr(type.getElementType(), number))),
        std::vector<int64_t>(count, number)};
  }

  template <typename Op, typename Compute>
  Known combine(const Known &a, const Known &b, Compute compute) {
    Known result{Op::create(builder, loc(), a.tile, b.tile), {}};
    for (size_t i = 0; i < a.elements.size(); ++i) {
      result.elements.push_back(llvm::SignExtend64(
          static_cast<uint64_t>(compute(a.elements[i], b.elements[i])), width));
    }
    return result;
  }
  Known sum(const Known &a, const Known &b) {
    return combine<arith::AddIOp>(a, b, std::plus<int64_t>());
  }
  Known difference(const Known &a, const Known &b) {
    return combine<arith::SubIOp>(a, b, std::minus<int64_t>());
  }
  Known product(const Known &a, int64_t b) {
    return combine<arith::MulIOp>(a, constant(b), std::multiplies<int64_t>());
  }
  uint64_t unsignedOf(int64_t element) const {
    return static_cast<uint64_t>(element) &
           llvm::maskTrailingOnes<uint64_t>(width);
  }
  Known quotient(const Known &a, int64_t b) {
    return combine<arith::DivUIOp>(a, constant(b), [&](int64_t x, int64_t y) {
      return static_cast<int64_t>(unsignedOf(x) / unsignedOf(y));
    });
  }
  Known remainder(const Known &a, int64_t b) {
    return combine<arith::RemUIOp>(a, constant(b), [&](int64_t x, int64_t y) {
      return static_cast<int64_t>(unsignedOf(x) % unsignedOf(y));
    });
  }
  Known isBelow(const Known &a, int64_t b, bool isSigned) {
    const Known bound = constant(b);
    Known result{arith::CmpIOp::create(builder, loc(),
                                       isSigned ? arith::CmpIPredicate::slt
                                                : arith::CmpIPredicate::ult,
                                       a.tile, bound.tile),
                 {}};
    for (auto [x, y] : llvm::zip_equal(a.elements, bound.elements)) {
      result.elements.push_back(isSigned ? x < y
                                         : unsignedOf(x) < unsignedOf(y));
    }
    return result;
  }
  Known both(const Known &a, const Known &b) {
    Known result{arith::AndIOp::create(builder, loc(), a.tile, b.tile), {}};
    for (auto [x, y] : llvm::zip_equal(a.elements, b.elements)) {
      result.elements.push_back(x & y);
    }
    return result;
  }

  int64_t below(int64_t end) {
    return std::uniform_int_distribution<int64_t>(0, end - 1)(random);
  }

  /// Of tiles that are there already.
  Known randomTile(ArrayRef<Known> known) {
    const Known &a = known[static_cast<size_t>(below(known.size()))];
    const Known &b = known[static_cast<size_t>(below(known.size()))];
    switch (below(6)) {
    case 0:
      return sum(a, b);
    case 1:
      return difference(a, b);
    case 2:
      return product(a, below(9) - 1);
    case 3:
      return quotient(a, 1 + below(8));
    case 4:
      return remainder(a, 1 + below(8));
    default:
      return sum(a, constant(below(20) - 5));
    }
  }

  /// Several of which one is computed of others, with a mask for the last one.
  struct Made {
    Known indices;
    Known mask;
  };
  Made randomIndices() {
    std::vector<Known> known = {iota()};
    const int64_t steps = 1 + below(6);
    for (int64_t i = 0; i < steps; ++i) {
      known.push_back(randomTile(known));
    }
    auto mask = [&] {
      return isBelow(known[static_cast<size_t>(below(known.size()))],
                     below(40) - 2, below(2) != 0);
    };
    return {known.back(), both(mask(), mask())};
  }

  static std::set<int64_t> elementsOf(const Made &made, bool isMasked) {
    std::set<int64_t> elements;
    for (auto [index, isThere] :
         llvm::zip_equal(made.indices.elements, made.mask.elements)) {
      if (!isMasked || isThere) {
        elements.insert(index);
      }
    }
    return elements;
  }

  Location loc() { return builder.getUnknownLoc(); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  OpBuilder builder{&context};
  RankedTensorType type;
  unsigned width = 0;
  std::mt19937 random{1};
};

TEST_F(IndexTiles, WhatIsSaidToBeApartHasNoElementInCommon) {
  int64_t apart = 0;
  for (int64_t i = 0; i < 20000; ++i) {
    // Small ones wrap often.
    setWidth(i % 2 == 0 ? 8 : 32);
    const Made a = randomIndices();
    const Made b = randomIndices();
    const bool isMasked = i % 4 < 2;
    const IndexTile first{a.indices.tile, isMasked ? a.mask.tile : Value()};
    const IndexTile second{b.indices.tile, isMasked ? b.mask.tile : Value()};
    if (haveNoneInCommon(first, second)) {
      ++apart;
      const std::set<int64_t> others = elementsOf(b, isMasked);
      for (int64_t index : elementsOf(a, isMasked)) {
        ASSERT_FALSE(others.contains(index)) << "pair " << i;
      }
    }
    module->getBody()->clear();
  }
  EXPECT_GT(apart, 500);
}

TEST_F(IndexTiles, EvenAndOddOnes) {
  setWidth(32);
  const Known even = product(iota(), 2);
  const Known odd = sum(even, constant(1));
  EXPECT_TRUE(haveNoneInCommon({even.tile, {}}, {odd.tile, {}}));
  EXPECT_FALSE(
      haveNoneInCommon({even.tile, {}}, {sum(even, constant(2)).tile, {}}));
  EXPECT_FALSE(haveNoneInCommon({even.tile, {}}, {iota().tile, {}}));
}

TEST_F(IndexTiles, OddOnesMayWrapToEvenOnesOfLinesThatAreOdd) {
  for (unsigned bits : {8U, 32U}) {
    setWidth(bits);
    // Lines of 45, of which three have 135 elements.
    const Known line = quotient(iota(), 8);
    const Known row = product(remainder(iota(), 8), 4);
    auto place = [&](int64_t first) {
      return sum(product(line, 45), sum(row, constant(first)));
    };
    EXPECT_EQ(haveNoneInCommon({place(0).tile, {}}, {place(1).tile, {}}),
              bits == 32);
  }
}

TEST_F(IndexTiles, RowsOfALineAreApartOnlyWhereTheMaskKeepsThemInIt) {
  setWidth(32);
  const Known line = quotient(iota(), 16);
  const Known row = product(remainder(iota(), 16), 4);
  const Known next = sum(row, constant(1));
  auto place = [&](const Known &at) { return sum(product(line, 45), at); };
  auto masked = [&](const Known &at, int64_t rows) -> IndexTile {
    return {place(at).tile, isBelow(at, rows, true).tile};
  };
  EXPECT_TRUE(haveNoneInCommon(masked(row, 45), masked(next, 45)));
  EXPECT_FALSE(haveNoneInCommon(masked(row, 61), masked(next, 61)));
  EXPECT_FALSE(haveNoneInCommon({place(row).tile, {}}, {place(next).tile, {}}));
}

TEST_F(IndexTiles, ColumnsOfRowsOfALine) {
  setWidth(32);
  const Known line = quotient(iota(), 15);
  const Known row = product(quotient(remainder(iota(), 15), 3), 4);
  const Known column = remainder(iota(), 3);
  auto place = [&](int64_t first, int64_t second) {
    return sum(product(sum(product(line, 25), sum(row, constant(first))), 3),
               sum(column, constant(second)));
  };
  EXPECT_TRUE(haveNoneInCommon({place(0, 0).tile, {}}, {place(1, 0).tile, {}}));
  // The last column of a row, and the first one of the next.
  EXPECT_FALSE(
      haveNoneInCommon({place(0, 1).tile, {}}, {place(1, 0).tile, {}}));
}

} // namespace
} // namespace weft::tile
