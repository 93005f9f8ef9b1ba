// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/FlatBlock.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

using namespace mlir;

namespace weft::tile {

FlatBlock copyFlat(const TilingSpace &space, llvm::ArrayRef<Type> arguments,
                   IRMapping &mapping, CopyOperation copy) {
  Location loc = space.block->getTerminator()->getLoc();
  FlatBlock flat;
  flat.owner = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(flat.owner->getBody());
  auto function = func::FuncOp::create(
      builder, loc, "flat", FunctionType::get(loc.getContext(), arguments, {}));
  flat.block = function.addEntryBlock();
  builder.setInsertionPointToEnd(flat.block);
  mapping.map(space.block->getArguments(), flat.block->getArguments());
  for (Operation *op : space.live) {
    copy(builder, op);
  }
  for (Operation *update : space.updates) {
    if (update) {
      copy(builder, update);
    }
  }
  for (Value root : space.roots) {
    flat.roots.push_back(mapping.lookup(root));
  }
  func::ReturnOp::create(builder, loc, flat.roots);
  return flat;
}

Value copyConstant(OpBuilder &builder, stablehlo::ConstantOp constant,
                   RankedTensorType type) {
  auto value = cast<DenseElementsAttr>(constant.getValue());
  DenseElementsAttr flat = value.isSplat()
                               ? DenseElementsAttr(value.resizeSplat(type))
                               : value.reshape(type);
  return stablehlo::ConstantOp::create(builder, constant.getLoc(), flat);
}

} // namespace weft::tile
