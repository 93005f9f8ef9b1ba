// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of the operations in Movement.td that apply a
// function of the program: map, sort, select_and_scatter. Labels are those of
// the specification's section on the operation.

#include "weft/StableHLO/IR/VerifyRegions.h"
#include "weft/StableHLO/IR/VerifyWindows.h"

#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace weft::stablehlo {

static RankedTensorType scalarOf(Type type) {
  return RankedTensorType::get({}, getElementTypeOrSelf(type));
}

//===----------------------------------------------------------------------===//
// map
//===----------------------------------------------------------------------===//

LogicalResult
MapOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  // (C2)
  if (adaptor.getInputs().empty()) {
    return site.violated("C2") << "at least one input";
  }
  // (C3)
  RankedTensorType first = tensorTypeOf(adaptor.getInputs().front());
  ArrayRef<int64_t> dimensions = adaptor.getDimensions();
  if (!llvm::equal(dimensions, llvm::seq<int64_t>(0, first.getRank()))) {
    return site.violated("C3")
           << "dimensions to be all " << first.getRank()
           << " of the inputs in order, got " << listText(dimensions);
  }
  // (C4)
  FailureOr<SmallVector<Type>> elementTypes = reducerElementTypes(
      site, "C4", "computation", adaptor.getComputation(), 1);
  if (failed(elementTypes)) {
    return failure();
  }
  // (C1)
  FailureOr<Type> type =
      inferMostSpecificType(location, adaptor.getInputs().getTypes());
  if (failed(type)) {
    return failure();
  }
  inferred.push_back(
      cast<RankedTensorType>(*type).clone(elementTypes->front()));
  return success();
}

LogicalResult MapOp::verify() {
  if (failed(verifyInferredTypes(*this, "C4"))) {
    return failure();
  }
  // (C4)
  SmallVector<Type> arguments(
      llvm::map_range(getInputs().getTypes(), scalarOf));
  return checkRegionArguments(Site(*this), "C4", "computation",
                              getComputation(), arguments);
}

//===----------------------------------------------------------------------===//
// sort
//===----------------------------------------------------------------------===//

LogicalResult SortOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &inferred) {
  // (C2)
  llvm::append_range(inferred, operands.getTypes());
  return success();
}

LogicalResult SortOp::verify() {
  Site site(*this);
  // (C2)
  if (failed(verifyInferredTypes(*this, "C2"))) {
    return failure();
  }
  // (C4)
  int64_t rank = tensorTypeOf(getInputs().front()).getRank();
  auto dimension = static_cast<int64_t>(getDimension());
  if (dimension < -rank || dimension >= rank) {
    return site.violated("C4") << "dimension in [" << -rank << ", " << rank
                               << "), got " << dimension;
  }
  // (C5)
  SmallVector<Type> arguments;
  for (Type type : getInputs().getTypes()) {
    arguments.append(2, scalarOf(type));
  }
  return checkRegionSignature(
      site, "C5", "comparator", getComparator(), arguments,
      RankedTensorType::get({}, IntegerType::get(getContext(), 1)));
}

//===----------------------------------------------------------------------===//
// select_and_scatter
//===----------------------------------------------------------------------===//

LogicalResult SelectAndScatterOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  // A builder fills the region later; until then no element is promoted.
  if (adaptor.getScatter().empty()) {
    inferred.push_back(operand);
    return success();
  }
  // (C10)
  FailureOr<SmallVector<Type>> elementTypes =
      reducerElementTypes(Site(location, getOperationName()), "C10", "scatter",
                          adaptor.getScatter(), 1);
  if (failed(elementTypes)) {
    return failure();
  }
  // (C11), (C12)
  inferred.push_back(operand.clone(elementTypes->front()));
  return success();
}

/// The windows, one per dimension of the operand, after C4 to C8.
static FailureOr<SmallVector<WindowDimension>>
checkSelectAndScatterWindows(SelectAndScatterOp op, const Site &site) {
  int64_t rank = tensorTypeOf(op.getOperand()).getRank();
  ArrayRef<int64_t> sizes =
      op.getWindowDimensions().value_or(ArrayRef<int64_t>());
  std::optional<ArrayRef<int64_t>> strides = op.getWindowStrides();
  // (C4)
  if (failed(checkLength(site, "C4", "window_dimensions", sizes.size(), rank,
                         "dimension of operand"))) {
    return failure();
  }
  // (C5)
  if (failed(checkAtLeast(site, "C5", "window_dimensions", sizes, 1))) {
    return failure();
  }
  // (C6), (C7)
  if (strides &&
      (failed(checkLength(site, "C6", "window_strides", strides->size(), rank,
                          "dimension of operand")) ||
       failed(checkAtLeast(site, "C7", "window_strides", *strides, 1)))) {
    return failure();
  }
  // (C8)
  SmallVector<std::pair<int64_t, int64_t>> padding(rank);
  if (op.getPadding()) {
    FailureOr<SmallVector<std::pair<int64_t, int64_t>>> rows =
        checkPadding(site, "C8", *op.getPadding(), rank);
    if (failed(rows)) {
      return failure();
    }
    padding = *rows;
  }
  SmallVector<WindowDimension> windows(rank);
  for (auto [index, window] : llvm::enumerate(windows)) {
    window.size = sizes[index];
    window.stride = strides ? (*strides)[index] : 1;
    window.paddingLow = padding[index].first;
    window.paddingHigh = padding[index].second;
  }
  return windows;
}

LogicalResult SelectAndScatterOp::verify() {
  Site site(*this);
  RankedTensorType operand = tensorTypeOf(getOperand());
  RankedTensorType source = tensorTypeOf(getSource());
  // (I3)
  if (tensorTypeOf(getInitValue()).getRank() != 0) {
    return site.violated("I3")
           << "init_value of rank 0, got " << getInitValue().getType();
  }
  // (C1)
  if (failed(checkSameElementType(site, "C1", "operand", operand, "source",
                                  source))) {
    return failure();
  }
  // (C3)
  if (failed(checkSameElementType(site, "C3", "init_value",
                                  getInitValue().getType(), "operand",
                                  operand))) {
    return failure();
  }
  // (C4) to (C8)
  FailureOr<SmallVector<WindowDimension>> windows =
      checkSelectAndScatterWindows(*this, site);
  if (failed(windows)) {
    return failure();
  }
  // (C2)
  FailureOr<SmallVector<DimensionExtent>> positions =
      inferWindowPositions(site, "C2", extentsOf(operand), *windows);
  if (failed(positions)) {
    return failure();
  }
  RankedTensorType expected =
      makeTensorType(getContext(), *positions, source.getElementType());
  if (failed(checkSameShape(site, "C2", "the windows", expected, "source",
                            source))) {
    return failure();
  }
  // (C9)
  if (failed(checkRegionSignature(
          site, "C9", "select", getSelect(),
          {scalarOf(operand), scalarOf(operand)},
          RankedTensorType::get({}, IntegerType::get(getContext(), 1))))) {
    return failure();
  }
  // (C10)
  if (failed(checkReducer(site, "C10", "scatter", getScatter(), {operand},
                          {getInitValue().getType()}))) {
    return failure();
  }
  // (C11), (C12)
  return verifyInferredTypes(*this, "C12");
}

} // namespace weft::stablehlo
