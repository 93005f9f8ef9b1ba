// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product whose algorithm asks for sums wider than the result: the sums, and
// their conversion.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Linear.h"
#include "weft/Tile/Tiling/Expand.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::tile {

bool expandDot(Operation *op) {
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(op);
  if (!dot) {
    return false;
  }
  auto type = cast<RankedTensorType>(dot.getType());
  Type sum = reference::sumTypeOf(dot);
  if (sum == type.getElementType()) {
    return false;
  }
  OpBuilder builder(op);
  Operation *wide = builder.clone(*op);
  wide->getResult(0).setType(type.clone(sum));
  Value result = stablehlo::ConvertOp::create(builder, op->getLoc(), type,
                                              wide->getResult(0));
  op->replaceAllUsesWith(ValueRange{result});
  return true;
}

} // namespace weft::tile
