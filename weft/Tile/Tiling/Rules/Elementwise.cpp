// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element i of the result from the elements i of the operands. A scalar operand
// (of clamp and select) serves for all elements. Where such a scalar selects
// between what takes long to compute and something else, only the one that is
// selected is computed.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Machine/OperationCosts.h"
#include "weft/Tile/Tiling/Elementwise/ElementwiseOps.h"
#include "weft/Tile/Tiling/Rules/NeededTile.h"

#include <llvm/ADT/SetVector.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

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

/// Whether what a value is computed from, in its block, holds an operation that
/// takes as long as a division.
bool isCostly(Value value) {
  constexpr size_t farEnough = 64;
  llvm::SetVector<Operation *> operations;
  auto add = [&](Value operand) {
    if (Operation *op = operand.getDefiningOp()) {
      operations.insert(op);
    }
  };
  add(value);
  for (size_t i = 0; i < std::min(operations.size(), farEnough); ++i) {
    Operation *op = operations[i];
    OperationCost cost = operationCost(op->getName().stripDialect());
    bool isFloat =
        isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
    if ((isFloat ? cost.units : cost.integerUnits) >= expensiveUnits) {
      return true;
    }
    llvm::for_each(op->getOperands(), add);
  }
  return false;
}

class SelectRule : public ElementwiseRule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::SelectOp>(query.op);
    bool isChoice = shapeOf(op.getPred()).empty() && !query.tile.empty() &&
                    (isCostly(op.getOnTrue()) || isCostly(op.getOnFalse()));
    if (!isChoice) {
      return ElementwiseRule::propagate(query);
    }
    query.ask(op.getPred(), Tile());
    query.ask(op.getOnTrue(), Tile(query.tile), NeededAt::InBranch, 0);
    query.ask(op.getOnFalse(), Tile(query.tile), NeededAt::InBranch, 1);
    return success();
  }

  bool mayBranch() const override { return true; }

  Value condition(EmitContext &context, unsigned) const override {
    return context.math.make<tensor::ExtractOp>(context.operand(0)[0],
                                                ValueRange());
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
  rules.add<stablehlo::SelectOp>(std::make_shared<const SelectRule>());
  rules.add<stablehlo::OptimizationBarrierOp>(
      std::make_shared<const PassRule>());
}

} // namespace weft::tile
