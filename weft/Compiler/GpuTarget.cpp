// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/GpuTarget.h"

#include "weft/Compiler/AssembleKernels.h"
#include "weft/Compiler/BlockForms.h"
#include "weft/Compiler/ConstantsArena.h"
#include "weft/Compiler/DescribeCalls.h"
#include "weft/Compiler/PriceFactors.h"
#include "weft/Executable/CommandText.h"
#include "weft/Plan/Memory/PlaceWorkspaces.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Target/GPU/Candidates/GpuCandidates.h"
#include "weft/Target/GPU/EmitCommands.h"
#include "weft/Target/GPU/KernelCompiler.h"
#include "weft/Tile/Tiling/KernelFrame.h"

using namespace mlir;

namespace weft {
namespace {

/// The plan as commands, with what they refer to.
class CommandWriter {
public:
  CommandWriter(plan::ProgramOp program, const TiledKernels &tiled,
                const gpu::GpuMachine &gpu, const std::string &assembler,
                CompileTrace &trace)
      : program(program), tiled(tiled), gpu(gpu), assembler(assembler),
        trace(trace), constants(gpu.row.alignment) {
    commands.machine = gpu.row.name;
  }

  StatusOr<EmittedProgram> write() {
    const plan::MemorySizes sizes = plan::readSizes(program);
    WEFT_RETURN_IF_ERROR(constants.place(program, sizes.constants));
    WEFT_RETURN_IF_ERROR(describeKernels());
    const DecisionStage stage(program->getParentOfType<ModuleOp>(),
                              "emit-commands");
    WEFT_ASSIGN_OR_RETURN(
        gpu::EmittedCommands emitted,
        gpu::emitCommands(program, [&](plan::KernelOp kernel) {
          return llvm::ArrayRef(steps[kernel]);
        }));
    WEFT_ASSIGN_OR_RETURN(DescribedCalls calls,
                          describeCalls(program.getLoc(), emitted.calls));
    commands.commands = std::move(emitted.commands);
    commands.waits = std::move(emitted.waits);
    commands.calls = std::move(calls.calls);
    commands.temporaryBytes =
        llvm::alignTo(emitted.temporaryBytes, kDeviceAlignment);
    EmittedProgram result;
    if (!assembler.empty()) {
      result.sections[SectionKind::Assembled] = assemble();
    }
    if (trace.keepsCode) {
      trace.code.assembly = code;
      trace.code.commands = describeCommands(commands);
    }
    result.sections[SectionKind::Code] = std::move(code);
    result.sections[SectionKind::Constants] = constants.take();
    result.sections[SectionKind::Commands] = encodeCommandProgram(commands);
    if (!calls.outlined.empty()) {
      result.sections[SectionKind::Calls] = std::move(calls.outlined);
    }
    return result;
  }

private:
  /// In the order of the plan, which is the order of their constants.
  Status describeKernels() {
    for (plan::KernelOp kernel : kernelsInOrder(program)) {
      CompileTrace::Kernel &traced = trace.kernels.emplace_back();
      traced.name = kernel.getName().str();
      tile::KernelOp tile = tiled.kernelOf.lookup(kernel);
      if (auto fill = tiled.fills.find(tile); fill != tiled.fills.end()) {
        steps[kernel].push_back(fill->second);
        continue;
      }
      for (const StepCode &step : tiled.steps.lookup(tile)) {
        WEFT_RETURN_IF_ERROR(describe(kernel, step, traced));
      }
    }
    return Status::success();
  }

  /// The number of a kernel, which is put behind the others if it is new.
  StatusOr<uint32_t> numberFor(const gpu::KernelInfo &info,
                               const std::string &plain, Location origin,
                               std::vector<GuardTest> guards,
                               bool writesGuard) {
    std::string key = info.name + (writesGuard ? " =" : "");
    for (const GuardTest &test : guards) {
      key += " " + std::to_string(test.bits) + " " +
             std::to_string(test.wanted) + (test.orAbove ? "+" : "");
    }
    auto [number, isNew] = numberOf.try_emplace(
        key, static_cast<uint32_t>(commands.kernels.size()));
    if (isNew) {
      const std::string text =
          guards.empty() ? plain : gpu.guardText(plain, guards, writesGuard);
      if (text.empty()) {
        return Status::internal(std::string(gpu.family) +
                                " have no guarded kernels");
      }
      commands.kernels.push_back(
          {.name = info.name,
           .codeOffset = code.size(),
           .codeBytes = text.size(),
           .blocks = static_cast<uint64_t>(info.grid),
           .threads = static_cast<uint32_t>(info.threads),
           .sharedBytes = static_cast<uint32_t>(info.sharedBytes),
           .guards = std::move(guards),
           .origin = describeLocation(origin)});
      code += text;
    }
    return number->second;
  }

