// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar functions, named after the operations they define.
//
// Operands have the types the operation allows and, unless said otherwise, one
// type, which is also the result's.
//
// Accuracy. Sums, products, quotients and square roots are correctly rounded.
// Transcendental functions are correctly rounded for types narrower than f32,
// and within one unit in the last place of the correctly rounded result for
// f32 and f64: types up to f32 are computed in double, f64 in long double
// (which has 64 or 113 bits), and rounded once. Complex functions are computed
// in long double for both widths; see ComplexMath.h.

#pragma once

#include "weft/StableHLO/Interpreter/Element.h"

namespace weft::reference {

enum class Comparison {
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual
};

namespace math {

// Arithmetic. Integers wrap. On booleans, add and maximum are `or`, multiply
// and minimum are `and`.
Element add(const Element &lhs, const Element &rhs);
Element subtract(const Element &lhs, const Element &rhs);
Element multiply(const Element &lhs, const Element &rhs);
/// Integers truncate; x / 0 is all ones, the least value over -1 is itself.
Element divide(const Element &lhs, const Element &rhs);
/// Sign of the dividend; x rem 0 is x for integers and NaN for floats.
Element remainder(const Element &lhs, const Element &rhs);
/// Integer powers wrap; a negative exponent gives 0 except for bases 1 and -1.
Element power(const Element &lhs, const Element &rhs);
/// NaN wins. Complex numbers compare by real part, then imaginary part.
Element maximum(const Element &lhs, const Element &rhs);
Element minimum(const Element &lhs, const Element &rhs);
Element negate(const Element &operand);
/// Of a complex number: its modulus, a float.
Element absolute(const Element &operand);
Element sign(const Element &operand);
Element clamp(const Element &minimum, const Element &operand,
              const Element &maximum);

// Bits; booleans are one bit wide. A shift by the width or more gives 0, and
// the sign for shiftRightArithmetic.
Element bitwiseAnd(const Element &lhs, const Element &rhs);
Element bitwiseOr(const Element &lhs, const Element &rhs);
Element bitwiseXor(const Element &lhs, const Element &rhs);
Element bitwiseNot(const Element &operand);
Element shiftLeft(const Element &lhs, const Element &rhs);
Element shiftRightLogical(const Element &lhs, const Element &rhs);
Element shiftRightArithmetic(const Element &lhs, const Element &rhs);
Element populationCount(const Element &operand);
Element countLeadingZeros(const Element &operand);

// Rounding of floats to integers.
Element ceil(const Element &operand);
Element floor(const Element &operand);
Element roundNearestAfz(const Element &operand);
Element roundNearestEven(const Element &operand);

// Floats and complex numbers.
Element cbrt(const Element &operand);
Element cosine(const Element &operand);
Element exponential(const Element &operand);
Element exponentialMinusOne(const Element &operand);
Element log(const Element &operand);
Element logPlusOne(const Element &operand);
Element logistic(const Element &operand);
Element rsqrt(const Element &operand);
Element sine(const Element &operand);
Element sqrt(const Element &operand);
Element tan(const Element &operand);
Element tanh(const Element &operand);
Element atan2(const Element &lhs, const Element &rhs);

// Between types.
Element complex(const Element &real, const Element &imaginary);
Element real(const Element &operand);
Element imag(const Element &operand);
/// A boolean.
Element isFinite(const Element &operand);
/// Float to integer truncates and saturates, NaN gives 0; to boolean is
/// "not zero"; complex to real drops the imaginary part.
Element convert(const Element &operand, ElementType type);
/// Rounds a float to `exponentBits` and `mantissaBits`, to nearest even.
Element reducePrecision(const Element &operand, int exponentBits,
                        int mantissaBits);

/// Floats by value, NaN unordered; complex numbers lexicographically.
bool compare(const Element &lhs, const Element &rhs, Comparison comparison);
/// Floats by IEEE 754's total order: -NaN < -inf < ... < -0 < +0 < ... < NaN.
bool compareTotalOrder(const Element &lhs, const Element &rhs,
                       Comparison comparison);

} // namespace math
} // namespace weft::reference
