// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Columns that come from memory, said once: the tiler cuts their rows, and
// fusion leaves the parts apart.

#pragma once

#include <cstdint>

namespace weft {

/// Whether cores are to read rows as they lie in memory, all columns of some
/// rows each, to reduce so many elements to so many columns: the caches do not
/// hold them, and what the parts hand on is little.
constexpr bool areWideColumns(int64_t columns, int64_t elements) {
  constexpr int64_t mostColumns = 4096;
  constexpr int64_t fewestElements = 1 << 21;
  return columns <= mostColumns && elements >= fewestElements;
}

} // namespace weft
