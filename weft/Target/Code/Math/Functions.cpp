// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Math/Functions.h"

#include "weft/Target/Code/Math/Formulas.h"

namespace weft::code {

llvm::Value *emitMathFunction(Builder &builder, MathFunction function,
                              llvm::ArrayRef<llvm::Value *> operands,
                              Underflow underflow) {
  // Every step of a formula is meant as it stands.
  llvm::IRBuilderBase::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  llvm::SmallVector<Real> x;
  for (llvm::Value *operand : operands) {
    x.push_back(Real(builder, operand));
  }
  const bool isDouble = x[0].isDouble();
  switch (function) {
  case MathFunction::Acos:
    return (isDouble ? arcCosineDouble(x[0]) : arcCosine(x[0])).value;
  case MathFunction::Acosh:
    return inverseHyperbolicCosine(x[0]).value;
  case MathFunction::Asin:
    return (isDouble ? arcSineDouble(x[0]) : arcSine(x[0])).value;
  case MathFunction::Asinh:
    return inverseHyperbolicSine(x[0]).value;
  case MathFunction::Atan:
    return (isDouble ? arcTangentDouble(x[0]) : arcTangent(x[0])).value;
  case MathFunction::Atan2:
    return (isDouble ? arcTangent2Double(x[0], x[1]) : arcTangent2(x[0], x[1]))
        .value;
  case MathFunction::Atanh:
    return inverseHyperbolicTangent(x[0]).value;
  case MathFunction::Cbrt:
    return cubeRoot(x[0]).value;
  case MathFunction::Cos:
    return cosine(x[0]).value;
  case MathFunction::Cosh:
    return hyperbolicCosine(x[0]).value;
  case MathFunction::Erf:
    return errorFunction(x[0]).value;
  case MathFunction::Erfc:
    return complementaryErrorFunction(x[0]).value;
  case MathFunction::Exp:
    return exponential(x[0], underflow).value;
  case MathFunction::Exp2:
    return exponentialBase2(x[0]).value;
  case MathFunction::ExpM1:
    return exponentialMinusOne(x[0]).value;
  case MathFunction::Fmod:
    return remainder(x[0], x[1]).value;
  case MathFunction::Log:
    return logarithm(x[0]).value;
  case MathFunction::Log10:
    return logarithmBase10(x[0]).value;
  case MathFunction::Log1p:
    return logarithmOfOnePlus(x[0]).value;
  case MathFunction::Log2:
    return logarithmBase2(x[0]).value;
  case MathFunction::Pow:
    return power(x[0], x[1]).value;
  case MathFunction::Rsqrt:
    return (1.0 / squareRoot(x[0])).value;
  case MathFunction::Sin:
    return sine(x[0]).value;
  case MathFunction::Sinh:
    return hyperbolicSine(x[0]).value;
  case MathFunction::Sqrt:
    return squareRoot(x[0]).value;
  case MathFunction::Tan:
    return tangent(x[0]).value;
  case MathFunction::Tanh:
    return hyperbolicTangent(x[0]).value;
  }
  return nullptr;
}

} // namespace weft::code
