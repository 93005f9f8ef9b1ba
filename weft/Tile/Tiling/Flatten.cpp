// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Flatten.h"

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

bool isScalar(Value value) { return typeOf(value).getRank() == 0; }

/// Whether the elements stay in order: no dimension but ones is moved or added.
bool keepsOrder(stablehlo::BroadcastInDimOp op) {
  if (typeOf(op.getOperand()).getNumElements() !=
      typeOf(op.getResult()).getNumElements()) {
    return false;
  }
  int64_t last = -1;
  for (auto [extent, target] : llvm::zip_equal(
           typeOf(op.getOperand()).getShape(), op.getBroadcastDimensions())) {
    if (extent == 1) {
      continue;
    }
    if (target < last) {
      return false;
    }
    last = target;
  }
  return true;
}

bool isFlat(Operation *op, int64_t count) {
  auto hasCount = [&](Value value) {
    return isScalar(value) || typeOf(value).getNumElements() == count;
  };
  if (!llvm::all_of(op->getOperands(), hasCount) ||
      !llvm::all_of(op->getResults(), hasCount)) {
    return false;
  }
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
    return isScalar(broadcast.getOperand()) || keepsOrder(broadcast);
  }
  if (isa<stablehlo::ReshapeOp>(op)) {
    return isScalar(op->getOperand(0)) == isScalar(op->getResult(0));
  }
  return isElementwise(op) || isa<stablehlo::ConstantOp>(op);
}

class Flattener {
public:
  explicit Flattener(const TilingSpace &space) : space(space) {}

  FlatBlock run() {
    return copyFlat(
        space,
        llvm::map_to_vector(space.block->getArguments(),
                            [](Value argument) { return flatType(argument); }),
        mapping, [&](OpBuilder &builder, Operation *op) { copy(builder, op); });
  }

private:
  /// Values that no live operation uses may have any type.
  static Type flatType(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape() || type.getRank() == 0) {
      return value.getType();
    }
    return RankedTensorType::get({type.getNumElements()},
                                 type.getElementType());
  }

  void copy(OpBuilder &builder, Operation *op) {
    Value result = op->getResult(0);
    auto type = cast<RankedTensorType>(flatType(result));
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      mapping.map(result, copyConstant(builder, constant, type));
      return;
    }
    Value operand =
        op->getNumOperands() == 0 ? Value() : mapping.lookup(op->getOperand(0));
    if (isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op) &&
        operand.getType() == type) {
      mapping.map(result, operand);
      return;
    }
    if (isa<stablehlo::BroadcastInDimOp>(op)) {
      mapping.map(result, Value(stablehlo::BroadcastInDimOp::create(
                              builder, op->getLoc(), type, operand,
                              builder.getDenseI64ArrayAttr({}))));
      return;
    }
    Operation *clone = builder.clone(*op, mapping);
    clone->getResult(0).setType(type);
  }

  const TilingSpace &space;
  IRMapping mapping;
};

} // namespace

std::optional<FlatBlock> flatten(const TilingSpace &space) {
  if (llvm::any_of(space.updates, [](Operation *update) { return update; })) {
    return std::nullopt;
  }
  int64_t count = 1;
  for (const TilingSpace::Dimension &dimension : space.dimensions) {
    count *= dimension.extent;
  }
  bool gains = space.dimensions.size() > 1;
  for (Value root : space.roots) {
    if (isScalar(root) || typeOf(root).getNumElements() != count) {
      return std::nullopt;
    }
  }
  for (Operation *op : space.live) {
    if (!isFlat(op, count)) {
      return std::nullopt;
    }
    gains |= isa<stablehlo::ReshapeOp>(op);
  }
  // An argument may be a root itself.
  return gains ? std::optional(Flattener(space).run()) : std::nullopt;
}

} // namespace weft::tile
