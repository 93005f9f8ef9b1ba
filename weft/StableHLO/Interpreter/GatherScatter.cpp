// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/GatherScatter.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::reference {
namespace {

/// A start may be any 64-bit value; what leaves the range is out of bounds
/// anyway, and stays so.
int64_t saturatingAdd(int64_t start, int64_t offset) {
  int64_t sum;
  return __builtin_add_overflow(start, offset, &sum) ? INT64_MAX : sum;
}

/// Splits indices of the small side (the result of a gather, the updates of a
/// scatter) and finds their places on the large side.
class Correspondence {
public:
  Correspondence(const GatherDimensions &dimensions, const Tensor &indices,
                 int64_t smallRank, int64_t operandRank)
      : dimensions(dimensions), indices(indices), values(indices.toIndices()),
        operandRank(operandRank) {
    for (int64_t d = 0; d < smallRank; ++d) {
      if (!llvm::is_contained(dimensions.windowDims, d)) {
        batchDims.push_back(d);
      }
    }
    for (int64_t d = 0; d < operandRank; ++d) {
      if (!llvm::is_contained(dimensions.collapsedDims, d) &&
          !llvm::is_contained(dimensions.operandBatchingDims, d)) {
        windowedDims.push_back(d);
      }
    }
  }

  /// The full start index for an index of the small side.
  Index start(const Index &small) const {
    Index at = batchIndex(small);
    bool isVector = dimensions.indexVectorDim < indices.rank();
    if (isVector) {
      at.insert(at.begin() + dimensions.indexVectorDim, 0);
    }
    Index full(operandRank, 0);
    for (auto [i, d] : llvm::enumerate(dimensions.startIndexMap)) {
      if (isVector) {
        at[dimensions.indexVectorDim] = i;
      }
      full[d] = values[linearIndex(at, indices.shape())];
    }
    return full;
  }

  /// Whether a window of the updates lies within the operand, from its start.
  bool windowFits(const Index &start, ArrayRef<int64_t> updates,
                  ArrayRef<int64_t> operand) const {
    Index sizes(operandRank, 1);
    for (auto [operandDim, smallDim] :
         llvm::zip_equal(windowedDims, dimensions.windowDims)) {
      sizes[operandDim] = updates[smallDim];
    }
    for (int64_t d = 0; d < operandRank; ++d) {
      if (start[d] < 0 || start[d] > operand[d] - sizes[d]) {
        return false;
      }
    }
    return true;
  }

  /// Adds the batching and the window part to a start.
  Index place(const Index &small, Index start) const {
    for (auto [operandDim, indicesDim] : llvm::zip_equal(
             dimensions.operandBatchingDims, dimensions.indicesBatchingDims)) {
      int64_t skipped = indicesDim < dimensions.indexVectorDim ? 0 : 1;
      start[operandDim] = saturatingAdd(start[operandDim],
                                        small[batchDims[indicesDim - skipped]]);
    }
    for (auto [operandDim, smallDim] :
         llvm::zip_equal(windowedDims, dimensions.windowDims)) {
      start[operandDim] = saturatingAdd(start[operandDim], small[smallDim]);
    }
    return start;
  }

  Index batchIndex(ArrayRef<int64_t> small) const {
    Index index;
    for (int64_t d : batchDims) {
      index.push_back(small[d]);
    }
    return index;
  }

private:
  const GatherDimensions &dimensions;
  const Tensor &indices;
  llvm::SmallVector<int64_t> values;
  int64_t operandRank;
  llvm::SmallVector<int64_t> batchDims;
  llvm::SmallVector<int64_t> windowedDims;
};

/// The shape of the small side: the indices' dimensions but the index vector's,
/// with the window's sizes put in at the window dimensions.
Shape smallShape(const GatherDimensions &dimensions, const Tensor &indices,
                 ArrayRef<int64_t> windowSizes) {
  Shape batch;
  for (int64_t d = 0; d < indices.rank(); ++d) {
    if (d != dimensions.indexVectorDim) {
      batch.push_back(indices.dimension(d));
    }
  }
  Shape shape;
  size_t nextBatch = 0;
  size_t nextWindow = 0;
  while (shape.size() < batch.size() + windowSizes.size()) {
    bool isWindow = llvm::is_contained(dimensions.windowDims,
                                       static_cast<int64_t>(shape.size()));
    shape.push_back(isWindow ? windowSizes[nextWindow++] : batch[nextBatch++]);
  }
  return shape;
}

GatherDimensions
gatherDimensions(stablehlo::GatherDimensionNumbersAttr numbers) {
  return {
      numbers.getOffsetDims(),          numbers.getCollapsedSliceDims(),
      numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims(),
      numbers.getStartIndexMap(),       numbers.getIndexVectorDim()};
}

} // namespace

