// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/GpuTarget.h"

#include "weft/Compiler/BlockForms.h"
#include "weft/Compiler/ConstantsArena.h"
#include "weft/Target/AMD/AmdMachine.h"
#include "weft/Target/GPU/Candidates/GpuCandidates.h"
#include "weft/Target/GPU/Compile.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"

using namespace mlir;

namespace weft {
namespace {

class GpuTarget : public Target {
public:
  GpuTarget(Machine machine, std::unique_ptr<gpu::GpuMachine> gpu)
      : Target(std::move(machine)), gpu(std::move(gpu)) {}

  const tile::CandidateSource &candidates() const override { return source; }

  Status lowerTiles(plan::ProgramOp program, const TiledKernels &tiled,
                    CompileTrace &trace) const override {
    return BlockForms(*gpu, program, tiled, trace).run();
  }

  StatusOr<EmittedProgram> emit(plan::ProgramOp program,
                                const TiledKernels &tiled,
                                CompileTrace &trace) const override {
    ConstantsArena constants(machine().alignment);
    WEFT_RETURN_IF_ERROR(
        constants.place(program, plan::readSizes(program).constants));
    WEFT_ASSIGN_OR_RETURN(gpu::CompiledKernels compiled,
                          gpu::compileThreadKernels(tiled.kernels, *gpu,
                                                    gpu::CodeForm::Assembly));
    llvm::DenseMap<Operation *, const gpu::KernelInfo *> infoOf;
    for (auto [kernel, info] :
         llvm::zip_equal(tiled.kernels, compiled.kernels)) {
      infoOf[kernel] = &info;
    }
    program.walk<WalkOrder::PreOrder>([&](plan::KernelOp kernel) {
      CompileTrace::Kernel &traced = trace.kernels.emplace_back();
      traced.name = kernel.getName().str();
      if (tile::KernelOp tile = tiled.kernelOf.lookup(kernel)) {
        const gpu::KernelInfo &info = *infoOf.lookup(tile);
        traced.function = tile.getSymName().str();
        traced.programs = static_cast<int64_t>(tile.getGrid());
        traced.grain = info.threads;
        traced.scratchBytes = info.scratchBytes;
      }
      return WalkResult::skip();
    });
    EmittedProgram result;
    if (trace.keepsCode) {
      trace.code.assembly = compiled.code;
    }
    result.sections[SectionKind::Code] = std::move(compiled.code);
    result.sections[SectionKind::Constants] = constants.take();
    return result;
  }

private:
  std::unique_ptr<gpu::GpuMachine> gpu;
  gpu::ThreadCandidates source;
};

} // namespace

StatusOr<std::unique_ptr<Target>> createGpuTarget(Machine machine) {
  std::unique_ptr<gpu::GpuMachine> gpu;
  switch (machine.family) {
  case MachineFamily::Nvidia:
    gpu = nvidia::createNvidiaMachine(machine);
    break;
  case MachineFamily::Amd:
    gpu = amd::createAmdMachine(machine);
    break;
  case MachineFamily::Cpu:
    return Status::invalidArgument("'" + machine.name + "' is no GPU");
  }
  return std::unique_ptr<Target>(
      std::make_unique<GpuTarget>(std::move(machine), std::move(gpu)));
}

} // namespace weft
