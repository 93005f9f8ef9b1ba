// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/DropUnitBatches.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::tile {

static bool isBatchOfOne(Value tile) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(tile.getType()).getShape();
  return shape.size() > 2 && llvm::all_of(shape.drop_back(2), [](int64_t size) {
           return size == 1;
         });
}

void dropUnitBatches(KernelOp kernel) {
  SmallVector<DotOp> products;
  kernel.getBody().walk([&](DotOp product) {
    if (!product.getLhsScale() && !product.getRhsScale() &&
        isBatchOfOne(product.getLhs()) && isBatchOfOne(product.getRhs()) &&
        isBatchOfOne(product.getResult())) {
      products.push_back(product);
    }
  });
  for (DotOp product : products) {
    OpBuilder builder(product);
    auto matrixOf = [&](Value tile) -> Value {
      auto type = cast<RankedTensorType>(tile.getType());
      return ReshapeOp::create(
          builder, product.getLoc(),
          RankedTensorType::get(type.getShape().take_back(2),
                                type.getElementType()),
          tile);
    };
    auto result = cast<RankedTensorType>(product.getType());
    Operation *matrices = builder.clone(*product);
    for (OpOperand &operand : matrices->getOpOperands()) {
      builder.setInsertionPoint(matrices);
      operand.set(matrixOf(operand.get()));
    }
    Value sums = matrices->getResult(0);
    sums.setType(cast<DotOp>(matrices).getAccumulator().getType());
    builder.setInsertionPointAfter(matrices);
    product.getResult().replaceAllUsesWith(
        ReshapeOp::create(builder, product.getLoc(), result, sums).getResult());
    product.erase();
  }
}

} // namespace weft::tile
