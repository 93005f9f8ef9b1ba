// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program of thousands of operations is planned in a time that grows with its
// size and no faster.

#include "weft/Plan/Build/BuildPlan.h"
#include "weft/Plan/Fuse/FormLoopKernels.h"
#include "weft/Plan/Fuse/FuseKernels.h"
#include "weft/Plan/Memory/PlaceValues.h"
#include "weft/Plan/Memory/ShareStorage.h"
#include "weft/Plan/Schedule/OrderPlan.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

#include <cstdio>
#include <ctime>

using namespace mlir;

namespace weft::plan {
namespace {

/// Layers of a product, a bias, an activation, a normalisation and a residual:
/// 20 operations each. All parameters are updated at the end, so that much
/// lives long.
std::string makeLayers(unsigned layers) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x128xf32>, "
         "%b: tensor<128xf32>) -> tensor<64x128xf32> {\n"
         "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
         "%many = stablehlo.constant dense<128.0> : tensor<64xf32>\n";
  const char *m = "tensor<64x128xf32>";
  const char *r = "tensor<64xf32>";
  std::string input = "%x";
  for (unsigned k = 0; k < layers; ++k) {
    auto name = [&](const char *stem) {
      return "%" + std::string(stem) + std::to_string(k);
    };
    auto binary = [&](const char *result, const char *operation,
                      const std::string &a, const std::string &b,
                      const char *type) {
      out << name(result) << " = stablehlo." << operation << " " << a << ", "
          << b << " : " << type << "\n";
    };
    auto unary = [&](const char *result, const char *operation,
                     const std::string &a, const char *type) {
      out << name(result) << " = stablehlo." << operation << " " << a << " : "
          << type << "\n";
    };
    auto sum = [&](const char *result, const std::string &a) {
      out << name(result) << " = stablehlo.reduce(" << a
          << " init: %zero) applies stablehlo.add across dimensions = [1] : ("
          << m << ", tensor<f32>) -> " << r << "\n";
    };
    auto spread = [&](const char *result, const std::string &a,
                      const char *from, int dimension) {
      out << name(result) << " = stablehlo.broadcast_in_dim " << a
          << ", dims = [" << dimension << "] : (" << from << ") -> " << m
          << "\n";
    };
    out << name("d") << " = stablehlo.dot_general " << input
        << ", %w, contracting_dims = [1] x [0] : (" << m
        << ", tensor<128x128xf32>) -> " << m << "\n";
    spread("bb", "%b", "tensor<128xf32>", 1);
    binary("h", "add", name("d"), name("bb"), m);
    unary("t", "tanh", name("h"), m);
    sum("s", name("t"));
    binary("mean", "divide", name("s"), "%many", r);
    spread("mb", name("mean"), r, 0);
    binary("c", "subtract", name("t"), name("mb"), m);
    binary("q", "multiply", name("c"), name("c"), m);
    sum("v", name("q"));
    binary("var", "divide", name("v"), "%many", r);
    unary("rs", "rsqrt", name("var"), r);
    spread("rb", name("rs"), r, 0);
    binary("n", "multiply", name("c"), name("rb"), m);
    unary("e", "exponential", name("n"), m);
    sum("z", name("e"));
    spread("zb", name("z"), r, 0);
    binary("p", "divide", name("e"), name("zb"), m);
    unary("g", "negate", name("p"), m);
    binary("y", "add", input, name("g"), m);
    input = name("y");
  }
  out << "return " << input << " : " << m << "\n}\n";
  return text;
}

class CountingOracle : public ShapeOracle {
public:
  TilingAnswer ask(Region &region, Hero hero) override {
    ++questions;
    return ShapeOracle::ask(region, hero);
  }
  unsigned questions = 0;
};

/// Of the processor, so that others on the machine matter little.
double milliseconds(llvm::function_ref<void()> body) {
  std::clock_t start = std::clock();
  body();
  return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(PlanScalingTest, fiveThousandOperations) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<stablehlo::StableHLODialect, func::FuncDialect,
                      quant::QuantDialect, PlanDialect>();
  constexpr unsigned kLayers = 250;
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(makeLayers(kLayers), &context);
  ASSERT_TRUE(module);
  CountingOracle oracle;
  ProgramOp program;
  double build = milliseconds([&] {
    ASSERT_TRUE(succeeded(buildPlan(*module)));
    program = *module->getOps<ProgramOp>().begin();
  });
  double fuse = milliseconds([&] {
    formLoopKernels(program, oracle, *findMachine("arm64"));
    fuseKernels(program, oracle, *findMachine("arm64"));
  });
  double order = milliseconds([&] { orderPlan(program); });
  double share = milliseconds([&] { shareStorage(program); });
  double place = milliseconds([&] { placeValues(program); });
  std::printf("5000 operations: build %.1f ms, fuse %.1f, order %.1f, share "
              "%.1f, place %.1f\n",
              build, fuse, order, share, place);
  // Without optimisation things take longer than they should.
  EXPECT_LT(build + fuse + order + share + place, 3000);
  ASSERT_TRUE(succeeded(verify(*module)));

  // A product with bias and activation, and two for the rest of a layer.
  unsigned kernels = 0;
  program.walk([&](KernelOp) { ++kernels; });
  EXPECT_LE(kernels, 3 * kLayers);
  // Few questions: about one per kernel.
  EXPECT_LE(oracle.questions, 2 * kernels);
}

// Whether a result may overwrite an operand takes a tiling of the kernel: of
// four results, the first that may is enough.
TEST(PlanScalingTest, ordersAskUntilOneResultOverwrites) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<stablehlo::StableHLODialect, quant::QuantDialect,
                      PlanDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      R"(plan.program fused @main(%x: tensor<4xf32>) -> (
             tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
             tensor<4xf32>) {
           %0 = plan.kernel @tanh {plan.record = "kernel-fused"} (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
             %t = stablehlo.tanh %a : tensor<4xf32>
             plan.yield %t : tensor<4xf32>
           }
           %1:4 = plan.kernel @many {plan.record = "kernel-fused"} (%a = %0 : tensor<4xf32>) -> (
               tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
             %s = stablehlo.sine %a : tensor<4xf32>
             %c = stablehlo.cosine %a : tensor<4xf32>
             %n = stablehlo.negate %a : tensor<4xf32>
             %e = stablehlo.exponential %a : tensor<4xf32>
             plan.yield %s, %c, %n, %e : tensor<4xf32>, tensor<4xf32>,
                                         tensor<4xf32>, tensor<4xf32>
           }
           %2 = plan.kernel @sum {plan.record = "kernel-fused"} (%a = %0 : tensor<4xf32>) -> tensor<4xf32> {
             %t = stablehlo.add %a, %a : tensor<4xf32>
             plan.yield %t : tensor<4xf32>
           }
           plan.return %1#0, %1#1, %1#2, %1#3, %2 : tensor<4xf32>,
               tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
         })",
      &context);
  ASSERT_TRUE(module);
  std::vector<unsigned> asked;
  orderPlan(*module->getOps<ProgramOp>().begin(),
            [&](KernelOp kernel, unsigned, unsigned result) {
              if (kernel.getName() == "many") {
                asked.push_back(result);
              }
              return result == 1;
            });
  EXPECT_EQ(asked, (std::vector<unsigned>{0, 1}));
}

} // namespace
} // namespace weft::plan
