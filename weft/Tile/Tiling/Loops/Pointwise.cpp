// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Loops/Pointwise.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/OperationKinds.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

bool isScalar(Value value) { return typeOf(value).getRank() == 0; }

bool isPointwise(Operation *op) {
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
    return isScalar(broadcast.getOperand());
  }
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    return constant.getValue().isSplat();
  }
  return isElementwise(op) || isControl(op) || isa<stablehlo::ReturnOp>(op);
}

} // namespace

std::optional<int64_t> pointwiseCount(const TilingSpace &space) {
  ArrayRef<int64_t> shape = typeOf(space.roots.front()).getShape();
  auto fits = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && (type.getRank() == 0 || type.getShape() == shape);
  };
  for (Value root : space.roots) {
    if (!fits(root) || isScalar(root)) {
      return std::nullopt;
    }
  }
  for (Operation *op : space.live) {
    WalkResult result = op->walk([&](Operation *inner) {
      bool isFit = isPointwise(inner) &&
                   llvm::all_of(inner->getOperands(), fits) &&
                   llvm::all_of(inner->getResults(), fits);
      return isFit ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (result.wasInterrupted()) {
      return std::nullopt;
    }
  }
  return typeOf(space.roots.front()).getNumElements();
}

PointwiseBlock makePointwise(const TilingSpace &space, int64_t count,
                             int64_t size) {
  Operation *terminator = space.block->getTerminator();
  ArrayRef<int64_t> shape = typeOf(space.roots.front()).getShape();
  auto cut = [&](Type type) -> Type {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getShape() == shape
               ? RankedTensorType::get({size}, tensor.getElementType())
               : type;
  };
  PointwiseBlock result;
  result.count = count;
  result.size = size;
  result.owner = ModuleOp::create(terminator->getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(result.owner->getBody());
  auto function = func::FuncOp::create(builder, terminator->getLoc(), "tile",
                                       builder.getFunctionType({}, {}));
  result.block = function.addEntryBlock();
  builder.setInsertionPointToEnd(result.block);
  IRMapping mapping;
  for (BlockArgument argument : space.block->getArguments()) {
    mapping.map(argument, result.block->addArgument(cut(argument.getType()),
                                                    argument.getLoc()));
  }
  for (Operation *op : space.live) {
    Operation *clone = builder.clone(*op, mapping);
    clone->walk([&](Operation *inner) {
      if (auto constant = dyn_cast<stablehlo::ConstantOp>(inner)) {
        auto value = cast<DenseElementsAttr>(constant.getValue());
        constant.setValueAttr(
            value.resizeSplat(cast<RankedTensorType>(cut(constant.getType()))));
      }
      for (Value value : inner->getResults()) {
        value.setType(cut(value.getType()));
      }
      for (Region &region : inner->getRegions()) {
        for (BlockArgument argument : region.getArguments()) {
          argument.setType(cut(argument.getType()));
        }
      }
    });
  }
  for (Value root : space.roots) {
    result.roots.push_back(mapping.lookup(root));
  }
  func::ReturnOp::create(builder, terminator->getLoc(), result.roots);
  return result;
}

} // namespace weft::tile
