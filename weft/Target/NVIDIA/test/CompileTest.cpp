// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Compile.h"
#include "weft/Target/NVIDIA/Assembler.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"
#include "weft/Target/NVIDIA/PtxVersion.h"

#include <gtest/gtest.h>
#include <llvm/Support/MemoryBuffer.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Parser/Parser.h>

namespace weft::nvidia {
namespace {

using gpu::CompiledKernels;
using gpu::KernelInfo;

/// ".version 8.0" of what a text needs.
std::string versionOf(const Machine &row, const std::string &ptx) {
  const std::string digits =
      std::to_string(lowestPtxVersion(row.processor, ptx));
  return ".version " + digits.substr(0, 1) + "." + digits.substr(1) + "\n";
}

class CompileTest : public testing::Test {
protected:
  CompileTest() {
    mlir::DialectRegistry registry;
    tile::registerTileDialects(registry);
    context.appendDialectRegistry(registry);
  }

  tile::KernelOp parse(const std::string &text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    return module ? *module->getOps<tile::KernelOp>().begin()
                  : tile::KernelOp();
  }

  tile::KernelOp parseFile(const std::string &name) {
    auto file = llvm::MemoryBuffer::getFile(std::string(WEFT_SOURCE_DIRECTORY) +
                                            "/weft/Target/GPU/test/Inputs/" +
                                            name + ".mlir");
    return file ? parse((*file)->getBuffer().str()) : tile::KernelOp();
  }

  void choose(const std::string &name) {
    gpu = createNvidiaMachine(*findMachine(name));
  }

  Status prepare(tile::KernelOp kernel, int64_t warps = 0) {
    return gpu::prepare(kernel, gpu->row, warps);
  }

