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

/// Of a layout, which has the fastest dimension first.
inline bool isRowMajor(mlir::Attribute layout) {
  auto order =
      llvm::cast<mlir::DenseIntElementsAttr>(layout).getValues<llvm::APInt>();
  const auto rank = static_cast<uint64_t>(order.size());
  return llvm::all_of(llvm::enumerate(order), [&](const auto &each) {
    return each.value() == rank - 1 - each.index();
  });
}

} // namespace weft::stablehlo
