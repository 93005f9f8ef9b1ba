// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product whose algorithm asks for sums wider than the result: the sums, and
// their conversion.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Interpreter/Linear.h"

using namespace mlir;

namespace weft::stablehlo {

bool expandDot(Operation *op) {
  auto dot = dyn_cast<DotGeneralOp>(op);
  if (!dot) {
    return false;
  }
  auto type = cast<RankedTensorType>(dot.getType());
  Type sum = reference::sumTypeOf(dot);
  if (sum == type.getElementType()) {
    return false;
  }
  Writer writer(op);
  Operation *wide = writer.builder.clone(*op);
  wide->getResult(0).setType(type.clone(sum));
  Value result = writer.convert(wide->getResult(0), type.getElementType());
  op->replaceAllUsesWith(ValueRange{result});
  return true;
}

} // namespace weft::stablehlo