  StatusOr<CompiledKernels> compileKernels(tile::KernelOp kernel) {
    return gpu::compileKernels({kernel}, *gpu, gpu::CodeForm::Assembly);
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<gpu::GpuMachine> gpu =
      createNvidiaMachine(*findMachine("sm_90"));
};

class ProgramTest : public CompileTest,
                    public testing::WithParamInterface<const char *> {};

class MachineTest : public CompileTest,
                    public testing::WithParamInterface<
                        std::tuple<const char *, const char *>> {};

TEST_P(MachineTest, Assembles) {
  const std::string assembler = findAssembler();
  const auto [program, machine] = GetParam();
  choose(machine);
  tile::KernelOp kernel = parseFile(program);
  ASSERT_TRUE(kernel);
  Status prepared = prepare(kernel);
  ASSERT_TRUE(prepared.ok()) << prepared.message();
  ASSERT_TRUE(mlir::succeeded(mlir::verify(*module)));
  StatusOr<CompiledKernels> compiled = compileKernels(kernel);
  ASSERT_TRUE(compiled.ok()) << compiled.status().message();
  const std::string &ptx = compiled->code;
  EXPECT_NE(ptx.find(".target " + gpu->row.processor + "\n"), std::string::npos)
      << ptx;
  EXPECT_NE(ptx.find(versionOf(gpu->row, ptx)), std::string::npos) << ptx;
  EXPECT_EQ(ptx.find(".extern .func"), std::string::npos);
  if (assembler.empty()) {
    GTEST_SKIP() << "ptxas is not installed; the PTX was not assembled";
  }
  StatusOr<AssembledKernel> assembled =
      assemble(assembler, gpu->row.processor, ptx);
  ASSERT_TRUE(assembled.ok()) << assembled.status().message();
  ASSERT_TRUE(assembled->resources);
  // One word at most: the assembler may give up a register to have more warps
  // at a time.
  EXPECT_LE(assembled->resources->spilledBytes, 4u);
}

TEST_P(ProgramTest, SameTextEachTime) {
  std::string first;
  for (int round = 0; round < 2; ++round) {
    tile::KernelOp kernel = parseFile(GetParam());
    ASSERT_TRUE(kernel && prepare(kernel).ok());
    StatusOr<CompiledKernels> compiled = compileKernels(kernel);
    ASSERT_TRUE(compiled.ok());
    if (round == 0) {
      first = compiled->code;
    }
    EXPECT_EQ(compiled->code, first);
  }
}

const char *const programs[] = {"fusion", "softmax", "softmax_wide",
                                "transpose", "gemm"};

INSTANTIATE_TEST_SUITE_P(Programs, ProgramTest, testing::ValuesIn(programs),
                         [](const auto &info) {
                           return std::string(info.param);
                         });

INSTANTIATE_TEST_SUITE_P(
    Machines, MachineTest,
    testing::Combine(testing::ValuesIn(programs),
                     testing::Values("sm_80", "sm_86", "sm_89", "sm_90",
                                     "sm_100", "sm_103", "sm_120", "sm_121")),
    [](const auto &info) {
      return std::string(std::get<0>(info.param)) + "_" +
             std::get<1>(info.param);
    });

/// Products of all types, by the instructions that each machine has for them.
TEST_F(CompileTest, ProductsAssemble) {
  const std::string assembler = findAssembler();
  for (const char *machine : {"sm_80", "sm_89", "sm_90", "sm_100", "sm_120"}) {
    choose(machine);
    ASSERT_TRUE(parseFile("products"));
    for (auto kernel : module->getOps<tile::KernelOp>()) {
      const std::string name = kernel.getSymName().str();
      Status prepared = prepare(kernel);
      ASSERT_TRUE(prepared.ok()) << name << ": " << prepared.message();
      StatusOr<CompiledKernels> compiled = compileKernels(kernel);
      ASSERT_TRUE(compiled.ok()) << name << ": " << compiled.status().message();
      // What is converted on the way passes through registers.
      EXPECT_EQ(compiled->code.find("cp.async") != std::string::npos,
                name != "narrow")
          << name;
      if (!assembler.empty()) {
        const Status status =
            assemble(assembler, gpu->row.processor, compiled->code).status();
        EXPECT_TRUE(status.ok())
            << machine << ", " << name << ": " << status.message();
      }
    }
  }
}

/// A guard comes before all that touches memory, behind the wait for kernels
/// before it.
TEST_F(CompileTest, GuardsComeFirst) {
  const std::string assembler = findAssembler();
  for (const char *machine : {"sm_80", "sm_90", "sm_120"}) {
    choose(machine);
    tile::KernelOp kernel = parseFile("transpose");
    ASSERT_TRUE(kernel && prepare(kernel).ok());
    StatusOr<CompiledKernels> compiled = compileKernels(kernel);
    ASSERT_TRUE(compiled.ok()) << compiled.status().message();
    const std::string text = gpu->guardText(
        compiled->code, std::vector{GuardTest(), GuardTest{32, 3, false}},
        /*writesGuard=*/false);
    const size_t guard = text.find("@%over ret;");
    ASSERT_NE(guard, std::string::npos) << text;
    EXPECT_EQ(text.find("ld.global"), text.find("ld.global.b8 %wanted"));
    EXPECT_LT(
        text.find(".param .u64 weft_guard0,\n\t.param .u64 weft_guard1\n)"),
        guard)
        << text;
    // The second number is looked at where the first is what it has to be.
    const size_t second = text.find("ld.global", guard);
    EXPECT_EQ(second, text.find("ld.global.b32 %wanted")) << text;
    EXPECT_LT(second, text.find("setp.ne.u32 %over, %wanted, 3;")) << text;
    const size_t wait = text.find("griddepcontrol.wait");
    EXPECT_TRUE(wait == std::string::npos || wait < guard) << text;
    if (!assembler.empty()) {
      const Status status =
          assemble(assembler, gpu->row.processor, text).status();
      EXPECT_TRUE(status.ok()) << machine << ": " << status.message();
    }
  }
}

/// Who writes a guard does so when all threads of its block have looked at it.
TEST_F(CompileTest, GuardsAreLookedAtBeforeTheyAreWritten) {
  tile::KernelOp kernel = parseFile("transpose");
  ASSERT_TRUE(kernel && prepare(kernel).ok());
  StatusOr<CompiledKernels> compiled = compileKernels(kernel);
  ASSERT_TRUE(compiled.ok()) << compiled.status().message();
  const std::string text = gpu->guardText(
      compiled->code, std::vector{GuardTest()}, /*writesGuard=*/true);
  const size_t look = text.find("ld.global.b8 %wanted");
  const size_t test = text.find("setp.lt.u16 %over");
  ASSERT_TRUE(look != std::string::npos && test != std::string::npos) << text;
  const size_t barrier = text.find("bar.sync");
  EXPECT_TRUE(look < barrier && barrier < test) << text;
}

TEST_F(CompileTest, LaunchNumbers) {
  tile::KernelOp kernel = parseFile("transpose");
  ASSERT_TRUE(kernel && prepare(kernel, 2).ok());
  StatusOr<CompiledKernels> compiled = compileKernels(kernel);
  ASSERT_TRUE(compiled.ok());
  const KernelInfo &info = compiled->kernels.front();
  EXPECT_EQ(info.name, "transpose");
  EXPECT_EQ(info.grid, 12);
  EXPECT_EQ(info.threads, 64);
  // 32 rows of 32 elements of 4 bytes, and padding.
  EXPECT_GE(info.sharedBytes, 32 * 32 * 4);
  EXPECT_LE(info.sharedBytes, 32 * 36 * 4);
}

TEST_F(CompileTest, RacesAreNotCompiled) {
  tile::KernelOp kernel = parseFile("transpose");
  ASSERT_TRUE(kernel && prepare(kernel).ok());
  kernel.walk([](tile::BarrierOp barrier) { barrier.erase(); });
  StatusOr<CompiledKernels> compiled = compileKernels(kernel);
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.status().code(), StatusCode::Internal);
  EXPECT_NE(compiled.status().message().find("races (read after write)"),
            std::string::npos)
      << compiled.status().message();
}

/// A kernel of one elementwise operation.
std::string elementwise(const std::string &op, const std::string &type) {
  return "tile.kernel @k(%x: !tile.ref<64x" + type + ">, %y: !tile.ref<64x" +
         type + ">) attributes {stage = \"free\", grid = 1} {\n" +
         "  %c0 = arith.constant 0 : index\n" +
         "  %0 = tile.load %x[%c0] : !tile.ref<64x" + type + "> -> tensor<64x" +
         type + ">\n" + "  %1 = " + op + " %0 : tensor<64x" + type + ">\n" +
         "  tile.store %1, %y[%c0] : tensor<64x" + type + ">, !tile.ref<64x" +
         type + ">\n  tile.return\n}\n";
}

TEST_F(CompileTest, NarrowTypes) {
  const std::string assembler = findAssembler();
  for (const char *type : {"bf16", "f16", "f32", "f64"}) {
    for (const char *op : {"math.exp", "math.sqrt", "arith.negf", "math.log"}) {
      tile::KernelOp kernel = parse(elementwise(op, type));
      ASSERT_TRUE(kernel && prepare(kernel).ok());
      StatusOr<CompiledKernels> compiled = compileKernels(kernel);
      ASSERT_TRUE(compiled.ok()) << compiled.status().message();
      if (assembler.empty()) {
        continue;
      }
      const Status status =
          assemble(assembler, gpu->row.processor, compiled->code).status();
      EXPECT_TRUE(status.ok()) << op << " " << type << ": " << status.message();
    }
  }
}

} // namespace
} // namespace weft::nvidia
