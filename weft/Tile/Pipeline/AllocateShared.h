// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives every allocation on the chip its place: stage `planned` before and
// after.
//
// An allocation lives from the first operation that touches it to the last, as
// seen from the block that it stands in: what happens inside of a loop happens
// all along the loop. Those that live at the same time lie apart. Those that
// do not may share bytes, but then a barrier has to keep the readers of the one
// from the writers of the other; so as long as all of them fit into half of
// the memory, which leaves room for a second program on the same
// multiprocessor, they lie apart as well. Programs that wait for each other are
// to be as many at a time as can be: theirs always share.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Of every allocation on the chip, in bytes.
inline constexpr int64_t sharedAlignment = 128;

/// Fails at the allocation for which the memory of the machine is too small.
mlir::LogicalResult allocateShared(KernelOp kernel, const Machine &machine);

/// Bytes that an allocation takes.
int64_t sharedBytesOf(RefType type);

} // namespace weft::tile
