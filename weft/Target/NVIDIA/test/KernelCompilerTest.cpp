// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that several threads compile: the same code as by one, and what
// becomes of the others when one fails.

#include "weft/Target/GPU/KernelCompiler.h"

#include "weft/Target/GPU/Compile.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"

#include <gtest/gtest.h>
#include <llvm/IR/InlineAsm.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Parser/Parser.h>

#include <sched.h>

namespace weft::nvidia {
namespace {

using gpu::CompiledKernel;
using gpu::KernelCompiler;
using gpu::Runner;

/// LLVM has no register for what kernels of the name `refused` ask.
class PickyMachine : public NvidiaMachine {
public:
  using NvidiaMachine::NvidiaMachine;

  llvm::Value *number(Builder &builder, gpu::Number number) const override {
    llvm::Value *known = NvidiaMachine::number(builder, number);
    if (builder.GetInsertBlock()->getParent()->getName() == "refused") {
      auto *type = llvm::FunctionType::get(known->getType(), false);
      known = builder.CreateCall(llvm::InlineAsm::get(
          type, "mov.u32 $0, 1;", "={nothing}", /*hasSideEffects=*/true));
    }
    return known;
  }
};

class KernelCompilerTest : public testing::Test {
protected:
  KernelCompilerTest() {
    mlir::DialectRegistry registry;
    tile::registerTileDialects(registry);
    context.appendDialectRegistry(registry);
    // LLVM can write PTX from then on.
    createNvidiaMachine(gpu.row);
  }

  /// Kernels in which one thread computes an element, each of other code. They
  /// call functions, and calls have numbers in PTX.
  void parse(llvm::ArrayRef<std::string> names) {
    std::string text;
    for (auto [i, name] : llvm::enumerate(names)) {
      text += "tile.kernel @" + name +
              "(%x: !tile.ref<64xf64>, %y: !tile.ref<64xf64>) attributes "
              "{stage = \"free\", grid = 64} {\n"
              "  %p = tile.program_id\n"
              "  %v0 = tile.load %x[%p] : !tile.ref<64xf64> -> "
              "tensor<1xf64>\n";
      for (size_t step = 0; step <= i; ++step) {
        text += "  %v" + std::to_string(step + 1) + " = math.sin %v" +
                std::to_string(step) + " : tensor<1xf64>\n";
      }
      text += "  tile.store %v" + std::to_string(i + 1) +
              ", %y[%p] : tensor<1xf64>, !tile.ref<64xf64>\n"
              "  tile.return\n}\n";
    }
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }

  std::vector<StatusOr<CompiledKernel>> compile() {
    KernelCompiler compiler(gpu, gpu::CodeForm::Assembly);
    for (auto kernel : module->getOps<tile::KernelOp>()) {
      const StatusOr<size_t> number = compiler.add(kernel, Runner::Thread);
      EXPECT_TRUE(number.ok()) << number.status();
    }
    return compiler.finish();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  PickyMachine gpu{*findMachine("sm_90")};
};

TEST_F(KernelCompilerTest, CodeDoesNotDependOnTheNumberOfThreads) {
  parse({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"});
  auto byAll = compile();
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<size_t>(sched_getcpu()), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  auto byOne = compile();
  sched_setaffinity(0, sizeof(all), &all);
  ASSERT_EQ(byAll.size(), 12u);
  ASSERT_EQ(byOne.size(), 12u);
  for (auto [kernel, several, alone] :
       llvm::zip_equal(module->getOps<tile::KernelOp>(), byAll, byOne)) {
    ASSERT_TRUE(several.ok()) << several.status();
    ASSERT_TRUE(alone.ok()) << alone.status();
    EXPECT_EQ(several->info.name, kernel.getSymName());
    EXPECT_EQ(several->code, alone->code);
    auto byItself =
        gpu::compileThreadKernels({kernel}, gpu, gpu::CodeForm::Assembly);
    ASSERT_TRUE(byItself.ok()) << byItself.status();
    EXPECT_EQ(several->code, byItself->code);
    EXPECT_NE(several->code.find("callseq 0,"), std::string::npos);
  }
}

TEST_F(KernelCompilerTest, OneThatLlvmRefusesIsNamedByItsNumber) {
  parse({"a", "b", "refused", "c", "d"});
  auto outcomes = compile();
  ASSERT_EQ(outcomes.size(), 5u);
  for (auto [i, outcome] : llvm::enumerate(outcomes)) {
    EXPECT_EQ(outcome.ok(), i != 2) << outcome.status();
  }
  EXPECT_EQ(outcomes[2].status().code(), StatusCode::Internal);
  EXPECT_NE(outcomes[2].status().message().find("code generator failed"),
            std::string::npos)
      << outcomes[2].status();
}

TEST_F(KernelCompilerTest, OneThatIsNotWrittenHasNoNumber) {
  parse({"a", "b"});
  auto kernels = llvm::to_vector(module->getOps<tile::KernelOp>());
  KernelCompiler compiler(gpu, gpu::CodeForm::Assembly);
  EXPECT_TRUE(compiler.add(kernels[0], Runner::Thread).ok());
  // A barrier of all programs, which one thread cannot wait at.
  mlir::OpBuilder builder(&kernels[1].getBody().front(),
                          kernels[1].getBody().front().begin());
  tile::BarrierOp::create(builder, kernels[1].getLoc(), tile::Scope::Device);
  const StatusOr<size_t> refused = compiler.add(kernels[1], Runner::Thread);
  EXPECT_EQ(refused.status().code(), StatusCode::Unimplemented)
      << refused.status();
  auto outcomes = compiler.finish();
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_TRUE(outcomes[0].ok()) << outcomes[0].status();
}

} // namespace
} // namespace weft::nvidia
