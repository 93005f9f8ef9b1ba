// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random programs through all stages of a plan: each stage is valid, obeys the
// rules of memory, and computes what the program did; the placed one in bytes.

#include "weft/Plan/Build/BuildPlan.h"
#include "weft/Plan/Fuse/FormLoopKernels.h"
#include "weft/Plan/Fuse/FuseKernels.h"
#include "weft/Plan/Fuse/GroupTurns.h"
#include "weft/Plan/Fuse/JoinConditions.h"
#include "weft/Plan/Fuse/JoinCopies.h"
#include "weft/Plan/Interpreter/Evaluate.h"
#include "weft/Plan/Interpreter/Places.h"
#include "weft/Plan/Memory/PlaceValues.h"
#include "weft/Plan/Memory/PlaceWorkspaces.h"
#include "weft/Plan/Memory/ShareStorage.h"
#include "weft/Plan/Memory/VerifyMemory.h"
#include "weft/Plan/Schedule/OrderPlan.h"
#include "weft/Plan/test/CostlyProgram.h"
#include "weft/Plan/test/RandomProgram.h"
#include "weft/Plan/test/RepeatedWork.h"
#include "weft/StableHLO/Interpreter/Interpreter.h"
#include "weft/Support/DecisionsDialect.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

#include <random>

using namespace mlir;
using weft::reference::Interpreter;
using weft::reference::RunResult;
using weft::reference::Tensor;

namespace weft::plan {
namespace {

class PlanPropertiesTest : public ::testing::TestWithParam<int> {
protected:
  PlanPropertiesTest() {
    context.loadDialect<stablehlo::StableHLODialect, func::FuncDialect,
                        quant::QuantDialect, PlanDialect>();
  }

  static std::string print(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
  }

  reference::Values makeArguments(reference::Budget &budget,
                                  TypeRange types) const {
    std::mt19937 random(GetParam());
    reference::Values arguments;
    for (Type type : types) {
      auto tensor = cast<RankedTensorType>(type);
      auto builder = reference::TensorBuilder::create(budget, tensor);
      for (char &byte : builder->bytes()) {
        byte = static_cast<char>(random());
      }
      arguments.push_back(std::move(*builder).finish());
    }
    return arguments;
  }

  /// What @main gives for arguments that depend on the seed only.
  std::vector<Tensor> run(ModuleOp module) {
    reference::OpTable table = reference::standardOpTable();
    addPlanOps(table);
    checkPlaces(table, module);
    auto interpreter = Interpreter::create(module, {}, table);
    EXPECT_TRUE(interpreter.ok());
    auto function = cast<FunctionOpInterface>(module.lookupSymbol("main"));
    RunResult result =
        (*interpreter)
            ->run("main", makeArguments((*interpreter)->budget(),
                                        function.getArgumentTypes()));
    EXPECT_TRUE(result.status.ok()) << result.status.message() << "\n"
                                    << print(module);
    std::vector<Tensor> tensors;
    for (const reference::Value &value : result.results) {
      tensors.push_back(value.tensor());
    }
    return tensors;
  }

  /// The module is valid and computes `expected`.
  void expectSame(ModuleOp module, const std::vector<Tensor> &expected,
                  llvm::StringRef stage) {
    ASSERT_TRUE(succeeded(verify(module))) << stage.str();
    auto program = *module.getOps<ProgramOp>().begin();
    ASSERT_TRUE(succeeded(verifyMemory(program))) << stage.str() << "\n"
                                                  << print(module);
    EXPECT_EQ(run(module), expected) << stage.str() << "\n" << print(module);
  }

