// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No kernel computes an expensive operand twice without a recorded reason. What
// the kernels of a program compute is counted twice: with a kernel for each
// operation, and fused. What is more in the second count has to be on record.

#include "weft/Plan/test/RepeatedWork.h"
#include "weft/Compiler/TileKernels.h"
#include "weft/Compiler/test/CountWork.h"
#include "weft/Plan/Build/BuildPlan.h"
#include "weft/Plan/Fuse/FormLoopKernels.h"
#include "weft/Plan/Fuse/FuseKernels.h"
#include "weft/Plan/test/CostlyProgram.h"
#include "weft/StableHLO/Simplify/Simplify.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Target/CPU/Candidates/CpuCandidates.h"
#include "weft/Tile/IR/Tile.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Parser/Parser.h>

using namespace mlir;

namespace weft {
namespace {

class RepeatedWorkTest : public ::testing::Test {
protected:
  RepeatedWorkTest() {
    DialectRegistry dialects;
    dialects.insert<stablehlo::StableHLODialect, func::FuncDialect,
                    plan::PlanDialect>();
    tile::registerTileDialects(dialects);
    context.appendDialectRegistry(dialects);
    context.loadAllAvailableDialects();
  }

  static plan::ProgramOp planOf(ModuleOp module) {
    return *module.getOps<plan::ProgramOp>().begin();
  }

  WorkCounts countAll(ModuleOp module, Tiler &tiler, bool records) {
    WorkCounts counts;
    OwningOpRef<ModuleOp> tiles = ModuleOp::create(module.getLoc());
    OpBuilder builder(tiles->getBodyRegion());
    DecisionStage stage(module, "tile-kernels");
    planOf(module).walk([&](plan::KernelOp kernel) {
      KernelFindings found;
      StatusOr<tile::KernelOp> built = tiler.build(kernel, builder, &found);
      EXPECT_TRUE(built.ok()) << built.status();
      if (records) {
        recordRepeatedWork(kernel, found.repeated, tiler.target());
      }
      if (built.ok() && *built) {
        countWork(*built, counts);
      }
      return WalkResult::skip();
    });
    return counts;
  }

  static std::string print(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
  }

  /// How many expensive operations are computed more than once.
  unsigned check(const std::string &text, llvm::StringRef cpuName) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    if (!module) {
      return 0;
    }
    stablehlo::simplify(*module, stablehlo::standardRules(&context));
    DecisionLog log;
    attachDecisionLog(*module, &log);
    EXPECT_TRUE(succeeded(plan::buildPlan(*module)));
    Machine machine = *findMachine(cpuName);
    cpu::CpuCandidates source;
    Tiler tiler(machine, source);
    WorkCounts alone = countAll(*module, tiler, /*records=*/false);
    plan::ProgramOp program = planOf(*module);
    std::map<uint32_t, std::string> expensive = plan::findExpensive(program);
    {
      DecisionStage stage(*module, "fuse-kernels");
      plan::formLoopKernels(program, tiler, machine);
      plan::fuseKernels(program, tiler, machine);
    }
    WorkCounts fused = countAll(*module, tiler, /*records=*/true);
    std::set<uint32_t> recorded = plan::findRecorded(log);
    std::set<uint32_t> repeated;
    for (const auto &[origin, count] : fused) {
      auto known = alone.find(origin);
      // Tiles that reach over the end of an array differ; twice is more.
      bool isMore = known != alone.end() && 3 * known->second < 2 * count;
      if (!isMore || !expensive.contains(origin)) {
        continue;
      }
      repeated.insert(origin);
      EXPECT_TRUE(recorded.contains(origin))
          << expensive[origin] << ": " << count << " elements instead of "
          << known->second << "\n"
          << print(*module);
    }
    detachDecisionLog(&context);
    return repeated.size();
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

class RandomRepeatedWorkTest : public RepeatedWorkTest,
                               public ::testing::WithParamInterface<int> {};

TEST_P(RandomRepeatedWorkTest, isOnRecord) {
  for (unsigned i = 0; i < 10; ++i) {
    unsigned seed = GetParam() * 1000 + i;
    check(plan::makeCostlyProgram(seed), i % 2 ? "x86-64-v4" : "arm64");
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// The count sees what there is to see: each of the programs beside each other
// computes the function of its rows.
TEST_F(RepeatedWorkTest, isCounted) {
  EXPECT_EQ(check(R"(
      func.func @main(%x: tensor<4xf32>) -> tensor<4x65536xf32> {
        %0 = stablehlo.tanh %x : tensor<4xf32>
        %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x65536xf32>
        return %1 : tensor<4x65536xf32>
      })",
                  "arm64"),
            1u);
  EXPECT_EQ(check(R"(
      func.func @main(%x: tensor<256x512xf32>, %y: tensor<256x512xf32>) -> tensor<256x512xf32> {
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = stablehlo.divide %x, %y : tensor<256x512xf32>
        %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
        %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<256xf32>) -> tensor<256x512xf32>
        %3 = stablehlo.subtract %0, %2 : tensor<256x512xf32>
        return %3 : tensor<256x512xf32>
      })",
                  "arm64"),
            0u);
}

// The elements of a loop are shared out; its scalars are not.
TEST_F(RepeatedWorkTest, isCountedForScalarsOfLoops) {
  EXPECT_EQ(check(R"(
      func.func @main(%m: tensor<64x128xf32>, %s: tensor<f32>, %n: tensor<i32>) -> tensor<64x128xf32> {
        %first = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %0:3 = stablehlo.while(%i = %first, %t = %s, %x = %m) : tensor<i32>, tensor<f32>, tensor<64x128xf32>
          cond {
            %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          } do {
            %j = stablehlo.add %i, %one : tensor<i32>
            %u = stablehlo.tanh %t : tensor<f32>
            %b = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
            %y = stablehlo.multiply %x, %b : tensor<64x128xf32>
            stablehlo.return %j, %u, %y : tensor<i32>, tensor<f32>, tensor<64x128xf32>
          }
        return %0#2 : tensor<64x128xf32>
      })",
                  "arm64"),
            1u);
}

// A row is computed once in an iteration, however many rows need it.
TEST_F(RepeatedWorkTest, isNoneForRowsOfLoops) {
  EXPECT_EQ(check(R"(
      func.func @main(%s: tensor<80xf32>, %m: tensor<3x80xf32>, %n: tensor<i32>) -> tensor<80xf32> {
        %first = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %0:2 = stablehlo.while(%i = %first, %t = %s) : tensor<i32>, tensor<80xf32>
          cond {
            %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          } do {
            %j = stablehlo.add %i, %one : tensor<i32>
            %u = stablehlo.tanh %t : tensor<80xf32>
            %b = stablehlo.broadcast_in_dim %u, dims = [1] : (tensor<80xf32>) -> tensor<3x80xf32>
            %y = stablehlo.multiply %m, %b : tensor<3x80xf32>
            %z = stablehlo.reduce(%y init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<3x80xf32>, tensor<f32>) -> tensor<80xf32>
            stablehlo.return %j, %z : tensor<i32>, tensor<80xf32>
          }
        return %0#1 : tensor<80xf32>
      })",
                  "arm64"),
            0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRepeatedWorkTest,
                         ::testing::Range(0, 60));

} // namespace
} // namespace weft
