// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tile program really computes: all programs of its grid are gone
// through, with their loops and choices, and elements are counted.

#pragma once

#include "weft/Tile/IR/Tile.h"

#include <map>

namespace weft {

/// Elements computed, by the origin of the operations of the tile program. Over
/// all their kinds, since a sum is one operation here and many there.
using WorkCounts = std::map<uint32_t, int64_t>;

/// Adds what a kernel computes. A loop whose bounds depend on data is gone
/// through once; of a choice that depends on data both sides count.
void countWork(tile::KernelOp kernel, WorkCounts &counts);

} // namespace weft
