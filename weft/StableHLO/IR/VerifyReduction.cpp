// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of reduce and reduce_window. Labels are those
// of the specification's section on the operation.

#include "weft/StableHLO/IR/VerifyRegions.h"
#include "weft/StableHLO/IR/VerifyWindows.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

/// There is an input, and an initial value for each. The declaration splits the
/// operands in halves and would drop an odd one.
static LogicalResult checkInputCount(const Site &site, StringRef label,
                                     size_t operandCount) {
  if (operandCount == 0 || operandCount % 2 != 0) {
    return site.violated(label)
           << "one or more inputs and as many init_values, got " << operandCount
           << " operands";
  }
  return success();
}

/// What the inputs together say of the shape that they all have.
static FailureOr<SmallVector<DimensionExtent>>
commonExtents(const Site &site, StringRef label, ValueRange inputs) {
  RankedTensorType first = tensorTypeOf(inputs.front());
  SmallVector<DimensionExtent> extents = extentsOf(first);
  for (Value input : inputs.drop_front()) {
    RankedTensorType type = tensorTypeOf(input);
    bool agree = type.getRank() == first.getRank();
    for (int64_t dimension = 0; agree && dimension < first.getRank();
         ++dimension) {
      FailureOr<DimensionExtent> both =
          meetExtents(std::nullopt, dimension, extents[dimension],
                      getExtent(type, dimension));
      agree = succeeded(both);
      if (agree) {
        extents[dimension] = *both;
      }
    }
    if (!agree) {
      return site.violated(label)
             << "inputs of one shape, got " << first << " and " << type;
    }
  }
  return extents;
}

/// Each initial value is a scalar of its input's element type.
static LogicalResult checkInitialValues(const Site &site, StringRef label,
                                        ValueRange inputs,
                                        ValueRange initialValues) {
  for (auto [input, initialValue] : llvm::zip_equal(inputs, initialValues)) {
    if (tensorTypeOf(initialValue).getRank() != 0) {
      return site.violated("I2")
             << "init_values of rank 0, got " << initialValue.getType();
    }
    if (failed(checkSameElementType(site, label, "inputs", input.getType(),
                                    "init_values", initialValue.getType()))) {
      return failure();
    }
  }
  return success();
}

