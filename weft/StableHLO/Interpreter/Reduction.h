// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that apply a scalar function of the program to many elements:
// reductions, windows, sorts, maps, scatters.
//
// The specification leaves the order of a reduction open. Here it is defined:
// a fold from the left that starts with the initial value and visits the
// elements in row-major order of the operand (of the window, for
// reduce_window; of the updates, for scatter). Padding and the holes of a
// dilated operand are not elements. Long sums of floats are rounded once
// (WideSum.h).

#pragma once

#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/Interpreter/OpCall.h"

namespace weft::reference {

using Tensors = llvm::SmallVector<Tensor, 2>;
using Types = llvm::SmallVector<mlir::RankedTensorType, 2>;

/// The declared types of all results, which are tensors.
Types resultTypes(const OpCall &call);

/// Element `position`, in row-major order, as a rank-0 tensor.
Tensor scalarAt(const Tensor &tensor, int64_t position);

/// The operation that a body applies to its two arguments and returns; null if
/// there is more to it.
mlir::Operation *soleOperation(mlir::Region &body);

/// `operand` with the element type of `type`: converted, or requantized.
/// Reducers may compute in a wider type than the operands have.
StatusOr<Tensor> toDestinationType(Budget &budget, const Tensor &operand,
                                   mlir::RankedTensorType type);

/// `types` are the declared types of the results.
StatusOr<Tensors> evalReduceOp(Budget &budget, const Types &types,
                               const Tensors &inputs, const Tensors &initValues,
                               llvm::ArrayRef<int64_t> dimensions,
                               BodyFunction body);
StatusOr<Tensors>
evalReduceWindowOp(Budget &budget, const Types &types, const Tensors &inputs,
                   const Tensors &initValues,
                   llvm::ArrayRef<stablehlo::WindowDimension> windows,
                   BodyFunction body);
StatusOr<Tensor>
evalSelectAndScatterOp(Budget &budget, mlir::RankedTensorType type,
                       const Tensor &operand, const Tensor &source,
                       const Tensor &initValue,
                       llvm::ArrayRef<stablehlo::WindowDimension> windows,
                       BodyFunction select, BodyFunction scatter);
StatusOr<Tensor> evalMapOp(Budget &budget, mlir::RankedTensorType type,
                           const Tensors &inputs, BodyFunction computation);
/// Always stable. `dimension` may be negative, counting from the end.
StatusOr<Tensors> evalSortOp(Budget &budget, const Types &types,
                             const Tensors &inputs, int64_t dimension,
                             BodyFunction comparator);

} // namespace weft::reference
