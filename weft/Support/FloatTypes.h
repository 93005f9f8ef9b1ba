// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's float types, as rows of the table of formats (Float.h), and by what
// they can hold. One of them, f8E8M0FNU, has powers of two only: no zero, and
// no sign.

#pragma once

#include "weft/Support/Float.h"

#include <llvm/ADT/APFloat.h>
#include <mlir/IR/BuiltinTypes.h>

namespace weft {

/// What kind of float a type is; nothing for what is none, and for floats that
/// have no place in arrays: tf32 is how products round their factors.
std::optional<FloatKind> floatKindOf(mlir::Type type);

mlir::FloatType floatTypeOf(FloatKind kind, mlir::MLIRContext *context);

/// Whether one of the numbers of a type, which need not be a float, is zero.
bool hasZero(mlir::Type type);

/// The type in which arithmetic on numbers of this type is done: f32 for floats
/// that are narrower, f64 for f8E8M0FNU, else itself.
mlir::Type computeType(mlir::Type type);

/// The nearest number of a type; of f8E8M0FNU, NaN for what is not positive.
llvm::APFloat roundTo(mlir::FloatType type, double value);

/// The same, with the least number of f8E8M0FNU in place of zero: what zero
/// bits are.
llvm::APFloat roundToLeast(mlir::FloatType type, double value);

} // namespace weft
