// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linker.h"

#include "weft/Target/AMD/AmdMachine.h"
#include "weft/Target/GPU/Compile.h"

#include <gtest/gtest.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Support/MemoryBuffer.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

namespace weft::amd {
namespace {

using gpu::CodeForm;
using gpu::CompiledKernels;

/// A tile program, and what its listing has.
struct Program {
  const char *name;
  std::vector<const char *> instructions;
  bool meetsOnChip;
  int64_t waves = 0;
};

std::ostream &operator<<(std::ostream &stream, const Program &program) {
  return stream << program.name;
}

class CompileTest : public testing::TestWithParam<Program> {
protected:
  CompileTest() {
    mlir::DialectRegistry registry;
    tile::registerTileDialects(registry);
    context.appendDialectRegistry(registry);
  }

  tile::KernelOp parseFile(const std::string &name) {
    module = mlir::parseSourceFile<mlir::ModuleOp>(
        std::string(WEFT_SOURCE_DIRECTORY) + "/weft/Target/GPU/test/Inputs/" +
            name + ".mlir",
        &context);
    return module ? *module->getOps<tile::KernelOp>().begin()
                  : tile::KernelOp();
  }

  Status prepare(tile::KernelOp kernel, int64_t waves = 0) {
    return gpu::prepare(kernel, gpu->row, waves);
  }

  StatusOr<CompiledKernels> compileKernels(tile::KernelOp kernel,
                                           CodeForm form) {
    return gpu::compileKernels({kernel}, *gpu, form);
  }

