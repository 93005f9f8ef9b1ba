// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of the operations in Movement.td that read
// and write by index. Labels are those of the specification's section on the
// operation.

#include "weft/StableHLO/IR/VerifyGatherScatter.h"

#include "weft/StableHLO/IR/VerifyRegions.h"

#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Batching dimensions and index vectors, alike in gather and scatter
//===----------------------------------------------------------------------===//

namespace {

/// The dimension numbers that gather and scatter have in common, with the names
/// and labels each gives them.
struct IndexedDimensions {
  RankedTensorType operand;
  StringRef operandName;
  ArrayRef<int64_t> operandBatching;
  StringRef operandBatchingName;

  RankedTensorType indices;
  StringRef indicesName;
  ArrayRef<int64_t> indicesBatching;
  StringRef indicesBatchingName;

  ArrayRef<int64_t> indexMap;
  StringRef indexMapName;
  int64_t indexVector;

  StringRef indexVectorRangeLabel;
  StringRef indexVectorLengthLabel;
  StringRef operandBatchingSortedLabel;
  StringRef operandBatchingRangeLabel;
  StringRef indicesBatchingUniqueLabel;
  StringRef indicesBatchingRangeLabel;
  StringRef indexVectorNotBatchingLabel;
  StringRef batchingCountLabel;
  StringRef batchingSizesLabel;
  StringRef indexMapUniqueLabel;
  StringRef indexMapRangeLabel;
};

} // namespace

/// `index_vector_dim` may be one past the last dimension: then each index is a
/// vector of one component.
static LogicalResult checkIndexVector(const Site &site,
                                      const IndexedDimensions &numbers) {
  int64_t rank = numbers.indices.getRank();
  if (numbers.indexVector < 0 || numbers.indexVector > rank) {
    return site.violated(numbers.indexVectorRangeLabel)
           << "index_vector_dim in [0, " << rank << "], got "
           << numbers.indexVector;
  }
  return success();
}

static LogicalResult checkIndexVectorLength(const Site &site,
                                            const IndexedDimensions &numbers) {
  int64_t length = numbers.indexVector < numbers.indices.getRank()
                       ? numbers.indices.getDimSize(numbers.indexVector)
                       : 1;
  auto count = static_cast<int64_t>(numbers.indexMap.size());
  if (!areCompatibleSizes(length, count)) {
    return site.violated(numbers.indexVectorLengthLabel)
           << "one entry of " << numbers.indexMapName
           << " per component of an index, which is " << length << ", got "
           << count;
  }
  return success();
}

static LogicalResult
checkBatchingAndIndexMap(const Site &site, const IndexedDimensions &numbers) {
  int64_t operandRank = numbers.operand.getRank();
  if (failed(checkSorted(site, numbers.operandBatchingSortedLabel,
                         numbers.operandBatchingName,
                         numbers.operandBatching)) ||
      failed(checkDimensions(site, numbers.operandBatchingRangeLabel,
                             numbers.operandBatchingName,
                             numbers.operandBatching, operandRank)) ||
      failed(checkUnique(site, numbers.indicesBatchingUniqueLabel,
                         numbers.indicesBatchingName,
                         numbers.indicesBatching)) ||
      failed(checkDimensions(
          site, numbers.indicesBatchingRangeLabel, numbers.indicesBatchingName,
          numbers.indicesBatching, numbers.indices.getRank()))) {
    return failure();
  }
  if (llvm::is_contained(numbers.indicesBatching, numbers.indexVector)) {
    return site.violated(numbers.indexVectorNotBatchingLabel)
           << "index_vector_dim not to be one of "
           << numbers.indicesBatchingName << ", got " << numbers.indexVector
           << " and " << listText(numbers.indicesBatching);
  }
  if (numbers.operandBatching.size() != numbers.indicesBatching.size()) {
    return site.violated(numbers.batchingCountLabel)
           << "as many " << numbers.operandBatchingName << " as "
           << numbers.indicesBatchingName << ", got "
           << listText(numbers.operandBatching) << " and "
           << listText(numbers.indicesBatching);
  }
  for (auto [operandDimension, indicesDimension] :
       llvm::zip_equal(numbers.operandBatching, numbers.indicesBatching)) {
    int64_t operandSize = numbers.operand.getDimSize(operandDimension);
    int64_t indicesSize = numbers.indices.getDimSize(indicesDimension);
    if (!areCompatibleSizes(operandSize, indicesSize)) {
      return site.violated(numbers.batchingSizesLabel)
             << "batching dimensions of one size, got " << operandSize
             << " for dimension " << operandDimension << " of "
             << numbers.operandName << " and " << indicesSize
             << " for dimension " << indicesDimension << " of "
             << numbers.indicesName;
    }
  }
  if (failed(checkDisjoint(site, numbers.indexMapUniqueLabel,
                           numbers.indexMapName, numbers.indexMap,
                           numbers.operandBatchingName,
                           numbers.operandBatching))) {
    return failure();
  }
  return checkDimensions(site, numbers.indexMapRangeLabel, numbers.indexMapName,
                         numbers.indexMap, operandRank);
}

