// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which steps threads share, by what becomes of their results. In all programs
// `negate` makes 400 kB, which takes one thread 20 us and five of them 9; to
// get what they wrote takes one thread about 19.

#include "weft/Compiler/ShareSteps.h"

#include "weft/Plan/Build/BuildPlan.h"
#include "weft/StableHLO/IR/StableHLO.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Parser/Parser.h>

#include <map>
#include <set>

using namespace mlir;

namespace weft {
namespace {

using Work = SharedSteps::Work;

constexpr int64_t kMicrosecond = 1'000'000;
constexpr Work kProducer = {20 * kMicrosecond, 100};
constexpr Work kLong = {4000 * kMicrosecond, 1000};

class ShareStepsTest : public ::testing::Test {
protected:
  ShareStepsTest() {
    DialectRegistry dialects;
    dialects.insert<stablehlo::StableHLODialect, func::FuncDialect,
                    plan::PlanDialect>();
    context.appendDialectRegistry(dialects);
    context.loadAllAvailableDialects();
  }

  /// The operations whose kernels are shared, and those that one thread takes
  /// because of those behind them, in parentheses. `body` is that of a function
  /// of %x, a vector of 100000 numbers; `works` says what their kernels are,
  /// and others are one thread's.
  std::set<std::string> shared(const std::string &body,
                               const std::map<std::string, Work> &works,
                               const std::string &result = "vector") {
    const std::string vector = "tensor<100000xf32>";
    std::string text = "func.func @main(%x: vector, %i: tensor<i32>) -> " +
                       result + " {\n" + body + "}";
    for (size_t at = 0; (at = text.find("vector", at)) != std::string::npos;) {
      text.replace(at, std::string("vector").size(), vector);
    }
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, ParserConfig(&context));
    EXPECT_TRUE(module);
    EXPECT_TRUE(succeeded(plan::buildPlan(*module)));
    plan::ProgramOp program = *module->getOps<plan::ProgramOp>().begin();
    auto operationOf = [](plan::KernelOp kernel) {
      return kernel.getName().take_until([](char c) { return c == '_'; }).str();
    };
    const Machine machine = *findMachine("x86-64-v3");
    const SharedSteps steps(
        program,
        [&](plan::KernelOp kernel) {
          auto found = works.find(operationOf(kernel));
          return found == works.end() ? Work() : found->second;
        },
        machine);
    std::set<std::string> names;
    program.walk([&](plan::KernelOp kernel) {
      if (steps.threadsOf(kernel) > 1) {
        names.insert(operationOf(kernel));
      } else if (steps.isKept(kernel)) {
        names.insert("(" + operationOf(kernel) + ")");
      }
      return WalkResult::skip();
    });
    return names;
  }

  MLIRContext context;
};

using Names = std::set<std::string>;

TEST_F(ShareStepsTest, WhatNobodyTakesUpIsShared) {
  EXPECT_EQ(shared("%y = stablehlo.negate %x : vector\n return %y : vector\n",
                   {{"negate", kProducer}}),
            Names{"negate"});
}

TEST_F(ShareStepsTest, WhatOneThreadTakesUpIsMadeByIt) {
  EXPECT_EQ(shared(R"(
    %y = stablehlo.negate %x : vector
    %z = stablehlo.tanh %y : vector
    return %z : vector
)",
                   {{"negate", kProducer}}),
            Names{"(negate)"});
}

TEST_F(ShareStepsTest, WhatOthersShareIsSharedBefore) {
  EXPECT_EQ(shared(R"(
    %y = stablehlo.negate %x : vector
    %z = stablehlo.tanh %y : vector
    return %z : vector
)",
                   {{"negate", kProducer}, {"tanh", kProducer}}),
            (Names{"negate", "tanh"}));
}

TEST_F(ShareStepsTest, ViewsAreLookedThrough) {
  EXPECT_EQ(shared(R"(
    %y = stablehlo.negate %x : vector
    %v = stablehlo.reshape %y : (vector) -> tensor<1000x100xf32>
    %z = stablehlo.tanh %v : tensor<1000x100xf32>
    return %z : tensor<1000x100xf32>
)",
                   {{"negate", kProducer}}, "tensor<1000x100xf32>"),
            Names{"(negate)"});
}

TEST_F(ShareStepsTest, CallsAreOneThreads) {
  EXPECT_EQ(shared(R"(
    %y = stablehlo.negate %x : vector
    %z = stablehlo.custom_call @foreign(%y) : (vector) -> vector
    return %z : vector
)",
                   {{"negate", kProducer}}),
            Names{"(negate)"});
}

TEST_F(ShareStepsTest, BranchesTakeUpWhatIsInsideOfThem) {
  EXPECT_EQ(shared(R"(
    %y = stablehlo.negate %x : vector
    %z = "stablehlo.case"(%i) ({
      %a = stablehlo.tanh %y : vector
      stablehlo.return %a : vector
    }, {
      stablehlo.return %x : vector
    }) : (tensor<i32>) -> vector
    return %z : vector
)",
                   {{"negate", kProducer}}),
            Names{"(negate)"});
}

