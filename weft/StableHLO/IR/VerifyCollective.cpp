// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of the collectives in Collective.td. Labels
// are those of the specification's section on the operation. How many processes
// there are is not known here, so that of the constraints on replica groups
// only what holds for any number is checked.

#include "weft/StableHLO/IR/VerifyReplicaGroups.h"

#include "weft/StableHLO/IR/VerifyRegions.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

/// Ids that count processes through need a channel.
static LogicalResult checkChannel(const Site &site, StringRef label,
                                  bool useGlobalDeviceIds, int64_t channelId) {
  if (useGlobalDeviceIds && channelId <= 0) {
    return site.violated(label)
           << "a positive channel with use_global_device_ids, got "
           << channelId;
  }
  return success();
}

/// How many processes work together. With a channel and ids of replicas, each
/// group takes in all partitions, whose number is not known.
static std::optional<int64_t> processGroupSize(std::optional<int64_t> groupSize,
                                               int64_t channelId,
                                               bool useGlobalDeviceIds) {
  return channelId > 0 && !useGlobalDeviceIds ? std::nullopt : groupSize;
}

/// The computation is a reducer of two scalars for each operand alike.
static LogicalResult checkComputation(const Site &site, StringRef label,
                                      Region &computation, TypeRange operands) {
  for (Type operand : operands) {
    if (failed(checkReducer(site, label, "computation", computation, operand,
                            {}))) {
      return failure();
    }
  }
  return success();
}

/// Types of the operands' shapes and the computation's element type. A builder
/// fills the computation later; until then no element is promoted.
static LogicalResult inferComputedTypes(const Site &site, StringRef label,
                                        Region &computation, TypeRange operands,
                                        SmallVectorImpl<Type> &inferred) {
  if (computation.empty()) {
    llvm::append_range(inferred, operands);
    return success();
  }
  FailureOr<SmallVector<Type>> elementTypes =
      reducerElementTypes(site, label, "computation", computation, 1);
  if (failed(elementTypes)) {
    return failure();
  }
  for (Type operand : operands) {
    inferred.push_back(
        cast<RankedTensorType>(operand).clone(elementTypes->front()));
  }
  return success();
}

/// The operands that are data: with a dynamic root, the last one lists the
/// roots, one per other operand.
static FailureOr<ValueRange> checkRoots(const Site &site, StringRef label,
                                        StringRef rootLabel,
                                        ValueRange operands,
                                        bool hasDynamicRoot) {
  size_t least = hasDynamicRoot ? 2 : 1;
  if (operands.size() < least) {
    return site.violated(hasDynamicRoot ? rootLabel : label)
           << "at least "
           << (hasDynamicRoot ? "two operands, data and roots,"
                              : "one operand,")
           << " got " << operands.size();
  }
  if (!hasDynamicRoot) {
    return operands;
  }
  ValueRange data = operands.drop_back();
  RankedTensorType roots = tensorTypeOf(operands.back());
  if (roots.getRank() != 1 || !roots.getElementType().isSignlessInteger(32) ||
      !areCompatibleSizes(roots.getDimSize(0),
                          static_cast<int64_t>(data.size()))) {
    return site.violated(rootLabel)
           << "a last operand of type "
           << RankedTensorType::get({static_cast<int64_t>(data.size())},
                                    IntegerType::get(roots.getContext(), 32))
           << ", a root per other operand, got " << roots;
  }
  return data;
}

//===----------------------------------------------------------------------===//
// all_gather
//===----------------------------------------------------------------------===//