/// The extents of the indices without the dimension of index vectors.
static SmallVector<DimensionExtent> batchExtents(RankedTensorType indices,
                                                 int64_t indexVector) {
  SmallVector<DimensionExtent> extents = extentsOf(indices);
  if (indexVector < indices.getRank()) {
    extents.erase(extents.begin() + indexVector);
  }
  return extents;
}

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

LogicalResult checkGatherDimensions(const Site &site, RankedTensorType operand,
                                    RankedTensorType startIndices,
                                    GatherDimensionNumbersAttr numbers,
                                    int64_t sliceSizeCount) {
  ArrayRef<int64_t> offset = numbers.getOffsetDims();
  ArrayRef<int64_t> collapsed = numbers.getCollapsedSliceDims();
  ArrayRef<int64_t> batching = numbers.getOperandBatchingDims();
  IndexedDimensions indexed{
      .operand = operand,
      .operandName = "operand",
      .operandBatching = batching,
      .operandBatchingName = "operand_batching_dims",
      .indices = startIndices,
      .indicesName = "start_indices",
      .indicesBatching = numbers.getStartIndicesBatchingDims(),
      .indicesBatchingName = "start_indices_batching_dims",
      .indexMap = numbers.getStartIndexMap(),
      .indexMapName = "start_index_map",
      .indexVector = numbers.getIndexVectorDim(),
      .indexVectorRangeLabel = "C2",
      .indexVectorLengthLabel = "C3",
      .operandBatchingSortedLabel = "C10",
      .operandBatchingRangeLabel = "C11",
      .indicesBatchingUniqueLabel = "C13",
      .indicesBatchingRangeLabel = "C14",
      .indexVectorNotBatchingLabel = "C15",
      .batchingCountLabel = "C16",
      .batchingSizesLabel = "C17",
      .indexMapUniqueLabel = "C18",
      .indexMapRangeLabel = "C19",
  };

  // (C1)
  if (static_cast<size_t>(operand.getRank()) !=
      offset.size() + collapsed.size() + batching.size()) {
    return site.violated("C1")
           << "one of offset_dims, collapsed_slice_dims and "
              "operand_batching_dims per dimension of operand, which is "
           << operand.getRank() << ", got " << listText(offset) << ", "
           << listText(collapsed) << " and " << listText(batching);
  }
  // (C2), (C3)
  if (failed(checkIndexVector(site, indexed)) ||
      failed(checkIndexVectorLength(site, indexed))) {
    return failure();
  }
  // (C4)
  if (failed(checkUnique(site, "C4", "offset_dims", offset)) ||
      failed(checkSorted(site, "C4", "offset_dims", offset))) {
    return failure();
  }
  // (C6)
  if (failed(checkDisjoint(site, "C6", "collapsed_slice_dims", collapsed,
                           "operand_batching_dims", batching))) {
    return failure();
  }
  // (C7)
  if (failed(checkSorted(site, "C7", "collapsed_slice_dims", collapsed))) {
    return failure();
  }
  // (C8)
  if (failed(checkDimensions(site, "C8", "collapsed_slice_dims", collapsed,
                             operand.getRank()))) {
    return failure();
  }
  // (C10), (C11), (C13) to (C19)
  if (failed(checkBatchingAndIndexMap(site, indexed))) {
    return failure();
  }
  // (C20)
  if (!areCompatibleSizes(sliceSizeCount, operand.getRank())) {
    return checkLength(site, "C20", "slice_sizes", sliceSizeCount,
                       operand.getRank(), "dimension of operand");
  }
  return success();
}

