// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits and booleans. 1... stands for all bits set.

#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// x & 1... = x, x & 0 = 0, x & x = x
Value conjunction(AndOp op, Rewriter &) {
  if (isAllOnesConstant(op.getRhs()) || op.getLhs() == op.getRhs()) {
    return op.getLhs();
  }
  return isIntegerConstant(op.getRhs(), 0) ? op.getRhs() : Value();
}

/// x | 0 = x, x | 1... = 1..., x | x = x
Value disjunction(OrOp op, Rewriter &) {
  if (isIntegerConstant(op.getRhs(), 0) || op.getLhs() == op.getRhs()) {
    return op.getLhs();
  }
  return isAllOnesConstant(op.getRhs()) ? op.getRhs() : Value();
}

/// x ^ 0 = x, x ^ x = 0, x ^ 1... = ~x
Value exclusiveDisjunction(XorOp op, Rewriter &rewriter) {
  if (isIntegerConstant(op.getRhs(), 0)) {
    return op.getLhs();
  }
  if (op.getLhs() == op.getRhs()) {
    return rewriter.zero(typeOf(op));
  }
  return isAllOnesConstant(op.getRhs())
             ? rewriter.make<NotOp>(op.getType(), op.getLhs())
             : Value();
}

/// ~(~x) = x
Value notNot(NotOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<NotOp>(op.getOperand());
  return inner ? inner.getOperand() : Value();
}

/// x << 0 = x, x << c = 0 for c of the width or more, and
/// (x << c1) << c2 = x << (c1 + c2); also for shifts to the right, of which
/// those that bring the sign in never give 0.
template <typename Op> Value shiftByConstant(Op op, Rewriter &rewriter) {
  std::optional<llvm::APInt> amount = splatInteger(op.getRhs());
  if (!amount) {
    return {};
  }
  constexpr bool repeatsSign = std::is_same_v<Op, ShiftRightArithmeticOp>;
  unsigned width = amount->getBitWidth();
  if (amount->isZero()) {
    return op.getLhs();
  }
  if (amount->uge(width)) {
    return repeatsSign ? Value() : rewriter.zero(typeOf(op));
  }
  auto inner = rewriter.producer<Op>(op.getLhs());
  std::optional<llvm::APInt> innerAmount =
      inner ? splatInteger(inner.getRhs()) : std::nullopt;
  if (!innerAmount || innerAmount->uge(width)) {
    return {};
  }
  uint64_t sum = amount->getZExtValue() + innerAmount->getZExtValue();
  if (sum >= width && !repeatsSign) {
    return rewriter.zero(typeOf(op));
  }
  llvm::APInt total(width, std::min<uint64_t>(sum, width - 1));
  return rewriter.make<Op>(op.getType(), inner.getLhs(),
                           rewriter.splat(typeOf(op), total));
}

} // namespace

void addBitRules(RuleSet &rules) {
  rules.add<AndOp>("conjunction", conjunction);
  rules.add<OrOp>("disjunction", disjunction);
  rules.add<XorOp>("exclusive-disjunction", exclusiveDisjunction);
  rules.add<NotOp>("not-not", notNot);
  rules.add<ShiftLeftOp>("shift-by-constant", shiftByConstant<ShiftLeftOp>);
  rules.add<ShiftRightLogicalOp>("shift-by-constant",
                                 shiftByConstant<ShiftRightLogicalOp>);
  rules.add<ShiftRightArithmeticOp>("shift-by-constant",
                                    shiftByConstant<ShiftRightArithmeticOp>);
}

} // namespace weft::stablehlo
