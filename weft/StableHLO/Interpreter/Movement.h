// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that move elements without looking at them.
//
// `type` is the result's declared type; its dynamic dimensions are taken from
// the computed shape. What a verifier cannot see because dimensions are
// dynamic is checked here, and is an error of the run.

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"

namespace weft::reference {

/// result[index] = operand[source(index)] for every index of `type`, which is
/// static. `source` is called with the result's index and fills the operand's.
template <typename Source>
StatusOr<Tensor> evalMove(Budget &budget, mlir::RankedTensorType type,
                          const Tensor &operand, Source source) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, type));
  Index from(operand.rank(), 0);
  int64_t position = 0;
  for (const Index &index : IndexSpace(result.shape())) {
    source(index, from);
    result.copyAt(position++, operand, linearIndex(from, operand.shape()));
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalBroadcastOp(Budget &budget, mlir::RankedTensorType type,
                                 const Tensor &operand,
                                 llvm::ArrayRef<int64_t> broadcastSizes);
/// `shape` is the result's shape.
StatusOr<Tensor> evalBroadcastInDimOp(
    Budget &budget, mlir::RankedTensorType type, const Tensor &operand,
    llvm::ArrayRef<int64_t> broadcastDimensions, llvm::ArrayRef<int64_t> shape);
StatusOr<Tensor> evalConcatenateOp(Budget &budget, mlir::RankedTensorType type,
                                   llvm::ArrayRef<Tensor> inputs,
                                   int64_t dimension);
StatusOr<Tensor> evalIotaOp(Budget &budget, mlir::RankedTensorType type,
                            int64_t iotaDimension,
                            llvm::ArrayRef<int64_t> shape);
StatusOr<Tensor> evalReshapeOp(mlir::RankedTensorType type,
                               const Tensor &operand,
                               llvm::ArrayRef<int64_t> shape);
StatusOr<Tensor> evalReverseOp(Budget &budget, mlir::RankedTensorType type,
                               const Tensor &operand,
                               llvm::ArrayRef<int64_t> dimensions);
StatusOr<Tensor> evalSliceOp(Budget &budget, mlir::RankedTensorType type,
                             const Tensor &operand,
                             llvm::ArrayRef<int64_t> startIndices,
                             llvm::ArrayRef<int64_t> limitIndices,
                             llvm::ArrayRef<int64_t> strides);
StatusOr<Tensor> evalTransposeOp(Budget &budget, mlir::RankedTensorType type,
                                 const Tensor &operand,
                                 llvm::ArrayRef<int64_t> permutation);
StatusOr<Tensor> evalPadOp(Budget &budget, mlir::RankedTensorType type,
                           const Tensor &operand, const Tensor &paddingValue,
                           llvm::ArrayRef<int64_t> edgePaddingLow,
                           llvm::ArrayRef<int64_t> edgePaddingHigh,
                           llvm::ArrayRef<int64_t> interiorPadding);
StatusOr<Tensor> evalDynamicSliceOp(Budget &budget, mlir::RankedTensorType type,
                                    const Tensor &operand,
                                    llvm::ArrayRef<int64_t> startIndices,
                                    llvm::ArrayRef<int64_t> sliceSizes);
StatusOr<Tensor> evalDynamicUpdateSliceOp(Budget &budget,
                                          mlir::RankedTensorType type,
                                          const Tensor &operand,
                                          const Tensor &update,
                                          llvm::ArrayRef<int64_t> startIndices);
StatusOr<Tensor> evalTorchIndexSelectOp(Budget &budget,
                                        mlir::RankedTensorType type,
                                        const Tensor &operand,
                                        const Tensor &index, int64_t dim,
                                        int64_t batchDims);

} // namespace weft::reference
