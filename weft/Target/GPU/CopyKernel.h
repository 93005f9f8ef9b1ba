// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of large arrays, which drivers make more slowly than a kernel does
// (MachineCosts::leastCopyByKernel).

#pragma once

#include "weft/Target/GPU/Compile.h"

#include <mlir/IR/Location.h>

namespace weft::gpu {

/// Bytes that one access moves: arrays that a kernel copies begin at multiples
/// of it, and have as many as a multiple.
inline constexpr int64_t copiedTogether = 16;

/// A kernel that copies so many bytes from its first argument to its second.
StatusOr<CompiledKernels> compileCopy(mlir::Location loc, int64_t bytes,
                                      const GpuMachine &gpu);

} // namespace weft::gpu
