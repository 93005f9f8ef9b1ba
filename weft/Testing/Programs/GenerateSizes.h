// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that are operands, and tensors whose types do not say their sizes.
//
// A type is *open* where it leaves a size unknown. What an open size is follows
// from operands that are constants or computed from constants, but in a few
// programs only from data, which compilers may refuse.

#pragma once

#include "weft/Testing/Programs/GenerateScope.h"

namespace weft::generate {

/// A list of sizes. Where the result is not open, it may come from data.
mlir::Value makeSizes(Scope &scope, llvm::ArrayRef<int64_t> list,
                      mlir::Type element, bool isOpen);

/// The type, now and then with sizes left open.
mlir::RankedTensorType perhapsOpen(Scope &scope, mlir::RankedTensorType type);

/// Counts the operation, and offers its result with the type `known` that it
/// really has; if its own is open, after a few more operations.
void finishOpen(Scope &scope, mlir::Operation *op, mlir::RankedTensorType known,
                mlir::Type element);

} // namespace weft::generate
