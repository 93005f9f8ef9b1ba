// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All operations.

#ifndef WEFT_TILE_IR_TILEOPS
#define WEFT_TILE_IR_TILEOPS

include "weft/Tile/IR/TileOpsKernel.td"
include "weft/Tile/IR/TileOpsMemory.td"
include "weft/Tile/IR/TileOpsShape.td"
include "weft/Tile/IR/TileOpsCombine.td"
include "weft/Tile/IR/TileOpsMatrix.td"

#endif // WEFT_TILE_IR_TILEOPS
