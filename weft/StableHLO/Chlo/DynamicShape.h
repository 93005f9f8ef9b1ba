// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes that are known only at run time, as values.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/Builders.h>

namespace weft::chlo {

/// The size of one dimension as a tensor<i64>.
mlir::Value buildDimensionSize(mlir::OpBuilder &builder,
                               mlir::Location location, mlir::Value tensor,
                               int64_t dimension);

/// Scalars of type tensor<i64> as one tensor<?xi64>.
mlir::Value buildVector(mlir::OpBuilder &builder, mlir::Location location,
                        llvm::ArrayRef<mlir::Value> scalars);

/// A constant tensor<i64>.
mlir::Value buildInt64(mlir::OpBuilder &builder, mlir::Location location,
                       int64_t number);

/// The sizes of all dimensions as a tensor<rank x i64>.
mlir::Value buildShape(mlir::OpBuilder &builder, mlir::Location location,
                       mlir::Value tensor);

/// `operand`, whose dimension i becomes dimension dimensions[i] of `type`.
/// Where `type` is dynamic, `sizes` gives its sizes at run time.
mlir::Value buildBroadcast(mlir::OpBuilder &builder, mlir::Location location,
                           mlir::Value operand, mlir::RankedTensorType type,
                           llvm::ArrayRef<int64_t> dimensions,
                           mlir::Value sizes);

} // namespace weft::chlo
