// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/GpuTarget.h"

#include "weft/Compiler/BlockForms.h"
#include "weft/Compiler/ConstantsArena.h"
#include "weft/Compiler/DescribeCalls.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Target/GPU/Candidates/GpuCandidates.h"
#include "weft/Target/GPU/Compile.h"
#include "weft/Target/GPU/EmitCommands.h"
#include "weft/Tile/Tiling/KernelFrame.h"

using namespace mlir;

namespace weft {
namespace {

/// The plan as commands, with what they refer to.
class CommandWriter {
public:
  CommandWriter(plan::ProgramOp program, const TiledKernels &tiled,
                const gpu::CompiledKernels &compiled, const Machine &machine,
                CompileTrace &trace)
      : program(program), tiled(tiled), trace(trace),
        constants(machine.alignment) {
    commands.machine = machine.name;
    for (auto [kernel, info] :
         llvm::zip_equal(tiled.kernels, compiled.kernels)) {
      infoOf[kernel] = &info;
    }
  }

  StatusOr<EmittedProgram> write() {
    const plan::MemorySizes sizes = plan::readSizes(program);
    WEFT_RETURN_IF_ERROR(constants.place(program, sizes.constants));
    WEFT_RETURN_IF_ERROR(describeKernels());
    WEFT_ASSIGN_OR_RETURN(
        gpu::EmittedCommands emitted,
        gpu::emitCommands(program, [&](plan::KernelOp kernel) {
          auto found = launches.find(kernel);
          return found == launches.end() ? nullptr : &found->second;
        }));
    WEFT_ASSIGN_OR_RETURN(DescribedCalls calls,
                          describeCalls(program.getLoc(), emitted.calls));
    commands.commands = std::move(emitted.commands);
    commands.calls = std::move(calls.calls);
    commands.temporaryBytes = llvm::alignTo(sizes.temp, kDeviceAlignment);
    EmittedProgram result;
    result.sections[SectionKind::Constants] = constants.take();
    result.sections[SectionKind::Commands] = encodeCommandProgram(commands);
    if (!calls.outlined.empty()) {
      result.sections[SectionKind::Calls] = std::move(calls.outlined);
    }
    result.temporaryBytes = commands.workspaceBytes;
    return result;
  }

private:
  /// In the order of the plan, which is the order of their constants.
  Status describeKernels() {
    std::vector<plan::KernelOp> kernels;
    program.walk<WalkOrder::PreOrder>([&](plan::KernelOp kernel) {
      kernels.push_back(kernel);
      return WalkResult::skip();
    });
    for (plan::KernelOp kernel : kernels) {
      CompileTrace::Kernel &traced = trace.kernels.emplace_back();
      traced.name = kernel.getName().str();
      if (tile::KernelOp tile = tiled.kernelOf.lookup(kernel)) {
        WEFT_RETURN_IF_ERROR(
            describe(kernel, tile, *infoOf.lookup(tile), traced));
      }
    }
    return Status::success();
  }

  Status describe(plan::KernelOp kernel, tile::KernelOp tile,
                  const gpu::KernelInfo &info, CompileTrace::Kernel &traced) {
    gpu::KernelLaunch launch;
    auto [number, isNew] = numberOf.try_emplace(
        tile, static_cast<uint32_t>(commands.kernels.size()));
    launch.kernel = number->second;
    if (isNew) {
      commands.kernels.push_back({info.name, static_cast<uint64_t>(info.grid),
                                  static_cast<uint32_t>(info.threads),
                                  static_cast<uint32_t>(info.sharedBytes),
                                  describeLocation(kernel.getLoc())});
    }
    if (auto own =
            tile->getAttrOfType<ArrayAttr>(tile::constantsAttributeName)) {
      for (Attribute entry : own) {
        WEFT_ASSIGN_OR_RETURN(
            int64_t offset,
            constants.append(cast<ElementsAttr>(cast<ArrayAttr>(entry)[1])));
        launch.constants.push_back(offset);
      }
    }
    launch.takesWorkspace = info.byThread;
    commands.workspaceBytes =
        std::max(commands.workspaceBytes,
                 llvm::alignTo(static_cast<uint64_t>(info.scratchBytes *
                                                     info.threads * info.grid),
                               kDeviceAlignment));
    traced.function = info.name;
    traced.programs = static_cast<int64_t>(tile.getGrid());
    traced.grain = info.threads;
    traced.scratchBytes = info.scratchBytes;
    launches[kernel] = std::move(launch);
    return Status::success();
  }

  plan::ProgramOp program;
  const TiledKernels &tiled;
  CompileTrace &trace;
  ConstantsArena constants;
  CommandProgram commands;
  llvm::DenseMap<Operation *, const gpu::KernelInfo *> infoOf;
  llvm::DenseMap<Operation *, uint32_t> numberOf;
  llvm::DenseMap<Operation *, gpu::KernelLaunch> launches;
};

class GpuTarget : public Target {
public:
  GpuTarget(std::unique_ptr<gpu::GpuMachine> gpu, BlockFormsWanted blocks)
      : Target(gpu->row), gpu(std::move(gpu)), blocks(blocks) {}

  const tile::CandidateSource &candidates() const override { return source; }

  Status lowerTiles(plan::ProgramOp program, const TiledKernels &tiled,
                    CompileTrace &trace) const override {
    return blocks == BlockFormsWanted::Yes
               ? BlockForms(*gpu, program, tiled, trace).run()
               : Status::success();
  }

  StatusOr<EmittedProgram> emit(plan::ProgramOp program,
                                const TiledKernels &tiled,
                                CompileTrace &trace) const override {
    WEFT_ASSIGN_OR_RETURN(gpu::CompiledKernels compiled,
                          gpu::compileThreadKernels(tiled.kernels, *gpu,
                                                    gpu::CodeForm::Assembly));
    if (trace.keepsCode) {
      trace.code.assembly = compiled.code;
    }
    CommandWriter writer(program, tiled, compiled, machine(), trace);
    WEFT_ASSIGN_OR_RETURN(EmittedProgram result, writer.write());
    result.sections[SectionKind::Code] = std::move(compiled.code);
    return result;
  }

private:
  std::unique_ptr<gpu::GpuMachine> gpu;
  const BlockFormsWanted blocks;
  gpu::ThreadCandidates source;
};

} // namespace

std::unique_ptr<Target> createGpuTarget(std::unique_ptr<gpu::GpuMachine> gpu,
                                        BlockFormsWanted blocks) {
  return std::make_unique<GpuTarget>(std::move(gpu), blocks);
}

} // namespace weft
