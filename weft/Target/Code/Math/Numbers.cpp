// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Math/Numbers.h"

#include "weft/Target/Code/FloatConversion.h"

#include <llvm/IR/Intrinsics.h>

namespace weft::code {
namespace {

Real unary(llvm::Intrinsic::ID id, Real x) {
  return {*x.builder, x.builder->CreateUnaryIntrinsic(id, x.value)};
}

Real binary(llvm::Intrinsic::ID id, Real a, Real b) {
  return {*a.builder, a.builder->CreateBinaryIntrinsic(id, a.value, b.value)};
}

} // namespace

Real multiplyAdd(Real a, Real b, Real c) {
  return {*a.builder,
          a.builder->CreateIntrinsic(llvm::Intrinsic::fma, {a.value->getType()},
                                     {a.value, b.value, c.value})};
}

Real absolute(Real x) { return unary(llvm::Intrinsic::fabs, x); }
Real squareRoot(Real x) { return unary(llvm::Intrinsic::sqrt, x); }
Real truncate(Real x) { return unary(llvm::Intrinsic::trunc, x); }
Real copySign(Real magnitude, Real sign) {
  return binary(llvm::Intrinsic::copysign, magnitude, sign);
}
Real larger(Real a, Real b) { return binary(llvm::Intrinsic::maximum, a, b); }
Real smaller(Real a, Real b) { return binary(llvm::Intrinsic::minimum, a, b); }

Real choose(Truth condition, Real yes, Real no) {
  return {*yes.builder,
          yes.builder->CreateSelect(condition.value, yes.value, no.value)};
}

Integer choose(Truth condition, Integer yes, Integer no) {
  return {*yes.builder,
          yes.builder->CreateSelect(condition.value, yes.value, no.value)};
}

Integer asInteger(Real x) { return {*x.builder, bitsOf(*x.builder, x.value)}; }
Real asReal(Integer x) { return {*x.builder, floatOf(*x.builder, x.value)}; }

Real toDouble(Real x) {
  Builder &builder = *x.builder;
  return {builder, builder.CreateFPExt(x.value, withWidth(builder.getDoubleTy(),
                                                          widthOf(x.value)))};
}

Real toSingle(Real x) {
  Builder &builder = *x.builder;
  return {builder,
          builder.CreateFPTrunc(
              x.value, withWidth(builder.getFloatTy(), widthOf(x.value)))};
}

Real toReal(Integer x, Real like) {
  return {*x.builder, x.builder->CreateSIToFP(x.value, like.value->getType())};
}

Real polynomial(Real x, llvm::ArrayRef<double> coefficients) {
  Real sum = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back())) {
    sum = multiplyAdd(sum, x, coefficient);
  }
  return sum;
}

Real powerOfTwo(Integer n, Real like) {
  return like.isDouble() ? asReal((n + 1023) << 52) : asReal((n + 127) << 23);
}

Real scale(Real x, Integer n) {
  // In two steps, each by a normal power of two.
  const Integer half = n >> 1;
  return x * powerOfTwo(half, x) * powerOfTwo(n - half, x);
}

Nearest nearest(Real x) {
  // Added to a number whose last place is 1, x is rounded to an integer, which
  // then stands in the low bits.
  const double shift = x.isDouble() ? 0x1.8p52 : 0x1.8p23;
  const Real shifted = x + shift;
  return {shifted - shift, asInteger(shifted) - asInteger(x.constant(shift)),
          asInteger(shifted)};
}

llvm::Value *anyLane(Truth condition) {
  return widthOf(condition.value) == 1
             ? condition.value
             : condition.builder->CreateOrReduce(condition.value);
}

} // namespace weft::code
