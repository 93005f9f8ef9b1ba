// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tile kernels to code for a GPU, whose code generator must have been
// registered with LLVM: Target/NVIDIA and Target/AMD do that, and are what
// others call.

#pragma once

#include "weft/Support/Status.h"
#include "weft/Target/Code/ObjectCode.h"
#include "weft/Target/GPU/GpuMachine.h"
#include "weft/Target/GPU/KernelInfo.h"
#include "weft/Tile/IR/Tile.h"

#include <vector>

namespace weft::gpu {

using CodeForm = code::CodeGenerator::Form;

struct CompiledKernels {
  /// One entry per kernel, under the kernel's name. Equal kernels give equal
  /// bytes.
  std::string code;
  /// In the order given.
  std::vector<KernelInfo> kernels;
};

/// Kernels of stage `synchronised`, of which each program is run by a block.
/// Fails with UNIMPLEMENTED, the operation and its location, for what has no
/// form yet; with INTERNAL if the threads of a kernel race
/// (weft/Tile/Pipeline/CheckSynchronisation.h), and if LLVM gives up.
StatusOr<CompiledKernels> compileKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                                         const GpuMachine &gpu, CodeForm form);

/// Kernels of stage `free`, of which each program is run by one thread. Takes
/// every operation; fails as compileKernels does.
StatusOr<CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                     const GpuMachine &gpu, CodeForm form);

/// Takes a kernel of any stage to `synchronised`: layouts, transfers, memory on
/// the chip, barriers. Fails as compileKernels does.
Status prepare(tile::KernelOp kernel, const Machine &machine, int64_t warps);

} // namespace weft::gpu
