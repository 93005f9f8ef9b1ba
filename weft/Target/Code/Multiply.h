// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What products of matrices do with single elements, or with vectors of them.

#pragma once

#include "weft/Target/Code/Math/Underflow.h"
#include "weft/Target/Code/Vectors.h"

#include <mlir/IR/Types.h>

namespace weft::code {

/// An element of a factor in the type that is computed in.
llvm::Value *convertFactor(Builder &builder, llvm::Value *element,
                           mlir::Type from, mlir::Type computed,
                           bool isUnsigned,
                           Underflow underflow = Underflow::ByProduct);

/// Sums of booleans are disjunctions.
llvm::Value *addTerm(Builder &builder, llvm::Value *lhs, llvm::Value *rhs);

/// sum + lhs * rhs, floats rounded once or each time.
llvm::Value *multiplyAdd(Builder &builder, llvm::Value *lhs, llvm::Value *rhs,
                         llvm::Value *sum, bool isRounded);

} // namespace weft::code
