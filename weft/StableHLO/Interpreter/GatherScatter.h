// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and updating windows of a tensor at places that are data.
//
// Both operations pair an index of the large side with an index of the small
// side. The small side's index splits into a batch part, which picks an index
// vector, and a window part:
//
//   large index = start (from the index vector, put into the dimensions that
//                        startIndexMap names)
//               + batching (from the batch part)
//               + window (zero in collapsed and batching dimensions)

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Reduction.h"

namespace weft::reference {

/// Dimension numbers of gather and scatter in one vocabulary: "operand" is the
/// large side, "window dimensions" are those of the small side.
struct GatherDimensions {
  llvm::ArrayRef<int64_t> windowDims;
  llvm::ArrayRef<int64_t> collapsedDims;
  llvm::ArrayRef<int64_t> operandBatchingDims;
  llvm::ArrayRef<int64_t> indicesBatchingDims;
  llvm::ArrayRef<int64_t> startIndexMap;
  int64_t indexVectorDim = 0;
};

GatherDimensions scatterDimensions(stablehlo::ScatterOp op);

/// Starts are moved into bounds so that every window fits.
StatusOr<Tensor> evalGatherOp(Budget &budget, mlir::RankedTensorType type,
                              const Tensor &operand, const Tensor &startIndices,
                              const GatherDimensions &dimensions,
                              llvm::ArrayRef<int64_t> sliceSizes);

/// Windows of updates that do not fit into the inputs are left out whole.
StatusOr<Tensors> evalScatterOp(Budget &budget, const Types &types,
                                const Tensors &inputs,
                                const Tensor &scatterIndices,
                                const Tensors &updates,
                                const GatherDimensions &dimensions,
                                BodyFunction updateComputation);

} // namespace weft::reference
