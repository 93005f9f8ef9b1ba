// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the operands of one operation say about the types of its results.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/Operation.h>

namespace weft::stablehlo {

/// The elements of a value that is always the same, or null.
using KnownValue = llvm::function_ref<mlir::DenseElementsAttr(mlir::Value)>;

/// The types of the results, with every size that follows from the types of the
/// operands and from operands that are known. Where operands contradict the
/// types that are there, these stay. Not for operations with branches or loops.
llvm::SmallVector<mlir::Type> inferTypes(mlir::Operation *op, KnownValue known);

} // namespace weft::stablehlo
