// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is close by bytes and arithmetic is decided by the times that the oracle
// predicts; what is clear is not asked about.

#include "weft/Plan/Build/BuildPlan.h"
#include "weft/Plan/Fuse/FuseKernels.h"
#include "weft/Plan/Fuse/TilingOracle.h"
#include "weft/Support/DecisionsDialect.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Quant/IR/Quant.h>
#include <mlir/Parser/Parser.h>

using namespace mlir;

namespace weft::plan {
namespace {

/// Kernels with several results take a time of their own.
class TimingOracle : public ShapeOracle {
public:
  explicit TimingOracle(int64_t severalResults)
      : severalResults(severalResults) {}

  std::optional<int64_t> predict(Region &region, Hero) override {
    ++questions;
    return region.front().getTerminator()->getNumOperands() > 1
               ? severalResults
               : int64_t(1'000'000);
  }

  int64_t severalResults;
  unsigned questions = 0;
};

class FuseTimesTest : public ::testing::Test {
protected:
  FuseTimesTest() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<stablehlo::StableHLODialect, func::FuncDialect,
                        quant::QuantDialect, PlanDialect>();
  }

  /// How many kernels a program has after fusion.
  unsigned fuse(llvm::StringRef text, TilingOracle &oracle) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    EXPECT_TRUE(succeeded(buildPlan(*module)));
    ProgramOp program = *module->getOps<ProgramOp>().begin();
    fuseKernels(program, oracle, *findMachine("arm64"));
    unsigned kernels = 0;
    program.walk([&](KernelOp) { ++kernels; });
    return kernels;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// Two that share one of their operands: joined they move five arrays, apart
/// six.
constexpr llvm::StringLiteral siblings = R"mlir(
  func.func public @main(%x: tensor<512x512xf32>, %y: tensor<512x512xf32>, %z: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
    %0 = stablehlo.add %x, %y : tensor<512x512xf32>
    %1 = stablehlo.subtract %x, %z : tensor<512x512xf32>
    return %0, %1 : tensor<512x512xf32>, tensor<512x512xf32>
  })mlir";

TEST_F(FuseTimesTest, closeJoinsAreRefusedByPredictedTimes) {
  TimingOracle oracle(3'000'000);
  EXPECT_EQ(fuse(siblings, oracle), 2u);
}

TEST_F(FuseTimesTest, closeJoinsAreMadeByPredictedTimes) {
  TimingOracle oracle(1'500'000);
  EXPECT_EQ(fuse(siblings, oracle), 1u);
}

TEST_F(FuseTimesTest, withoutPredictionsBytesAndArithmeticDecide) {
  ShapeOracle oracle;
  EXPECT_EQ(fuse(siblings, oracle), 1u);
}

TEST_F(FuseTimesTest, whatIsClearIsNotAsked) {
  TimingOracle oracle(3'000'000);
  EXPECT_EQ(fuse(R"mlir(
    func.func public @main(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
      %0 = stablehlo.negate %x : tensor<512x512xf32>
      %1 = stablehlo.abs %0 : tensor<512x512xf32>
      return %1 : tensor<512x512xf32>
    })mlir",
                 oracle),
            1u);
  EXPECT_EQ(oracle.questions, 0u);
}

TEST_F(FuseTimesTest, recordsNamePredictedTimes) {
  DecisionLog log;
  attachDecisionLog(&context, &log);
  TimingOracle oracle(1'500'000);
  fuse(siblings, oracle);
  log.endStage();
  bool isFound = false;
  for (const Record &record : log.records()) {
    if (record.reason == Reason::KernelFused) {
      isFound = true;
      EXPECT_EQ(record.cost.picoseconds, 1'500'000);
      EXPECT_EQ(record.bestAlternative.picoseconds, 2'000'000);
    }
  }
  EXPECT_TRUE(isFound);
  detachDecisionLog(&context);
}

// Joined, kernels may touch more than the nearest memory holds where each alone
// does not. They move no more bytes for that.
TEST_F(FuseTimesTest, fewerBytesDoNotMoveFasterApart) {
  ShapeOracle oracle;
  EXPECT_EQ(fuse(R"(
    func.func @main(%a: tensor<3540xf32>, %b: tensor<3540xf32>, %c: tensor<3540xf32>, %d: tensor<3540xf32>) -> tensor<3540xf32> {
      %0 = stablehlo.subtract %a, %b : tensor<3540xf32>
      %1 = stablehlo.multiply %0, %c : tensor<3540xf32>
      %2 = stablehlo.add %1, %d : tensor<3540xf32>
      return %2 : tensor<3540xf32>
    })",
                 oracle),
            1u);
}

} // namespace
} // namespace weft::plan
