// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Expand.h"

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Passes.h"
#include "weft/Tile/Tiling/Places.h"

using namespace mlir;

namespace weft::tile {

#define GEN_PASS_DEF_EXPANDOPERATIONS
#include "weft/Tile/Tiling/Passes.h.inc"

void expandOperations(Operation *root, const Machine &machine) {
  stablehlo::expandOperations(
      root, [](Region &body) { return !findForeignOperation(body); },
      machine.isCpu() ? stablehlo::Lanes::OfVectors
                      : stablehlo::Lanes::OfThreads);
  // Those that were just written, too.
  llvm::SmallVector<Operation *> operations;
  root->walk([&](Operation *op) {
    if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op)) {
      chooseOneSide(reduce);
    }
    operations.push_back(op);
  });
  for (Operation *op : operations) {
    // Machines whose threads sort one line each have long ones cut.
    if (splitPlaces(op, machine) || splitReduction(op, machine) ||
        splitProduct(op) || (!machine.isCpu() && splitConvolution(op)) ||
        (machine.isCpu() && splitSort(op))) {
      op->erase();
    }
  }
}

namespace {

class ExpandOperations : public impl::ExpandOperationsBase<ExpandOperations> {
public:
  void runOnOperation() override {
    expandOperations(getOperation(), Machine());
  }
};

} // namespace
} // namespace weft::tile
