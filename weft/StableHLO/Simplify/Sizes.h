// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is asked about sizes where sizes are values.

#pragma once

#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Operation.h>

#include <optional>

namespace weft::stablehlo {

/// A tensor whose type says every size, with elements of any kind but those
/// whose scales belong to a dimension: these the shape alone does not tell.
bool isStaticTensor(mlir::Type type);
/// All operands and results are.
bool isOnStaticTensors(mlir::Operation *op);

/// Some size is known only when the program runs; tuples are looked into.
bool hasUnknownSize(mlir::Type type);

/// How many elements start, start + stride, ... below limit there are, or
/// nothing if these are not part of `size` elements.
std::optional<int64_t> slicedSize(int64_t size, int64_t start, int64_t limit,
                                  int64_t stride);

} // namespace weft::stablehlo
