// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/CombineOrder.h"

#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Places.h"

namespace weft::tile {

CombineOrder combineOrderOf(stablehlo::ReduceOp op) {
  if (combineKindOf(op.getBody())) {
    return CombineOrder::Any;
  }
  return findPlaces(op) ? CombineOrder::ByPlace : CombineOrder::Kept;
}

} // namespace weft::tile
