// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/AMD/Compile.h"

#include "weft/Target/AMD/AmdMachine.h"

#include <llvm/Support/TargetSelect.h>

#include <mutex>

namespace weft::amd {
namespace {

void registerTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
  });
}

AmdMachine instinct() { return AmdMachine(*findMachine("gfx942")); }

} // namespace

StatusOr<gpu::CompiledKernels>
compileKernels(llvm::ArrayRef<tile::KernelOp> kernels, gpu::CodeForm form) {
  registerTarget();
  return gpu::compileKernels(kernels, instinct(), form);
}

StatusOr<gpu::CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                     gpu::CodeForm form) {
  registerTarget();
  return gpu::compileThreadKernels(kernels, instinct(), form);
}

Status prepare(tile::KernelOp kernel, int64_t waves) {
  return gpu::prepare(kernel, instinct().row, waves);
}

} // namespace weft::amd
