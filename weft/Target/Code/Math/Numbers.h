// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A notation for arithmetic that becomes code. A Real is a vector (or scalar)
// of f32 or f64, an Integer one of the integers of that width, a Truth one of
// i1; operators on them emit instructions, and numbers written in C++ become
// constants of the type they meet. Functions are then written once, as
// formulas, for both types and all widths:
//
//   Real square(Real x) { return x * x + 1.0; }

#pragma once

#include "weft/Target/Code/Vectors.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <concepts>

namespace weft::code {

class Truth {
public:
  Truth(Builder &builder, llvm::Value *value)
      : builder(&builder), value(value) {}

  friend Truth operator&(Truth a, Truth b) {
    return {*a.builder, a.builder->CreateAnd(a.value, b.value)};
  }
  friend Truth operator|(Truth a, Truth b) {
    return {*a.builder, a.builder->CreateOr(a.value, b.value)};
  }
  friend Truth operator^(Truth a, Truth b) {
    return {*a.builder, a.builder->CreateXor(a.value, b.value)};
  }
  friend Truth operator!(Truth a) {
    return {*a.builder, a.builder->CreateNot(a.value)};
  }

  Builder *builder;
  llvm::Value *value;
};

class Integer {
public:
  Integer(Builder &builder, llvm::Value *value)
      : builder(&builder), value(value) {}

  Integer constant(int64_t number) const {
    return {*builder, integerConstant(value->getType(), number)};
  }

  friend Integer operator+(Integer a, Integer b) {
    return {*a.builder, a.builder->CreateAdd(a.value, b.value)};
  }
  friend Integer operator-(Integer a, Integer b) {
    return {*a.builder, a.builder->CreateSub(a.value, b.value)};
  }
  /// The lower half.
  friend Integer operator*(Integer a, Integer b) {
    return {*a.builder, a.builder->CreateMul(a.value, b.value)};
  }
  friend Integer operator&(Integer a, Integer b) {
    return {*a.builder, a.builder->CreateAnd(a.value, b.value)};
  }
  friend Integer operator|(Integer a, Integer b) {
    return {*a.builder, a.builder->CreateOr(a.value, b.value)};
  }
  friend Integer operator^(Integer a, Integer b) {
    return {*a.builder, a.builder->CreateXor(a.value, b.value)};
  }
  Integer operator+(int64_t b) const { return *this + constant(b); }
  Integer operator-(int64_t b) const { return *this - constant(b); }
  Integer operator&(int64_t b) const { return *this & constant(b); }
  Integer operator|(int64_t b) const { return *this | constant(b); }
  friend Integer operator<<(Integer a, Integer b) {
    return {*a.builder, a.builder->CreateShl(a.value, b.value)};
  }
  Integer operator<<(int64_t b) const { return *this << constant(b); }
  /// Keeps the sign.
  Integer operator>>(int64_t b) const {
    return {*builder, builder->CreateAShr(value, constant(b).value)};
  }
  Truth operator==(int64_t b) const {
    return {*builder, builder->CreateICmpEQ(value, constant(b).value)};
  }
  Truth operator!=(int64_t b) const {
    return {*builder, builder->CreateICmpNE(value, constant(b).value)};
  }
  Truth operator<(int64_t b) const {
    return {*builder, builder->CreateICmpSLT(value, constant(b).value)};
  }
  Truth operator>(int64_t b) const {
    return {*builder, builder->CreateICmpSGT(value, constant(b).value)};
  }

  Builder *builder;
  llvm::Value *value;
};

class Real {
public:
  Real(Builder &builder, llvm::Value *value)
      : builder(&builder), value(value) {}

  bool isDouble() const {
    return value->getType()->getScalarType()->isDoubleTy();
  }
  Real constant(double number) const {
    return {*builder, llvm::ConstantFP::get(value->getType(), number)};
  }
  /// One number for each type.
  Real constant(double inSingle, double inDouble) const {
    return constant(isDouble() ? inDouble : inSingle);
  }

  friend Real operator+(Real a, Real b) {
    return {*a.builder, a.builder->CreateFAdd(a.value, b.value)};
  }
  friend Real operator-(Real a, Real b) {
    return {*a.builder, a.builder->CreateFSub(a.value, b.value)};
  }
  friend Real operator*(Real a, Real b) {
    return {*a.builder, a.builder->CreateFMul(a.value, b.value)};
  }
  friend Real operator/(Real a, Real b) {
    return {*a.builder, a.builder->CreateFDiv(a.value, b.value)};
  }
  friend Real operator-(Real a) {
    return {*a.builder, a.builder->CreateFNeg(a.value)};
  }
  friend Real operator+(Real a, double b) { return a + a.constant(b); }
  friend Real operator-(Real a, double b) { return a - a.constant(b); }
  friend Real operator*(Real a, double b) { return a * a.constant(b); }
  friend Real operator/(Real a, double b) { return a / a.constant(b); }
  friend Real operator+(double a, Real b) { return b.constant(a) + b; }
  friend Real operator-(double a, Real b) { return b.constant(a) - b; }
  friend Real operator*(double a, Real b) { return b.constant(a) * b; }
  friend Real operator/(double a, Real b) { return b.constant(a) / b; }

