// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds.h"

namespace weft::reference {

StatusOr<Tensor> moveWithBounds(
    llvm::ArrayRef<Tensor> tensors,
    llvm::function_ref<StatusOr<Tensor>(llvm::ArrayRef<Tensor>)> move) {
  Bounds bounds;
  bool hasEnds = false;
  llvm::SmallVector<Tensor, 2> exact;
  llvm::SmallVector<Tensor, 2> low;
  llvm::SmallVector<Tensor, 2> high;
  for (const Tensor &tensor : tensors) {
    exact.push_back(tensor.withBounds(nullptr));
    const Bounds *own = tensor.bounds();
    bounds.isProduct |= own && own->isProduct;
    hasEnds |= own && own->ends;
    low.push_back(own && own->ends ? own->ends->low : exact.back());
    high.push_back(own && own->ends ? own->ends->high : exact.back());
  }
  WEFT_ASSIGN_OR_RETURN(Tensor moved, move(exact));
  if (!hasEnds && !bounds.isProduct) {
    return moved;
  }
  if (hasEnds) {
    WEFT_ASSIGN_OR_RETURN(Tensor movedLow, move(low));
    WEFT_ASSIGN_OR_RETURN(Tensor movedHigh, move(high));
    bounds.ends = Ends{std::move(movedLow), std::move(movedHigh)};
  }
  return moved.withBounds(std::make_shared<Bounds>(std::move(bounds)));
}

} // namespace weft::reference
