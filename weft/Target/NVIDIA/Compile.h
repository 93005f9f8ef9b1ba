// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tile kernels to PTX for sm_90a.

#pragma once

#include "weft/Support/Status.h"
#include "weft/Target/GPU/KernelInfo.h"
#include "weft/Tile/IR/Tile.h"

#include <vector>

namespace weft::nvidia {

using gpu::KernelInfo;

struct CompiledKernels {
  /// One entry per kernel, under the kernel's name. Equal kernels give equal
  /// text.
  std::string ptx;
  /// In the order given.
  std::vector<KernelInfo> kernels;
};

/// Kernels of stage `synchronised`, of which each program is run by a block.
/// Fails as gpu::compileKernels does.
StatusOr<CompiledKernels>
compileKernels(llvm::ArrayRef<tile::KernelOp> kernels);

/// Kernels of stage `free`, of which each program is run by one thread. Takes
/// every operation.
StatusOr<CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels);

/// Takes a kernel of any stage to `synchronised`.
Status prepare(tile::KernelOp kernel, int64_t warps = 0);

} // namespace weft::nvidia
