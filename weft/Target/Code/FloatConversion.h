// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion between float formats, as code on vectors of any width. The rules
// are those of weft/Support/Float.h: one rounding, to nearest, ties to even.

#pragma once

#include "weft/Support/Float.h"
#include "weft/Target/Code/Math/Underflow.h"
#include "weft/Target/Code/Vectors.h"

namespace weft::code {

/// A value of one kind as another kind, both in their register form (Types.h).
llvm::Value *convertFloat(Builder &builder, llvm::Value *value, FloatKind from,
                          FloatKind to,
                          Underflow underflow = Underflow::ByProduct);

/// An integer as a float, rounded once.
llvm::Value *convertInteger(Builder &builder, llvm::Value *value, bool isSigned,
                            FloatKind to);

/// A float as an integer: truncated, values beyond the range become its end, a
/// NaN becomes 0. `integer` is the scalar type. `saturates` says that the
/// machine has instructions that do just that.
llvm::Value *convertToInteger(Builder &builder, llvm::Value *value,
                              FloatKind from, llvm::Type *integer,
                              bool isSigned, bool saturates);

/// |v| as an f32 or f64, and others, are spelled on integer codes: these views
/// do not change bits.
llvm::Value *bitsOf(Builder &builder, llvm::Value *floating);
llvm::Value *floatOf(Builder &builder, llvm::Value *bits);

} // namespace weft::code
