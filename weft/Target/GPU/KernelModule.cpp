// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/KernelModule.h"

#include "weft/Support/Diagnostics.h"
#include "weft/Target/Code/FatalErrors.h"
#include "weft/Target/GPU/BranchArms.h"
#include "weft/Target/GPU/CollectErrors.h"
#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Target/GPU/ThreadEmitter.h"
#include "weft/Tile/Pipeline/CheckSynchronisation.h"

#include <llvm/IR/Verifier.h>

namespace weft::gpu {

/// There is no library on a GPU.
static mlir::LogicalResult checkCalls(const llvm::Module &module,
                                      tile::KernelOp kernel,
                                      const GpuMachine &gpu) {
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic()) {
      return kernel.emitOpError()
             << "calls '" << function.getName() << "', which " << gpu.family
             << " do not have";
    }
  }
  return mlir::success();
}

KernelModule::KernelModule(const Machine &row)
    : context(std::make_unique<llvm::LLVMContext>()),
      module(std::make_unique<llvm::Module>("kernels", *context)) {
  module->setTargetTriple(llvm::Triple(row.triple));
  module->setDataLayout(code::dataLayoutOf(row));
}

Status KernelModule::write(llvm::ArrayRef<tile::KernelOp> kernels,
                           const GpuMachine &gpu, Runner runner) {
  for (tile::KernelOp kernel : kernels) {
    WEFT_RETURN_IF_ERROR(
        collectErrors(kernel.getContext(), Status::unimplemented, [&] {
          mlir::FailureOr<KernelInfo> info =
              runner == Runner::Block
                  ? KernelEmitter(*module, kernel, gpu).run()
                  : ThreadEmitter(*module, kernel, gpu, runner == Runner::Team)
                        .run();
          if (mlir::failed(info)) {
            return mlir::failure();
          }
          infos.push_back(std::move(*info));
          return checkCalls(*module, kernel, gpu);
        }));
  }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(*module, &stream)) {
    return Status::internal("emitted code is malformed: " + broken);
  }
  return Status::success();
}

StatusOr<KernelModule>
KernelModule::emit(llvm::ArrayRef<tile::KernelOp> kernels,
                   const GpuMachine &gpu, Runner runner) {
  if (runner == Runner::Block) {
    for (tile::KernelOp kernel : kernels) {
      WEFT_RETURN_IF_ERROR(
          collectErrors(kernel.getContext(), Status::internal, [&] {
            return tile::checkSynchronisation(kernel, gpu.row);
          }));
    }
  }
  KernelModule result(gpu.row);
  result.isByElements = runner != Runner::Block;
  bool abandoned = false;
  Status status = code::guardAgainstFatalErrors(
      [&] { return result.write(kernels, gpu, runner); }, abandoned);
  if (abandoned) {
    result.abandon();
  }
  WEFT_RETURN_IF_ERROR(std::move(status));
  return result;
}

StatusOr<std::string> KernelModule::run(code::CodeGenerator &generator) {
  code::optimizeModule(*module, generator.machine());
  code::narrowNumbers(*module, generator.machine());
  if (isByElements) {
    code::alignAccesses(*module, generator.machine());
  }
  llvm::for_each(*module, branchOverArms);
  return generator.run(*module);
}

StatusOr<std::string> KernelModule::generate(const GpuMachine &gpu,
                                             CodeForm form) {
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<code::CodeGenerator> generator,
                        code::CodeGenerator::create(gpu.row, form));
  std::string code;
  bool abandoned = false;
  Status status = code::guardAgainstFatalErrors(
      [&]() -> Status {
        WEFT_ASSIGN_OR_RETURN(code, run(*generator));
        if (form == CodeForm::Assembly) {
          gpu.finishText(code);
        }
        return Status::success();
      },
      abandoned);
  if (abandoned) {
    abandon();
    static_cast<void>(generator.release());
  }
  WEFT_RETURN_IF_ERROR(std::move(status));
  return code;
}

void KernelModule::abandon() {
  static_cast<void>(module.release());
  static_cast<void>(context.release());
}

} // namespace weft::gpu
