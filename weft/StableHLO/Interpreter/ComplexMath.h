// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex functions on pairs of long doubles.
//
// Arguments are exact values of type complex<f32> or complex<f64>. Computing in
// long double, whose exponent has at least four more bits, makes squares and
// products of such numbers safe from overflow and underflow, so no scaling is
// needed; and its significand has at least eleven more bits, so results may
// be rounded to the argument's width afterwards.
//
// Bounds. For finite arguments and a result in range, the error of each part
// is below one unit in the last place of the result's modulus (0.51 in random
// tests against 700 bits, with both forms of long double). Each part by itself
// is that accurate too where long double has 113 bits. Where it has 64, a
// f64 part that is much smaller than the terms it is a difference of is not:
// the real part of exponentialMinusOne near exp(x) cos(y) = 1, and the parts of
// logistic, power and atan2 near their zeros away from the origin. The bound
// for power holds while |rhs * log(lhs)| is below 500.
//
// Infinities, NaNs and signed zeros are treated as in Annex G of the C
// standard; where a function below is not in C, as its definition by those
// that are gives. Where the angle of an exponential is lost, C keeps what the
// modulus alone would give, in exponential, exponentialMinusOne, tan and tanh;
// there both parts are NaN, as JAX expects.

#pragma once

#include <complex>

namespace weft::reference::complexmath {

using Complex = std::complex<long double>;

/// a * b - c * d, the cancellation done exactly.
long double differenceOfProducts(long double a, long double b, long double c,
                                 long double d);

/// Without the recovery of infinities that Annex G suggests: every part is
/// what the definition gives.
Complex multiply(Complex lhs, Complex rhs);
Complex divide(Complex lhs, Complex rhs);
Complex power(Complex lhs, Complex rhs);
/// -i log((rhs + i lhs) / sqrt(lhs^2 + rhs^2)).
Complex atan2(Complex lhs, Complex rhs);

/// The principal root: exp(log(z) / 3).
Complex cbrt(Complex z);
Complex cosine(Complex z);
Complex exponential(Complex z);
Complex exponentialMinusOne(Complex z);
Complex log(Complex z);
Complex logPlusOne(Complex z);
Complex logistic(Complex z);
Complex rsqrt(Complex z);
Complex sine(Complex z);
Complex sqrt(Complex z);
Complex tan(Complex z);
Complex tanh(Complex z);
/// z / |z|; 0 for 0; NaN in both parts if there is one in either.
Complex sign(Complex z);

} // namespace weft::reference::complexmath