  Status describe(plan::KernelOp kernel, const StepCode &step,
                  CompileTrace::Kernel &traced) {
    const gpu::KernelInfo &info = step.info;
    llvm::append_range(steps[kernel], step.zeroed);
    gpu::KernelLaunch launch;
    WEFT_ASSIGN_OR_RETURN(launch.kernel,
                          numberFor(info, step.code, kernel.getLoc(),
                                    gpu::guardTestsOf(kernel),
                                    gpu::writesGuard(kernel)));
    WEFT_ASSIGN_OR_RETURN(launch.constants,
                          constants.appendOwn(step.constants));
    launch.workspace = step.workspace;
    launch.workspaceBytes = step.workspaceBytes;
    launch.touches = step.touches;
    launch.isInterruptible = info.isInterruptible;
    traced.function = info.name;
    traced.programs =
        info.byThread
            ? static_cast<int64_t>(tiled.kernelOf.lookup(kernel).getGrid())
            : info.grid;
    traced.grain = info.threads;
    traced.byThread = info.byThread;
    traced.scratchBytes = info.scratchBytes;
    steps[kernel].emplace_back(std::move(launch));
    return Status::success();
  }

  /// Those that cannot be assembled are the driver's, on record.
  std::string assemble() {
    const std::vector<StatusOr<AssembledKernel>> outcomes =
        assembleKernels(commands.kernels, code, gpu, assembler);
    llvm::DenseSet<uint32_t> recorded;
    for (plan::KernelOp kernel : kernelsInOrder(program)) {
      for (const gpu::KernelStep &step : steps[kernel]) {
        if (const auto *launch = std::get_if<gpu::KernelLaunch>(&step)) {
          recordAssembly(kernel, commands.kernels[launch->kernel].name,
                         outcomes[launch->kernel],
                         recorded.insert(launch->kernel).second);
        }
      }
    }
    std::vector<AssembledKernel> assembled;
    for (const StatusOr<AssembledKernel> &outcome : outcomes) {
      if (outcome.ok()) {
        assembled.push_back(*outcome);
      }
    }
    return encodeAssembledKernels(assembled);
  }

  /// What a step of a kernel takes. Steps that others have, too, are recorded
  /// once.
  void recordAssembly(plan::KernelOp kernel, const std::string &step,
                      const StatusOr<AssembledKernel> &outcome, bool isFirst) {
    auto traced =
        llvm::find_if(trace.kernels, [&](const CompileTrace::Kernel &one) {
          return one.name == kernel.getName();
        });
    if (!outcome.ok()) {
      if (isFirst) {
        if (auto decision = decide(kernel, DecisionKind::Limit,
                                   Reason::NotAssembled, Verdict::Refused)) {
          decision.subject(step) << arg(outcome.status().message());
        }
      }
      return;
    }
    if (!outcome->resources) {
      return;
    }
    const std::string taken = outcome->resources->text();
    traced->assembled.push_back(step + ": " + taken);
    if (isFirst && outcome->resources->spills()) {
      if (auto decision = decide(kernel, DecisionKind::Limit,
                                 Reason::KernelSpills, Verdict::Cliff)) {
        decision.subject(step) << arg(taken) << arg(outcome->processor);
      }
    }
  }