  // False for NaN.
  friend Truth operator<(Real a, Real b) {
    return {*a.builder, a.builder->CreateFCmpOLT(a.value, b.value)};
  }
  friend Truth operator>(Real a, Real b) { return b < a; }
  friend Truth operator==(Real a, Real b) {
    return {*a.builder, a.builder->CreateFCmpOEQ(a.value, b.value)};
  }
  friend Truth operator<(Real a, double b) { return a < a.constant(b); }
  friend Truth operator>(Real a, double b) { return a > a.constant(b); }
  friend Truth operator==(Real a, double b) { return a == a.constant(b); }

  Builder *builder;
  llvm::Value *value;
};

inline Truth isNaN(Real x) {
  return {*x.builder, x.builder->CreateFCmpUNO(x.value, x.value)};
}

/// a * b + c, rounded once.
Real multiplyAdd(Real a, Real b, Real c);
inline Real multiplyAdd(Real a, Real b, double c) {
  return multiplyAdd(a, b, a.constant(c));
}
inline Real multiplyAdd(Real a, double b, Real c) {
  return multiplyAdd(a, a.constant(b), c);
}
inline Real multiplyAdd(Real a, double b, double c) {
  return multiplyAdd(a, a.constant(b), a.constant(c));
}

/// a / b, for b between 2^-100 and 2^100, or NaN. Rounded rightly but where it
/// is within 2^-20 units of the middle between two numbers, or subnormal: GPUs
/// test for the ends in every division, and the way there takes them longer
/// than correcting a reciprocal of few digits.
Real divideWithinRange(Real a, Real b);

Real absolute(Real x);
Real squareRoot(Real x);
Real truncate(Real x);
/// The magnitude of the first, the sign of the second.
Real copySign(Real magnitude, Real sign);
/// The larger and the smaller; NaN where one is NaN.
Real larger(Real a, Real b);
Real smaller(Real a, Real b);

Real choose(Truth condition, Real yes, Real no);
inline Real choose(Truth condition, Real yes, double no) {
  return choose(condition, yes, yes.constant(no));
}
inline Real choose(Truth condition, double yes, Real no) {
  return choose(condition, no.constant(yes), no);
}
Integer choose(Truth condition, Integer yes, Integer no);

/// The larger and the smaller, signs minded.
Integer larger(Integer a, Integer b);
Integer smaller(Integer a, Integer b);
/// Zeros come in from the left.
Integer shiftRight(Integer a, Integer b);
inline Integer shiftRight(Integer a, int64_t b) {
  return shiftRight(a, a.constant(b));
}
/// Of numbers without a sign: a < b, and the upper half of the product.
Truth isBelow(Integer a, Integer b);
Integer multiplyHigh(Integer a, Integer b);
/// How many zeros the bits of a number that is not zero begin with.
Integer leadingZeros(Integer x);

/// The same bits.
Integer asInteger(Real x);
Real asReal(Integer x);
/// Whether the sign is set, of zeros and NaN too.
inline Truth isNegative(Real x) { return asInteger(x) < 0; }

/// The values, in the other type.
Real toDouble(Real x);
Real toSingle(Real x);
/// An integer of the width of `like`, as a number.
Real toReal(Integer x, Real like);

/// c[0] + c[1] x + c[2] x^2 ...
Real polynomial(Real x, llvm::ArrayRef<double> coefficients);

/// The same of an even number of coefficients, two at a time: half of the
/// chain, and half of the constants that are added to, which machines without a
/// fourth operand copy first.
Real polynomialByPairs(Real x, llvm::ArrayRef<double> coefficients);

/// 2^n for integers n that are exponents of normal numbers.
Real powerOfTwo(Integer n, Real like);

/// x 2^n for any n of two exponents' size: results may be subnormal, zero or
/// infinite, and are rounded once more where they are subnormal.
Real scale(Real x, Integer n);

/// The same for positive x of about 1 or NaN, and n for which the result is
/// just zero or infinite at most. No instruction has a subnormal result.
Real scalePositive(Real x, Integer n);

/// The integer nearest to x, as a number and as an integer; |x| is below 2^21
/// for f32, 2^50 for f64. For larger numbers and NaN the integer is arbitrary.
struct Nearest {
  Real number;
  Integer integer;
  /// The integer plus a multiple of 2^16, or of 2^32 for f64: as good where
  /// it becomes an exponent, and there already.
  Integer shifted;
};
Nearest nearest(Real x);

/// `usual`; where the condition holds in some lane, what `rare` gives for all
/// lanes, whose code runs only then.
llvm::SmallVector<Real>
unlessAny(Truth condition, llvm::ArrayRef<Real> usual,
          llvm::function_ref<llvm::SmallVector<Real>()> rare);

/// `x`, replaced by `step(x)` as long as `goesOn(x)` holds in some lane.
Real repeat(Real x, llvm::function_ref<Truth(Real)> goesOn,
            llvm::function_ref<Real(Real)> step);

/// What `body` gives for each lane of x, one lane after the other: for code
/// that vectors have no instructions for. It becomes a function of the module,
/// one for each name and width. The results are `count` vectors of x's type.
llvm::SmallVector<Real>
forEachLane(llvm::StringRef name, Real x, size_t count,
            llvm::function_ref<llvm::SmallVector<Real>(Real)> body);

/// A word of a table for each lane, which becomes a constant of the module.
Integer lookUp(llvm::StringRef name, llvm::ArrayRef<uint64_t> table,
               Integer index);

} // namespace weft::code
