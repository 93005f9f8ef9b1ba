// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the algorithms that a machine has for an operation, the fastest that fits.

#include "weft/Tile/Tiling/Algorithms.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/Sequential.h"
#include "weft/Tile/Tiling/Rule.h"

#include <gtest/gtest.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Parser/Parser.h>

using namespace mlir;

namespace weft::tile {
namespace {

class AlgorithmsTest : public ::testing::Test {
protected:
  AlgorithmsTest() : machine(*findMachine("arm64")) {
    context.loadDialect<stablehlo::StableHLODialect, func::FuncDialect>();
  }

  /// The first places of a sorted line.
  void makeSort(int64_t length, int64_t kept, StringRef order = "FLOAT") {
    std::string text = llvm::formatv(R"mlir(
      func.func @main(%a: tensor<{0}xf32>) -> tensor<{1}xf32> {{
        %0 = "stablehlo.sort"(%a) ({{
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %2 = stablehlo.compare LT, %x, %y, {2} : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %2 : tensor<i1>
        }) : (tensor<{0}xf32>) -> tensor<{0}xf32>
        %1 = stablehlo.slice %0 [0:{1}] : (tensor<{0}xf32>) -> tensor<{1}xf32>
        return %1 : tensor<{1}xf32>
      })mlir",
                                     length, kept, order);
    make(text);
  }

  /// Lines that are sorted, and which of them are known to be two sorted runs.
  void makeLines(StringRef shape, StringRef run = "") {
    std::string text = llvm::formatv(R"mlir(
      func.func @main(%a: tensor<{0}xf32>) -> tensor<{0}xf32> {{
        %0 = "stablehlo.sort"(%a) <{{dimension = 1 : i64}> ({{
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %2 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %2 : tensor<i1>
        }) {1} : (tensor<{0}xf32>) -> tensor<{0}xf32>
        return %0 : tensor<{0}xf32>
      })mlir",
                                     shape, run);
    make(text);
  }

  /// Additions of updates, with shapes as they are written in types.
  void makeScatter(StringRef input, StringRef indices, StringRef updates,
                   StringRef numbers) {
    std::string text = llvm::formatv(
        R"mlir(
      func.func @main(%a: tensor<{0}xf32>, %i: tensor<{1}xi32>, %u: tensor<{2}xf32>) -> tensor<{0}xf32> {{
        %0 = "stablehlo.scatter"(%a, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<{3}>}> ({{
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %1 = stablehlo.add %x, %y : tensor<f32>
          stablehlo.return %1 : tensor<f32>
        }) : (tensor<{0}xf32>, tensor<{1}xi32>, tensor<{2}xf32>) -> tensor<{0}xf32>
        return %0 : tensor<{0}xf32>
      })mlir",
        input, indices, updates, numbers);
    make(text);
  }

  /// Running sums along a dimension.
  void makeScan(ArrayRef<int64_t> shape, size_t along, StringRef element) {
    auto list = [&](auto of) {
      return llvm::join(llvm::map_range(llvm::seq<size_t>(0, shape.size()), of),
                        ", ");
    };
    std::string type;
    for (int64_t extent : shape) {
      type += std::to_string(extent) + "x";
    }
    std::string text = llvm::formatv(
        R"mlir(
      func.func @main(%a: tensor<{0}{1}>) -> tensor<{0}{1}> {{
        %i = stablehlo.constant dense<{5}> : tensor<{1}>
        %0 = "stablehlo.reduce_window"(%a, %i) <{{window_dimensions = array<i64: {2}>, padding = dense<[{3}]> : tensor<{4}x2xi64>}> ({{
        ^bb0(%x: tensor<{1}>, %y: tensor<{1}>):
          %1 = stablehlo.add %x, %y : tensor<{1}>
          stablehlo.return %1 : tensor<{1}>
        }) : (tensor<{0}{1}>, tensor<{1}>) -> tensor<{0}{1}>
        return %0 : tensor<{0}{1}>
      })mlir",
        type, element, list([&](size_t d) {
          return std::to_string(d == along ? shape[d] : 1);
        }),
        list([&](size_t d) {
          return "[" + std::to_string(d == along ? shape[d] - 1 : 0) + ", 0]";
        }),
        shape.size(), element.starts_with("i") ? "0" : "0.0");
    make(text);
    hero = hero->getNextNode();
  }

  /// Transforms of lines.
  void makeTransform(int64_t lines, int64_t points) {
    make(llvm::formatv(
        R"mlir(
      func.func @main(%a: tensor<{0}x{1}xcomplex<f32>>) -> tensor<{0}x{1}xcomplex<f32>> {{
        %0 = stablehlo.fft %a, type = FFT, length = [{1}] : (tensor<{0}x{1}xcomplex<f32>>) -> tensor<{0}x{1}xcomplex<f32>>
        return %0 : tensor<{0}x{1}xcomplex<f32>>
      })mlir",
        lines, points));
  }

  /// The programs of each kernel that transforms by blocks are.
  std::vector<int64_t> gridsOfTransform() {
    machine = *findMachine("sm_90");
    context.loadDialect<TileDialect, arith::ArithDialect, scf::SCFDialect,
                        tensor::TensorDialect>();
    OpBuilder builder(module->getBodyRegion());
    std::vector<int64_t> grids;
    for (KernelOp kernel : fourierByBlocks.emitSteps(
             builder, hero->getLoc(), "transform", *space, hero, machine)) {
      grids.push_back(static_cast<int64_t>(kernel.getGrid()));
    }
    return grids;
  }

  void make(const std::string &text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    Block &block = (*module->getOps<func::FuncOp>().begin()).getBody().front();
    llvm::SmallVector<Value> roots(block.getTerminator()->getOperands());
    Refusal refusal;
    space = TilingSpace::create(block, roots, rules, refusal);
    ASSERT_TRUE(space) << refusal.text;
    hero = &block.front();
  }

  std::string choose(ArrayRef<const Algorithm *> algorithms) {
    chosen = chooseAlgorithm(*space, hero, machine, algorithms, refusal);
    return chosen ? chosen->algorithm->name.str() : "none";
  }

  MLIRContext context;
  Machine machine;
  RuleTable rules;
  OwningOpRef<ModuleOp> module;
  std::optional<TilingSpace> space;
  Operation *hero = nullptr;
  std::optional<ChosenAlgorithm> chosen;
  Refusal refusal;
};

TEST_F(AlgorithmsTest, aFewOfManyAreInserted) {
  makeSort(10000, 10);
  EXPECT_EQ(choose(sequentialAlgorithms()), "insertion of the first places");
  EXPECT_TRUE(chosen->tried[1].refusal.rule.empty());
  EXPECT_LT(chosen->tried[0].picoseconds, chosen->tried[1].picoseconds);
}

TEST_F(AlgorithmsTest, whatIsRefusedIsNamedWithItsReason) {
  makeSort(10000, 129);
  EXPECT_EQ(choose(sequentialAlgorithms()), "merge sort");
  EXPECT_EQ(chosen->tried[1].refusal.rule, "sort.kept");
  EXPECT_EQ(chosen->tried[1].refusal.text,
            "129 places are wanted, and elements are inserted into 128 at "
            "most");
}

TEST_F(AlgorithmsTest, manyOfAFewAreSorted) {
  makeSort(200, 128);
  EXPECT_EQ(choose(sequentialAlgorithms()), "merge sort");
  EXPECT_TRUE(chosen->tried[1].refusal.rule.empty());
}

TEST_F(AlgorithmsTest, longLinesOfNumbersAreSortedByDigits) {
  makeSort(1000, 1000, "TOTALORDER");
  EXPECT_EQ(choose(vectorAlgorithms()), "sort by digits");
  makeSort(40, 40, "TOTALORDER");
  EXPECT_EQ(choose(vectorAlgorithms()), "merge sort");
}

TEST_F(AlgorithmsTest, whatIsNoTotalOrderHasNoDigits) {
  makeSort(1000, 1000, "FLOAT");
  EXPECT_EQ(choose({&radixSort}), "none");
  EXPECT_EQ(refusal.rule, "sort.keys");
}

TEST_F(AlgorithmsTest, shortLinesAreSortedSideBySide) {
  makeLines("1000x8");
  EXPECT_EQ(choose(vectorAlgorithms()), "insertion, lines side by side");
  makeLines("1000x1000");
  EXPECT_EQ(choose(vectorAlgorithms()), "sort by digits");
}

TEST_F(AlgorithmsTest, sortedRunsAreMerged) {
  makeLines("1x20000", "{weft.run = 10000 : i64}");
  EXPECT_EQ(choose(vectorAlgorithms()), "merge of two runs");
  makeLines("1x20000");
  EXPECT_EQ(choose(vectorAlgorithms()), "sort by digits");
}

TEST_F(AlgorithmsTest, linesOfLargePrimesHaveNoLongTables) {
  makeTransform(1, 262147);
  EXPECT_EQ(choose({&fourierLineByLine}), "none");
  EXPECT_EQ(refusal.rule, "fourier.prime");
  EXPECT_EQ(refusal.text, "262147 points have a large prime factor, and their "
                          "convolution would be a long table");
  makeTransform(1, 65537);
  EXPECT_EQ(choose({&fourierLineByLine}), "transforms line by line");
}

TEST_F(AlgorithmsTest, shortLinesShareABlockWhileAllMultiprocessorsHaveOne) {
  makeTransform(100000, 256);
  EXPECT_EQ(gridsOfTransform(), std::vector<int64_t>({12500}));
  makeTransform(256, 256);
  EXPECT_EQ(gridsOfTransform(), std::vector<int64_t>({128}));
}

TEST_F(AlgorithmsTest, longLinesAreTransformedByParts) {
  makeTransform(1, 8192);
  EXPECT_EQ(gridsOfTransform().size(), 1);
  makeTransform(1, 1 << 22);
  EXPECT_EQ(gridsOfTransform().size(), 2);
  makeTransform(1, int64_t(1) << 31);
  EXPECT_EQ(gridsOfTransform().size(), 3);
}

TEST_F(AlgorithmsTest, linesOfLargePrimesAreTwoTransforms) {
  makeTransform(1, 2027);
  EXPECT_EQ(gridsOfTransform().size(), 1);
  makeTransform(1, 4099);
  EXPECT_EQ(gridsOfTransform().size(), 4);
}

TEST_F(AlgorithmsTest, ofEqualsTheFirstIsTaken) {
  makeSort(100, 100);
  choose(sequentialAlgorithms());
  const Algorithm *known = chosen->algorithm;
  const Algorithm own = {"another", known->isFor, known->refuse, known->work,
                         known->emit};
  EXPECT_EQ(choose({&own, known}), "another");
  EXPECT_EQ(choose({known, &own}), "merge sort");
}

TEST_F(AlgorithmsTest, manyRowsOfBatchesAreSharedByPrograms) {
  makeScatter("16x400x37", "16x300x1", "16x300x37",
              "update_window_dims = [2], inserted_window_dims = [1], "
              "input_batching_dims = [0], scatter_indices_batching_dims = "
              "[0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2");
  EXPECT_EQ(choose(sequentialAlgorithms()),
            "updates in their order, batch by batch");
}

TEST_F(AlgorithmsTest, longRowsAreSharedByPlace) {
  // Windows are moved along their last dimension: there are no columns.
  makeScatter("900x300", "2000x2", "2000x290",
              "update_window_dims = [1], inserted_window_dims = [0], "
              "scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1");
  EXPECT_EQ(choose(sequentialAlgorithms()),
            "updates in their order, each at its place");
}

TEST_F(AlgorithmsTest, elementsAreScatteredByOneProgram) {
  makeScatter("900", "2000x1", "2000",
              "inserted_window_dims = [0], scatter_dims_to_operand_dims = "
              "[0], index_vector_dim = 1");
  EXPECT_EQ(choose(sequentialAlgorithms()), "updates in their order");
  ASSERT_EQ(chosen->tried.size(), 3u);
  EXPECT_EQ(chosen->tried[1].refusal.rule, "scatter.cut");
  EXPECT_EQ(chosen->tried[2].refusal.rule, "scatter.cut");
}

/// Rows that are whole, on an H200.
constexpr StringLiteral ofRows =
    "update_window_dims = [1], inserted_window_dims = [0], "
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1";

TEST_F(AlgorithmsTest, longRowsHaveListsOfTheirUpdates) {
  machine = *findMachine("sm_90");
  makeScatter("50304x1024", "32768x1", "32768x1024", ofRows);
  EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/false)),
            "lists of the updates of each row");
  EXPECT_EQ(chosen->tried[1].algorithm->name, "atomic updates in any order");
  // Threads leave names in lists in any order.
  EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/true)),
            "updates in their order, sorted by place");
}

TEST_F(AlgorithmsTest, fewUpdatesInOrderAreLeftToThreads) {
  machine = *findMachine("sm_90");
  makeScatter("400x1024", "31x1", "31x1024", ofRows);
  EXPECT_EQ(choose({&scatterSorted}), "none");
  EXPECT_EQ(refusal.text,
            "31 updates are combined before they would be sorted");
  makeScatter("400x1024", "32x1", "32x1024", ofRows);
  EXPECT_EQ(choose({&scatterSorted}),
            "updates in their order, sorted by place");
}

TEST_F(AlgorithmsTest, updatesInAnyOrderAreNotSorted) {
  machine = *findMachine("sm_90");
  makeScatter("1000", "1000000x1", "1000000",
              "inserted_window_dims = [0], scatter_dims_to_operand_dims = "
              "[0], index_vector_dim = 1");
  EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/false)),
            "atomic updates in any order");
  EXPECT_EQ(chosen->tried.back().refusal.rule, "scatter.atomic");
  EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/true)),
            "updates in their order, sorted by place");
}

