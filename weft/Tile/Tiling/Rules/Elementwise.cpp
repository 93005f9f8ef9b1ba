// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element i of the result from the elements i of the operands. A scalar operand
// (of clamp and select) serves for all elements.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Elementwise/ElementwiseOps.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"

using namespace mlir;

namespace weft::tile {
namespace {

class ElementwiseRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    return askNeeded(query);
  }

  TileValues emit(EmitContext &context) const override {
    llvm::SmallVector<TileValue> operands = context.operands();
    for (TileValue &operand : operands) {
      operand = mapParts(operand, [&](Value part) {
        return cast<RankedTensorType>(part.getType()).getRank() == 0
                   ? context.math.repeat(part, context.shape())
                   : part;
      });
    }
    return {emitElementwise(context.math, context.op, operands)};
  }
};

/// Each result is its operand.
class PassRule : public Rule {
public:
  bool hasJointResults() const override { return false; }

  LogicalResult propagate(TileQuery &query) const override {
    query.ask(query.op->getOperand(query.resultNumber), Tile(query.tile));
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    return {context.operand(0)};
  }
};

} // namespace

template <typename... Ops>
static void addAll(RuleTable &rules, const std::shared_ptr<const Rule> &rule,
                   OperationList<Ops...>) {
  rules.addAll<Ops...>(rule);
}

void addElementwiseRules(RuleTable &rules) {
  auto rule = std::make_shared<const ElementwiseRule>();
  addAll(rules, rule, ElementwiseOps());
  rules.add<stablehlo::OptimizationBarrierOp>(
      std::make_shared<const PassRule>());
}

} // namespace weft::tile
