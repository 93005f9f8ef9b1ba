// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/ExpandOperations.h"

#include "weft/StableHLO/IR/StableHLO.h"

using namespace mlir;

namespace weft::stablehlo {

void expandOperations(Operation *root, BodyRule isKept, Lanes lanes) {
  expandStreams(root);
  llvm::SmallVector<Operation *> operations;
  root->walk([&](Operation *op) { operations.push_back(op); });
  for (Operation *op : operations) {
    if (expandBodies(op, isKept) || expandDilation(op) || expandDot(op) ||
        expandEinsum(op) || expandFourier(op) || expandMap(op) ||
        expandNormalization(op) || expandRandom(op) ||
        expandRunning(op, lanes) ||
        (lanes == Lanes::OfThreads && expandPooling(op))) {
      op->erase();
    }
  }
  // Those that inputs with holes were made into, too.
  llvm::SmallVector<Operation *> convolutions;
  root->walk([&](ConvolutionOp op) { convolutions.push_back(op); });
  for (Operation *op : convolutions) {
    if (expandDepthwise(op)) {
      op->erase();
    }
  }
}

} // namespace weft::stablehlo
