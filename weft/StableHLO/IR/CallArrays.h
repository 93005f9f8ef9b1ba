// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom calls whose operands and results are row-major arrays with dimensions
// in the order of their layouts (weft/StableHLO/Expand/ExpandLayouts.cpp). To
// the function that is called they are what their layouts say.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::stablehlo {

inline constexpr llvm::StringLiteral inOrderAttributeName = "weft.in_order";

inline bool isInOrder(CustomCallOp call) {
  return call->hasAttr(inOrderAttributeName);
}
inline void markInOrder(CustomCallOp call) {
  call->setAttr(inOrderAttributeName, mlir::UnitAttr::get(call.getContext()));
}

} // namespace weft::stablehlo