TEST_F(AlgorithmsTest, smallArraysAndShortRowsHaveNone) {
  machine = *findMachine("sm_90");
  for (auto [input, indices, updates] :
       {std::tuple("400x1024", "300x1", "300x1024"),
        std::tuple("4000000x8", "4000000x1", "4000000x8")}) {
    makeScatter(input, indices, updates, ofRows);
    EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/false)),
              "atomic updates in any order")
        << input;
    EXPECT_EQ(chosen->tried[1].algorithm->name,
              "lists of the updates of each row");
  }
}

TEST_F(AlgorithmsTest, rowsInPlaceHaveListsWhereUpdatesAreMore) {
  machine = *findMachine("sm_90");
  auto chooseInPlace = [&](StringRef indices, StringRef updates) {
    makeScatter("50304x1024", indices, updates, ofRows);
    space->inPlace = {{.root = 0, .argument = 0}};
    return choose(blockAlgorithms(/*isOrdered=*/false));
  };
  EXPECT_EQ(chooseInPlace("32768x1", "32768x1024"),
            "atomic updates in any order");
  EXPECT_EQ(chooseInPlace("200000x1", "200000x1024"),
            "lists of the updates of each row");
}

TEST_F(AlgorithmsTest, fewLongRowsAreScannedInAChain) {
  machine = *findMachine("sm_90");
  for (const auto &[shape, element] :
       {std::tuple(SmallVector<int64_t>{1, 100'000'000}, "f32"),
        std::tuple(SmallVector<int64_t>{3, 37'000'000}, "bf16"),
        std::tuple(SmallVector<int64_t>{8, 1 << 20}, "i32")}) {
    makeScan(shape, 1, element);
    EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/false)),
              "scan of parts in a chain");
    EXPECT_EQ(chosen->tried[1].algorithm->name, "scan of tiles");
    // The order is the same in every run.
    EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/true)),
              "scan of parts in a chain");
  }
}

