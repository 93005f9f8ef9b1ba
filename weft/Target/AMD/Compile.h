// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tile kernels to code for gfx942, as an object file that a linker makes a
// code object of, or as assembly language. It shows that Target/GPU is about no
// family of GPUs in particular; nothing runs it yet.

#pragma once

#include "weft/Target/GPU/Compile.h"

namespace weft::amd {

/// Kernels of stage `synchronised`, of which each program is run by a
/// workgroup. Fails as gpu::compileKernels does.
StatusOr<gpu::CompiledKernels>
compileKernels(llvm::ArrayRef<tile::KernelOp> kernels, gpu::CodeForm form);

/// Kernels of stage `free`, of which each program is run by one thread.
StatusOr<gpu::CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                     gpu::CodeForm form);

/// Takes a kernel of any stage to `synchronised`.
Status prepare(tile::KernelOp kernel, int64_t waves = 0);

} // namespace weft::amd