LogicalResult checkGatherSliceSizes(const Site &site, RankedTensorType operand,
                                    GatherDimensionNumbersAttr numbers,
                                    ArrayRef<int64_t> sliceSizes) {
  // (C9)
  for (int64_t dimension : numbers.getCollapsedSliceDims()) {
    if (sliceSizes[dimension] > 1) {
      return site.violated("C9")
             << "slice_sizes of at most 1 in collapsed_slice_dims, got "
             << sliceSizes[dimension] << " in dimension " << dimension;
    }
  }
  // (C12)
  for (int64_t dimension : numbers.getOperandBatchingDims()) {
    if (sliceSizes[dimension] > 1) {
      return site.violated("C12")
             << "slice_sizes of at most 1 in operand_batching_dims, got "
             << sliceSizes[dimension] << " in dimension " << dimension;
    }
  }
  // (C21)
  for (auto [dimension, size] : llvm::enumerate(sliceSizes)) {
    if (size < 0 ||
        exceeds(size, getExtent(operand, static_cast<int64_t>(dimension)))) {
      return site.violated("C21")
             << "slice_sizes from 0 to the size of operand, got "
             << listText(sliceSizes) << " for " << operand;
    }
  }
  return success();
}

FailureOr<RankedTensorType> inferGatherType(const Site &site,
                                            RankedTensorType operand,
                                            RankedTensorType startIndices,
                                            GatherDimensionNumbersAttr numbers,
                                            ArrayRef<int64_t> sliceSizes) {
  SmallVector<DimensionExtent> batch =
      batchExtents(startIndices, numbers.getIndexVectorDim());
  ArrayRef<int64_t> offset = numbers.getOffsetDims();
  auto rank = static_cast<int64_t>(batch.size() + offset.size());
  // (C5)
  if (failed(checkDimensions(site, "C5", "offset_dims", offset, rank))) {
    return failure();
  }
  SmallVector<int64_t> offsetSizes;
  for (auto [dimension, size] : llvm::enumerate(sliceSizes)) {
    if (!llvm::is_contained(numbers.getCollapsedSliceDims(), dimension) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), dimension)) {
      offsetSizes.push_back(size);
    }
  }
  // (C22): by C4, the offset dimensions are in the order of the slice's.
  SmallVector<DimensionExtent> extents;
  ArrayRef<DimensionExtent> remainingBatch = batch;
  ArrayRef<int64_t> remainingOffset = offsetSizes;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    if (llvm::is_contained(offset, dimension)) {
      extents.push_back({remainingOffset.consume_front()});
    } else {
      extents.push_back(remainingBatch.consume_front());
    }
  }
  // (C23)
  return makeTensorType(operand.getContext(), extents,
                        operand.getElementType());
}

LogicalResult
GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  RankedTensorType startIndices = tensorTypeOf(adaptor.getStartIndices());
  GatherDimensionNumbersAttr numbers = adaptor.getDimensionNumbers();
  ArrayRef<int64_t> sliceSizes = adaptor.getSliceSizes();
  if (failed(checkGatherDimensions(site, operand, startIndices, numbers,
                                   static_cast<int64_t>(sliceSizes.size()))) ||
      failed(checkGatherSliceSizes(site, operand, numbers, sliceSizes))) {
    return failure();
  }
  FailureOr<RankedTensorType> type =
      inferGatherType(site, operand, startIndices, numbers, sliceSizes);
  if (failed(type)) {
    return failure();
  }
  inferred.push_back(*type);
  return success();
}

LogicalResult GatherOp::verify() { return verifyInferredTypes(*this, "C22"); }

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

LogicalResult
ScatterOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                            ValueRange operands, DictionaryAttr attributes,
                            OpaqueProperties properties, RegionRange regions,
                            SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  ValueRange inputs = adaptor.getInputs();
  // A builder fills the region later; until then no element is promoted.
  if (adaptor.getUpdateComputation().empty()) {
    llvm::append_range(inferred, inputs.getTypes());
    return success();
  }
  // (C23)
  FailureOr<SmallVector<Type>> elementTypes =
      reducerElementTypes(site, "C23", "update_computation",
                          adaptor.getUpdateComputation(), inputs.size());
  if (failed(elementTypes)) {
    return failure();
  }
  // (C24), (C25)
  for (auto [input, elementType] : llvm::zip_equal(inputs, *elementTypes)) {
    inferred.push_back(tensorTypeOf(input).clone(elementType));
  }
  return success();
}

