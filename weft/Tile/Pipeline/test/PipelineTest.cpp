// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs of the GPU's line, taken to stage `synchronised`, with faults
// planted afterwards.

#include "weft/Tile/Layout/InferLayouts.h"
#include "weft/Tile/Pipeline/AllocateShared.h"
#include "weft/Tile/Pipeline/CheckSynchronisation.h"
#include "weft/Tile/Pipeline/InsertSynchronisation.h"
#include "weft/Tile/Pipeline/PipelineLoops.h"
#include "weft/Tile/Pipeline/PlanTransfers.h"

#include <gtest/gtest.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

namespace weft::tile {
namespace {

/// The product of bf16 with one column of its row changed.
std::string refusalOf(llvm::function_ref<void(MatrixInstruction &)> change) {
  Machine machine = *findMachine("sm_90");
  mlir::DialectRegistry registry;
  registerTileDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(
      WEFT_SOURCE_DIRECTORY "/weft/Target/GPU/test/Inputs/gemm.mlir", &context);
  KernelOp kernel = *module->getOps<KernelOp>().begin();
  EXPECT_TRUE(succeeded(inferLayouts(kernel, machine)));
  for (MatrixInstruction &row : machine.instructions) {
    change(row);
  }
  std::string error;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          error = diagnostic.str();
                                          return mlir::success();
                                        });
  EXPECT_TRUE(failed(planTransfers(kernel, machine)));
  return error;
}

TEST(MatrixRowsTest, WhatIsNotPlannedIsRefusedByName) {
  EXPECT_NE(refusalOf([](MatrixInstruction &row) {
              row.rhsSpace = OperandSpace::Shared;
            })
                .find("m16n8k16.row.col.f32.bf16.bf16.f32 takes an operand in "
                      "shared memory, which is not planned yet"),
            std::string::npos);
  EXPECT_NE(refusalOf([](MatrixInstruction &row) {
              row.accumulatorSpace = OperandSpace::Tensor;
            }).find("takes an operand in tensor memory"),
            std::string::npos);
  EXPECT_NE(refusalOf([](MatrixInstruction &row) {
              row.warps = 4;
            }).find("is issued by 4 warps"),
            std::string::npos);
  EXPECT_NE(refusalOf([](MatrixInstruction &row) {
              row.completion = Completion::Group;
            }).find("is complete when its group is awaited"),
            std::string::npos);
  EXPECT_NE(refusalOf([](MatrixInstruction &row) {
              row.completion = Completion::Barrier;
            }).find("is complete when a barrier in memory says so"),
            std::string::npos);
}

struct Program {
  const char *machine;
  const char *file;
  int64_t warps;
  /// Whether copies are in flight.
  bool isPipelined = false;
};

class PipelineTest : public testing::TestWithParam<Program> {
protected:
  PipelineTest() : machine(*findMachine(GetParam().machine)) {
    mlir::DialectRegistry registry;
    registerTileDialects(registry);
    context.appendDialectRegistry(registry);
    module = mlir::parseSourceFile<mlir::ModuleOp>(
        std::string(WEFT_SOURCE_DIRECTORY) + "/weft/Target/GPU/test/Inputs/" +
            GetParam().file + ".mlir",
        &context);
    for (auto kernel : module->getOps<KernelOp>()) {
      EXPECT_TRUE(
          succeeded(inferLayouts(kernel, machine, {GetParam().warps})) &&
          succeeded(planTransfers(kernel, machine)));
      if (GetParam().isPipelined) {
        pipelineLoops(kernel, machine);
      }
      EXPECT_TRUE(succeeded(allocateShared(kernel, machine)) &&
                  succeeded(insertSynchronisation(kernel)));
    }
    EXPECT_TRUE(succeeded(mlir::verify(*module)));
  }

  /// The first thing that the checker has to say.
  std::string firstError(KernelOp kernel) {
    std::string error;
    mlir::ScopedDiagnosticHandler handler(
        &context, [&](mlir::Diagnostic &diagnostic) {
          error = error.empty() ? diagnostic.str() : error;
          return mlir::success();
        });
    const bool isRight = mlir::succeeded(checkSynchronisation(kernel, machine));
    EXPECT_EQ(isRight, error.empty());
    return error;
  }

  Machine machine;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

TEST_P(PipelineTest, IsRight) {
  for (auto kernel : module->getOps<KernelOp>()) {
    EXPECT_EQ(firstError(kernel), "") << kernel.getSymName().str();
  }
}

TEST_P(PipelineTest, EveryBarrierIsMissed) {
  for (auto kernel : module->getOps<KernelOp>()) {
    llvm::SmallVector<BarrierOp> barriers;
    kernel.walk([&](BarrierOp op) { barriers.push_back(op); });
    for (BarrierOp barrier : barriers) {
      mlir::OpBuilder builder(barrier->getNextNode());
      barrier->remove();
      EXPECT_NE(firstError(kernel).find("races"), std::string::npos)
          << kernel.getSymName().str();
      builder.insert(barrier);
    }
  }
}

std::string nameOf(const testing::TestParamInfo<Program> &info) {
  return std::string(info.param.machine) + "_" + info.param.file + "_" +
         std::to_string(info.param.warps) +
         (info.param.isPipelined ? "_pipelined" : "");
}

INSTANTIATE_TEST_SUITE_P(
    Programs, PipelineTest,
    testing::Values(
        Program{"sm_90", "fusion", 0}, Program{"sm_90", "softmax", 0},
        Program{"sm_90", "softmax_wide", 8}, Program{"sm_90", "transpose", 0},
        Program{"sm_90", "gemm", 0}, Program{"sm_90", "gemm", 0, true},
        Program{"sm_80", "gemm", 8, true},
        Program{"sm_90", "factors_ahead", 0, true},
        Program{"sm_90", "products", 0}, Program{"sm_90", "products", 0, true},
        Program{"sm_90", "more", 1}, Program{"sm_90", "more", 8},
        Program{"sm_90", "through_memory", 4}, Program{"gfx942", "fusion", 0},
        Program{"gfx942", "softmax", 0}, Program{"gfx942", "softmax_wide", 4},
        Program{"gfx942", "transpose", 0}, Program{"gfx942", "gemm", 0},
        Program{"gfx942", "through_memory", 2}),
    nameOf);

/// Programs of which an operand is read right before the next one is written.
class OverlapTest : public PipelineTest {};

TEST_P(OverlapTest, IsFound) {
  KernelOp kernel = *module->getOps<KernelOp>().begin();
  llvm::SmallVector<AllocOp> allocations;
  kernel.walk([&](AllocOp op) { allocations.push_back(op); });
  ASSERT_EQ(allocations.size(), 2U);
  allocations[1].setAtAttr(allocations[0].getAtAttr());
  EXPECT_NE(firstError(kernel).find("races (write after read)"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Programs, OverlapTest,
                         testing::Values(Program{"sm_90", "gemm", 0},
                                         Program{"gfx942", "gemm", 0}),
                         nameOf);

} // namespace
} // namespace weft::tile
