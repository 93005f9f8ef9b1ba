// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions as code on vectors of f32 or f64, of any width.
//
// Results are within the units in the last place of the exact ones that
// docs/accuracy.md says, for all arguments including subnormal ones and huge
// ones; infinities and NaN as in C's library, of which nothing is called.

#pragma once

#include "weft/Target/Code/Math/Underflow.h"
#include "weft/Target/Code/Vectors.h"

namespace weft::code {

enum class MathFunction {
  Acos,
  Acosh,
  Asin,
  Asinh,
  Atan,
  Atan2,
  Atanh,
  Cbrt,
  Cos,
  Cosh,
  Erf,
  Erfc,
  Exp,
  Exp2,
  ExpM1,
  Fmod,
  Log,
  Log10,
  Log1p,
  Log2,
  Pow,
  Rsqrt,
  Sin,
  Sinh,
  Sqrt,
  Tan,
  Tanh,
};

/// Operands are floats, all of one type, which is also the result's.
llvm::Value *emitMathFunction(Builder &builder, MathFunction function,
                              llvm::ArrayRef<llvm::Value *> operands,
                              Underflow underflow = Underflow::ByProduct);

} // namespace weft::code