static LogicalResult checkScatterDimensions(ScatterOp op, const Site &site) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  RankedTensorType input = tensorTypeOf(op.getInputs().front());
  RankedTensorType updates = tensorTypeOf(op.getUpdates().front());
  ArrayRef<int64_t> window = numbers.getUpdateWindowDims();
  ArrayRef<int64_t> inserted = numbers.getInsertedWindowDims();
  ArrayRef<int64_t> batching = numbers.getInputBatchingDims();
  IndexedDimensions indexed{
      .operand = input,
      .operandName = "inputs",
      .operandBatching = batching,
      .operandBatchingName = "input_batching_dims",
      .indices = tensorTypeOf(op.getScatterIndices()),
      .indicesName = "scatter_indices",
      .indicesBatching = numbers.getScatterIndicesBatchingDims(),
      .indicesBatchingName = "scatter_indices_batching_dims",
      .indexMap = numbers.getScatterDimsToOperandDims(),
      .indexMapName = "scatter_dims_to_operand_dims",
      .indexVector = numbers.getIndexVectorDim(),
      .indexVectorRangeLabel = "C22",
      .indexVectorLengthLabel = "C19",
      .operandBatchingSortedLabel = "C12",
      .operandBatchingRangeLabel = "C13",
      .indicesBatchingUniqueLabel = "C14",
      .indicesBatchingRangeLabel = "C15",
      .indexVectorNotBatchingLabel = "C16",
      .batchingCountLabel = "C17",
      .batchingSizesLabel = "C18",
      .indexMapUniqueLabel = "C20",
      .indexMapRangeLabel = "C21",
  };

  // (C2)
  if (static_cast<size_t>(input.getRank()) !=
      window.size() + inserted.size() + batching.size()) {
    return site.violated("C2")
           << "one of update_window_dims, inserted_window_dims and "
              "input_batching_dims per dimension of inputs, which is "
           << input.getRank() << ", got " << listText(window) << ", "
           << listText(inserted) << " and " << listText(batching);
  }
  // (C7)
  if (failed(checkUnique(site, "C7", "update_window_dims", window)) ||
      failed(checkSorted(site, "C7", "update_window_dims", window))) {
    return failure();
  }
  // (C8)
  if (failed(checkDimensions(site, "C8", "update_window_dims", window,
                             updates.getRank()))) {
    return failure();
  }
  // (C9)
  if (failed(checkDisjoint(site, "C9", "inserted_window_dims", inserted,
                           "input_batching_dims", batching))) {
    return failure();
  }
  // (C10)
  if (failed(checkSorted(site, "C10", "inserted_window_dims", inserted))) {
    return failure();
  }
  // (C11)
  if (failed(checkDimensions(site, "C11", "inserted_window_dims", inserted,
                             input.getRank()))) {
    return failure();
  }
  // (C22): the next ones look at that dimension.
  if (failed(checkIndexVector(site, indexed))) {
    return failure();
  }
  // (C12) to (C18), (C20), (C21)
  if (failed(checkBatchingAndIndexMap(site, indexed))) {
    return failure();
  }
  // (C19)
  return checkIndexVectorLength(site, indexed);
}

