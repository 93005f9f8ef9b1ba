// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Compile.h"

#include "weft/Support/Diagnostics.h"
#include "weft/Target/Code/FatalErrors.h"
#include "weft/Target/GPU/BranchArms.h"
#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Target/GPU/ThreadEmitter.h"
#include "weft/Tile/Layout/InferLayouts.h"
#include "weft/Tile/Pipeline/AllocateShared.h"
#include "weft/Tile/Pipeline/CheckSynchronisation.h"
#include "weft/Tile/Pipeline/DropBarriers.h"
#include "weft/Tile/Pipeline/DropUnitBatches.h"
#include "weft/Tile/Pipeline/InsertSynchronisation.h"
#include "weft/Tile/Pipeline/JoinLoops.h"
#include "weft/Tile/Pipeline/KeepInThreads.h"
#include "weft/Tile/Pipeline/PipelineLoops.h"
#include "weft/Tile/Pipeline/PlanTransfers.h"
#include "weft/Tile/Pipeline/ReadAhead.h"
#include "weft/Tile/Pipeline/WalkInBands.h"
#include "weft/Tile/Pipeline/WidenFactors.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <mlir/IR/Diagnostics.h>

namespace weft::gpu {
namespace {

/// Runs `use`; its diagnostics are the status, if it fails.
Status collectErrors(mlir::MLIRContext *context,
                     llvm::function_ref<Status(std::string)> statusOf,
                     llvm::function_ref<mlir::LogicalResult()> use) {
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(
      context, [&](mlir::Diagnostic &diagnostic) {
        const std::string place = describeLocation(diagnostic.getLocation());
        errors += (errors.empty() ? "" : "; ") + place +
                  (place.empty() ? "" : ": ") + diagnostic.str();
        return mlir::success();
      });
  return mlir::failed(use()) ? statusOf(errors) : Status::success();
}

using EmitKernel = llvm::function_ref<mlir::FailureOr<KernelInfo>(
    llvm::Module &, tile::KernelOp)>;

/// There is no library on a GPU.
mlir::LogicalResult checkCalls(const llvm::Module &module,
                               tile::KernelOp kernel, const GpuMachine &gpu) {
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic()) {
      return kernel.emitOpError()
             << "calls '" << function.getName() << "', which " << gpu.family
             << " do not have";
    }
  }
  return mlir::success();
}

Status emitKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                   const GpuMachine &gpu, llvm::Module &module, EmitKernel emit,
                   std::vector<KernelInfo> &infos) {
  for (tile::KernelOp kernel : kernels) {
    WEFT_RETURN_IF_ERROR(
        collectErrors(kernel.getContext(), Status::unimplemented, [&] {
          mlir::FailureOr<KernelInfo> info = emit(module, kernel);
          if (mlir::failed(info)) {
            return mlir::failure();
          }
          infos.push_back(std::move(*info));
          return checkCalls(module, kernel, gpu);
        }));
  }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(module, &stream)) {
    return Status::internal("emitted code is malformed: " + broken);
  }
  return Status::success();
}

StatusOr<CompiledKernels> compile(llvm::ArrayRef<tile::KernelOp> kernels,
                                  const GpuMachine &gpu, CodeForm form,
                                  EmitKernel emit, bool isByElements = false) {
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<code::CodeGenerator> generator,
                        code::CodeGenerator::create(gpu.row, form));
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("kernels", *context);
  module->setTargetTriple(generator->machine().getTargetTriple());
  module->setDataLayout(generator->machine().createDataLayout());
  CompiledKernels result;
  bool abandoned = false;
  Status status = code::guardAgainstFatalErrors(
      [&]() -> Status {
        WEFT_RETURN_IF_ERROR(
            emitKernels(kernels, gpu, *module, emit, result.kernels));
        code::optimizeModule(*module, generator->machine());
        if (isByElements) {
          code::alignAccesses(*module, generator->machine());
        }
        llvm::for_each(*module, branchOverArms);
        WEFT_ASSIGN_OR_RETURN(result.code, generator->run(*module));
        if (form == CodeForm::Assembly) {
          gpu.finishText(result.code);
        }
        return Status::success();
      },
      abandoned);
  if (abandoned) {
    static_cast<void>(module.release());
    static_cast<void>(context.release());
    static_cast<void>(generator.release());
  }
  WEFT_RETURN_IF_ERROR(std::move(status));
  return result;
}

} // namespace

StatusOr<CompiledKernels> compileKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                                         const GpuMachine &gpu, CodeForm form) {
  for (tile::KernelOp kernel : kernels) {
    WEFT_RETURN_IF_ERROR(
        collectErrors(kernel.getContext(), Status::internal, [&] {
          return tile::checkSynchronisation(kernel, gpu.row);
        }));
  }
  return compile(kernels, gpu, form,
                 [&](llvm::Module &module, tile::KernelOp kernel) {
                   return KernelEmitter(module, kernel, gpu).run();
                 });
}

static StatusOr<CompiledKernels>
compileByThreads(llvm::ArrayRef<tile::KernelOp> kernels, const GpuMachine &gpu,
                 CodeForm form, bool isTeam) {
  return compile(
      kernels, gpu, form,
      [&](llvm::Module &module, tile::KernelOp kernel) {
        return ThreadEmitter(module, kernel, gpu, isTeam).run();
      },
      /*isByElements=*/true);
}

StatusOr<CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                     const GpuMachine &gpu, CodeForm form) {
  return compileByThreads(kernels, gpu, form, /*isTeam=*/false);
}

StatusOr<CompiledKernels>
compileTeamKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                   const GpuMachine &gpu, CodeForm form) {
  return compileByThreads(kernels, gpu, form, /*isTeam=*/true);
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

Status prepare(tile::KernelOp kernel, const Machine &machine, int64_t warps) {
  for (const BlockPass &pass : blockPasses()) {
    if (!pass.isForTeams && pass.from >= kernel.getStageKind()) {
      WEFT_RETURN_IF_ERROR(runPass(pass, kernel, machine, warps));
    }
  }
  return Status::success();
}

} // namespace weft::gpu
