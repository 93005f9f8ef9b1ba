// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/Compile.h"

#include "weft/Target/GPU/Compile.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"

#include <llvm/Support/TargetSelect.h>

#include <mutex>

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

NvidiaMachine hopper() { return NvidiaMachine(*findMachine("sm_90")); }

StatusOr<CompiledKernels> asPtx(StatusOr<gpu::CompiledKernels> compiled) {
  WEFT_RETURN_IF_ERROR(compiled.status());
  return CompiledKernels{std::move(compiled->code),
                         std::move(compiled->kernels)};
}

} // namespace

StatusOr<CompiledKernels>
compileKernels(llvm::ArrayRef<tile::KernelOp> kernels) {
  registerTarget();
  return asPtx(gpu::compileKernels(kernels, hopper(), gpu::CodeForm::Assembly));
}

StatusOr<CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels) {
  registerTarget();
  return asPtx(
      gpu::compileThreadKernels(kernels, hopper(), gpu::CodeForm::Assembly));
}

Status prepare(tile::KernelOp kernel, int64_t warps) {
  return gpu::prepare(kernel, hopper().row, warps);
}

} // namespace weft::nvidia
