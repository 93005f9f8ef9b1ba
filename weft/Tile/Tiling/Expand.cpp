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

void expandOperations(Operation *root) {
  stablehlo::expandOperations(
      root, [](Region &body) { return !findForeignOperation(body); });
  // Those that were just written, too.
  llvm::SmallVector<Operation *> reductions;
  root->walk([&](stablehlo::ReduceOp op) {
    chooseOneSide(op);
    reductions.push_back(op);
  });
  for (Operation *op : reductions) {
    if (splitReduction(op)) {
      op->erase();
    }
  }
}

namespace {

class ExpandOperations : public impl::ExpandOperationsBase<ExpandOperations> {
public:
  void runOnOperation() override { expandOperations(getOperation()); }
};

} // namespace
} // namespace weft::tile
