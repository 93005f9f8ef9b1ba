// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/Compile.h"

#include "weft/Machine/Machine.h"
#include "weft/Target/Code/FatalErrors.h"
#include "weft/Target/Code/ObjectCode.h"
#include "weft/Tile/Layout/InferLayouts.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>
#include <mlir/IR/Diagnostics.h>

#include <mutex>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace weft::nvidia {
namespace {

void registerTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

Machine hopper() { return *findMachine("sm_90"); }

/// Runs `use`; its diagnostics are the status, if it fails.
Status collectErrors(mlir::MLIRContext *context,
                     llvm::function_ref<mlir::LogicalResult()> use) {
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(
      context, [&](mlir::Diagnostic &diagnostic) {
        llvm::raw_string_ostream stream(errors);
        stream << (errors.empty() ? "" : "; ") << diagnostic.getLocation()
               << ": " << diagnostic.str();
        return mlir::success();
      });
  return mlir::failed(use()) ? Status::unimplemented(errors)
                             : Status::success();
}

Status emitKernels(llvm::ArrayRef<tile::KernelOp> kernels, llvm::Module &module,
                   std::vector<KernelInfo> &infos) {
  const Machine machine = hopper();
  for (tile::KernelOp kernel : kernels) {
    WEFT_RETURN_IF_ERROR(collectErrors(kernel.getContext(), [&] {
      mlir::FailureOr<KernelInfo> info =
          KernelEmitter(module, kernel, machine).run();
      if (mlir::succeeded(info)) {
        infos.push_back(std::move(*info));
      }
      return mlir::LogicalResult(info);
    }));
  }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(module, &stream)) {
    return Status::internal("emitted code is malformed: " + broken);
  }
  return Status::success();
}

/// Runs `use` on a module with the kernels in it.
Status withModule(
    llvm::ArrayRef<tile::KernelOp> kernels, std::vector<KernelInfo> &infos,
    llvm::function_ref<Status(llvm::Module &, code::CodeGenerator &)> use) {
  registerTarget();
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<code::CodeGenerator> generator,
                        code::CodeGenerator::create(
                            hopper(), code::CodeGenerator::Form::Assembly));
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("kernels", *context);
  module->setTargetTriple(generator->machine().getTargetTriple());
  module->setDataLayout(generator->machine().createDataLayout());
  bool abandoned = false;
  Status status = code::guardAgainstFatalErrors(
      [&]() -> Status {
        WEFT_RETURN_IF_ERROR(emitKernels(kernels, *module, infos));
        return use(*module, *generator);
      },
      abandoned);
  if (abandoned) {
    static_cast<void>(module.release());
    static_cast<void>(context.release());
    static_cast<void>(generator.release());
  }
  return status;
}

} // namespace

StatusOr<CompiledKernels>
compileKernels(llvm::ArrayRef<tile::KernelOp> kernels) {
  CompiledKernels result;
  WEFT_RETURN_IF_ERROR(withModule(
      kernels, result.kernels,
      [&](llvm::Module &module, code::CodeGenerator &generator) -> Status {
        code::optimizeModule(module, generator.machine());
        WEFT_ASSIGN_OR_RETURN(result.ptx, generator.run(module));
        return Status::success();
      }));
  return result;
}

Status layOut(tile::KernelOp kernel, int64_t warps) {
  if (kernel.getStageKind() == tile::Stage::LaidOut) {
    return Status::success();
  }
  return collectErrors(kernel.getContext(), [&] {
    return tile::inferLayouts(kernel, hopper(), {warps});
  });
}

} // namespace weft::nvidia
