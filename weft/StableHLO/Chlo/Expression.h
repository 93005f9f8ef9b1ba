// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas on tensors, written as formulas.
//
//   ElementwiseBuilder elementwise(builder, location, operand);
//   Expression x = elementwise(operand);
//   Expression result = select(x < 0.0, -x, sqrt(x * x + 1.0));
//
// builds the StableHLO operations of the right-hand side. All expressions of
// one ElementwiseBuilder have the same shape, that of the tensor it was made
// with; numbers become constants of that shape, also where it is known only at
// run time.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/Builders.h>

#include <initializer_list>

namespace weft::chlo {

class ElementwiseBuilder;

/// A tensor in a formula. Cheap to copy; lives no longer than its builder.
class Expression {
public:
  Expression(ElementwiseBuilder &builder, mlir::Value value)
      : builder(&builder), value(value) {}

  mlir::Value getValue() const { return value; }
  mlir::Type getElementType() const;
  ElementwiseBuilder &getBuilder() const { return *builder; }

  /// A number in this expression's element type, rounded to it.
  Expression constant(double number) const;
  /// An integer whose bits are the low ones of `bits`.
  Expression integer(uint64_t bits) const;
  Expression infinity() const;
  Expression notANumber() const;
  /// The largest finite number.
  Expression largest() const;

private:
  ElementwiseBuilder *builder;
  mlir::Value value;
};

/// Makes expressions of one shape.
class ElementwiseBuilder {
public:
  /// Expressions get the shape of `shaped`, a ranked tensor.
  ElementwiseBuilder(mlir::OpBuilder &builder, mlir::Location location,
                     mlir::Value shaped)
      : builder(builder), location(location), shaped(shaped) {}

  Expression operator()(mlir::Value value) { return {*this, value}; }

  /// A constant of the common shape with all elements equal to `scalar`.
  Expression constant(mlir::TypedAttr scalar);

  /// An operation on tensors of the common shape.
  template <typename Op>
  Expression apply(mlir::Type elementType,
                   std::initializer_list<Expression> operands,
                   llvm::ArrayRef<mlir::NamedAttribute> attributes = {}) {
    llvm::SmallVector<mlir::Value> values;
    for (const Expression &operand : operands) {
      values.push_back(operand.getValue());
    }
    return {*this,
            Op::create(builder, location, mlir::TypeRange(typeOf(elementType)),
                       values, attributes)
                ->getResult(0)};
  }

private:
  mlir::RankedTensorType typeOf(mlir::Type elementType);

  mlir::OpBuilder &builder;
  mlir::Location location;
  mlir::Value shaped;
  /// The sizes of a dynamic shape, once they were needed.
  mlir::Value sizes;
  /// Constants made so far; only looked up, so its order does not matter.
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
};

Expression operator+(Expression lhs, Expression rhs);
Expression operator-(Expression lhs, Expression rhs);
Expression operator*(Expression lhs, Expression rhs);
Expression operator/(Expression lhs, Expression rhs);
Expression operator+(Expression lhs, double rhs);
Expression operator-(Expression lhs, double rhs);
Expression operator*(Expression lhs, double rhs);
Expression operator/(Expression lhs, double rhs);
Expression operator+(double lhs, Expression rhs);
Expression operator-(double lhs, Expression rhs);
Expression operator*(double lhs, Expression rhs);
Expression operator/(double lhs, Expression rhs);
Expression operator-(Expression x);

/// Comparisons give tensors of booleans; of complex numbers only equality.
Expression operator<(Expression lhs, Expression rhs);
Expression operator<=(Expression lhs, Expression rhs);
Expression operator>(Expression lhs, Expression rhs);
Expression operator>=(Expression lhs, Expression rhs);
Expression operator<(Expression lhs, double rhs);
Expression operator<=(Expression lhs, double rhs);
Expression operator>(Expression lhs, double rhs);
Expression operator>=(Expression lhs, double rhs);
Expression equal(Expression lhs, Expression rhs);
Expression equal(Expression lhs, double rhs);
Expression notEqual(Expression lhs, Expression rhs);

/// Logical on booleans, bitwise on integers.
Expression operator&(Expression lhs, Expression rhs);
Expression operator|(Expression lhs, Expression rhs);
Expression operator~(Expression x);
Expression shiftLeft(Expression x, uint64_t bits);
Expression shiftRightLogical(Expression x, uint64_t bits);
Expression shiftRightArithmetic(Expression x, uint64_t bits);

Expression select(Expression condition, Expression onTrue, Expression onFalse);
Expression select(Expression condition, double onTrue, Expression onFalse);
Expression select(Expression condition, Expression onTrue, double onFalse);

Expression abs(Expression x);
Expression sign(Expression x);
Expression floor(Expression x);
Expression sqrt(Expression x);
Expression exp(Expression x);
Expression expMinusOne(Expression x);
Expression log(Expression x);
/// The same, off by as much as `weft/Support/RoughLogarithm.h` says; exact on
/// machines that gain nothing by that.
Expression roughLog(Expression x);
Expression logPlusOne(Expression x);
Expression sine(Expression x);
Expression cosine(Expression x);
Expression isFinite(Expression x);
Expression maximum(Expression lhs, Expression rhs);
Expression minimum(Expression lhs, Expression rhs);
Expression minimum(Expression lhs, double rhs);
Expression power(Expression base, Expression exponent);
Expression remainder(Expression lhs, double rhs);
Expression atan2(Expression y, Expression x);

Expression real(Expression z);
Expression imag(Expression z);
Expression complex(Expression re, Expression im);

/// To another element type, by value and by bits.
Expression convert(Expression x, mlir::Type elementType);
Expression bitcast(Expression x, mlir::Type elementType);

/// `x` rounded to a significand of fewer bits after the point.
Expression roundTo(Expression x, unsigned mantissaBits);

/// The value of a polynomial by Horner's rule, highest coefficient first.
Expression polynomial(Expression x, llvm::ArrayRef<double> coefficients);

/// Half the sum of Chebyshev polynomials on [-2, 2] by Clenshaw's recurrence,
/// highest coefficient first.
Expression chebyshev(Expression x, llvm::ArrayRef<double> coefficients);

} // namespace weft::chlo
