// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expansions of a line or two, and those that look at bits.

#include "weft/StableHLO/Chlo/Expand.h"

using namespace mlir;

namespace weft::chlo {

Expression expandConj(Expression x) {
  return isa<ComplexType>(x.getElementType()) ? complex(real(x), -imag(x)) : x;
}

Expression expandSquare(Expression x) {
  if (!isa<ComplexType>(x.getElementType())) {
    return x * x;
  }
  // (x + iy)^2 = (x - y)(x + y) + 2ixy; at |x| = |y| the real part is 0, also
  // where the sum overflows.
  Expression re = real(x), im = imag(x);
  Expression product = re * im;
  return complex(select(equal(abs(re), abs(im)) & isFinite(re), 0.0,
                        (re - im) * (re + im)),
                 product + product);
}

Expression expandIsInf(Expression x) { return ~isFinite(x) & equal(x, x); }

Expression expandIsPosInf(Expression x) { return expandIsInf(x) & (x > 0.0); }

Expression expandIsNegInf(Expression x) { return expandIsInf(x) & (x < 0.0); }

Expression expandNextAfter(Expression x, Expression y) {
  // Floats of one sign are ordered as their bits. Towards a larger magnitude
  // the bits grow by one, towards a smaller one they shrink by one.
  Type type = x.getElementType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type bitsType = IntegerType::get(type.getContext(), width);
  Expression xBits = bitcast(x, bitsType);
  Expression yBits = bitcast(y, bitsType);
  uint64_t signBit = uint64_t(1) << (width - 1);
  Expression xSign = xBits & xBits.integer(signBit);
  Expression ySign = yBits & yBits.integer(signBit);
  Expression xMagnitude = xBits & xBits.integer(signBit - 1);
  Expression yMagnitude = yBits & yBits.integer(signBit - 1);

  Expression shrinks = notEqual(xSign, ySign) | (xMagnitude > yMagnitude);
  Expression one = xBits.integer(1);
  Expression neighbour = select(shrinks, xBits - one, xBits + one);
  // From a zero, to the smallest number of y's sign.
  neighbour =
      select(equal(xMagnitude, xBits.integer(0)), ySign | one, neighbour);

  Expression result = select(equal(x, y), y, bitcast(neighbour, type));
  Expression isNaN = notEqual(x, x) | notEqual(y, y);
  return select(isNaN, x + y, result);
}

Expression expandMulhi(Expression lhs, Expression rhs) {
  auto type = cast<IntegerType>(lhs.getElementType());
  MLIRContext *context = type.getContext();
  unsigned width = type.getWidth();
  if (width < 64) {
    Type wide = IntegerType::get(context, 2 * width, type.getSignedness());
    Expression product = convert(lhs, wide) * convert(rhs, wide);
    return convert(type.isUnsigned() ? shiftRightLogical(product, width)
                                     : shiftRightArithmetic(product, width),
                   type);
  }
  // With halves a = a1 2^32 + a0, b = b1 2^32 + b0, all as unsigned numbers:
  //   ab = a1 b1 2^64 + (a1 b0 + a0 b1) 2^32 + a0 b0.
  uint64_t lowMask = 0xffffffff;
  auto low = [&](Expression x) { return x & x.integer(lowMask); };
  auto high = [&](Expression x) { return shiftRightLogical(x, 32); };
  Expression carry = high(low(lhs) * low(rhs));
  Expression middle = high(lhs) * low(rhs) + carry;
  Expression otherMiddle = low(lhs) * high(rhs) + low(middle);
  Expression result = high(lhs) * high(rhs) + high(middle) + high(otherMiddle);
  if (type.isUnsigned()) {
    return result;
  }
  // A negative number read as unsigned is 2^64 too large.
  Expression zero = lhs.integer(0);
  return result - select(lhs < zero, rhs, zero) - select(rhs < zero, lhs, zero);
}

} // namespace weft::chlo
