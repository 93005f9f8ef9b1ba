// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/Compile.h"

#include "weft/Machine/Machine.h"
#include "weft/Target/Code/FatalErrors.h"
#include "weft/Target/Code/ObjectCode.h"
#include "weft/Target/NVIDIA/KernelEmitter.h"
#include "weft/Target/NVIDIA/ThreadEmitter.h"
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

using EmitKernel = llvm::function_ref<mlir::FailureOr<KernelInfo>(
    llvm::Module &, tile::KernelOp)>;

/// There is no library on a GPU.
mlir::LogicalResult checkCalls(const llvm::Module &module,
                               tile::KernelOp kernel) {
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic()) {
      return kernel.emitOpError() << "calls '" << function.getName()
                                  << "', which NVIDIA GPUs do not have";
    }
  }
  return mlir::success();
}

Status emitKernels(llvm::ArrayRef<tile::KernelOp> kernels, llvm::Module &module,
                   EmitKernel emit, std::vector<KernelInfo> &infos) {
  for (tile::KernelOp kernel : kernels) {
    WEFT_RETURN_IF_ERROR(collectErrors(kernel.getContext(), [&] {
      mlir::FailureOr<KernelInfo> info = emit(module, kernel);
      if (mlir::failed(info)) {
        return mlir::failure();
      }
      infos.push_back(std::move(*info));
      return checkCalls(module, kernel);
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
                                  const Machine &machine, EmitKernel emit) {
  registerTarget();
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<code::CodeGenerator> generator,
                        code::CodeGenerator::create(
                            hopper(), code::CodeGenerator::Form::Assembly));
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("kernels", *context);
  module->setTargetTriple(generator->machine().getTargetTriple());
  module->setDataLayout(generator->machine().createDataLayout());
  CompiledKernels result;
  bool abandoned = false;
  Status status = code::guardAgainstFatalErrors(
      [&]() -> Status {
        WEFT_RETURN_IF_ERROR(
            emitKernels(kernels, *module, emit, result.kernels));
        code::optimizeModule(*module, generator->machine());
        WEFT_ASSIGN_OR_RETURN(result.ptx, generator->run(*module));
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

StatusOr<CompiledKernels>
compileKernels(llvm::ArrayRef<tile::KernelOp> kernels) {
  const Machine machine = hopper();
  return compile(kernels, machine,
                 [&](llvm::Module &module, tile::KernelOp kernel) {
                   return KernelEmitter(module, kernel, machine).run();
                 });
}

StatusOr<CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels) {
  const Machine machine = hopper();
  return compile(kernels, machine,
                 [&](llvm::Module &module, tile::KernelOp kernel) {
                   return ThreadEmitter(module, kernel, machine).run();
                 });
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
