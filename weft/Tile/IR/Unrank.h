// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which `tile.unrank` walks tiles.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace weft::tile {

/// The tile with number `id`; nothing when there are not as many. Without a
/// band, row-major. With one: bands of so many rows, top to bottom; inside of
/// a band column by column, each top to bottom, from left to right in the
/// first band, back in the second, and so on.
inline std::optional<llvm::SmallVector<int64_t>>
unrank(int64_t id, llvm::ArrayRef<int64_t> counts,
       std::optional<int64_t> band = std::nullopt) {
  llvm::SmallVector<int64_t> result(counts.size());
  if (id < 0) {
    return std::nullopt;
  }
  if (band) {
    int64_t rows = counts[0], columns = counts[1];
    int64_t number = id / (*band * columns);
    int64_t first = number * *band;
    if (first >= rows) {
      return std::nullopt;
    }
    int64_t height = std::min(*band, rows - first);
    int64_t inside = id % (*band * columns);
    int64_t column = inside / height;
    if (column >= columns) {
      return std::nullopt;
    }
    result[0] = first + inside % height;
    result[1] = number % 2 == 0 ? column : columns - 1 - column;
    return result;
  }
  for (size_t i = counts.size(); i-- > 0;) {
    result[i] = id % counts[i];
    id /= counts[i];
  }
  if (id != 0) {
    return std::nullopt;
  }
  return result;
}

} // namespace weft::tile
