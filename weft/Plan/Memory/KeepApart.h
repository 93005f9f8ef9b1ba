// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves buffers that have places to bytes that nobody else has at any time at
// which they might be needed. Knows no MLIR.
//
// That is more than their lives ask for, which are those of the order in which
// a plan is told: but a device runs steps beside each other where none needs
// the other, and of two that have bytes in common one waits.

#pragma once

#include "weft/Plan/Memory/Buffer.h"

#include <span>
#include <vector>

namespace weft::plan {

/// When each buffer is needed and when it might be, which is longer.
struct BufferTimes {
  std::span<const Buffer> lives;
  std::span<const Buffer> windows;
};

/// Those from number `first` on, the smallest first, each to the lowest place
/// below `limit` that is free in its whole window; or, where there is none, to
/// one where nothing is alive in its life and none of the others that are moved
/// in its window. Gives how many still share bytes, those among them that were
/// not looked at since more than `maximumVisits` pairs had been.
int64_t keepApart(const BufferTimes &times, std::vector<int64_t> &offsets,
                  size_t first, int64_t alignment, int64_t limit,
                  int64_t maximumVisits = 5'000'000);

} // namespace weft::plan