LogicalResult AllGatherOp::verify() {
  Site site(*this);
  auto dimension = static_cast<int64_t>(getAllGatherDim());
  // (C1)
  for (Value operand : getOperands()) {
    if (failed(checkDimension(site, "C1", "all_gather_dim", dimension,
                              tensorTypeOf(operand).getRank()))) {
      return failure();
    }
  }
  // (C2) to (C4)
  if (failed(checkReplicaGroups(
          site, {.shape = "I3", .unique = "C2", .size = "C3", .range = "C4"},
          getReplicaGroups(), {.mustCover = getUseGlobalDeviceIds()}))) {
    return failure();
  }
  // (C5)
  if (failed(
          checkChannel(site, "C5", getUseGlobalDeviceIds(), getChannelId()))) {
    return failure();
  }
  // (C6), but for the factor: portable artifacts exist whose groups and sizes
  // disagree, so along the gathered dimension any multiple will do.
  for (auto [operandValue, resultValue] :
       llvm::zip_equal(getOperands(), getResults())) {
    RankedTensorType operand = tensorTypeOf(operandValue);
    RankedTensorType result = tensorTypeOf(resultValue);
    SmallVector<DimensionExtent> extents = extentsOf(operand);
    int64_t operandSize = extents[dimension].size;
    extents[dimension] = {};
    if (failed(checkInferredTypes(
            site, "C6",
            makeTensorType(getContext(), extents, result.getElementType()),
            result))) {
      return failure();
    }
    int64_t resultSize = result.getDimSize(dimension);
    bool isKnown = !ShapedType::isDynamic(operandSize) &&
                   !ShapedType::isDynamic(resultSize);
    if (isKnown &&
        (operandSize == 0 ? resultSize != 0 : resultSize % operandSize != 0)) {
      return site.violated("C6")
             << "a result that is a multiple of operand along dimension "
             << dimension << ", got " << result << " for " << operand;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// all_reduce, cross-replica-sum
//===----------------------------------------------------------------------===//

LogicalResult
AllReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                              ValueRange operands, DictionaryAttr attributes,
                              OpaqueProperties properties, RegionRange regions,
                              SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  // (C6), (C7)
  return inferComputedTypes(Site(location, getOperationName()), "C5",
                            adaptor.getComputation(), operands.getTypes(),
                            inferred);
}

LogicalResult AllReduceOp::verify() {
  Site site(*this);
  // (C1) to (C3)
  if (failed(checkReplicaGroups(
          site, {.shape = "I2", .unique = "C1", .size = "C2", .range = "C3"},
          getReplicaGroups(),
          {.mustCover = getUseGlobalDeviceIds(), .mayBePadded = true}))) {
    return failure();
  }
  // (C4)
  if (failed(
          checkChannel(site, "C4", getUseGlobalDeviceIds(), getChannelId()))) {
    return failure();
  }
  // (C5)
  if (failed(checkComputation(site, "C5", getComputation(),
                              getOperands().getTypes()))) {
    return failure();
  }
  // (C6), (C7)
  return verifyInferredTypes(*this, "C6-C7");
}

LogicalResult CrossReplicaSumOp::verify() {
  return checkReplicaGroups(Site(*this), {}, getReplicaGroups(),
                            {.mayBePadded = true});
}

//===----------------------------------------------------------------------===//
// all_to_all
//===----------------------------------------------------------------------===//

LogicalResult AllToAllOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  auto split = static_cast<int64_t>(adaptor.getSplitDimension());
  auto concat = static_cast<int64_t>(adaptor.getConcatDimension());
  auto count = static_cast<int64_t>(adaptor.getSplitCount());
  for (Value operandValue : operands) {
    RankedTensorType operand = tensorTypeOf(operandValue);
    // (C1)
    if (failed(checkDimension(site, "C1", "split_dimension", split,
                              operand.getRank()))) {
      return failure();
    }
    // (C3): the other number of a dimension.
    if (failed(checkDimension(site, "C3", "concat_dimension", concat,
                              operand.getRank()))) {
      return failure();
    }
    // (C4): by declaration, but a builder may say anything.
    if (count <= 0) {
      return site.violated("C4") << "a positive split_count, got " << count;
    }
    // (C2)
    SmallVector<DimensionExtent> extents = extentsOf(operand);
    if (extents[split].isStatic() && extents[split].size % count != 0) {
      return site.violated("C2")
             << "dimension " << split << " of operand to be a multiple of "
             << "split_count, got " << extents[split].size << " and " << count;
    }
    // (C9)
    if (split != concat) {
      std::optional<DimensionExtent> part =
          mapExtent(extents[split], [&](int64_t size) {
            return std::optional<int64_t>(size / count);
          });
      std::optional<DimensionExtent> joined =
          mapExtent(extents[concat], [&](int64_t size) {
            return llvm::checkedMul(size, count);
          });
      if (!part || !joined) {
        return site.violated("C9")
               << "a size that fits 64 bits, got more along dimension "
               << concat;
      }
      extents[split] = *part;
      extents[concat] = *joined;
    }
    inferred.push_back(
        makeTensorType(context, extents, operand.getElementType()));
  }
  return success();
}

LogicalResult AllToAllOp::verify() {
  Site site(*this);
  // (C1) to (C3), (C9)
  if (failed(verifyInferredTypes(*this, "C9"))) {
    return failure();
  }
  // (C5) to (C7)
  FailureOr<std::optional<int64_t>> groupSize = checkReplicaGroups(
      site, {.shape = "I5", .unique = "C5", .size = "C6", .range = "C7"},
      getReplicaGroups(), {});
  if (failed(groupSize)) {
    return failure();
  }
  // (C8)
  auto count = static_cast<int64_t>(getSplitCount());
  auto dense = dyn_cast<DenseIntElementsAttr>(getReplicaGroups());
  if (dense ? *groupSize != count : *groupSize && **groupSize != count) {
    return site.violated("C8") << "groups of split_count processes, which is "
                               << count << ", got " << groupSize->value_or(0);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// collective_broadcast, collective_reduce
//===----------------------------------------------------------------------===//

LogicalResult CollectiveBroadcastOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  FailureOr<ValueRange> data =
      checkRoots(Site(location, getOperationName()), "C3", "C4", operands,
                 adaptor.getHasDynamicRoot());
  if (failed(data)) {
    return failure();
  }
  // (C3) to (C5)
  llvm::append_range(inferred, data->getTypes());
  return success();
}

LogicalResult CollectiveBroadcastOp::verify() {
  Site site(*this);
  // (C1), (C2)
  FailureOr<std::optional<int64_t>> groupSize = checkReplicaGroups(
      site, {.shape = "I2", .unique = "C1", .size = "C2", .range = "C2"},
      getReplicaGroups(), {.mayLeaveOut = true});
  if (failed(groupSize)) {
    return failure();
  }
  // (C3) to (C5)
  if (failed(verifyInferredTypes(*this,
                                 getHasDynamicRoot() ? "C4-C5" : "C3-C5"))) {
    return failure();
  }
  // (C6): where the roots are known.
  if (!getHasDynamicRoot() || !*groupSize) {
    return success();
  }
  std::optional<SmallVector<int64_t>> roots =
      constantIntegers(getOperands().back());
  return roots ? checkDimensions(site, "C6", "the roots", *roots, **groupSize)
               : success();
}

LogicalResult CollectiveReduceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  FailureOr<ValueRange> data =
      checkRoots(site, "C3", "C3", operands, adaptor.getHasDynamicRoot());
  if (failed(data)) {
    return failure();
  }
  // (C3)
  return inferComputedTypes(site, "C4", adaptor.getComputation(),
                            data->getTypes(), inferred);
}

LogicalResult CollectiveReduceOp::verify() {
  Site site(*this);
  // (C1), (C2)
  if (failed(checkReplicaGroups(
          site, {.shape = "I2", .unique = "C1", .size = "C2", .range = "C2"},
          getReplicaGroups(),
          {.mustCover = getUseGlobalDeviceIds(), .mayBePadded = true}))) {
    return failure();
  }
  if (failed(checkChannel(site, "", getUseGlobalDeviceIds(), getChannelId()))) {
    return failure();
  }
  // (C3)
  FailureOr<ValueRange> data =
      checkRoots(site, "C3", "C3", getOperands(), getHasDynamicRoot());
  if (failed(data)) {
    return failure();
  }
  // (C4)
  if (failed(
          checkComputation(site, "C4", getComputation(), data->getTypes()))) {
    return failure();
  }
  return verifyInferredTypes(*this, "C3");
}

//===----------------------------------------------------------------------===//
// collective_permute
//===----------------------------------------------------------------------===//

LogicalResult CollectivePermuteOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &inferred) {
  // (C5)
  inferred.push_back(operands.front().getType());
  return success();
}

