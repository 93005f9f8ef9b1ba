// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations whose result is known without running the program.

#include "weft/StableHLO/Simplify/Evaluate.h"
#include "weft/StableHLO/Simplify/Rule.h"
#include "weft/Support/DecisionsDialect.h"

#include <mlir/Transforms/RegionUtils.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// A rule of its own moves these constants about, which takes no arithmetic.
bool onlyMoves(Operation *op, bool splats) {
  return isa<ReshapeOp>(op) ||
         (splats && isa<BroadcastInDimOp, ReverseOp, SliceOp, TransposeOp>(op));
}

bool capturesValues(Operation *op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return !captured.empty();
}

bool isTooLarge(Operation *op, const FoldingLimits &limits) {
  for (Type type : op->getResultTypes()) {
    int64_t bytes = byteSize(cast<RankedTensorType>(type));
    if (bytes > limits.resultBytes) {
      if (limits.resultBytes > 0) {
        decide(op, DecisionKind::Simplify, Reason::ConstantTooLarge,
               Verdict::Refused)
            << arg(bytes) << arg(limits.resultBytes);
      }
      return true;
    }
  }
  return false;
}

/// f(c1, ..., cn) = c, all of them constants.
Replacement foldConstants(Operation *op, Rewriter &rewriter) {
  SmallVector<DenseElementsAttr> operands;
  bool splats = true;
  for (Value operand : op->getOperands()) {
    DenseElementsAttr elements = constantOf(operand);
    if (!elements) {
      return std::nullopt;
    }
    splats &= elements.isSplat() && !elements.empty();
    operands.push_back(elements);
  }
  ConstantEvaluator &evaluator = rewriter.evaluator();
  // A short iota is as good as a list.
  auto isList = [&] {
    return isa<IotaOp>(op) && byteSize(typeOf(op->getResult(0))) <=
                                  evaluator.foldingLimits().smallBytes;
  };
  if ((operands.empty() && !isList()) || !isFunctionOfOperands(op) ||
      onlyMoves(op, splats) || capturesValues(op)) {
    return std::nullopt;
  }
  std::optional<SmallVector<DenseElementsAttr>> results;
  if (splats && isElementwise(op)) {
    results = evaluator.evaluateSplats(op, operands);
  } else if (!isTooLarge(op, evaluator.foldingLimits())) {
    results = evaluator.evaluate(op, operands);
  }
  if (!results) {
    return std::nullopt;
  }
  int64_t bytes = 0;
  SmallVector<Value> values;
  for (DenseElementsAttr result : *results) {
    bytes += static_cast<int64_t>(result.getRawData().size());
    values.push_back(rewriter.constant(result));
  }
  decide(op, DecisionKind::Simplify, Reason::ConstantFolded) << arg(bytes);
  return values;
}

/// f(x) = the constant without elements, where f(x) has none.
Replacement emptyResult(Operation *op, Rewriter &rewriter) {
  auto isEmpty = [](Value result) { return elementCount(result) == 0; };
  if (!isFunctionOfOperands(op) || !llvm::all_of(op->getResults(), isEmpty)) {
    return std::nullopt;
  }
  SmallVector<Value> values;
  for (Value result : op->getResults()) {
    values.push_back(rewriter.empty(typeOf(result)));
  }
  return values;
}

} // namespace

void addFoldingRules(RuleSet &rules) {
  rules.addForAll("empty-result", emptyResult);
  rules.addForAll("fold-constants", foldConstants, /*recordsItself=*/true);
}

} // namespace weft::stablehlo
