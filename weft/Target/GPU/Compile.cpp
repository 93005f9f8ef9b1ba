// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Compile.h"

#include "weft/Target/GPU/CollectErrors.h"
#include "weft/Target/GPU/KernelModule.h"
#include "weft/Tile/Layout/InferLayouts.h"
#include "weft/Tile/Pipeline/AllocateShared.h"
#include "weft/Tile/Pipeline/DropBarriers.h"
#include "weft/Tile/Pipeline/DropUnitBatches.h"
#include "weft/Tile/Pipeline/InsertSynchronisation.h"
#include "weft/Tile/Pipeline/JoinLoops.h"
#include "weft/Tile/Pipeline/KeepInThreads.h"
#include "weft/Tile/Pipeline/PipelineLoops.h"
#include "weft/Tile/Pipeline/PlanTransfers.h"
#include "weft/Tile/Pipeline/PredictStep.h"
#include "weft/Tile/Pipeline/ReadAhead.h"
#include "weft/Tile/Pipeline/WalkInBands.h"
#include "weft/Tile/Pipeline/WidenFactors.h"

namespace weft::gpu {

static StatusOr<CompiledKernels> compile(llvm::ArrayRef<tile::KernelOp> kernels,
                                         const GpuMachine &gpu, CodeForm form,
                                         Runner runner) {
  WEFT_ASSIGN_OR_RETURN(KernelModule module,
                        KernelModule::emit(kernels, gpu, runner));
  CompiledKernels result;
  WEFT_ASSIGN_OR_RETURN(result.code, module.generate(gpu, form));
  result.kernels = std::move(module.infos);
  return result;
}

StatusOr<CompiledKernels> compileKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                                         const GpuMachine &gpu, CodeForm form) {
  return compile(kernels, gpu, form, Runner::Block);
}

StatusOr<CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                     const GpuMachine &gpu, CodeForm form) {
  return compile(kernels, gpu, form, Runner::Thread);
}

llvm::ArrayRef<BlockPass> blockPasses() {
  static constexpr BlockPass passes[] = {
      {"read-ahead", tile::Stage::Free,
       [](tile::KernelOp kernel, const Machine &, int64_t) {
         tile::readAhead(kernel);
         return mlir::success();
       },
       /*isForTeams=*/true},
      {"keep-in-threads", tile::Stage::Free,
       [](tile::KernelOp kernel, const Machine &, int64_t) {
         tile::keepInThreads(kernel);
         return mlir::success();
       },
       /*isForTeams=*/true},
      {"drop-barriers", tile::Stage::Free,
       [](tile::KernelOp kernel, const Machine &, int64_t) {
         tile::dropBarriers(kernel);
         return mlir::success();
       },
       /*isForTeams=*/true},
      {"drop-unit-batches", tile::Stage::Free,
       [](tile::KernelOp kernel, const Machine &, int64_t) {
         tile::dropUnitBatches(kernel);
         return mlir::success();
       }},
      {"join-loops", tile::Stage::Free,
       [](tile::KernelOp kernel, const Machine &, int64_t) {
         tile::joinLoops(kernel);
         return mlir::success();
       }},
      {"widen-factors", tile::Stage::Free,
       [](tile::KernelOp kernel, const Machine &machine, int64_t) {
         tile::widenFactors(kernel, machine);
         return mlir::success();
       }},
      {"walk-in-bands", tile::Stage::Free,
       [](tile::KernelOp kernel, const Machine &machine, int64_t) {
         tile::walkInBands(kernel, machine);
         return mlir::success();
       }},
      {"infer-layouts", tile::Stage::Free,
       [](tile::KernelOp kernel, const Machine &machine, int64_t warps) {
         return tile::inferLayouts(kernel, machine, {warps});
       }},
      {"plan-transfers", tile::Stage::LaidOut,
       [](tile::KernelOp kernel, const Machine &machine, int64_t) {
         return tile::planTransfers(kernel, machine);
       }},
      {"pipeline-loops", tile::Stage::Planned,
       [](tile::KernelOp kernel, const Machine &machine, int64_t) {
         tile::pipelineLoops(kernel, machine);
         return mlir::success();
       }},
      {"allocate-shared", tile::Stage::Planned,
       [](tile::KernelOp kernel, const Machine &machine, int64_t) {
         return tile::allocateShared(kernel, machine);
       }},
      {"insert-synchronisation", tile::Stage::Planned,
       [](tile::KernelOp kernel, const Machine &, int64_t) {
         return tile::insertSynchronisation(kernel);
       }},
  };
  return passes;
}

Status runPass(const BlockPass &pass, tile::KernelOp kernel,
               const Machine &machine, int64_t warps) {
  return collectErrors(kernel.getContext(), Status::unimplemented,
                       [&] { return pass.run(kernel, machine, warps); });
}

StatusOr<int64_t> predictStep(tile::KernelOp team, const Machine &machine) {
  for (const BlockPass &pass : blockPasses()) {
    if (pass.isForTeams) {
      WEFT_RETURN_IF_ERROR(runPass(pass, team, machine));
    }
  }
  return tile::predictStep(team, machine);
}

Status prepare(tile::KernelOp kernel, const Machine &machine, int64_t warps) {
  for (const BlockPass &pass : blockPasses()) {
    if (!pass.isForTeams && pass.from >= kernel.getStageKind()) {
      WEFT_RETURN_IF_ERROR(runPass(pass, kernel, machine, warps));
    }
  }
  return Status::success();
}

} // namespace weft::gpu
