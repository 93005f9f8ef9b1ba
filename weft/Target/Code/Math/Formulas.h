// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementary functions, one declaration each; Functions.h says what they
// promise. Coefficients of polynomials minimise the largest relative error of
// the function on the interval that the argument is reduced to.

#pragma once

#include "weft/Target/Code/Math/Numbers.h"

namespace weft::code {

// Exponential.cpp, of f32 and f64.
Real exponential(Real x);
Real exponentialBase2(Real x);
Real exponentialMinusOne(Real x);
Real hyperbolicTangent(Real x);

// Logarithm.cpp, of f32 and f64.
Real logarithm(Real x);
Real logarithmOfOnePlus(Real x);
Real logarithmBase2(Real x);
Real logarithmBase10(Real x);

// Trigonometric.cpp, of f32 and f64.
Real sine(Real x);
Real cosine(Real x);
Real tangent(Real x);

// Inverse.cpp, of f32.
Real arcTangent(Real x);
Real arcTangent2(Real y, Real x);
Real arcSine(Real x);
Real arcCosine(Real x);

// Hyperbolic.cpp, of f32, by way of f64.
Real hyperbolicSine(Real x);
Real hyperbolicCosine(Real x);
Real inverseHyperbolicSine(Real x);
Real inverseHyperbolicCosine(Real x);
Real inverseHyperbolicTangent(Real x);

// Power.cpp. Powers and the error function of f32, cube roots of both.
Real power(Real x, Real y);
Real cubeRoot(Real x);
Real errorFunction(Real x);

// Library.cpp. C's library, one lane after the other, of f32 by way of f64.
// `name` is on the list of symbols.
Real callLibrary(llvm::StringRef name, llvm::ArrayRef<Real> operands);

} // namespace weft::code
