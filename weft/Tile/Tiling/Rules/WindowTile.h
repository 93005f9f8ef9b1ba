// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles under a sliding window.
//
// A tile of positions and one place in the window give a tile of the operand:
// it moves with the window's stride, and reaches into the padding. In a dilated
// operand only every baseDilation-th place holds an element, so there a tile is
// one position wide or walks in steps of the dilation.

#pragma once

#include "weft/StableHLO/IR/Window.h"
#include "weft/Tile/Tiling/Rules/Rules.h"

namespace weft::tile {

/// Where a position's tile meets the dilated and padded operand, before holes
/// are left out.
inline mlir::AffineExpr
dilatedOffset(const weft::stablehlo::WindowDimension &window,
              const DimensionTile &position, mlir::AffineExpr place) {
  return position.offset * window.stride + place * window.windowDilation -
         window.paddingLow;
}

/// The operand's tile; nothing when it would hold holes of the dilation.
inline std::optional<DimensionTile>
windowTile(const weft::stablehlo::WindowDimension &window,
           const DimensionTile &position, mlir::AffineExpr place) {
  mlir::AffineExpr offset = dilatedOffset(window, position, place);
  int64_t stride = position.stride * window.stride;
  if (position.size == 1) {
    return DimensionTile{offset.floorDiv(window.baseDilation), 1, 1};
  }
  if (stride % window.baseDilation != 0) {
    return std::nullopt;
  }
  return DimensionTile{offset.floorDiv(window.baseDilation), position.size,
                       stride / window.baseDilation};
}

/// Whether the place is an element and no hole, as a boolean scalar; null when
/// it always is one.
inline mlir::Value emitIsElement(EmitContext &context,
                                 const weft::stablehlo::WindowDimension &window,
                                 const DimensionTile &position,
                                 mlir::AffineExpr place) {
  mlir::AffineExpr remainder = context.facts().simplify(
      dilatedOffset(window, position, place) % window.baseDilation);
  auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(remainder);
  if (constant && constant.getValue() == 0) {
    return {};
  }
  return context.math.compare(mlir::arith::CmpIPredicate::eq,
                              context.index(remainder), context.math.index(0));
}

} // namespace weft::tile