TEST_F(AlgorithmsTest, otherRowsAreScannedTileByTile) {
  machine = *findMachine("sm_90");
  // Short ones, and so many that each program has one to itself.
  for (const auto &shape :
       {SmallVector<int64_t>{1, 100'003}, SmallVector<int64_t>{32768, 4096}}) {
    makeScan(shape, 1, "f32");
    EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/false)), "scan of tiles");
  }
  makeScan({1'000'000, 3}, 0, "f32");
  EXPECT_EQ(choose({&scanByChain}), "none");
  EXPECT_EQ(refusal.rule, "chain.columns");
}

TEST_F(AlgorithmsTest, aChainIsNoLongerThanItsLinksTake) {
  machine = *findMachine("sm_90");
  machine.costs.handedLinePicoseconds = 4'000'000;
  makeScan({1, 100'000'000}, 1, "f32");
  EXPECT_EQ(choose(blockAlgorithms(/*isOrdered=*/false)), "scan of tiles");
}

TEST_F(AlgorithmsTest, listsThatUpdatesWouldFillAreRefused) {
  makeScatter("100x1024", "801x1", "801x1024", ofRows);
  EXPECT_EQ(choose({&scatterByLists}), "none");
  EXPECT_EQ(refusal.text, "801 updates of 100 rows would fill lists of 16");
  makeScatter("100x1024", "80x1", "80x512", ofRows);
  EXPECT_EQ(choose({&scatterByLists}), "none");
  EXPECT_EQ(refusal.rule, "lists.rows");
}

TEST_F(AlgorithmsTest, coresExchangeRowsAndThreadsFollowPlaces) {
  make(R"mlir(
    func.func @main(%pivots: tensor<64x24xi32>) -> tensor<64x24xi32> {
      %0 = stablehlo.pivots_to_permutation %pivots, size = 24 : (tensor<64x24xi32>) -> tensor<64x24xi32>
      return %0 : tensor<64x24xi32>
    })mlir");
  EXPECT_EQ(choose(vectorAlgorithms()), "exchange by exchange");
  EXPECT_EQ(choose(sequentialAlgorithms()),
            "place by place, from the last exchange");
}

TEST_F(AlgorithmsTest, aMachineWithoutOneSaysSo) {
  makeSort(100, 100);
  EXPECT_EQ(choose({}), "none");
  EXPECT_EQ(refusal.rule, "hero.algorithm");
  EXPECT_EQ(refusal.text, "no algorithm of " + machine.name + " is for it");
}

} // namespace
} // namespace weft::tile
