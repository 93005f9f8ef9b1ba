// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Main memory for arrays.
//
// The C library takes blocks of many megabytes from the kernel and gives them
// back, each time. The kernel clears every page when it is first written, which
// takes six times as long as writing it. Large blocks are therefore kept for
// the next array of about their size, and lie in large pages where the kernel
// has them. What is kept is marked as free: the kernel takes it when the
// machine runs short of memory.

#pragma once

#include <cstdint>

namespace weft::runtime {

/// Blocks of this size and above are kept.
inline constexpr uint64_t kLargeBlock = uint64_t(4) << 20;

/// Aligned to kAlignment, contents undefined; null when the machine has none.
void *allocateBlock(uint64_t bytes);
/// Of the size that it was allocated with.
void freeBlock(void *data, uint64_t bytes);

/// Gives all that is kept back to the machine.
void releaseKeptBlocks();
uint64_t keptBlockBytes();

} // namespace weft::runtime