/// One type per input, of the shape given and the element types that the body
/// returns. A builder fills the body later; until then no element is promoted.
static LogicalResult inferReducedTypes(const Site &site, StringRef label,
                                       ValueRange inputs, Region &body,
                                       ArrayRef<DimensionExtent> extents,
                                       SmallVectorImpl<Type> &inferred) {
  SmallVector<Type> elementTypes;
  if (body.empty()) {
    for (Value input : inputs) {
      elementTypes.push_back(tensorTypeOf(input).getElementType());
    }
  } else {
    FailureOr<SmallVector<Type>> returned =
        reducerElementTypes(site, label, "body", body, inputs.size());
    if (failed(returned)) {
      return failure();
    }
    elementTypes = *returned;
  }
  for (Type elementType : elementTypes) {
    inferred.push_back(
        makeTensorType(elementType.getContext(), extents, elementType));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

/// What is left of the inputs' shape, after C1 and C3 to C5.
static FailureOr<SmallVector<DimensionExtent>>
inferReducedExtents(const Site &site, ValueRange operands,
                    ReduceOp::Adaptor adaptor) {
  // (C3): the others speak of the first input.
  if (failed(checkInputCount(site, "C3", operands.size()))) {
    return failure();
  }
  // (C1)
  FailureOr<SmallVector<DimensionExtent>> extents =
      commonExtents(site, "C1", adaptor.getInputs());
  if (failed(extents)) {
    return failure();
  }
  ArrayRef<int64_t> dimensions = adaptor.getDimensions();
  // (C4)
  if (failed(checkDimensions(site, "C4", "dimensions", dimensions,
                             static_cast<int64_t>(extents->size())))) {
    return failure();
  }
  // (C5)
  if (failed(checkUnique(site, "C5", "dimensions", dimensions))) {
    return failure();
  }
  SmallVector<DimensionExtent> kept;
  for (auto [dimension, extent] : llvm::enumerate(*extents)) {
    if (!llvm::is_contained(dimensions, static_cast<int64_t>(dimension))) {
      kept.push_back(extent);
    }
  }
  return kept;
}

/// An older form folds rows: initial values of rank above 0, and a body on
/// tensors of their types. The specification knows scalars only, (I2) and (C6);
/// programs in that form are read, but what they mean is not defined.
static bool foldsRows(ValueRange initialValues, Region &body) {
  if (initialValues.empty() || body.empty() ||
      tensorTypeOf(initialValues.front()).getRank() == 0) {
    return false;
  }
  SmallVector<Type> types(initialValues.getTypes());
  llvm::append_range(types, initialValues.getTypes());
  return llvm::equal(body.getArgumentTypes(), types);
}

LogicalResult
ReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  FailureOr<SmallVector<DimensionExtent>> extents =
      inferReducedExtents(site, operands, adaptor);
  if (failed(extents)) {
    return failure();
  }
  if (foldsRows(adaptor.getInitValues(), adaptor.getBody())) {
    for (Value input : adaptor.getInputs()) {
      Type elementType = tensorTypeOf(input).getElementType();
      inferred.push_back(
          makeTensorType(elementType.getContext(), *extents, elementType));
    }
    return success();
  }
  // (C7), (C8)
  return inferReducedTypes(site, "C6", adaptor.getInputs(), adaptor.getBody(),
                           *extents, inferred);
}

LogicalResult ReduceOp::verify() {
  Site site(*this);
  // (C1), (C3) to (C5)
  if (failed(inferReducedExtents(site, getOperands(), Adaptor(*this)))) {
    return failure();
  }
  if (foldsRows(getInitValues(), getBody())) {
    return success();
  }
  // (C2)
  if (failed(checkInitialValues(site, "C2", getInputs(), getInitValues()))) {
    return failure();
  }
  // (C6)
  if (failed(checkReducer(site, "C6", "body", getBody(), getInputs().getTypes(),
                          getInitValues().getTypes()))) {
    return failure();
  }
  // (C7), (C8)
  return verifyInferredTypes(*this, "C7-C8");
}

//===----------------------------------------------------------------------===//
// reduce_window
//===----------------------------------------------------------------------===//

/// C4 to C12, with the defaults of absent attributes filled in.
static FailureOr<SmallVector<WindowDimension>>
checkReduceWindows(const Site &site, ReduceWindowOp::Adaptor adaptor,
                   int64_t rank) {
  struct List {
    StringRef name;
    std::optional<ArrayRef<int64_t>> values;
    StringRef lengthLabel;
    StringRef valueLabel;
    int64_t WindowDimension::*field;
  };
  // (C4) to (C11)
  SmallVector<WindowDimension> windows(rank);
  for (const List &list :
       {List{"window_dimensions", adaptor.getWindowDimensions(), "C4", "C5",
             &WindowDimension::size},
        List{"window_strides", adaptor.getWindowStrides(), "C6", "C7",
             &WindowDimension::stride},
        List{"base_dilations", adaptor.getBaseDilations(), "C8", "C9",
             &WindowDimension::baseDilation},
        List{"window_dilations", adaptor.getWindowDilations(), "C10", "C11",
             &WindowDimension::windowDilation}}) {
    // An empty list is as good as none, but for the sizes.
    if (!list.values ||
        (list.values->empty() && list.field != &WindowDimension::size)) {
      continue;
    }
    if (failed(checkLength(site, list.lengthLabel, list.name,
                           list.values->size(), rank,
                           "dimension of the inputs")) ||
        failed(
            checkAtLeast(site, list.valueLabel, list.name, *list.values, 1))) {
      return failure();
    }
    for (auto [window, value] : llvm::zip_equal(windows, *list.values)) {
      window.*list.field = value;
    }
  }
  // (C12)
  std::optional<DenseIntElementsAttr> padding = adaptor.getPadding();
  if (padding && productOf(padding->getType().getShape()) != 0) {
    FailureOr<SmallVector<std::pair<int64_t, int64_t>>> rows =
        checkPadding(site, "C12", *padding, rank);
    if (failed(rows)) {
      return failure();
    }
    for (auto [window, row] : llvm::zip_equal(windows, *rows)) {
      std::tie(window.paddingLow, window.paddingHigh) = row;
    }
  }
  return windows;
}

/// The positions of the windows (C15), after C1, C2 and C4 to C12.
static FailureOr<SmallVector<DimensionExtent>>
inferReduceWindowExtents(const Site &site, ValueRange operands,
                         ReduceWindowOp::Adaptor adaptor) {
  // (C1)
  if (failed(checkInputCount(site, "C1", operands.size()))) {
    return failure();
  }
  // (C2)
  FailureOr<SmallVector<DimensionExtent>> extents =
      commonExtents(site, "C2", adaptor.getInputs());
  if (failed(extents)) {
    return failure();
  }
  // (C4) to (C12)
  FailureOr<SmallVector<WindowDimension>> windows =
      checkReduceWindows(site, adaptor, static_cast<int64_t>(extents->size()));
  if (failed(windows)) {
    return failure();
  }
  return inferWindowPositions(site, "C15", *extents, *windows);
}

LogicalResult ReduceWindowOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  FailureOr<SmallVector<DimensionExtent>> extents =
      inferReduceWindowExtents(site, operands, adaptor);
  if (failed(extents)) {
    return failure();
  }
  // (C14) to (C16)
  return inferReducedTypes(site, "C13", adaptor.getInputs(), adaptor.getBody(),
                           *extents, inferred);
}

LogicalResult ReduceWindowOp::verify() {
  Site site(*this);
  // (C1), (C2), (C4) to (C12)
  if (failed(inferReduceWindowExtents(site, getOperands(), Adaptor(*this)))) {
    return failure();
  }
  // (C3)
  if (failed(checkInitialValues(site, "C3", getInputs(), getInitValues()))) {
    return failure();
  }
  // (C13)
  if (failed(checkReducer(site, "C13", "body", getBody(),
                          getInputs().getTypes(),
                          getInitValues().getTypes()))) {
    return failure();
  }
  // (C14) to (C16)
  return verifyInferredTypes(*this, "C14-C16");
}

} // namespace weft::stablehlo
