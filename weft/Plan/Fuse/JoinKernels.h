// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes one kernel of several: their regions after each other in one region.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <mlir/IR/Builders.h>

namespace weft::plan {

/// Whether a step costs nothing to repeat, so that each kernel that uses it has
/// its own: numbers written out, counted up or spread from a scalar, and other
/// names for bytes.
bool isFree(mlir::Operation *step);

/// What the value is, looking through free steps that are views: the bytes that
/// a kernel reads for it.
mlir::Value lookThroughViews(mlir::Value value);

struct JoinedKernel {
  KernelOp kernel;
  /// The values of the old kernels that the results stand for.
  llvm::SmallVector<mlir::Value> results;
};

/// A kernel that does what `parts`, in this order, do. Its results are the
/// values of parts for which `isNeeded` holds. Free steps that the parts use
/// are repeated inside. The old kernels are untouched.
JoinedKernel joinKernels(mlir::OpBuilder &builder,
                         llvm::ArrayRef<KernelOp> parts,
                         llvm::function_ref<bool(mlir::Value)> isNeeded);

/// The hero of a region: the operation that decides how it is tiled.
Hero chooseHero(mlir::Region &region);

} // namespace weft::plan
