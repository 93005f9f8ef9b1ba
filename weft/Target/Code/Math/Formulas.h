// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementary functions, one declaration each; Functions.h says what they
// promise. Coefficients of polynomials minimise the largest relative error of
// the function on the interval that the argument is reduced to.

#pragma once

#include "weft/Target/Code/Math/Pairs.h"
#include "weft/Target/Code/Math/Underflow.h"

namespace weft::code {

// Exponential.cpp, of f32 and f64.
Real exponential(Real x, Underflow underflow = Underflow::ByProduct);
Real exponentialBase2(Real x);
Real exponentialMinusOne(Real x);
Real hyperbolicTangent(Real x);

/// 2^exponent (high + low), high being near 1, low within a tenth of it.
struct Scaled {
  Pair value;
  Integer exponent;
};
/// e^x of f64, with ten bits more than f64 has; |x| is below 2000.
Scaled exponentialOfPair(const Pair &x);

// Logarithm.cpp, of f32 and f64.
Real logarithm(Real x);
Real logarithmOfOnePlus(Real x);
/// Of f32 that are not negative, in f64: within 2^-38 of the logarithm.
Real logarithmBase2InDouble(Real x);
Real logarithmBase2(Real x);
Real logarithmBase10(Real x);

/// ln(u (1 + excess) 2^twos) of f64, for an excess that u cannot hold. u is
/// zero or normal.
Real logarithmOfProduct(Real u, Real excess, Real twos);
/// ln(x) of f64, for finite x > 0, off by 2^-65 of it.
Pair logarithmAsPair(Real x);

// Trigonometric.cpp, of f32 and f64.
Real sine(Real x);
Real cosine(Real x);
Real tangent(Real x);

/// x = quadrant pi/2 + r + low.
struct QuarterTurns {
  /// The bits of an integer that is right modulo 4.
  Real quadrant;
  Real r;
  Real low;
};
/// Huge.cpp, of f64 from 1e5 on; r is NaN for what is not finite.
QuarterTurns reduceHuge(Real x);
/// x = quarters pi/2 + r, with quarters modulo four.
struct Turned {
  Real quarters;
  Real r;
};
/// The same of f64 that hold an f32 of 2^45 or more.
Turned reduceHugeSingle(Real x);

// Inverse.cpp, of f32.
Real arcTangent(Real x);
Real arcTangent2(Real y, Real x);
Real arcSine(Real x);
Real arcCosine(Real x);

// InverseDouble.cpp, of f64.
Real arcTangentDouble(Real x);
Real arcTangent2Double(Real y, Real x);
Real arcSineDouble(Real x);
Real arcCosineDouble(Real x);

// Hyperbolic.cpp, of f32 and f64.
Real hyperbolicSine(Real x);
Real hyperbolicCosine(Real x);
Real inverseHyperbolicSine(Real x);
Real inverseHyperbolicCosine(Real x);
Real inverseHyperbolicTangent(Real x);

// Power.cpp, of f32 and f64.
Real power(Real x, Real y);
Real cubeRoot(Real x);

// ErrorFunction.cpp, of f32 and f64.
Real errorFunction(Real x);
Real complementaryErrorFunction(Real x);

// Remainder.cpp, of f32 and f64.
Real remainder(Real x, Real y);

} // namespace weft::code