StatusOr<Tensor> evalGatherOp(Budget &budget, RankedTensorType type,
                              const Tensor &operand, const Tensor &startIndices,
                              const GatherDimensions &dimensions,
                              ArrayRef<int64_t> sliceSizes) {
  Shape windowSizes;
  for (int64_t d = 0; d < operand.rank(); ++d) {
    bool isDropped = llvm::is_contained(dimensions.collapsedDims, d) ||
                     llvm::is_contained(dimensions.operandBatchingDims, d);
    if (sliceSizes[d] < 0 || sliceSizes[d] > operand.dimension(d) ||
        (isDropped && sliceSizes[d] > 1)) {
      return Status::invalidArgument(
          llvm::formatv("slice size {0} does not fit dimension {1} of size {2}",
                        sliceSizes[d], d, operand.dimension(d)));
    }
    if (!isDropped) {
      windowSizes.push_back(sliceSizes[d]);
    }
  }
  WEFT_ASSIGN_OR_RETURN(
      RankedTensorType resultType,
      resolveType(type, smallShape(dimensions, startIndices, windowSizes)));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  Correspondence correspondence(dimensions, startIndices, resultType.getRank(),
                                operand.rank());
  int64_t position = 0;
  for (const Index &index : IndexSpace(resultType.getShape())) {
    Index start = correspondence.start(index);
    for (int64_t d = 0; d < operand.rank(); ++d) {
      start[d] = std::clamp<int64_t>(start[d], 0,
                                     operand.dimension(d) - sliceSizes[d]);
    }
    Index from = correspondence.place(index, std::move(start));
    if (!isInBounds(from, operand.shape())) {
      return Status::invalidArgument(
          "a batching dimension of the operand is smaller than that of "
          "the indices");
    }
    result.copyAt(position++, operand, linearIndex(from, operand.shape()));
  }
  return std::move(result).finish();
}

StatusOr<Tensors> evalScatterOp(Budget &budget, const Types &types,
                                const Tensors &inputs,
                                const Tensor &scatterIndices,
                                const Tensors &updates,
                                const GatherDimensions &dimensions,
                                BodyFunction updateComputation) {
  const Tensor &firstUpdate = updates.front();
  ArrayRef<int64_t> shape = inputs.front().shape();
  llvm::SmallVector<TensorBuilder, 2> results;
  Tensors converted;
  for (auto [type, input, update] : llvm::zip_equal(types, inputs, updates)) {
    WEFT_ASSIGN_OR_RETURN(Tensor start, toDestinationType(budget, input, type));
    WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                          TensorBuilder::copyOf(budget, start));
    results.push_back(std::move(builder));
    WEFT_ASSIGN_OR_RETURN(Tensor values,
                          toDestinationType(budget, update, type));
    if (update.shape() != firstUpdate.shape() || input.shape() != shape) {
      return Status::invalidArgument(
          "inputs or updates have different shapes at run time");
    }
    converted.push_back(std::move(values));
  }
  Shape windowSizes;
  for (int64_t d : dimensions.windowDims) {
    windowSizes.push_back(firstUpdate.dimension(d));
  }
  if (ArrayRef<int64_t>(smallShape(dimensions, scatterIndices, windowSizes)) !=
      firstUpdate.shape()) {
    return Status::invalidArgument(
        "the updates' shape does not match the indices'");
  }

  Correspondence correspondence(dimensions, scatterIndices, firstUpdate.rank(),
                                shape.size());
  Values arguments;
  Values returned;
  int64_t position = -1;
  for (const Index &index : IndexSpace(firstUpdate.shape())) {
    ++position;
    Index start = correspondence.start(index);
    // A window that does not fit is left out as a whole, as in XLA: gradients
    // of JAX rest on it. The specification would keep the elements inside.
    if (!correspondence.windowFits(start, firstUpdate.shape(), shape)) {
      continue;
    }
    Index to = correspondence.place(index, std::move(start));
    if (!isInBounds(to, shape)) {
      return Status::invalidArgument(
          "a batching dimension of the operand is smaller than that of "
          "the indices");
    }
    int64_t target = linearIndex(to, shape);
    arguments.clear();
    for (const TensorBuilder &result : results) {
      arguments.push_back(
          Tensor::scalar(result.type().getElementType(), result.at(target)));
    }
    for (const Tensor &update : converted) {
      arguments.push_back(scalarAt(update, position));
    }
    WEFT_RETURN_IF_ERROR(updateComputation(arguments, returned));
    for (auto [result, value] : llvm::zip_equal(results, returned)) {
      result.copyAt(target, value.tensor(), 0);
    }
  }
  Tensors finished;
  for (TensorBuilder &result : results) {
    finished.push_back(std::move(result).finish());
  }
  return finished;
}

GatherDimensions scatterDimensions(stablehlo::ScatterOp op) {
  stablehlo::ScatterDimensionNumbersAttr numbers =
      op.getScatterDimensionNumbers();
  return {numbers.getUpdateWindowDims(),
          numbers.getInsertedWindowDims(),
          numbers.getInputBatchingDims(),
          numbers.getScatterIndicesBatchingDims(),
          numbers.getScatterDimsToOperandDims(),
          numbers.getIndexVectorDim()};
}

void addGatherScatterOps(OpTable &table) {
  table.add<stablehlo::GatherOp>([](stablehlo::GatherOp op, OpCall &call) {
    return call.finish(evalGatherOp(
        call.budget(), call.resultType(), call.tensor(0), call.tensor(1),
        gatherDimensions(op.getDimensionNumbers()), op.getSliceSizes()));
  });
  table.add<stablehlo::DynamicGatherOp>([](stablehlo::DynamicGatherOp op,
                                           OpCall &call) {
    return call.finish(evalGatherOp(call.budget(), call.resultType(),
                                    call.tensor(0), call.tensor(1),
                                    gatherDimensions(op.getDimensionNumbers()),
                                    call.tensor(2).toIndices()));
  });
  table.add<stablehlo::ScatterOp>([](stablehlo::ScatterOp op, OpCall &call) {
    size_t count = op.getInputs().size();
    return call.finish(
        evalScatterOp(call.budget(), resultTypes(call), call.tensors(0, count),
                      call.tensor(count), call.tensors(count + 1, count),
                      scatterDimensions(op), RegionFunction(call, 0)));
  });
}

} // namespace weft::reference
