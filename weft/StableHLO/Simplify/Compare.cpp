// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons and choices.

#include "weft/StableHLO/Simplify/Ranges.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

using Direction = ComparisonDirection;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// The same comparison with its operands exchanged.
Direction swapped(Direction direction) {
  switch (direction) {
  case Direction::EQ:
  case Direction::NE:
    return direction;
  case Direction::GE:
    return Direction::LE;
  case Direction::GT:
    return Direction::LT;
  case Direction::LE:
    return Direction::GE;
  case Direction::LT:
    return Direction::GT;
  }
  return direction;
}

/// The comparison that is true where this one is false, of operands that are
/// always in one of the relations less, equal, greater.
Direction negated(Direction direction) {
  switch (direction) {
  case Direction::EQ:
    return Direction::NE;
  case Direction::NE:
    return Direction::EQ;
  case Direction::GE:
    return Direction::LT;
  case Direction::GT:
    return Direction::LE;
  case Direction::LE:
    return Direction::GT;
  case Direction::LT:
    return Direction::GE;
  }
  return direction;
}

CompareOp sameComparison(Rewriter &rewriter, CompareOp op, Value lhs, Value rhs,
                         Direction direction) {
  return rewriter.make<CompareOp>(
      lhs, rhs, direction,
      op.getCompareType().value_or(ComparisonType::NOTYPE));
}

/// c < x = x > c, and so on.
Value compareConstantToRight(CompareOp op, Rewriter &rewriter) {
  if (!constantOf(op.getLhs()) || constantOf(op.getRhs())) {
    return {};
  }
  return sameComparison(rewriter, op, op.getRhs(), op.getLhs(),
                        swapped(op.getComparisonDirection()));
}

/// x < x and x > x are false; x = x, x <= x, x >= x are true for exact types (a
/// NaN is not equal to itself), and x != x is false.
Value compareWithSelf(CompareOp op, Rewriter &rewriter) {
  if (op.getLhs() != op.getRhs()) {
    return {};
  }
  Direction direction = op.getComparisonDirection();
  bool isStrict = direction == Direction::LT || direction == Direction::GT;
  if (!isStrict && !isExact(op.getLhs())) {
    return {};
  }
  bool value = direction == Direction::EQ || direction == Direction::LE ||
               direction == Direction::GE;
  return rewriter.boolean(typeOf(op), value);
}

/// (x < c) = true for x whose range ends before c, = false for x whose range
/// begins at c; and so for the other directions.
Value compareWithinRange(CompareOp op, Rewriter &rewriter) {
  if (!isExact(op.getLhs())) {
    return {};
  }
  std::optional<IntegerRange> lhs = rangeOf(op.getLhs());
  std::optional<IntegerRange> rhs = rangeOf(op.getRhs());
  if (!lhs || !rhs) {
    return {};
  }
  bool less = lhs->greatest < rhs->least;
  bool greater = lhs->least > rhs->greatest;
  bool lessOrEqual = lhs->greatest <= rhs->least;
  bool greaterOrEqual = lhs->least >= rhs->greatest;
  auto decided = [&](bool isTrue, bool isFalse) {
    return isTrue || isFalse ? rewriter.boolean(typeOf(op), isTrue) : Value();
  };
  switch (op.getComparisonDirection()) {
  case Direction::EQ:
    return decided(false, less || greater);
  case Direction::NE:
    return decided(less || greater, false);
  case Direction::LT:
    return decided(less, greaterOrEqual);
  case Direction::LE:
    return decided(lessOrEqual, greater);
  case Direction::GT:
    return decided(greater, lessOrEqual);
  case Direction::GE:
    return decided(greaterOrEqual, less);
  }
  return {};
}

/// p = true, p != false are p; p = false, p != true are not p.
Value compareBoolean(CompareOp op, Rewriter &rewriter) {
  Direction direction = op.getComparisonDirection();
  std::optional<llvm::APInt> number = splatInteger(op.getRhs());
  if (!isBoolean(op.getLhs()) || !number ||
      (direction != Direction::EQ && direction != Direction::NE)) {
    return {};
  }
  bool keeps = number->isOne() == (direction == Direction::EQ);
  return keeps ? op.getLhs()
               : Value(rewriter.make<NotOp>(op.getType(), op.getLhs()));
}

/// convert(p) != 0 is p and convert(p) = 0 is not p, for booleans p.
Value compareConvertedBoolean(CompareOp op, Rewriter &rewriter) {
  Direction direction = op.getComparisonDirection();
  auto convert = rewriter.producer<ConvertOp>(op.getLhs());
  bool isZero =
      isIntegerConstant(op.getRhs(), 0) || isFloatConstant(op.getRhs(), 0.0);
  if (!convert || !isBoolean(convert.getOperand()) || !isZero ||
      isComplex(op.getLhs())) {
    return {};
  }
  if (direction == Direction::NE) {
    return convert.getOperand();
  }
  return direction == Direction::EQ
             ? Value(rewriter.make<NotOp>(op.getType(), convert.getOperand()))
             : Value();
}

/// x + c1 = c2 is x = c2 - c1, and so for !=, on integers: sums wrap around.
Value compareSum(CompareOp op, Rewriter &rewriter) {
  Direction direction = op.getComparisonDirection();
  if (direction != Direction::EQ && direction != Direction::NE) {
    return {};
  }
  auto sum = rewriter.producer<AddOp>(op.getLhs());
  std::optional<llvm::APInt> c1 =
      sum ? splatInteger(sum.getRhs()) : std::nullopt;
  std::optional<llvm::APInt> c2 = splatInteger(op.getRhs());
  if (!c1 || !c2 || !isInteger(op.getLhs())) {
    return {};
  }
  return sameComparison(rewriter, op, sum.getLhs(),
                        rewriter.splat(typeOf(op.getLhs()), *c2 - *c1),
                        direction);
}

