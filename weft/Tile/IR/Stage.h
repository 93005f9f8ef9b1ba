// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may stand in a kernel of a stage.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Checks the body of a kernel by the rules of its stage, after its operations
/// have been verified one by one.
mlir::LogicalResult verifyStage(KernelOp kernel);

} // namespace weft::tile
