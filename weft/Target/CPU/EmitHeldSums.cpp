// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums that have a form of their own from the first term to the last: in
// registers for matrices, or in squares. A loop over the terms holds them in
// that form, where nothing else asks for them in between.

#include "weft/Machine/Rows.h"
#include "weft/Target/CPU/KernelEmitter.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::cpu {

const MatrixInstruction *
KernelEmitter::findMatrixInstruction(tile::DotOp op) const {
  const MatrixInstruction *row = findInstruction(op);
  return row != nullptr && row->m > 1 ? row : nullptr;
}

bool KernelEmitter::emitMatrixProduct(tile::DotOp op) {
  const MatrixInstruction *row = findMatrixInstruction(op);
  if (row == nullptr) {
    return false;
  }
  if (sumsSquares(*row)) {
    emitSquareProduct(op, *row);
  } else {
    emitRegisterProduct(op, *row);
  }
  return true;
}

/// The product whose sums a loop may hold, if it has one that is alone.
tile::DotOp KernelEmitter::productOf(mlir::Operation *loop) const {
  tile::DotOp product;
  bool isAlone = true;
  loop->walk([&](tile::DotOp op) {
    if (findMatrixInstruction(op) != nullptr) {
      isAlone = !product;
      product = op;
    }
  });
  return isAlone ? product : tile::DotOp();
}

std::optional<unsigned> KernelEmitter::heldByLoop(mlir::Operation *loop) {
  auto steps = llvm::dyn_cast<mlir::scf::ForOp>(loop);
  tile::DotOp product = steps ? productOf(loop) : tile::DotOp();
  if (!product || product->getBlock() != steps.getBody()) {
    return std::nullopt;
  }
  for (auto [number, argument] : llvm::enumerate(steps.getRegionIterArgs())) {
    if (product.getAccumulator() == argument && argument.hasOneUse() &&
        product.getResult().hasOneUse() &&
        steps.getYieldedValues()[number] == product.getResult()) {
      return static_cast<unsigned>(number);
    }
  }
  return std::nullopt;
}

void KernelEmitter::emitHold(mlir::Operation *loop, Pieces sums) {
  tile::DotOp product = productOf(loop);
  if (sumsSquares(*findMatrixInstruction(product))) {
    holdSquares(product.getType(), sums);
  } else {
    loadMatrixSums(sums);
  }
}

Pieces KernelEmitter::emitRelease(mlir::Operation *loop) {
  tile::DotOp product = productOf(loop);
  return sumsSquares(*findMatrixInstruction(product))
             ? releaseSquares(product.getType())
             : storeMatrixSums(loop->getResult(*heldByLoop(loop)));
}

} // namespace weft::cpu