/// not (x < y) is x >= y, and so on: for exact types and total order. Of
/// floats, which may be unordered, only = and != are each other's opposite.
Value notOfComparison(NotOp op, Rewriter &rewriter) {
  auto compare = rewriter.producer<CompareOp>(op.getOperand());
  if (!compare) {
    return {};
  }
  Direction direction = compare.getComparisonDirection();
  bool isEquality = direction == Direction::EQ || direction == Direction::NE;
  if (!isEquality && !isExact(compare.getLhs()) &&
      compare.getCompareType() != ComparisonType::TOTALORDER) {
    return {};
  }
  return sameComparison(rewriter, compare, compare.getLhs(), compare.getRhs(),
                        negated(direction));
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// select(true, a, b) = a, select(false, a, b) = b, select(p, a, a) = a
Value selectKnown(SelectOp op, Rewriter &) {
  if (op.getOnTrue() == op.getOnFalse()) {
    return op.getOnTrue();
  }
  std::optional<llvm::APInt> predicate = splatInteger(op.getPred());
  if (!predicate) {
    return {};
  }
  return predicate->isOne() ? op.getOnTrue() : op.getOnFalse();
}

/// select(not p, a, b) = select(p, b, a)
Value selectOfNot(SelectOp op, Rewriter &rewriter) {
  auto negation = rewriter.producer<NotOp>(op.getPred());
  return negation ? rewriter.select(negation.getOperand(), op.getOnFalse(),
                                    op.getOnTrue())
                  : Value();
}

/// select(p, true, false) = p and select(p, false, true) = not p
Value selectOfBooleans(SelectOp op, Rewriter &rewriter) {
  std::optional<llvm::APInt> onTrue = splatInteger(op.getOnTrue());
  std::optional<llvm::APInt> onFalse = splatInteger(op.getOnFalse());
  if (!isBoolean(op) || !onTrue || !onFalse ||
      op.getPred().getType() != op.getType()) {
    return {};
  }
  if (onTrue->isOne() && onFalse->isZero()) {
    return op.getPred();
  }
  return onTrue->isZero() && onFalse->isOne()
             ? Value(rewriter.make<NotOp>(op.getType(), op.getPred()))
             : Value();
}

/// select(p, select(p, a, b), c) = select(p, a, c), and
/// select(p, a, select(p, b, c)) = select(p, a, c)
Value selectOfSelect(SelectOp op, Rewriter &rewriter) {
  auto onTrue = rewriter.producer<SelectOp>(op.getOnTrue());
  if (onTrue && onTrue.getPred() == op.getPred()) {
    return rewriter.select(op.getPred(), onTrue.getOnTrue(), op.getOnFalse());
  }
  auto onFalse = rewriter.producer<SelectOp>(op.getOnFalse());
  if (onFalse && onFalse.getPred() == op.getPred()) {
    return rewriter.select(op.getPred(), op.getOnTrue(), onFalse.getOnFalse());
  }
  return {};
}

/// select(broadcast(p), a, b) = select(p, a, b) for a scalar p.
Value selectOfBroadcast(SelectOp op, Rewriter &rewriter) {
  auto broadcast = rewriter.producer<BroadcastInDimOp>(op.getPred());
  if (!broadcast || elementCount(broadcast.getOperand()) != 1) {
    return {};
  }
  return rewriter.select(rewriter.reshape(broadcast.getOperand(), {}),
                         op.getOnTrue(), op.getOnFalse());
}

/// clamp(broadcast(a), x, broadcast(b)) = clamp(a, x, b) for scalars a and b.
Value clampOfBroadcasts(ClampOp op, Rewriter &rewriter) {
  auto scalarOf = [&](Value bound) -> Value {
    if (rankOf(bound) == 0) {
      return {};
    }
    if (isSplat(bound)) {
      return rewriter.splatLike(bound, {});
    }
    auto broadcast = rewriter.producer<BroadcastInDimOp>(bound);
    return broadcast && rankOf(broadcast.getOperand()) == 0
               ? broadcast.getOperand()
               : Value();
  };
  Value minimum = scalarOf(op.getMin());
  Value maximum = scalarOf(op.getMax());
  if (!minimum && !maximum) {
    return {};
  }
  return rewriter.make<ClampOp>(op.getType(), minimum ? minimum : op.getMin(),
                                op.getOperand(),
                                maximum ? maximum : op.getMax());
}

} // namespace

void addCompareRules(RuleSet &rules) {
  rules.add<CompareOp>("compare-constant-to-right", compareConstantToRight);
  rules.add<CompareOp>("compare-with-self", compareWithSelf);
  rules.add<CompareOp>("compare-boolean", compareBoolean);
  rules.add<CompareOp>("compare-converted-boolean", compareConvertedBoolean);
  rules.add<CompareOp>("compare-within-range", compareWithinRange);
  rules.add<CompareOp>("compare-sum", compareSum);
  rules.add<NotOp>("not-of-comparison", notOfComparison);
  rules.add<SelectOp>("select-known", selectKnown);
  rules.add<SelectOp>("select-of-not", selectOfNot);
  rules.add<SelectOp>("select-of-booleans", selectOfBooleans);
  rules.add<SelectOp>("select-of-select", selectOfSelect);
  rules.add<SelectOp>("select-of-broadcast", selectOfBroadcast);
  rules.add<ClampOp>("clamp-of-broadcasts", clampOfBroadcasts);
}

} // namespace weft::stablehlo