  plan::ProgramOp program;
  const TiledKernels &tiled;
  const gpu::GpuMachine &gpu;
  const std::string &assembler;
  CompileTrace &trace;
  ConstantsArena constants;
  CommandProgram commands;
  std::string code;
  /// By name and guards.
  llvm::StringMap<uint32_t> numberOf;
  /// By kernel of the plan.
  llvm::DenseMap<Operation *, std::vector<gpu::KernelStep>> steps;
};

/// Code for those kernels that blocks do not run, each in a module of its own.
Status compileAlone(TiledKernels &tiled, const gpu::GpuMachine &gpu,
                    CompileTrace &trace) {
  if (trace.keepsCode) {
    trace.code.assembly.clear();
  }
  gpu::KernelCompiler compiler(gpu, gpu::CodeForm::Assembly);
  std::vector<tile::KernelOp> byThreads;
  for (tile::KernelOp kernel : tiled.kernels) {
    if (tiled.steps.contains(kernel) || tiled.fills.contains(kernel)) {
      continue;
    }
    WEFT_RETURN_IF_ERROR(compiler.add(kernel, gpu::Runner::Thread).status());
    byThreads.push_back(kernel);
  }
  std::vector<StatusOr<gpu::CompiledKernel>> outcomes = compiler.finish();
  for (auto [kernel, outcome] : llvm::zip_equal(byThreads, outcomes)) {
    WEFT_ASSIGN_OR_RETURN(gpu::CompiledKernel alone, std::move(outcome));
    if (trace.keepsCode) {
      trace.code.assembly += alone.code;
    }
    const gpu::KernelInfo &info = alone.info;
    tiled.steps[kernel].push_back(
        {.code = std::move(alone.code),
         .info = info,
         .constants =
             kernel->getAttrOfType<ArrayAttr>(tile::constantsAttributeName),
         .workspace = {0},
         .workspaceBytes = info.scratchBytes * info.threads * info.grid,
         .touches = {}});
  }
  return Status::success();
}

/// How much memory kernels have for themselves is known with their code.
void placeWorkspaces(plan::ProgramOp program, const TiledKernels &tiled) {
  for (plan::KernelOp kernel : kernelsInOrder(program)) {
    int64_t bytes = 0;
    for (const StepCode &step :
         tiled.steps.lookup(tiled.kernelOf.lookup(kernel))) {
      bytes = std::max(bytes, step.workspaceBytes);
    }
    if (bytes != 0) {
      kernel.setWorkspace(bytes);
    }
  }
  plan::placeWorkspaces(program, kDeviceAlignment);
}

class GpuTarget : public Target {
public:
  GpuTarget(std::unique_ptr<gpu::GpuMachine> gpu, bool isOrdered, bool isExact,
            bool isAssembled)
      : Target(gpu->row), gpu(std::move(gpu)), blocks(isOrdered, isExact),
        assembler(isAssembled ? this->gpu->assembler() : "") {}

  const tile::CandidateSource &candidates() const override { return source; }
  const tile::CandidateSource *sharedCandidates() const override {
    return &blocks;
  }

  stablehlo::FactorizationChoice
  chooseFactorization(const stablehlo::Factorization &what) const override {
    return priceFactorization(what, machine());
  }

  Status lowerTiles(plan::ProgramOp program, TiledKernels &tiled,
                    CompileTrace &trace) const override {
    WEFT_RETURN_IF_ERROR(BlockForms(*gpu, program, tiled, trace, blocks).run());
    WEFT_RETURN_IF_ERROR(trace.run("emit-threads", nullptr, [&] {
      return compileAlone(tiled, *gpu, trace);
    }));
    return trace.run("place-workspaces", program->getParentOfType<ModuleOp>(),
                     [&] {
                       placeWorkspaces(program, tiled);
                       return Status::success();
                     });
  }

  StatusOr<EmittedProgram> emit(plan::ProgramOp program,
                                const TiledKernels &tiled,
                                CompileTrace &trace) const override {
    CommandWriter writer(program, tiled, *gpu, assembler, trace);
    return writer.write();
  }

private:
  std::unique_ptr<gpu::GpuMachine> gpu;
  gpu::BlockCandidates blocks;
  gpu::ThreadCandidates source;
  /// Empty where kernels are not assembled.
  const std::string assembler;
};

} // namespace

std::unique_ptr<Target> createGpuTarget(std::unique_ptr<gpu::GpuMachine> gpu,
                                        bool isOrdered, bool isExact,
                                        bool isAssembled) {
  return std::make_unique<GpuTarget>(std::move(gpu), isOrdered, isExact,
                                     isAssembled);
}

} // namespace weft
