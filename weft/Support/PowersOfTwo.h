// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers of two around a number, which is positive.

#pragma once

#include <bit>
#include <cstdint>

namespace weft {

/// The least one that is not smaller.
constexpr int64_t powerAbove(int64_t value) {
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(value)));
}

/// The greatest one that is not larger.
constexpr int64_t powerBelow(int64_t value) {
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(value)));
}

/// The greatest one that divides it.
constexpr int64_t powerIn(int64_t value) { return value & -value; }

} // namespace weft
