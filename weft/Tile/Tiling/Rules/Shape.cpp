// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that put elements elsewhere, one dimension at a time.

#include "weft/Tile/Tiling/Rules/NeededTile.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Dimension d of the operand is dimension numbers[d] of the result, or is
/// repeated along it.
class BroadcastRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    return askNeeded(query);
  }

  TileValues emit(EmitContext &context) const override {
    llvm::SmallVector<int64_t> dimensions = targets(context.op);
    // Tiles are broadcast to ascending dimensions.
    llvm::SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, dimensions.size()));
    llvm::sort(order, [&](int64_t a, int64_t b) {
      return dimensions[a] < dimensions[b];
    });
    llvm::sort(dimensions);
    return {mapParts(context.operand(0), [&](Value part) {
      return context.math.broadcast(context.math.transpose(part, order),
                                    dimensions, context.shape());
    })};
  }

private:
  static llvm::SmallVector<int64_t> targets(Operation *op) {
    if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
      return llvm::SmallVector<int64_t>(broadcast.getBroadcastDimensions());
    }
    int64_t added = cast<stablehlo::BroadcastOp>(op).getBroadcastSizes().size();
    int64_t rank = shapeOf(op->getResult(0)).size();
    return llvm::to_vector(llvm::seq<int64_t>(added, rank));
  }
};

class TransposeRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    return askNeeded(query);
  }

  TileValues emit(EmitContext &context) const override {
    auto op = cast<stablehlo::TransposeOp>(context.op);
    return {mapParts(context.operand(0), [&](Value part) {
      return context.math.transpose(part, op.getPermutation());
    })};
  }
};

class SliceRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    return askNeeded(query);
  }

  TileValues emit(EmitContext &context) const override {
    return {context.operand(0)};
  }
};

class ReverseRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    return askNeeded(query);
  }

  TileValues emit(EmitContext &context) const override {
    return {context.operand(0)};
  }
};

} // namespace

void addShapeRules(RuleTable &rules) {
  rules.addAll<stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp>(
      std::make_shared<const BroadcastRule>());
  rules.add<stablehlo::TransposeOp>(std::make_shared<const TransposeRule>());
  rules.add<stablehlo::SliceOp>(std::make_shared<const SliceRule>());
  rules.add<stablehlo::ReverseOp>(std::make_shared<const ReverseRule>());
}

} // namespace weft::tile
