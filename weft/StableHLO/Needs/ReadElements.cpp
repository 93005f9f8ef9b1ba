// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Needs/ReadElements.h"

#include "weft/StableHLO/IR/StableHLO.h"

using namespace mlir;

namespace weft::stablehlo {

int64_t readElements(Value value) {
  int64_t whole = cast<RankedTensorType>(value.getType()).getNumElements();
  int64_t elements = 0;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (!isa<DynamicSliceOp, GatherOp, SliceOp>(user) ||
        use.getOperandNumber() != 0) {
      return whole;
    }
    elements = std::min(
        whole, elements + cast<RankedTensorType>(user->getResult(0).getType())
                              .getNumElements());
  }
  return elements;
}

} // namespace weft::stablehlo
