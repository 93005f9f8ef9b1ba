// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic. `c` is a constant, `e` the constant that changes nothing (see
// isAdditiveIdentity, isMultiplicativeIdentity). "Exact" types are integers and
// booleans.

#include "weft/StableHLO/Interpreter/Element.h"
#include "weft/StableHLO/Simplify/Evaluate.h"
#include "weft/StableHLO/Simplify/Rule.h"

#include <cmath>
#include <limits>

using namespace mlir;
using weft::reference::ElementType;

namespace weft::stablehlo {
namespace {

//===----------------------------------------------------------------------===//
// Operations with two operands in general
//===----------------------------------------------------------------------===//

/// c . x = x . c for operations in which order does not matter: rules then look
/// for constants on the right only.
template <typename Op> Value constantToRight(Op op, Rewriter &rewriter) {
  if (!constantOf(op.getLhs()) || constantOf(op.getRhs()) ||
      !isCommutative(op)) {
    return {};
  }
  return rewriter.make<Op>(op.getType(), op.getRhs(), op.getLhs());
}

/// (x . c1) . c2 = x . (c1 . c2), where grouping does not matter: exact types,
/// and minimum and maximum.
template <typename Op> Value regroupConstants(Op op, Rewriter &rewriter) {
  constexpr bool isExtremum =
      std::is_same_v<Op, MinimumOp> || std::is_same_v<Op, MaximumOp>;
  if (!isExact(op) && !(isExtremum && isFloat(op))) {
    return {};
  }
  auto inner = rewriter.producer<Op>(op.getLhs());
  if (!constantOf(op.getRhs()) || !inner || !constantOf(inner.getRhs()) ||
      constantOf(inner.getLhs())) {
    return {};
  }
  Value constants =
      rewriter.make<Op>(op.getType(), inner.getRhs(), op.getRhs());
  return rewriter.make<Op>(op.getType(), inner.getLhs(), constants);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// x + e = x, and for floats x + 0 = x where x is never -0.
Value addIdentity(AddOp op, Rewriter &) {
  if (isAdditiveIdentity(op.getRhs()) ||
      (isFloatConstant(op.getRhs(), 0.0) && isNeverNegativeZero(op.getLhs()))) {
    return op.getLhs();
  }
  return {};
}

/// x + (-y) = x - y
Value addNegated(AddOp op, Rewriter &rewriter) {
  for (bool left : {false, true}) {
    Value other = left ? op.getRhs() : op.getLhs();
    auto negate = rewriter.producer<NegateOp>(left ? op.getLhs() : op.getRhs());
    if (negate) {
      return rewriter.make<SubtractOp>(op.getType(), other,
                                       negate.getOperand());
    }
  }
  return {};
}

/// x - 0 = x. For floats too: -0 - (+0) is -0.
Value subtractZero(SubtractOp op, Rewriter &) {
  Value rhs = op.getRhs();
  return isIntegerConstant(rhs, 0) || isFloatConstant(rhs, 0.0) ? op.getLhs()
                                                                : Value();
}

/// x - x = 0, exact types only: infinity minus itself is NaN.
Value subtractSelf(SubtractOp op, Rewriter &rewriter) {
  return isExact(op) && op.getLhs() == op.getRhs() ? rewriter.zero(typeOf(op))
                                                   : Value();
}

/// x - (-y) = x + y
Value subtractNegated(SubtractOp op, Rewriter &rewriter) {
  auto negate = rewriter.producer<NegateOp>(op.getRhs());
  return negate ? rewriter.make<AddOp>(op.getType(), op.getLhs(),
                                       negate.getOperand())
                : Value();
}

/// x - c = x + (-c) for integers, so that constants meet in sums.
Value subtractConstant(SubtractOp op, Rewriter &rewriter) {
  std::optional<llvm::APInt> number = splatInteger(op.getRhs());
  if (!number || constantOf(op.getLhs())) {
    return {};
  }
  return rewriter.make<AddOp>(op.getType(), op.getLhs(),
                              rewriter.splat(typeOf(op), -*number));
}

/// 0 - x = -x for integers.
Value zeroMinus(SubtractOp op, Rewriter &rewriter) {
  return isInteger(op) && isIntegerConstant(op.getLhs(), 0)
             ? rewriter.make<NegateOp>(op.getType(), op.getRhs())
             : Value();
}

/// (x + y) - x = y and (x + y) - y = x for integers.
Value subtractAddend(SubtractOp op, Rewriter &rewriter) {
  auto sum = rewriter.producer<AddOp>(op.getLhs());
  if (!sum || !isInteger(op)) {
    return {};
  }
  return sum.getLhs() == op.getRhs()   ? sum.getRhs()
         : sum.getRhs() == op.getRhs() ? sum.getLhs()
                                       : Value();
}

//===----------------------------------------------------------------------===//
// Products, quotients, powers
//===----------------------------------------------------------------------===//

/// x * e = x
Value multiplyIdentity(MultiplyOp op, Rewriter &) {
  return isMultiplicativeIdentity(op.getRhs()) ? op.getLhs() : Value();
}

/// x * 0 = 0, exact types only: infinity times zero is NaN.
Value multiplyZero(MultiplyOp op, Rewriter &) {
  return isIntegerConstant(op.getRhs(), 0) ? op.getRhs() : Value();
}

/// x * -1 = -x and x / -1 = -x
template <typename Op> Value byMinusOne(Op op, Rewriter &rewriter) {
  bool isMinusOne =
      isFloatConstant(op.getRhs(), -1.0) ||
      (isInteger(op) && !isUnsigned(op) && isAllOnesConstant(op.getRhs()));
  return isMinusOne ? rewriter.make<NegateOp>(op.getType(), op.getLhs())
                    : Value();
}

/// (-x) * (-y) = x * y and (-x) / (-y) = x / y, floats only: an integer
/// quotient of negated extremes wraps.
template <typename Op> Value bothNegated(Op op, Rewriter &rewriter) {
  auto lhs = rewriter.producer<NegateOp>(op.getLhs());
  auto rhs = rewriter.producer<NegateOp>(op.getRhs());
  if (!lhs || !rhs || !isFloat(op)) {
    return {};
  }
  return rewriter.make<Op>(op.getType(), lhs.getOperand(), rhs.getOperand());
}

/// x / 1 = x
Value divideByOne(DivideOp op, Rewriter &) {
  return isMultiplicativeIdentity(op.getRhs()) ? op.getLhs() : Value();
}

/// x / c = x * (1/c) where 1/c is exact, that is c a power of two and neither
/// it nor its inverse subnormal.
Value divideByPowerOfTwo(DivideOp op, Rewriter &rewriter) {
  std::optional<llvm::APFloat> divisor = splatFloat(op.getRhs());
  // Formats narrower than 16 bits overflow at once; leave them alone.
  if (!divisor || elementOf(op).getIntOrFloatBitWidth() < 16) {
    return {};
  }
  llvm::APFloat inverse(divisor->getSemantics());
  if (!divisor->getExactInverse(&inverse)) {
    return {};
  }
  return rewriter.make<MultiplyOp>(op.getType(), op.getLhs(),
                                   rewriter.splat(typeOf(op), inverse));
}

/// x / 2^k = x >> k for unsigned integers.
Value divideUnsigned(DivideOp op, Rewriter &rewriter) {
  std::optional<llvm::APInt> divisor = splatInteger(op.getRhs());
  if (!divisor || !isUnsigned(op) || !divisor->isPowerOf2()) {
    return {};
  }
  llvm::APInt amount(divisor->getBitWidth(), divisor->logBase2());
  return rewriter.make<ShiftRightLogicalOp>(op.getType(), op.getLhs(),
                                            rewriter.splat(typeOf(op), amount));
}

/// x rem 2^k = x & (2^k - 1) for unsigned integers; x rem 1 = 0 for all.
Value remainderByPowerOfTwo(RemainderOp op, Rewriter &rewriter) {
  std::optional<llvm::APInt> divisor = splatInteger(op.getRhs());
  if (!divisor || !isInteger(op)) {
    return {};
  }
  if (divisor->isOne()) {
    return rewriter.zero(typeOf(op));
  }
  if (!isUnsigned(op) || !divisor->isPowerOf2()) {
    return {};
  }
  return rewriter.make<AndOp>(op.getType(), op.getLhs(),
                              rewriter.splat(typeOf(op), *divisor - 1));
}

/// x rem select(y = 0, 1, y) = select(y = 0, 0, x rem y) for integers. Quotient
/// and remainder by y are one division.
Value remainderBySafeDivisor(RemainderOp op, Rewriter &rewriter) {
  auto divisor = rewriter.producer<SelectOp>(op.getRhs());
  if (!divisor || !isInteger(op) ||
      !isIntegerConstant(divisor.getOnTrue(), 1)) {
    return {};
  }
  auto test = rewriter.producer<CompareOp>(divisor.getPred());
  if (!test || test.getComparisonDirection() != ComparisonDirection::EQ ||
      test.getLhs() != divisor.getOnFalse() ||
      !isIntegerConstant(test.getRhs(), 0)) {
    return {};
  }
  Value plain = rewriter.make<RemainderOp>(op.getType(), op.getLhs(),
                                           divisor.getOnFalse());
  return rewriter.select(test.getResult(), rewriter.zero(typeOf(op)), plain);
}

/// x^0 = 1, x^1 = x, and for floats x^2 = x * x, x^-1 = 1 / x. The product and
/// the quotient are rounded once, as the power is.
Value powerOfSmallNumber(PowerOp op, Rewriter &rewriter) {
  Value exponent = op.getRhs();
  if (isIntegerConstant(exponent, 0) || isFloatConstant(exponent, 0.0)) {
    return rewriter.splat(typeOf(op), 1.0);
  }
  if (isIntegerConstant(exponent, 1) || isFloatConstant(exponent, 1.0)) {
    return op.getLhs();
  }
  if (isFloatConstant(exponent, 2.0) ||
      (isInteger(op) && isIntegerConstant(exponent, 2))) {
    return rewriter.make<MultiplyOp>(op.getType(), op.getLhs(), op.getLhs());
  }
  if (isFloatConstant(exponent, -1.0)) {
    return rewriter.make<DivideOp>(
        op.getType(), rewriter.splat(typeOf(op), 1.0), op.getLhs());
  }
  return {};
}

/// x^(1/2) = sqrt(x + 0), but of -inf, whose power is inf: the sum takes -0 to
/// +0. The root is rounded once, as the power is.
Value powerOfOneHalf(PowerOp op, Rewriter &rewriter) {
  // Small types have no infinity.
  if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
          elementOf(op)) ||
      !isFloatConstant(op.getRhs(), 0.5)) {
    return {};
  }
  const RankedTensorType type = typeOf(op);
  Value x = rewriter.add(op.getLhs(), rewriter.zero(type));
  const double infinity = std::numeric_limits<double>::infinity();
  Value isLeast = rewriter.compare(x, ComparisonDirection::EQ,
                                   rewriter.splat(type, -infinity));
  return rewriter.select(isLeast, rewriter.splat(type, infinity),
                         rewriter.squareRoot(x));
}

//===----------------------------------------------------------------------===//
// Signs, extremes, rounding
//===----------------------------------------------------------------------===//

/// -(-x) = x
Value negateNegated(NegateOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<NegateOp>(op.getOperand());
  return inner ? inner.getOperand() : Value();
}

/// -(x - y) = y - x for integers: of floats, 0 would change its sign.
Value negateDifference(NegateOp op, Rewriter &rewriter) {
  auto difference = rewriter.producer<SubtractOp>(op.getOperand());
  return difference && isInteger(op)
             ? rewriter.make<SubtractOp>(op.getType(), difference.getRhs(),
                                         difference.getLhs())
             : Value();
}

/// |(|x|)| = |x| and |-x| = |x|
Value absoluteOfSigned(AbsOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<AbsOp>(op.getOperand());
  if (inner) {
    return inner.getResult();
  }
  auto negate = rewriter.producer<NegateOp>(op.getOperand());
  return negate ? rewriter.make<AbsOp>(op.getType(), negate.getOperand())
                : Value();
}

/// max(x, x) = x and min(x, x) = x
template <typename Op> Value extremumOfSelf(Op op, Rewriter &) {
  return op.getLhs() == op.getRhs() ? op.getLhs() : Value();
}

/// The smallest or largest value a type has.
enum class End { Low, High };
bool isEnd(Value value, End end) {
  if (std::optional<llvm::APInt> number = splatInteger(value)) {
    bool plainBits = isUnsigned(value) || isBoolean(value);
    if (end == End::Low) {
      return plainBits ? number->isMinValue() : number->isMinSignedValue();
    }
    return plainBits ? number->isMaxValue() : number->isMaxSignedValue();
  }
  std::optional<llvm::APFloat> number = splatFloat(value);
  return number && number->isInfinity() &&
         number->isNegative() == (end == End::Low);
}

/// max(x, lowest) = x and min(x, highest) = x. NaN wins either way.
/// For exact types also max(x, highest) = highest and min(x, lowest) = lowest.
template <typename Op> Value extremumWithEnd(Op op, Rewriter &) {
  constexpr bool isMaximum = std::is_same_v<Op, MaximumOp>;
  if (isEnd(op.getRhs(), isMaximum ? End::Low : End::High)) {
    return op.getLhs();
  }
  return isExact(op) && isEnd(op.getRhs(), isMaximum ? End::High : End::Low)
             ? op.getRhs()
             : Value();
}

/// clamp(lowest, x, highest) = x; with one bound at its end, the other remains:
/// clamp(lowest, x, m) = min(x, m), clamp(m, x, highest) = max(x, m).
Value clampWithEnd(ClampOp op, Rewriter &rewriter) {
  bool noMinimum = isEnd(op.getMin(), End::Low);
  bool noMaximum = isEnd(op.getMax(), End::High);
  if (!noMinimum && !noMaximum) {
    return {};
  }
  if (noMinimum && noMaximum) {
    return op.getOperand();
  }
  Value bound = noMinimum ? op.getMax() : op.getMin();
  if (rankOf(bound) == 0) {
    bound = rewriter.broadcastScalar(bound, shapeOf(op));
  }
  if (noMinimum) {
    return rewriter.make<MinimumOp>(op.getType(), op.getOperand(), bound);
  }
  return rewriter.make<MaximumOp>(op.getType(), op.getOperand(), bound);
}

/// What rounding to an integer gives is an integer, or not a finite number. Not
/// so where the largest number is none and what is beyond becomes it.
bool roundsToIntegers(Type element) {
  std::optional<ElementType> type = ElementType::from(element);
  if (!type || !type->isFloat()) {
    return false;
  }
  const FloatFormat &format = formatOf(type->floatKind());
  double largest = decodeFloat(format.kind, format.largestCode());
  return format.hasNaN() || largest == std::floor(largest);
}

/// round(x) = x where x has been rounded to an integer already, in any way.
template <typename Op> Value roundRounded(Op op, Rewriter &rewriter) {
  Operation *inner = op.getOperand().getDefiningOp();
  return isa_and_present<FloorOp, CeilOp, RoundNearestAfzOp,
                         RoundNearestEvenOp>(inner) &&
                 roundsToIntegers(elementOf(op))
             ? op.getOperand()
             : Value();
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

/// real(complex(a, b)) = a, and real(x) = x for reals.
Value realPart(RealOp op, Rewriter &rewriter) {
  if (op.getOperand().getType() == op.getType()) {
    return op.getOperand();
  }
  auto complex = rewriter.producer<ComplexOp>(op.getOperand());
  return complex ? complex.getLhs() : Value();
}

/// imag(complex(a, b)) = b, and imag(x) = 0 for reals.
Value imaginaryPart(ImagOp op, Rewriter &rewriter) {
  if (op.getOperand().getType() == op.getType()) {
    return rewriter.zero(typeOf(op));
  }
  auto complex = rewriter.producer<ComplexOp>(op.getOperand());
  return complex ? complex.getRhs() : Value();
}

/// complex(real(z), imag(z)) = z
Value complexOfParts(ComplexOp op, Rewriter &rewriter) {
  auto real = rewriter.producer<RealOp>(op.getLhs());
  auto imag = rewriter.producer<ImagOp>(op.getRhs());
  return real && imag && real.getOperand() == imag.getOperand() &&
                 real.getOperand().getType() == op.getType()
             ? real.getOperand()
             : Value();
}

} // namespace

void addAlgebraRules(RuleSet &rules) {
  rules.add<AddOp>("constant-to-right", constantToRight<AddOp>);
  rules.add<MultiplyOp>("constant-to-right", constantToRight<MultiplyOp>);
  rules.add<MinimumOp>("constant-to-right", constantToRight<MinimumOp>);
  rules.add<MaximumOp>("constant-to-right", constantToRight<MaximumOp>);
  rules.add<AndOp>("constant-to-right", constantToRight<AndOp>);
  rules.add<OrOp>("constant-to-right", constantToRight<OrOp>);
  rules.add<XorOp>("constant-to-right", constantToRight<XorOp>);
  rules.add<AddOp>("add-identity", addIdentity);
  rules.add<AddOp>("add-negated", addNegated);
  rules.add<AddOp>("regroup-constants", regroupConstants<AddOp>);
  rules.add<SubtractOp>("subtract-zero", subtractZero);
  rules.add<SubtractOp>("subtract-self", subtractSelf);
  rules.add<SubtractOp>("subtract-negated", subtractNegated);
  rules.add<SubtractOp>("subtract-constant", subtractConstant);
  rules.add<SubtractOp>("zero-minus", zeroMinus);
  rules.add<SubtractOp>("subtract-addend", subtractAddend);
  rules.add<MultiplyOp>("multiply-identity", multiplyIdentity);
  rules.add<MultiplyOp>("multiply-zero", multiplyZero);
  rules.add<MultiplyOp>("by-minus-one", byMinusOne<MultiplyOp>);
  rules.add<MultiplyOp>("both-negated", bothNegated<MultiplyOp>);
  rules.add<MultiplyOp>("regroup-constants", regroupConstants<MultiplyOp>);
  rules.add<DivideOp>("divide-by-one", divideByOne);
  rules.add<DivideOp>("by-minus-one", byMinusOne<DivideOp>);
  rules.add<DivideOp>("both-negated", bothNegated<DivideOp>);
  rules.add<DivideOp>("divide-by-power-of-two", divideByPowerOfTwo);
  rules.add<DivideOp>("divide-unsigned", divideUnsigned);
  rules.add<RemainderOp>("remainder-by-power-of-two", remainderByPowerOfTwo);
  rules.add<RemainderOp>("remainder-by-safe-divisor", remainderBySafeDivisor);
  rules.add<PowerOp>("power-of-small-number", powerOfSmallNumber);
  rules.add<PowerOp>("power-of-one-half", powerOfOneHalf);
  rules.add<NegateOp>("negate-negated", negateNegated);
  rules.add<NegateOp>("negate-difference", negateDifference);
  rules.add<AbsOp>("absolute-of-signed", absoluteOfSigned);
  rules.add<MaximumOp>("extremum-of-self", extremumOfSelf<MaximumOp>);
  rules.add<MinimumOp>("extremum-of-self", extremumOfSelf<MinimumOp>);
  rules.add<MaximumOp>("extremum-with-end", extremumWithEnd<MaximumOp>);
  rules.add<MinimumOp>("extremum-with-end", extremumWithEnd<MinimumOp>);
  rules.add<MaximumOp>("regroup-constants", regroupConstants<MaximumOp>);
  rules.add<MinimumOp>("regroup-constants", regroupConstants<MinimumOp>);
  rules.add<AndOp>("regroup-constants", regroupConstants<AndOp>);
  rules.add<OrOp>("regroup-constants", regroupConstants<OrOp>);
  rules.add<XorOp>("regroup-constants", regroupConstants<XorOp>);
  rules.add<ClampOp>("clamp-with-end", clampWithEnd);
  rules.add<FloorOp>("round-rounded", roundRounded<FloorOp>);
  rules.add<CeilOp>("round-rounded", roundRounded<CeilOp>);
  rules.add<RoundNearestAfzOp>("round-rounded",
                               roundRounded<RoundNearestAfzOp>);
  rules.add<RoundNearestEvenOp>("round-rounded",
                                roundRounded<RoundNearestEvenOp>);
  rules.add<RealOp>("real-part", realPart);
  rules.add<ImagOp>("imaginary-part", imaginaryPart);
  rules.add<ComplexOp>("complex-of-parts", complexOfParts);
}

} // namespace weft::stablehlo
