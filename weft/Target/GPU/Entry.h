// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that the driver launches, with the arguments of a kernel.

#pragma once

#include "weft/Target/GPU/GpuMachine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::gpu {

/// A function without code. Its arguments are those of the kernel, refs as
/// addresses in global memory and scalars in their form in memory; then `more`.
/// Refs without an alignment of their own are aligned to what a thread moves at
/// once. Blocks have so many threads, or as many at most.
llvm::Function *createEntry(llvm::Module &module, tile::KernelOp kernel,
                            const GpuMachine &gpu, int64_t threads,
                            bool exactly,
                            llvm::ArrayRef<llvm::Type *> more = {});

} // namespace weft::gpu
