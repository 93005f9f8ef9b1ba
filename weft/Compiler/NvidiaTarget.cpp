// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/NvidiaTarget.h"

#include "weft/Compiler/ConstantsArena.h"
#include "weft/Target/NVIDIA/Compile.h"
#include "weft/Tile/Tiling/Survey.h"

using namespace mlir;

namespace weft {
namespace {

/// One thread runs a program, on tiles of one element: neighbouring threads
/// have neighbouring elements. Where all elements of a row need a sum of it, a
/// thread takes the row.
class ThreadCandidates : public tile::CandidateSource {
public:
  std::vector<std::vector<tile::Proposal>>
  enumerate(const tile::TiledProgram &simple, const Machine &) const override {
    tile::Candidate candidate = tile::Candidate::ones(*simple.space);
    candidate.hasTotals = true;
    candidate.keepsCostly = true;
    tile::Survey found = tile::surveyOf(simple);
    for (unsigned d = 0; d < simple.space->parallelCount(); ++d) {
      if (found.isRepeated.test(d)) {
        candidate.inner.push_back(d);
      }
    }
    return {{{std::move(candidate), 0}}};
  }
};

class NvidiaTarget : public Target {
public:
  using Target::Target;

  const tile::CandidateSource &candidates() const override { return source; }

  StatusOr<EmittedProgram> emit(plan::ProgramOp program,
                                const TiledKernels &tiled,
                                CompileTrace &trace) const override {
    ConstantsArena constants(machine().alignment);
    WEFT_RETURN_IF_ERROR(
        constants.place(program, plan::readSizes(program).constants));
    WEFT_ASSIGN_OR_RETURN(nvidia::CompiledKernels compiled,
                          nvidia::compileThreadKernels(tiled.kernels));
    llvm::DenseMap<Operation *, const nvidia::KernelInfo *> infoOf;
    for (auto [kernel, info] :
         llvm::zip_equal(tiled.kernels, compiled.kernels)) {
      infoOf[kernel] = &info;
    }
    program.walk<WalkOrder::PreOrder>([&](plan::KernelOp kernel) {
      CompileTrace::Kernel &traced = trace.kernels.emplace_back();
      traced.name = kernel.getName().str();
      if (tile::KernelOp tile = tiled.kernelOf.lookup(kernel)) {
        const nvidia::KernelInfo &info = *infoOf.lookup(tile);
        traced.function = tile.getSymName().str();
        traced.programs = static_cast<int64_t>(tile.getGrid());
        traced.grain = info.threads;
        traced.scratchBytes = info.scratchBytes;
      }
      return WalkResult::skip();
    });
    EmittedProgram result;
    if (trace.keepsCode) {
      trace.code.assembly = compiled.ptx;
    }
    result.sections[SectionKind::Code] = std::move(compiled.ptx);
    result.sections[SectionKind::Constants] = constants.take();
    return result;
  }

private:
  ThreadCandidates source;
};

} // namespace

StatusOr<std::unique_ptr<Target>> createNvidiaTarget(Machine machine) {
  if (machine.family != MachineFamily::Nvidia || machine.name != "sm_90") {
    return Status::unimplemented("no code is made for '" + machine.name +
                                 "' yet; of GPUs there is sm_90");
  }
  return std::unique_ptr<Target>(
      std::make_unique<NvidiaTarget>(std::move(machine)));
}

} // namespace weft