  static bool has(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<gpu::GpuMachine> gpu =
      createAmdMachine(*findMachine("gfx942"));
};

class ProgramTest : public CompileTest {
protected:
  StatusOr<CompiledKernels> compile(CodeForm form) {
    tile::KernelOp kernel = parseFile(GetParam().name);
    if (!kernel) {
      return Status::internal("the program was not read");
    }
    WEFT_RETURN_IF_ERROR(prepare(kernel, GetParam().waves));
    if (mlir::failed(mlir::verify(*module))) {
      return Status::internal("the layouts are malformed");
    }
    return compileKernels(kernel, form);
  }
};

TEST_P(ProgramTest, HasTheInstructions) {
  StatusOr<CompiledKernels> compiled = compile(CodeForm::Assembly);
  ASSERT_TRUE(compiled.ok()) << compiled.status().message();
  const std::string &listing = compiled->code;
  EXPECT_TRUE(has(listing, "amdgcn-amd-amdhsa--gfx942")) << listing;
  EXPECT_TRUE(has(listing, ".wavefront_size: 64")) << listing;
  for (const char *instruction : GetParam().instructions) {
    EXPECT_TRUE(has(listing, instruction)) << instruction << "\n" << listing;
  }
  for (const char *instruction : {"s_barrier", "ds_write", "ds_read"}) {
    EXPECT_EQ(has(listing, instruction), GetParam().meetsOnChip)
        << instruction << "\n"
        << listing;
  }
  for (const char *zero : {".private_segment_fixed_size: 0",
                           ".sgpr_spill_count: 0", ".vgpr_spill_count: 0"}) {
    EXPECT_TRUE(has(listing, zero)) << zero << "\n" << listing;
  }
}

TEST_P(ProgramTest, Links) {
  StatusOr<CompiledKernels> compiled = compile(CodeForm::Object);
  ASSERT_TRUE(compiled.ok()) << compiled.status().message();
  std::string report;
  const std::string code = linkObject(compiled->code, report);
  ASSERT_FALSE(code.empty()) << report;
  EXPECT_TRUE(isCodeObjectFor(code, llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX942));
  const gpu::KernelInfo &info = compiled->kernels.front();
  auto kernel = findKernel(code, info.name);
  ASSERT_TRUE(kernel);
  EXPECT_EQ(static_cast<int64_t>(kernel->group_segment_fixed_size),
            info.sharedBytes);
  EXPECT_EQ(info.sharedBytes != 0, GetParam().meetsOnChip);
  EXPECT_EQ(info.threads % 64, 0);
  EXPECT_EQ(kernel->kernel_code_properties &
                llvm::amdhsa::KERNEL_CODE_PROPERTY_ENABLE_WAVEFRONT_SIZE32,
            0);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, ProgramTest,
    testing::Values(
        Program{"fusion", {"global_load_dword", "global_store_dword"}, false},
        // A row is in one wave: six exchanges.
        Program{"softmax",
                {"quad_perm:[1,0,3,2]", "quad_perm:[2,3,0,1]", "row_ror:8",
                 "swizzle(SWAP,4)", "swizzle(SWAP,16)", "ds_bpermute_b32"},
                false},
        Program{"softmax_wide", {"ds_bpermute_b32"}, true, 8},
        Program{"transpose", {"global_load_dword"}, true, 2},
        // Among all blocks of the device.
        Program{"told",
                {"global_atomic_add_x2", "off sc1", "offset:8 sc1"},
                false,
                1},
        // In the lanes of a wave, not on the chip.
        Program{"transpose_small", {"ds_bpermute_b32", "v_cndmask"}, false},
        Program{
            "gemm", {"v_mfma_f32_16x16x16_bf16", "global_load_dwordx"}, true}),
    [](const auto &info) { return std::string(info.param.name); });

TEST_F(CompileTest, OneThreadForAProgram) {
  const std::pair<const char *, unsigned> rows[] = {
      {"gfx942", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX942},
      {"gfx950", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX950},
      {"gfx1201", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1201}};
  for (auto [name, machine] : rows) {
    tile::KernelOp kernel = parseFile("rows_by_thread");
    ASSERT_TRUE(kernel);
    StatusOr<CompiledKernels> compiled = gpu::compileThreadKernels(
        {kernel}, *createAmdMachine(*findMachine(name)), CodeForm::Object);
    ASSERT_TRUE(compiled.ok()) << name << ": " << compiled.status().message();
    EXPECT_TRUE(compiled->kernels.front().byThread);
    std::string report;
    const std::string code = linkObject(compiled->code, report);
    ASSERT_FALSE(code.empty()) << name << ": " << report;
    EXPECT_TRUE(isCodeObjectFor(code, machine)) << name;
    EXPECT_TRUE(findKernel(code, compiled->kernels.front().name)) << name;
  }
}

/// The same program for a wave of 64 of another machine, and for waves of 32.
TEST_F(CompileTest, OtherMachinesOfTheTable) {
  for (const char *name : {"gfx950", "gfx1201"}) {
    gpu = createAmdMachine(*findMachine(name));
    for (const char *program : {"fusion", "softmax", "transpose"}) {
      tile::KernelOp kernel = parseFile(program);
      ASSERT_TRUE(kernel);
      Status prepared = prepare(kernel);
      ASSERT_TRUE(prepared.ok()) << name << ": " << prepared.message();
      StatusOr<CompiledKernels> compiled =
          compileKernels(kernel, CodeForm::Object);
      ASSERT_TRUE(compiled.ok()) << name << ": " << compiled.status().message();
      std::string report;
      EXPECT_FALSE(linkObject(compiled->code, report).empty())
          << name << ": " << report;
    }
  }
}

TEST_F(CompileTest, SaysWhatHasNoForm) {
  module = mlir::parseSourceString<mlir::ModuleOp>(
      R"(tile.kernel @k(%x: !tile.ref<256x256xf32>) attributes {stage = "free", grid = 1} {
        %c0 = arith.constant 0 : index
        %0 = tile.load %x[%c0, %c0] : !tile.ref<256x256xf32> -> tensor<256x256xf32>
        %1 = tile.transpose %0 [1, 0] : tensor<256x256xf32> -> tensor<256x256xf32>
        tile.store %1, %x[%c0, %c0] : tensor<256x256xf32>, !tile.ref<256x256xf32>
        tile.return
      })",
      &context);
  ASSERT_TRUE(module);
  tile::KernelOp kernel = *module->getOps<tile::KernelOp>().begin();
  Status prepared = prepare(kernel);
  ASSERT_FALSE(prepared.ok());
  EXPECT_TRUE(has(prepared.message(), "gfx942 has 65536"))
      << prepared.message();
}

} // namespace
} // namespace weft::amd