  MLIRContext context;
};

TEST_P(PlanPropertiesTest, everyStageComputesTheSame) {
  for (unsigned i = 0; i < 20; ++i) {
    OwningOpRef<ModuleOp> module =
        makeRandomProgram(&context, GetParam() * 1000 + i);
    ASSERT_TRUE(succeeded(verify(*module)));
    std::vector<Tensor> expected = run(*module);
    ASSERT_FALSE(HasFailure());

    ASSERT_TRUE(succeeded(buildPlan(*module)));
    expectSame(*module, expected, "built");
    auto program = *module->getOps<ProgramOp>().begin();
    // Half of the programs have a kernel for each operation, which is harder
    // on memory; in the others most operations are inside few kernels.
    if (i % 2 == 0) {
      ShapeOracle oracle;
      formLoopKernels(program, oracle, *findMachine("arm64"));
      joinConditions(program);
      expectSame(*module, expected, "with conditions joined");
      fuseKernels(program, oracle, *findMachine("arm64"));
    } else {
      program.walk([](KernelOp kernel) { setRecord(kernel, "kernel-alone"); });
    }
    expectSame(*module, expected, "fused");
    orderPlan(program);
    expectSame(*module, expected, "ordered");
    shareStorage(program);
    expectSame(*module, expected, "shared");
    if (i % 2 == 0) {
      ShapeOracle oracle;
      joinCopies(program, oracle, regionAllowsOverwrite);
      expectSame(*module, expected, "shared, with copies joined");
    }
    groupTurns(program, *findMachine("sm_90"));
    expectSame(*module, expected, "shared, in groups of turns");
    MemorySizes sizes = placeValues(program);
    expectSame(*module, expected, "placed");
    EXPECT_GE(sizes.temp, sizes.tempLowerBound);
    constexpr int64_t room = 200;
    MemorySizes apart = placeValues(program, 64, room);
    expectSame(*module, expected, "placed, apart from each other");
    EXPECT_GE(apart.temp, sizes.temp);
    EXPECT_LE(apart.temp, sizes.temp + room);
    // Whatever kernels leave there is nobody's value.
    int64_t next = 0;
    program.walk([&](KernelOp kernel) {
      if (next++ % 3 != 0) {
        kernel.setWorkspace(next * 37 % 1000);
      }
    });
    placeWorkspaces(program);
    expectSame(*module, expected, "placed, with workspaces");
    EXPECT_GE(readSizes(program).temp, readSizes(program).tempLowerBound);
    ASSERT_FALSE(HasFailure()) << "seed " << GetParam() * 1000 + i;
  }
}

TEST_P(PlanPropertiesTest, fusingTwiceIsFusingOnce) {
  OwningOpRef<ModuleOp> module = makeRandomProgram(&context, GetParam());
  ASSERT_TRUE(succeeded(buildPlan(*module)));
  auto program = *module->getOps<ProgramOp>().begin();
  ShapeOracle oracle;
  fuseKernels(program, oracle, *findMachine("arm64"));
  std::string once = print(*module);
  program.setStage(Stage::Built);
  fuseKernels(program, oracle, *findMachine("arm64"));
  EXPECT_EQ(once, print(*module));
}

TEST_P(PlanPropertiesTest, isTheSameEveryTime) {
  std::string texts[2];
  for (std::string &text : texts) {
    OwningOpRef<ModuleOp> module = makeRandomProgram(&context, GetParam());
    ASSERT_TRUE(succeeded(buildPlan(*module)));
    auto program = *module->getOps<ProgramOp>().begin();
    ShapeOracle oracle;
    fuseKernels(program, oracle, *findMachine("arm64"));
    orderPlan(program);
    shareStorage(program);
    placeValues(program);
    text = print(*module);
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST_P(PlanPropertiesTest, whatIsComputedTwiceIsRecorded) {
  for (unsigned i = 0; i < 20; ++i) {
    std::string text = makeCostlyProgram(GetParam() * 1000 + i);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    DecisionLog log;
    attachDecisionLog(*module, &log);
    ASSERT_TRUE(succeeded(buildPlan(*module)));
    auto program = *module->getOps<ProgramOp>().begin();
    std::map<uint32_t, std::string> expensive = findExpensive(program);
    {
      DecisionStage stage(*module, "fuse-kernels");
      ShapeOracle oracle;
      formLoopKernels(program, oracle, *findMachine("arm64"));
      fuseKernels(program, oracle, *findMachine("arm64"));
    }
    std::set<uint32_t> recorded = findRecorded(log);
    for (auto [origin, places] : countPlaces(program, expensive)) {
      EXPECT_TRUE(places == 1 || recorded.contains(origin))
          << expensive[origin] << " is in " << places << " places\n"
          << print(*module);
    }
    detachDecisionLog(&context);
    ASSERT_FALSE(HasFailure()) << "seed " << GetParam() * 1000 + i;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PlanPropertiesTest, ::testing::Range(0, 20));

} // namespace
} // namespace weft::plan
