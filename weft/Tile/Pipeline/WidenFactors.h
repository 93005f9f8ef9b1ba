// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// The type that factors of `type` are multiplied in by matrix instructions:
/// itself where one takes it, else one that holds all of its numbers; null
/// where there is none.
mlir::Type typeForInstructions(mlir::Type type, const Machine &machine);

/// Products of floats that are narrower than any that an instruction takes
/// convert them first, which loses nothing. Stage `free` before and after.
void widenFactors(KernelOp kernel, const Machine &machine);

} // namespace weft::tile