/// C4, once the dimension numbers are known to be sound.
static LogicalResult checkScatterUpdates(ScatterOp op, const Site &site) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  RankedTensorType input = tensorTypeOf(op.getInputs().front());
  RankedTensorType updates = tensorTypeOf(op.getUpdates().front());
  SmallVector<DimensionExtent> scatterExtents = batchExtents(
      tensorTypeOf(op.getScatterIndices()), numbers.getIndexVectorDim());
  ArrayRef<int64_t> window = numbers.getUpdateWindowDims();
  auto rank = static_cast<int64_t>(scatterExtents.size() + window.size());
  if (updates.getRank() != rank) {
    return site.violated("C4") << "updates of rank " << rank << ", for "
                               << static_cast<int64_t>(scatterExtents.size())
                               << " dimensions of scatter_indices and "
                               << static_cast<int64_t>(window.size())
                               << " of the window, got " << updates;
  }
  SmallVector<int64_t> windowDimensions;
  for (int64_t dimension = 0; dimension < input.getRank(); ++dimension) {
    if (!llvm::is_contained(numbers.getInsertedWindowDims(), dimension) &&
        !llvm::is_contained(numbers.getInputBatchingDims(), dimension)) {
      windowDimensions.push_back(dimension);
    }
  }
  ArrayRef<DimensionExtent> remainingScatter = scatterExtents;
  ArrayRef<int64_t> remainingWindow = windowDimensions;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    int64_t size = updates.getDimSize(dimension);
    if (!llvm::is_contained(window, dimension)) {
      int64_t expected = remainingScatter.consume_front().size;
      if (!areCompatibleSizes(size, expected)) {
        return site.violated("C4")
               << "dimension " << dimension << " of updates to have size "
               << expected << " as in scatter_indices, got " << size;
      }
      continue;
    }
    DimensionExtent extent = getExtent(input, remainingWindow.consume_front());
    if (exceeds(size, extent)) {
      return site.violated("C4")
             << "dimension " << dimension << " of updates to have size "
             << extent.largest() << " at most as in inputs, got " << size;
    }
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  Site site(*this);
  // (C5): the others speak of the first input. There are as many updates as
  // inputs, or the operands could not be told apart.
  if (getInputs().empty()) {
    return site.violated("C5") << "at least one input";
  }
  // (C1)
  for (Value input : getInputs()) {
    if (failed(checkSameShape(site, "C1", "the first input",
                              getInputs().front().getType(), "another",
                              input.getType()))) {
      return failure();
    }
  }
  // (C3)
  for (Value update : getUpdates()) {
    if (failed(checkSameShape(site, "C3", "the first update",
                              getUpdates().front().getType(), "another",
                              update.getType()))) {
      return failure();
    }
  }
  // (C6)
  for (auto [input, update] : llvm::zip_equal(getInputs(), getUpdates())) {
    if (failed(checkSameElementType(site, "C6", "inputs", input.getType(),
                                    "updates", update.getType()))) {
      return failure();
    }
  }
  // (C2), (C7) to (C22), (C4)
  if (failed(checkScatterDimensions(*this, site)) ||
      failed(checkScatterUpdates(*this, site))) {
    return failure();
  }
  // (C23)
  if (failed(checkReducer(site, "C23", "update_computation",
                          getUpdateComputation(), getInputs().getTypes(),
                          getUpdates().getTypes()))) {
    return failure();
  }
  // (C24), (C25)
  return verifyInferredTypes(*this, "C25");
}

//===----------------------------------------------------------------------===//
// torch_index_select
//===----------------------------------------------------------------------===//

LogicalResult TorchIndexSelectOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType index = tensorTypeOf(getIndex());
  auto dimension = static_cast<int64_t>(getDim());
  auto batchCount = static_cast<int64_t>(getBatchDims());
  if (!isa<IntegerType>(index.getElementType())) {
    return site.violated() << "index of integer type, got " << index;
  }
  if (failed(checkDimension(site, "", "dim", dimension, operand.getRank()))) {
    return failure();
  }
  int64_t largest = std::min(dimension, index.getRank());
  if (batchCount < 0 || batchCount > largest) {
    return site.violated() << "batch_dims in [0, " << largest << "], got "
                           << batchCount;
  }
  if (!areCompatibleShapes(operand.getShape().take_front(batchCount),
                           index.getShape().take_front(batchCount))) {
    return site.violated() << "batch dimensions of one size, got " << operand
                           << " and " << index;
  }
  SmallVector<DimensionExtent> operandExtents = extentsOf(operand);
  SmallVector<DimensionExtent> indexExtents = extentsOf(index);
  SmallVector<DimensionExtent> extents(
      ArrayRef(operandExtents).take_front(dimension));
  llvm::append_range(extents, ArrayRef(indexExtents).drop_front(batchCount));
  llvm::append_range(extents,
                     ArrayRef(operandExtents).drop_front(dimension + 1));
  return checkInferredTypes(
      site, "", makeTensorType(getContext(), extents, operand.getElementType()),
      getResult().getType());
}

} // namespace weft::stablehlo
