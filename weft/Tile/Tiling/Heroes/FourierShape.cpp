// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierShape.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::tile {

FourierShape::FourierShape(Operation *hero) {
  auto op = cast<stablehlo::FftOp>(hero);
  kind = op.getFftType();
  length = op.getFftLength().empty() ? 0 : op.getFftLength().back();
  dimensions = static_cast<int64_t>(op.getFftLength().size());
  operand = op.getOperand();
  if (auto convert = operand.getDefiningOp<stablehlo::ConvertOp>()) {
    operand = convert.getOperand();
  }
  from = cast<RankedTensorType>(operand.getType());
  to = cast<RankedTensorType>(op.getType());
  part = partType(from.getElementType());
  isInterleaved = bool(operand.getDefiningOp<stablehlo::TransposeOp>());
  rank = from.getRank();
  if (rank > 1) {
    outer = from.getDimSize(0);
  }
  if (isInterleaved && rank > 1) {
    inner = from.getDimSize(1);
  }
}

/// Whether the last two of three dimensions are exchanged.
static bool isExchange(Value value) {
  auto transpose = value.getDefiningOp<stablehlo::TransposeOp>();
  return transpose && transpose.getPermutation() == ArrayRef<int64_t>{0, 2, 1};
}

std::optional<Refusal> refuseFourierShape(const TilingSpace &space,
                                          Operation *op) {
  FourierShape shape(op);
  if (shape.dimensions != 1) {
    return Refusal{op, "fourier.dimensions",
                   "several dimensions are transformed at once"};
  }
  bool isLinear =
      shape.isInterleaved
          ? isExchange(shape.operand) && isExchange(space.roots.front())
          : shape.rank <= 2 && space.roots.front() == op->getResult(0);
  if (!isLinear) {
    return Refusal{op, "fourier.lines", "lines do not lie at equal distances"};
  }
  if (partType(shape.from.getElementType()) !=
          partType(shape.to.getElementType()) ||
      (shape.isFromReal() && shape.isInverse())) {
    return Refusal{op, "fourier.converted",
                   "the operand is converted from other numbers"};
  }
  if (!FourierPlan::hasTables(shape.length)) {
    return Refusal{op, "fourier.prime",
                   llvm::formatv("{0} points have a large prime factor, and "
                                 "their convolution would be a long table",
                                 shape.length)};
  }
  return std::nullopt;
}

} // namespace weft::tile