LogicalResult CollectivePermuteOp::verify() {
  // (C1) to (C4)
  if (failed(checkSourceTargetPairs(Site(*this), getSourceTargetPairs()))) {
    return failure();
  }
  // (C5)
  return verifyInferredTypes(*this, "C5");
}

//===----------------------------------------------------------------------===//
// reduce_scatter
//===----------------------------------------------------------------------===//

LogicalResult ReduceScatterOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType result = tensorTypeOf(getResult());
  auto dimension = static_cast<int64_t>(getScatterDimension());
  // (C2): C1 speaks of that dimension.
  if (failed(checkDimension(site, "C2", "scatter_dimension", dimension,
                            operand.getRank()))) {
    return failure();
  }
  // (C3) to (C5)
  FailureOr<std::optional<int64_t>> groupSize = checkReplicaGroups(
      site, {.shape = "I3", .unique = "C3", .size = "C4", .range = "C5"},
      getReplicaGroups(), {.mustCover = getUseGlobalDeviceIds()});
  if (failed(groupSize)) {
    return failure();
  }
  // (C6)
  if (failed(
          checkChannel(site, "C6", getUseGlobalDeviceIds(), getChannelId()))) {
    return failure();
  }
  // (C7)
  if (failed(checkComputation(site, "C7", getComputation(), operand))) {
    return failure();
  }
  // (C1)
  std::optional<int64_t> parts =
      processGroupSize(*groupSize, getChannelId(), getUseGlobalDeviceIds());
  SmallVector<DimensionExtent> extents = extentsOf(operand);
  DimensionExtent &extent = extents[dimension];
  int64_t operandSize = extent.size;
  if (parts && extent.isStatic() && operandSize % *parts != 0) {
    return site.violated("C1")
           << "dimension " << dimension << " of operand to be a multiple of "
           << "the group's size, got " << operandSize << " and " << *parts;
  }
  // (C8)
  extent = parts ? *mapExtent(extent,
                              [&](int64_t size) -> std::optional<int64_t> {
                                return size / *parts;
                              })
                 : DimensionExtent();
  if (failed(checkSameShape(
          site, "C8", "a part of operand",
          makeTensorType(getContext(), extents, result.getElementType()),
          "the result", result))) {
    return failure();
  }
  int64_t resultSize = result.getDimSize(dimension);
  bool isKnown =
      !ShapedType::isDynamic(operandSize) && !ShapedType::isDynamic(resultSize);
  if (isKnown &&
      (resultSize == 0 ? operandSize != 0 : operandSize % resultSize != 0)) {
    return site.violated("C8")
           << "operand to be a multiple of the result along dimension "
           << dimension << ", got " << operand << " and " << result;
  }
  // (C9)
  FailureOr<SmallVector<Type>> elementTypes =
      reducerElementTypes(site, "C7", "computation", getComputation(), 1);
  if (failed(elementTypes)) {
    return failure();
  }
  return checkSameElementType(site, "C9", "the computation",
                              elementTypes->front(), "the result", result);
}

} // namespace weft::stablehlo
