// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Chlo/Expression.h"
#include "weft/StableHLO/Chlo/DynamicShape.h"
#include "weft/Support/RoughLogarithm.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/STLExtras.h>

#include <limits>

using namespace mlir;

namespace weft::chlo {

using stablehlo::ComparisonDirection;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

RankedTensorType ElementwiseBuilder::typeOf(Type elementType) {
  return cast<RankedTensorType>(
      cast<ShapedType>(shaped.getType()).clone(elementType));
}

Expression ElementwiseBuilder::constant(TypedAttr scalar) {
  Value &constant = constants[scalar];
  if (constant) {
    return {*this, constant};
  }
  RankedTensorType type = typeOf(scalar.getType());
  bool isStatic = type.hasStaticShape();
  auto elements = DenseElementsAttr::get(
      isStatic ? type : RankedTensorType::get({}, scalar.getType()),
      Attribute(scalar));
  constant = stablehlo::ConstantOp::create(builder, location, elements);
  if (!isStatic) {
    if (!sizes) {
      sizes = buildShape(builder, location, shaped);
    }
    constant = buildBroadcast(builder, location, constant, type, {}, sizes);
  }
  return {*this, constant};
}

Type Expression::getElementType() const {
  return cast<ShapedType>(value.getType()).getElementType();
}

/// `number` rounded to the type, which must be a float type.
static FloatAttr roundedTo(Type type, APFloat number) {
  bool losesInformation = false;
  number.convert(cast<FloatType>(type).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInformation);
  return FloatAttr::get(type, number);
}

Expression Expression::constant(double number) const {
  Type type = getElementType();
  if (isa<IntegerType>(type)) {
    return integer(static_cast<uint64_t>(static_cast<int64_t>(number)));
  }
  return builder->constant(roundedTo(type, APFloat(number)));
}

Expression Expression::integer(uint64_t bits) const {
  auto type = cast<IntegerType>(getElementType());
  return builder->constant(
      IntegerAttr::get(type, APInt(64, bits).trunc(type.getWidth())));
}

Expression Expression::infinity() const {
  return constant(std::numeric_limits<double>::infinity());
}

Expression Expression::notANumber() const {
  return constant(std::numeric_limits<double>::quiet_NaN());
}

Expression Expression::largest() const {
  Type type = getElementType();
  return builder->constant(FloatAttr::get(
      type, APFloat::getLargest(cast<FloatType>(type).getFloatSemantics())));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

template <typename Op> static Expression unary(Expression x) {
  return x.getBuilder().apply<Op>(x.getElementType(), {x});
}

template <typename Op>
static Expression binary(Expression lhs, Expression rhs) {
  return lhs.getBuilder().apply<Op>(lhs.getElementType(), {lhs, rhs});
}

static Expression compare(Expression lhs, Expression rhs,
                          ComparisonDirection direction) {
  MLIRContext *context = lhs.getElementType().getContext();
  NamedAttribute attribute(
      "comparison_direction",
      stablehlo::ComparisonDirectionAttr::get(context, direction));
  return lhs.getBuilder().apply<stablehlo::CompareOp>(
      IntegerType::get(context, 1), {lhs, rhs}, attribute);
}

Expression operator+(Expression lhs, Expression rhs) {
  return binary<stablehlo::AddOp>(lhs, rhs);
}
Expression operator-(Expression lhs, Expression rhs) {
  return binary<stablehlo::SubtractOp>(lhs, rhs);
}
Expression operator*(Expression lhs, Expression rhs) {
  return binary<stablehlo::MultiplyOp>(lhs, rhs);
}
Expression operator/(Expression lhs, Expression rhs) {
  return binary<stablehlo::DivideOp>(lhs, rhs);
}
Expression operator+(Expression lhs, double rhs) {
  return lhs + lhs.constant(rhs);
}
Expression operator-(Expression lhs, double rhs) {
  return lhs - lhs.constant(rhs);
}
Expression operator*(Expression lhs, double rhs) {
  return lhs * lhs.constant(rhs);
}
Expression operator/(Expression lhs, double rhs) {
  return lhs / lhs.constant(rhs);
}
Expression operator+(double lhs, Expression rhs) {
  return rhs.constant(lhs) + rhs;
}
Expression operator-(double lhs, Expression rhs) {
  return rhs.constant(lhs) - rhs;
}
Expression operator*(double lhs, Expression rhs) {
  return rhs.constant(lhs) * rhs;
}
Expression operator/(double lhs, Expression rhs) {
  return rhs.constant(lhs) / rhs;
}
Expression operator-(Expression x) { return unary<stablehlo::NegateOp>(x); }

Expression operator<(Expression lhs, Expression rhs) {
  return compare(lhs, rhs, ComparisonDirection::LT);
}
Expression operator<=(Expression lhs, Expression rhs) {
  return compare(lhs, rhs, ComparisonDirection::LE);
}
Expression operator>(Expression lhs, Expression rhs) {
  return compare(lhs, rhs, ComparisonDirection::GT);
}
Expression operator>=(Expression lhs, Expression rhs) {
  return compare(lhs, rhs, ComparisonDirection::GE);
}
Expression operator<(Expression lhs, double rhs) {
  return lhs < lhs.constant(rhs);
}
Expression operator<=(Expression lhs, double rhs) {
  return lhs <= lhs.constant(rhs);
}
Expression operator>(Expression lhs, double rhs) {
  return lhs > lhs.constant(rhs);
}
Expression operator>=(Expression lhs, double rhs) {
  return lhs >= lhs.constant(rhs);
}
Expression equal(Expression lhs, Expression rhs) {
  return compare(lhs, rhs, ComparisonDirection::EQ);
}
Expression equal(Expression lhs, double rhs) {
  return equal(lhs, lhs.constant(rhs));
}
Expression notEqual(Expression lhs, Expression rhs) {
  return compare(lhs, rhs, ComparisonDirection::NE);
}

Expression operator&(Expression lhs, Expression rhs) {
  return binary<stablehlo::AndOp>(lhs, rhs);
}
Expression operator|(Expression lhs, Expression rhs) {
  return binary<stablehlo::OrOp>(lhs, rhs);
}
Expression operator~(Expression x) { return unary<stablehlo::NotOp>(x); }
Expression shiftLeft(Expression x, uint64_t bits) {
  return binary<stablehlo::ShiftLeftOp>(x, x.integer(bits));
}
Expression shiftRightLogical(Expression x, uint64_t bits) {
  return binary<stablehlo::ShiftRightLogicalOp>(x, x.integer(bits));
}
Expression shiftRightArithmetic(Expression x, uint64_t bits) {
  return binary<stablehlo::ShiftRightArithmeticOp>(x, x.integer(bits));
}

Expression select(Expression condition, Expression onTrue, Expression onFalse) {
  return onTrue.getBuilder().apply<stablehlo::SelectOp>(
      onTrue.getElementType(), {condition, onTrue, onFalse});
}
Expression select(Expression condition, double onTrue, Expression onFalse) {
  return select(condition, onFalse.constant(onTrue), onFalse);
}
Expression select(Expression condition, Expression onTrue, double onFalse) {
  return select(condition, onTrue, onTrue.constant(onFalse));
}

Expression abs(Expression x) { return unary<stablehlo::AbsOp>(x); }
Expression sign(Expression x) { return unary<stablehlo::SignOp>(x); }
Expression floor(Expression x) { return unary<stablehlo::FloorOp>(x); }
Expression sqrt(Expression x) { return unary<stablehlo::SqrtOp>(x); }
Expression exp(Expression x) { return unary<stablehlo::ExponentialOp>(x); }
Expression expMinusOne(Expression x) {
  return unary<stablehlo::ExponentialMinusOneOp>(x);
}
Expression log(Expression x) { return unary<stablehlo::LogOp>(x); }
Expression roughLog(Expression x) {
  MLIRContext *context = x.getElementType().getContext();
  const APFloat tolerance(roughLogarithmTolerance);
  auto accuracy = stablehlo::ResultAccuracyAttr::get(
      context, tolerance, tolerance, /*ulps=*/0,
      stablehlo::ResultAccuracyModeAttr::get(
          context, stablehlo::ResultAccuracyMode::TOLERANCE));
  return x.getBuilder().apply<stablehlo::LogOp>(
      x.getElementType(), {x},
      {NamedAttribute(StringAttr::get(context, "result_accuracy"), accuracy)});
}
Expression logPlusOne(Expression x) {
  return unary<stablehlo::LogPlusOneOp>(x);
}
Expression sine(Expression x) { return unary<stablehlo::SineOp>(x); }
Expression cosine(Expression x) { return unary<stablehlo::CosineOp>(x); }
Expression isFinite(Expression x) {
  return x.getBuilder().apply<stablehlo::IsFiniteOp>(
      IntegerType::get(x.getElementType().getContext(), 1), {x});
}
Expression maximum(Expression lhs, Expression rhs) {
  return binary<stablehlo::MaximumOp>(lhs, rhs);
}
Expression minimum(Expression lhs, Expression rhs) {
  return binary<stablehlo::MinimumOp>(lhs, rhs);
}
Expression minimum(Expression lhs, double rhs) {
  return minimum(lhs, lhs.constant(rhs));
}
Expression power(Expression base, Expression exponent) {
  return binary<stablehlo::PowerOp>(base, exponent);
}
Expression remainder(Expression lhs, double rhs) {
  return binary<stablehlo::RemainderOp>(lhs, lhs.constant(rhs));
}
Expression atan2(Expression y, Expression x) {
  return binary<stablehlo::Atan2Op>(y, x);
}

static Type partType(Expression z) {
  return cast<ComplexType>(z.getElementType()).getElementType();
}
Expression real(Expression z) {
  return z.getBuilder().apply<stablehlo::RealOp>(partType(z), {z});
}
Expression imag(Expression z) {
  return z.getBuilder().apply<stablehlo::ImagOp>(partType(z), {z});
}
Expression complex(Expression re, Expression im) {
  return re.getBuilder().apply<stablehlo::ComplexOp>(
      ComplexType::get(re.getElementType()), {re, im});
}

Expression convert(Expression x, Type elementType) {
  if (x.getElementType() == elementType) {
    return x;
  }
  return x.getBuilder().apply<stablehlo::ConvertOp>(elementType, {x});
}
Expression bitcast(Expression x, Type elementType) {
  if (x.getElementType() == elementType) {
    return x;
  }
  return x.getBuilder().apply<stablehlo::BitcastConvertOp>(elementType, {x});
}

Expression roundTo(Expression x, unsigned mantissaBits) {
  Builder attributes(x.getElementType().getContext());
  unsigned exponentBits = x.getElementType().isF64() ? 11 : 8;
  return x.getBuilder().apply<stablehlo::ReducePrecisionOp>(
      x.getElementType(), {x},
      {attributes.getNamedAttr("exponent_bits",
                               attributes.getI32IntegerAttr(exponentBits)),
       attributes.getNamedAttr("mantissa_bits",
                               attributes.getI32IntegerAttr(mantissaBits))});
}

//===----------------------------------------------------------------------===//
// Series
//===----------------------------------------------------------------------===//

Expression polynomial(Expression x, ArrayRef<double> coefficients) {
  Expression result = x.constant(coefficients.front());
  for (double coefficient : coefficients.drop_front()) {
    result = result * x + coefficient;
  }
  return result;
}

Expression chebyshev(Expression x, ArrayRef<double> coefficients) {
  // b0 = x b1 - b2 + c, with b1, b2 the two before; the sum is (b0 - b2) / 2.
  Expression before = x.constant(0.0);
  Expression last = x.constant(0.0);
  Expression current = x.constant(0.0);
  for (double coefficient : coefficients) {
    before = last;
    last = current;
    current = x * last - before + coefficient;
  }
  return (current - before) * 0.5;
}

} // namespace weft::chlo
