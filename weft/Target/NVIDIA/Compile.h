// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tile kernels to PTX for sm_90a.

#pragma once

#include "weft/Support/Status.h"
#include "weft/Target/NVIDIA/KernelEmitter.h"

#include <vector>

namespace weft::nvidia {

struct CompiledKernels {
  /// One entry per kernel, under the kernel's name. Equal kernels give equal
  /// text.
  std::string ptx;
  /// In the order given.
  std::vector<KernelInfo> kernels;
};

/// Kernels of stage `laid_out`. Fails with UNIMPLEMENTED, the operation and its
/// location, for what has no form yet; with INTERNAL if LLVM gives up.
StatusOr<CompiledKernels>
compileKernels(llvm::ArrayRef<tile::KernelOp> kernels);

/// Gives a kernel of stage `free` its layouts; one of stage `laid_out` has
/// them. Fails as compileKernels does.
Status layOut(tile::KernelOp kernel, int64_t warps = 0);

} // namespace weft::nvidia
