// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/IR/Tile.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Parser/Parser.h>

using namespace weft::tile;

namespace {

bool operator==(const IndexFact &lhs, const IndexFact &rhs) {
  return lhs.low == rhs.low && lhs.high == rhs.high &&
         lhs.divisor == rhs.divisor;
}

TEST(IndexFact, arithmetic) {
  IndexFact a{0, 24, 8}, b{-6, 6, 6};
  EXPECT_TRUE(a + b == (IndexFact{-6, 30, 2}));
  EXPECT_TRUE(a - b == (IndexFact{-6, 30, 2}));
  EXPECT_TRUE(a * b == (IndexFact{-144, 144, 48}));
  EXPECT_TRUE(either(a, b) == (IndexFact{-6, 24, 2}));
  EXPECT_TRUE(minimum(a, b) == (IndexFact{-6, 6, 2}));
  EXPECT_TRUE(maximum(a, b) == (IndexFact{0, 24, 2}));
  EXPECT_TRUE(floorDivide(a, 4) == (IndexFact{0, 6, 2}));
  EXPECT_TRUE(floorDivide(b, 4) == (IndexFact{-2, 1, 1}));
  EXPECT_TRUE(ceilDivide(b, 4) == (IndexFact{-1, 2, 1}));
  EXPECT_TRUE(remainder(a, 12) == (IndexFact{0, 8, 4}));
  EXPECT_TRUE(remainder(a, 25) == a);
}

TEST(IndexFact, zeroIsAMultipleOfEverything) {
  IndexFact zero = IndexFact::ofConstant(0);
  EXPECT_TRUE(zero.isMultipleOf(1 << 20));
  EXPECT_TRUE((zero + IndexFact::ofConstant(12)).isMultipleOf(12));
  EXPECT_TRUE((zero * IndexFact::nothing()).isMultipleOf(7));
}

TEST(IndexFact, endsSaturate) {
  IndexFact most = IndexFact::nothing();
  EXPECT_TRUE(most + most == most);
  EXPECT_TRUE((IndexFact{0, IndexFact::highest, 1} *
               IndexFact{0, IndexFact::highest, 1})
                  .isNotNegative());
  IndexFact large = IndexFact::ofConstant(int64_t{3} << 61);
  EXPECT_EQ((large * IndexFact::ofConstant(8)).divisor, large.divisor);
}

/// The facts of the values that a kernel stores its tiles at.
class FactsOfValues : public testing::Test {
protected:
  FactsOfValues() {
    context.loadDialect<TileDialect, mlir::arith::ArithDialect,
                        mlir::scf::SCFDialect>();
  }

  /// Of `%i`, in a kernel of four programs with an index `%n`.
  IndexFact of(llvm::StringRef code) {
    std::string text =
        ("tile.kernel @k(%n: index, %x: !tile.ref<4xf32>) attributes {stage = "
         "\"free\", grid = 4} {\n%c0 = arith.constant 0 : index\n%c4 = "
         "arith.constant 4 : index\n%c64 = arith.constant 64 : index\n" +
         code + "\ntile.return }")
            .str();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    IndexFact fact;
    module->walk([&](LoadOp load) { fact = factOf(load.getOffsets()[0]); });
    return fact;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

constexpr llvm::StringLiteral kUse =
    "%t = tile.load %x[%i] : !tile.ref<4xf32> -> tensor<f32>\n";

TEST_F(FactsOfValues, arguments) {
  EXPECT_TRUE(of(("%i = arith.addi %n, %c0 : index\n" + kUse).str()) ==
              IndexFact::nothing());
}

TEST_F(FactsOfValues, programs) {
  EXPECT_TRUE(
      of(("%p = tile.program_id\n%i = arith.muli %p, %c4 : index\n" + kUse)
             .str()) == (IndexFact{0, 12, 4}));
  EXPECT_TRUE(
      of(("%p = tile.program_id\n%j, %i = tile.unrank %p in [2, 2]\n" + kUse)
             .str()) == (IndexFact{0, 1, 1}));
}

TEST_F(FactsOfValues, loops) {
  EXPECT_TRUE(
      of(("scf.for %i = %c0 to %c64 step %c4 {\n" + kUse + "}").str()) ==
      (IndexFact{0, 63, 4}));
  EXPECT_EQ(of(("scf.for %i = %n to %c64 step %c4 {\n" + kUse + "}").str()).low,
            IndexFact::lowest);
}

TEST_F(FactsOfValues, clampedToARange) {
  EXPECT_TRUE(of(("%a = arith.minsi %n, %c64 : index\n"
                  "%i = arith.maxsi %a, %c0 : index\n" +
                  kUse)
                     .str()) == (IndexFact{0, 64, 1}));
}

TEST_F(FactsOfValues, roundedQuotients) {
  EXPECT_TRUE(of(("%a = arith.maxsi %n, %c4 : index\n"
                  "%b = arith.minsi %a, %c64 : index\n"
                  "%i = arith.ceildivsi %b, %c4 : index\n" +
                  kUse)
                     .str()) == (IndexFact{1, 16, 1}));
  EXPECT_TRUE(of(("%i = arith.ceildivsi %c64, %n : index\n" + kUse).str()) ==
              IndexFact::nothing());
}

TEST_F(FactsOfValues, oneOfTwo) {
  EXPECT_TRUE(of(("%b = arith.cmpi slt, %n, %c4 : index\n"
                  "%i = arith.select %b, %c4, %c64 : index\n" +
                  kUse)
                     .str()) == (IndexFact{4, 64, 4}));
}

} // namespace