TEST_F(ShareStepsTest, BranchesHandOnWhatTheyMake) {
  const std::string body = R"(
    %y = "stablehlo.case"(%i) ({
      %a = stablehlo.negate %x : vector
      stablehlo.return %a : vector
    }, {
      stablehlo.return %x : vector
    }) : (tensor<i32>) -> vector
    %z = stablehlo.tanh %y : vector
    return %z : vector
)";
  EXPECT_EQ(shared(body, {{"negate", kProducer}}), Names{"(negate)"});
  EXPECT_EQ(shared(body, {{"negate", kProducer}, {"tanh", kProducer}}),
            (Names{"negate", "tanh"}));
}

/// A loop of unknown length around an array, whose condition sums it or not.
std::string loopAround(const std::string &step, const std::string &inCondition,
                       const std::string &behind) {
  return R"(
    %y = stablehlo.negate %x : vector
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %l:2 = stablehlo.while(%s = %y, %n = %i) : vector, tensor<i32>
    cond {
)" + inCondition +
         R"(
      stablehlo.return %c : tensor<i1>
    } do {
)" + step +
         R"(
      %m = stablehlo.add %n, %n : tensor<i32>
      stablehlo.return %t, %m : vector, tensor<i32>
    }
)" + behind;
}

const std::string countsOnly =
    "%c = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> "
    "tensor<i1>\n";
const std::string sums = R"(
      %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (vector, tensor<f32>) -> tensor<f32>
      %c = stablehlo.compare LT, %sum, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
)";
const std::string returned = "    return %l#0 : vector\n";

TEST_F(ShareStepsTest, LoopsTakeUpWhatTheyBeginWith) {
  const std::string body =
      loopAround("%t = stablehlo.tanh %s : vector", countsOnly, returned);
  EXPECT_EQ(shared(body, {{"negate", kProducer}}), Names{"(negate)"});
  EXPECT_EQ(shared(body, {{"negate", kProducer}, {"tanh", kProducer}}),
            (Names{"negate", "tanh"}));
}

TEST_F(ShareStepsTest, ConditionsTakeUpWhatTheirLoopHas) {
  const std::string body =
      loopAround("%t = stablehlo.tanh %s : vector", sums, returned);
  // One thread sums in each turn what is made before it.
  EXPECT_EQ(shared(body, {{"negate", kProducer}, {"tanh", kProducer}}),
            (Names{"(negate)", "(tanh)"}));
}

TEST_F(ShareStepsTest, LoopsHandOnWhatTheyLeave) {
  const std::string body =
      loopAround("%t = stablehlo.tanh %s : vector", countsOnly, R"(
    %z = stablehlo.cosine %l#0 : vector
    return %z : vector
)");
  // Made in the last turn, or before the loop where there is none.
  EXPECT_EQ(shared(body, {{"negate", kProducer}, {"tanh", kProducer}}),
            (Names{"(negate)", "(tanh)"}));
}

/// A step that several others wrote for loses as much where one thread takes
/// it.
TEST_F(ShareStepsTest, WhatOthersWroteIsNotBroughtToOneThread) {
  const std::map<std::string, Work> works = {{"exponential", kLong},
                                             {"negate", kProducer}};
  const Names both = {"exponential", "negate"};
  EXPECT_EQ(shared(R"(
    %w = stablehlo.exponential %x : vector
    %y = stablehlo.negate %w : vector
    %z = stablehlo.tanh %y : vector
    return %z : vector
)",
                   works),
            both);
  EXPECT_EQ(shared(R"(
    %w = stablehlo.exponential %x : vector
    %v = stablehlo.reshape %w : (vector) -> tensor<1000x100xf32>
    %y = stablehlo.negate %v : tensor<1000x100xf32>
    %z = stablehlo.tanh %y : tensor<1000x100xf32>
    return %z : tensor<1000x100xf32>
)",
                   works, "tensor<1000x100xf32>"),
            both);
  EXPECT_EQ(shared(R"(
    %w = "stablehlo.case"(%i) ({
      %a = stablehlo.exponential %x : vector
      stablehlo.return %a : vector
    }, {
      stablehlo.return %x : vector
    }) : (tensor<i32>) -> vector
    %y = stablehlo.negate %w : vector
    %z = stablehlo.tanh %y : vector
    return %z : vector
)",
                   works),
            both);
  EXPECT_EQ(shared(R"(
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w:2 = stablehlo.while(%s = %x, %n = %i) : vector, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %t = stablehlo.exponential %s : vector
      %m = stablehlo.add %n, %n : tensor<i32>
      stablehlo.return %t, %m : vector, tensor<i32>
    }
    %y = stablehlo.negate %w#0 : vector
    %z = stablehlo.tanh %y : vector
    return %z : vector
)",
                   works),
            both);
}

} // namespace
} // namespace weft
