// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From stage `planned` to `synchronised`: barriers between the threads of a
// program.
//
// Threads run at their own pace between two barriers. So a barrier stands
// before an operation that touches bytes which another thread may have touched
// since the last barrier, on any way that leads here, if one of the two writes:
// on the chip, where allocations may share bytes, and in global memory, where a
// program loads what it stored. A thread keeps its own order, so two operations
// in which every element belongs to the same thread need none.
//
// Around a loop the ways that lead to its start are found by walking it until
// nothing new arrives. What only arrives from before the loop is waited for
// there, once. Past a loop leads no way that is not through it, where it is
// known to run.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Allocations have their places.
mlir::LogicalResult insertSynchronisation(KernelOp kernel);

} // namespace weft::tile
