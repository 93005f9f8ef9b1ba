// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts buffers with known lives into one stretch of memory. Knows no MLIR.
//
// Two ways are tried, and the smaller result is kept:
// 1. In the order of birth, each into the smallest hole that is free then.
// Close
//    to the bound when most lives are short, and never slow.
// 2. By falling size, each at the lowest offset that is free during its life.
//    Nearly always as small as can be, but its time grows with the number of
//    overlapping lives, so it stops when it has looked at too many.

#pragma once

#include "weft/Plan/Memory/Buffer.h"

#include <span>
#include <vector>

namespace weft::plan {

struct Packing {
  /// By buffer. Buffers without bytes are at 0.
  std::vector<int64_t> offsets;
  /// The end of the last buffer.
  int64_t total = 0;
};

/// The largest sum of the bytes, rounded up to the alignment, that are needed
/// at one time: no packing is smaller.
int64_t lowerBound(std::span<const Buffer> buffers, int64_t alignment);

Packing packByBirth(std::span<const Buffer> buffers, int64_t alignment);

/// Nothing is returned (an empty list of offsets) when more than
/// `maximumVisits` pairs had to be looked at.
Packing packBySize(std::span<const Buffer> buffers, int64_t alignment,
                   int64_t maximumVisits = 20'000'000);

/// The smaller of the two.
Packing pack(std::span<const Buffer> buffers, int64_t alignment);

} // namespace weft::plan
