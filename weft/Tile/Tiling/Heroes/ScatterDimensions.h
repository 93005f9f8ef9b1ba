// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::tile {

/// How the dimensions of inputs, indices and updates correspond.
struct ScatterDimensions {
  explicit ScatterDimensions(stablehlo::ScatterOp op) {
    stablehlo::ScatterDimensionNumbersAttr numbers =
        op.getScatterDimensionNumbers();
    input = llvm::cast<mlir::RankedTensorType>(op.getInputs()[0].getType())
                .getShape();
    update = llvm::cast<mlir::RankedTensorType>(op.getUpdates()[0].getType())
                 .getShape();
    indices =
        llvm::cast<mlir::RankedTensorType>(op.getScatterIndices().getType())
            .getShape();
    vector = numbers.getIndexVectorDim();
    for (size_t d = 0; d < update.size(); ++d) {
      if (!llvm::is_contained(numbers.getUpdateWindowDims(), int64_t(d))) {
        batch.push_back(d);
      }
    }
    component.assign(input.size(), -1);
    window.assign(input.size(), -1);
    batching.assign(input.size(), -1);
    for (auto [i, d] : llvm::enumerate(numbers.getScatterDimsToOperandDims())) {
      component[d] = i;
    }
    for (auto [d, indicesDim] :
         llvm::zip_equal(numbers.getInputBatchingDims(),
                         numbers.getScatterIndicesBatchingDims())) {
      batching[d] = batch[indicesDim - (indicesDim > vector ? 1 : 0)];
    }
    unsigned next = 0;
    for (size_t d = 0; d < input.size(); ++d) {
      if (!llvm::is_contained(numbers.getInsertedWindowDims(), int64_t(d)) &&
          batching[d] < 0) {
        window[d] = numbers.getUpdateWindowDims()[next++];
      }
    }
    int last = static_cast<int>(input.size()) - 1;
    isDense = last >= 0 && window[last] >= 0 &&
              window[last] == static_cast<int>(update.size()) - 1;
    hasColumns =
        isDense && component[last] < 0 && update.back() == input.back();
  }

  /// The size of windows along a dimension of the input.
  int64_t windowSize(size_t d) const {
    return window[d] < 0 ? 1 : update[window[d]];
  }

  /// So many dimensions of the updates tell the place; those that follow are
  /// along the window.
  size_t known() const { return batch.empty() ? 0 : batch.back() + 1; }

  llvm::ArrayRef<int64_t> input;
  llvm::ArrayRef<int64_t> update;
  llvm::ArrayRef<int64_t> indices;
  int64_t vector;
  /// Dimensions of the updates that are the indices'.
  llvm::SmallVector<unsigned> batch;
  /// Per dimension of the input, -1 for none: the component of the index, the
  /// dimension of the updates along the window, and the one it is batched with.
  llvm::SmallVector<int> component;
  llvm::SmallVector<int> window;
  llvm::SmallVector<int> batching;
  /// Whether neighbours in the last dimension of updates are neighbours in that
  /// of the input; and whether all of it is updated, wherever windows begin.
  bool isDense = false;
  bool hasColumns = false;
};

} // namespace weft::tile
