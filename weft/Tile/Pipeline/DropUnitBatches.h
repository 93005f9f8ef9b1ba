// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions multiply matrices: a product of batches of one becomes
// one of matrices, between reshapes that move nothing. Stage `free` before and
// after.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

void dropUnitBatches(KernelOp kernel);

} // namespace weft::tile
