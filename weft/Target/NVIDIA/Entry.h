// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that the driver launches: an entry of PTX with the arguments of
// a kernel.

#pragma once

#include "weft/Tile/IR/Tile.h"

#include <llvm/IR/Module.h>

namespace weft::nvidia {

// Address spaces, as LLVM numbers them.
constexpr unsigned globalSpace = 1;
constexpr unsigned sharedSpace = 3;

/// A function without code. Its arguments are those of the kernel, refs as
/// addresses in global memory and scalars in their form in memory; then `more`.
/// Refs without an alignment of their own are aligned to `alignment`.
llvm::Function *createEntry(llvm::Module &module, tile::KernelOp kernel,
                            int64_t alignment,
                            llvm::ArrayRef<llvm::Type *> more = {});

} // namespace weft::nvidia
