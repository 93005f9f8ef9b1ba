// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/InferLayouts.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace weft::tile {

void eraseLayouts(KernelOp kernel) {
  auto erase = [](Value value) {
    auto tile = dyn_cast<RankedTensorType>(value.getType());
    if (!tile || !tile.getEncoding()) {
      return;
    }
    value.setType(
        RankedTensorType::get(tile.getShape(), tile.getElementType()));
    if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
      constant.setValueAttr(
          cast<DenseElementsAttr>(constant.getValue())
              .resizeSplat(cast<ShapedType>(value.getType())));
    }
  };
  kernel.getBody().walk([&](Operation *op) {
    llvm::for_each(op->getResults(), erase);
    for (Region &region : op->getRegions()) {
      llvm::for_each(region.getArguments(), erase);
    }
    if (isa<DotOp>(op)) {
      op->removeAttr("instruction");
    } else if (auto load = dyn_cast<LoadOp>(op)) {
      load.removeVectorAttr();
      load.setMatrices(false);
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      store.removeVectorAttr();
      store.setInFlight(false);
    } else if (auto alloc = dyn_cast<AllocOp>(op)) {
      alloc.removeAtAttr();
    }
  });
  // A program that is one agent waits for nobody inside.
  kernel.getBody().walk([](BarrierOp op) {
    if (op.getScope() == Scope::Program) {
      op.erase();
    }
  });
  kernel.getBody().walk([](Operation *op) {
    if (isa<CommitOp, AwaitOp>(op)) {
      op->erase();
    }
  });
  kernel.getBody().walk([](ConvertLayoutOp op) {
    op.getResult().replaceAllUsesWith(op.getInput());
    op.erase();
  });
  kernel.setStage(stringifyStage(Stage::Free));
  kernel.removeDeviceAttr();
  kernel->removeAttr(warpsAttributeName);
  kernel->removeAttr(sharedBytesAttributeName);
}

} // namespace weft::tile
