// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tile program really computes: all programs of its grid are gone
// through, with their loops and choices, and elements are counted.

#pragma once

#include "weft/Tile/IR/Tile.h"

#include <map>
#include <string>
#include <utility>

namespace weft {

/// Elements computed, by the origin and the name of the operation of the tile
/// program.
using WorkCounts = std::map<std::pair<uint32_t, std::string>, int64_t>;

/// Adds what a kernel computes. A loop whose bounds depend on data is gone
/// through once; of a choice that depends on data both sides count.
void countWork(tile::KernelOp kernel, WorkCounts &counts);

} // namespace weft
