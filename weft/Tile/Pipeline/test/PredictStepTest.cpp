// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/PredictStep.h"

#include <gtest/gtest.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Parser/Parser.h>

namespace weft::tile {
namespace {

/// Of a kernel of so many threads whose loop has `step` in its body.
int64_t timeOf(const std::string &step, int64_t threads = 32,
               const std::string &before = "") {
  const std::string text = "tile.kernel @k(%x: !tile.ref<64xf32>) attributes "
                           "{stage = \"free\", grid = " +
                           std::to_string(threads) +
                           "} {\n"
                           "  %c0 = arith.constant 0 : index\n"
                           "  %c1 = arith.constant 1 : index\n"
                           "  %c10 = arith.constant 10 : index\n"
                           "  %c1000 = arith.constant 1000 : index\n"
                           "  %m = tile.program_id\n"
                           "  %one = arith.constant 1.0 : f32\n" +
                           before +
                           "  scf.for %i = %c0 to %c1000 step %c1 {\n" + step +
                           "  }\n  tile.return\n}\n";
  mlir::DialectRegistry registry;
  registerTileDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  return module ? predictStep(*module->getOps<KernelOp>().begin(),
                              *findMachine("sm_90"))
                : 0;
}

const std::string barrier = "tile.barrier cluster\n";
const std::string add = "%a = arith.addf %one, %one : f32\n";
std::string inLoop(const std::string &body, const std::string &from = "%c0") {
  return "scf.for %j = " + from + " to %c10 step %c1 {\n" + body + "}\n";
}

TEST(PredictStepTest, WhatIsDoneOnceDoesNotCount) {
  EXPECT_EQ(timeOf(barrier, 32, inLoop(barrier, "%m")), timeOf(barrier));
}

TEST(PredictStepTest, IsOfOneTurn) {
  const int64_t empty = timeOf("");
  EXPECT_GT(timeOf(barrier), empty);
  EXPECT_LT(timeOf(barrier), 1'000'000);
}

TEST(PredictStepTest, BarriersAreWaitedForOneByOne) {
  const int64_t empty = timeOf("");
  EXPECT_EQ(timeOf(barrier + barrier + barrier) - empty,
            3 * (timeOf(barrier) - empty));
}

TEST(PredictStepTest, TurnsInsideAreCounted) {
  EXPECT_GE(timeOf(inLoop(barrier)) - timeOf(""),
            10 * (timeOf(barrier) - timeOf("")));
}

TEST(PredictStepTest, LoadsSideBySideAreWaitedForOnce) {
  const std::string load =
      "tile.load %x[%m] : !tile.ref<64xf32> -> tensor<f32>\n";
  const int64_t empty = timeOf("");
  const int64_t two = timeOf("%p = " + load + "%q = " + load) - empty;
  const int64_t apart =
      timeOf("%p = " + load + barrier + "%q = " + load) - timeOf(barrier);
  EXPECT_LT(two, apart);
}

TEST(PredictStepTest, WarpsOfABlockShareItsIssuers) {
  const std::string work = inLoop(add);
  EXPECT_EQ(timeOf(work, 32), timeOf(work, 128));
  EXPECT_GT(timeOf(work, 1024), timeOf(work, 128));
}

TEST(PredictStepTest, PlacesAreComputedBefore) {
  EXPECT_EQ(timeOf("%a = arith.addi %i, %c10 : index\n"), timeOf(""));
}

} // namespace
} // namespace weft::tile
