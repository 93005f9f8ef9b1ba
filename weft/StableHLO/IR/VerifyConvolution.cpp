// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification of convolution and dynamic_conv, which differ in where the
// padding comes from and carry the same labels.

#include "weft/StableHLO/IR/VerifyDot.h"
#include "weft/StableHLO/IR/VerifyWindows.h"

#include <mlir/IR/Matchers.h>
#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace weft::stablehlo {

namespace {

/// Everything of a convolution but its padding.
struct Convolution {
  RankedTensorType lhs;
  RankedTensorType rhs;
  RankedTensorType result;
  ConvDimensionNumbersAttr numbers;
  std::optional<ArrayRef<int64_t>> windowStrides;
  std::optional<ArrayRef<int64_t>> lhsDilation;
  std::optional<ArrayRef<int64_t>> rhsDilation;
  std::optional<ArrayRef<bool>> windowReversal;
  std::optional<ArrayAttr> precisionConfig;
  // Positive, by declaration (C21), (C22).
  int64_t featureGroupCount;
  int64_t batchGroupCount;
  /// Programs of dynamic shapes, whose padding is computed, exist with window
  /// lists that are too long. The entries past the spatial dimensions mean
  /// nothing.
  bool mayHaveSurplus = false;

  int64_t spatialCount() const { return lhs.getRank() - 2; }
};

} // namespace

template <typename ConvolutionLike>
static Convolution describe(ConvolutionLike op) {
  return {
      .lhs = tensorTypeOf(op.getLhs()),
      .rhs = tensorTypeOf(op.getRhs()),
      .result = tensorTypeOf(op.getResult()),
      .numbers = op.getDimensionNumbers(),
      .windowStrides = op.getWindowStrides(),
      .lhsDilation = op.getLhsDilation(),
      .rhsDilation = op.getRhsDilation(),
      .windowReversal = op.getWindowReversal(),
      .precisionConfig = op.getPrecisionConfig(),
      .featureGroupCount = static_cast<int64_t>(op.getFeatureGroupCount()),
      .batchGroupCount = static_cast<int64_t>(op.getBatchGroupCount()),
  };
}

static LogicalResult checkRanks(const Site &site, const Convolution &op) {
  // (C1)
  if (op.lhs.getRank() != op.rhs.getRank()) {
    return site.violated("C1")
           << "lhs and rhs of one rank, got " << op.lhs << " and " << op.rhs;
  }
  // (C13): otherwise batch and feature cannot be two dimensions.
  if (op.lhs.getRank() < 2) {
    return site.violated("C13") << "lhs of rank 2 at least, got " << op.lhs;
  }
  return success();
}

/// One entry per spatial dimension. An empty list is as good as none.
static LogicalResult checkWindowLength(const Site &site, StringRef label,
                                       StringRef name, size_t length,
                                       const Convolution &op) {
  bool isSurplus = static_cast<int64_t>(length) > op.spatialCount();
  if (length == 0 || (isSurplus && op.mayHaveSurplus)) {
    return success();
  }
  return checkLength(site, label, name, length, op.spatialCount(),
                     "spatial dimension");
}

/// The same for positive numbers.
static LogicalResult checkWindowList(const Site &site, StringRef lengthLabel,
                                     StringRef valueLabel, StringRef name,
                                     std::optional<ArrayRef<int64_t>> values,
                                     const Convolution &op) {
  if (!values) {
    return success();
  }
  if (failed(checkWindowLength(site, lengthLabel, name, values->size(), op))) {
    return failure();
  }
  return checkAtLeast(site, valueLabel, name, *values, 1);
}

/// The dimension numbers of one tensor are all its dimensions.
static LogicalResult checkRoles(const Site &site, StringRef lengthLabel,
                                StringRef label, StringRef name,
                                int64_t firstRole, ArrayRef<int64_t> spatial,
                                int64_t lastRole, int64_t rank) {
  if (failed(checkLength(site, lengthLabel,
                         (name + "_spatial_dimensions").str(), spatial.size(),
                         rank - 2, "spatial dimension"))) {
    return failure();
  }
  SmallVector<int64_t> dimensions{firstRole};
  llvm::append_range(dimensions, spatial);
  dimensions.push_back(lastRole);
  std::string all = (name + " dimensions").str();
  if (failed(checkUnique(site, label, all, dimensions))) {
    return failure();
  }
  return checkDimensions(site, label, all, dimensions, rank);
}

static LogicalResult checkDivisible(const Site &site, StringRef label,
                                    StringRef name, int64_t size,
                                    StringRef countName, int64_t count) {
  if (!ShapedType::isDynamic(size) && size % count != 0) {
    return site.violated(label) << name << " to be a multiple of " << countName
                                << ", got " << size << " and " << count;
  }
  return success();
}

/// C10, C11, C14 to C16, C23.
static LogicalResult checkGroups(const Site &site, const Convolution &op) {
  int64_t batch = op.lhs.getDimSize(op.numbers.getInputBatchDimension());
  int64_t features = op.lhs.getDimSize(op.numbers.getInputFeatureDimension());
  int64_t kernelInputs =
      op.rhs.getDimSize(op.numbers.getKernelInputFeatureDimension());
  int64_t kernelOutputs =
      op.rhs.getDimSize(op.numbers.getKernelOutputFeatureDimension());
  // (C10)
  if (failed(checkDivisible(site, "C10", "the input's batch", batch,
                            "batch_group_count", op.batchGroupCount))) {
    return failure();
  }
  // (C11)
  if (failed(checkDivisible(site, "C11", "the input's features", features,
                            "feature_group_count", op.featureGroupCount))) {
    return failure();
  }
  // (C14)
  if (!ShapedType::isDynamic(features) &&
      !areCompatibleSizes(kernelInputs, features / op.featureGroupCount)) {
    return site.violated("C14")
           << "as many input features in rhs as in a feature group of lhs, "
              "which is "
           << features / op.featureGroupCount << ", got " << kernelInputs;
  }
  // (C15)
  if (failed(checkDivisible(site, "C15", "the kernel's output features",
                            kernelOutputs, "batch_group_count",
                            op.batchGroupCount))) {
    return failure();
  }
  // (C16)
  if (failed(checkDivisible(site, "C16", "the kernel's output features",
                            kernelOutputs, "feature_group_count",
                            op.featureGroupCount))) {
    return failure();
  }
  // (C23)
  if (op.featureGroupCount != 1 && op.batchGroupCount != 1) {
    return site.violated("C23")
           << "feature_group_count or batch_group_count of 1, got "
           << op.featureGroupCount << " and " << op.batchGroupCount;
  }
  return success();
}

/// C2 to C24, with the padding's shape checked in its place (C4).
static LogicalResult
checkConvolutionAttributes(const Site &site, const Convolution &op,
                           function_ref<LogicalResult()> checkPaddingShape) {
  int64_t rank = op.lhs.getRank();
  ConvDimensionNumbersAttr numbers = op.numbers;
  // (C2), (C3)
  if (failed(checkWindowList(site, "C2", "C3", "window_strides",
                             op.windowStrides, op))) {
    return failure();
  }
  // (C4)
  if (failed(checkPaddingShape())) {
    return failure();
  }
  // (C5), (C6)
  if (failed(checkWindowList(site, "C5", "C6", "lhs_dilation", op.lhsDilation,
                             op))) {
    return failure();
  }
  // (C7), (C8)
  if (failed(checkWindowList(site, "C7", "C8", "rhs_dilation", op.rhsDilation,
                             op))) {
    return failure();
  }
  // (C9)
  if (op.windowReversal &&
      failed(checkWindowLength(site, "C9", "window_reversal",
                               op.windowReversal->size(), op))) {
    return failure();
  }
  // (C12), (C13)
  if (failed(checkRoles(site, "C12", "C13", "input",
                        numbers.getInputBatchDimension(),
                        numbers.getInputSpatialDimensions(),
                        numbers.getInputFeatureDimension(), rank))) {
    return failure();
  }
  // (C17), (C18)
  if (failed(checkRoles(site, "C17", "C18", "kernel",
                        numbers.getKernelInputFeatureDimension(),
                        numbers.getKernelSpatialDimensions(),
                        numbers.getKernelOutputFeatureDimension(), rank))) {
    return failure();
  }
  // (C19), (C20)
  if (failed(checkRoles(site, "C19", "C20", "output",
                        numbers.getOutputBatchDimension(),
                        numbers.getOutputSpatialDimensions(),
                        numbers.getOutputFeatureDimension(), rank))) {
    return failure();
  }
  // (C10), (C11), (C14) to (C16), (C23): these look at the dimensions above.
  if (failed(checkGroups(site, op))) {
    return failure();
  }
  // (C24)
  return checkPrecisionConfig(site, "C24", op.precisionConfig);
}

/// C25, C26. No windows means that their padding is not known.
static LogicalResult
checkConvolutionShape(const Site &site, const Convolution &op,
                      std::optional<ArrayRef<WindowDimension>> windows) {
  int64_t rank = op.lhs.getRank();
  ConvDimensionNumbersAttr numbers = op.numbers;
  // (C26)
  if (op.result.getRank() != rank) {
    return site.violated("C26")
           << "a result of rank " << rank << " as lhs, got " << op.result;
  }
  // (C25)
  SmallVector<DimensionExtent> extents(rank);
  extents[numbers.getOutputBatchDimension()] =
      *mapExtent(getExtent(op.lhs, numbers.getInputBatchDimension()),
                 [&](int64_t size) -> std::optional<int64_t> {
                   return size / op.batchGroupCount;
                 });
  extents[numbers.getOutputFeatureDimension()] =
      getExtent(op.rhs, numbers.getKernelOutputFeatureDimension());
  if (windows) {
    SmallVector<DimensionExtent> inputs;
    for (int64_t dimension : numbers.getInputSpatialDimensions()) {
      inputs.push_back(getExtent(op.lhs, dimension));
    }
    FailureOr<SmallVector<DimensionExtent>> positions =
        inferWindowPositions(site, "C25", inputs, *windows);
    if (failed(positions)) {
      return failure();
    }
    for (auto [dimension, extent] :
         llvm::zip_equal(numbers.getOutputSpatialDimensions(), *positions)) {
      extents[dimension] = extent;
    }
  }
  return checkInferredTypes(
      site, "C25",
      makeTensorType(op.lhs.getContext(), extents, op.result.getElementType()),
      op.result);
}

/// Whether every value of one type has a counterpart in the other's kind:
/// integers are floats, and both are complex numbers.
static bool isOfHigherKind(Type from, Type to) {
  return isa<IntegerType>(from) ? isa<FloatType, ComplexType>(to)
                                : isa<FloatType>(from) && isa<ComplexType>(to);
}

/// C27 to C34.
static LogicalResult checkConvolutionElements(const Site &site,
                                              const Convolution &op) {
  bool isQuantized = quantizedTypeOf(op.lhs) || quantizedTypeOf(op.rhs) ||
                     quantizedTypeOf(op.result);
  if (!isQuantized) {
    // (C27): the result may be wider, for sums that the operands' type would
    // not hold, or narrower, or of a kind that holds the operands'.
    if (failed(
            checkSameElementType(site, "C27", "lhs", op.lhs, "rhs", op.rhs))) {
      return failure();
    }
    if (!isPromotable(op.lhs, op.result) && !isPromotable(op.result, op.lhs) &&
        !isOfHigherKind(op.lhs.getElementType(), op.result.getElementType())) {
      return site.violated("C27")
             << "a result of a kind that holds lhs's (integers, floats, "
                "complex numbers), got "
             << op.result.getElementType() << " for "
             << op.lhs.getElementType();
    }
    return success();
  }
  // (C28)
  if (failed(checkQuantizedTogether(site, "C28", op.lhs, op.rhs, op.result))) {
    return failure();
  }
  // (C29)
  auto rhsPerAxis = perAxisQuantizedTypeOf(op.rhs);
  if (rhsPerAxis && rhsPerAxis.getQuantizedDimension() !=
                        op.numbers.getKernelOutputFeatureDimension()) {
    return site.violated("C29")
           << "rhs quantized along its output features, dimension "
           << op.numbers.getKernelOutputFeatureDimension() << ", got "
           << static_cast<int64_t>(rhsPerAxis.getQuantizedDimension());
  }
  // (C30)
  auto resultPerAxis = perAxisQuantizedTypeOf(op.result);
  if (resultPerAxis && resultPerAxis.getQuantizedDimension() !=
                           op.numbers.getOutputFeatureDimension()) {
    return site.violated("C30")
           << "a result quantized along its features, dimension "
           << op.numbers.getOutputFeatureDimension() << ", got "
           << static_cast<int64_t>(resultPerAxis.getQuantizedDimension());
  }
  // (C31) to (C34)
  return checkQuantizedProduct(site, {"C31", "C32", "C33", "C34"}, op.lhs,
                               op.rhs, op.result);
}

LogicalResult ConvolutionOp::verify() {
  Site site(*this);
  Convolution description = describe(*this);
  // (C1)
  if (failed(checkRanks(site, description))) {
    return failure();
  }
  // (C2) to (C24)
  auto checkPaddingShape = [&]() -> LogicalResult {
    std::optional<DenseIntElementsAttr> padding = getPadding();
    if (!padding || productOf(padding->getType().getShape()) == 0) {
      return success();
    }
    return checkPadding(site, "C4", *padding, description.spatialCount());
  };
  if (failed(
          checkConvolutionAttributes(site, description, checkPaddingShape))) {
    return failure();
  }
  // (C25), (C26)
  SmallVector<WindowDimension> windows = getWindow();
  if (failed(checkConvolutionShape(site, description,
                                   ArrayRef<WindowDimension>(windows)))) {
    return failure();
  }
  // (C27) to (C34)
  return checkConvolutionElements(site, description);
}

LogicalResult DynamicConvOp::verify() {
  Site site(*this);
  Convolution description = describe(*this);
  // (C1)
  if (failed(checkRanks(site, description))) {
    return failure();
  }
  DenseIntElementsAttr padding;
  bool isConstant = matchPattern(getPadding(), m_Constant(&padding));
  description.mayHaveSurplus = !isConstant;
  // (C2) to (C24)
  ArrayRef<int64_t> paddingShape = tensorTypeOf(getPadding()).getShape();
  auto checkPaddingShape = [&]() -> LogicalResult {
    SmallVector<int64_t> expected{description.spatialCount(), 2};
    if (paddingShape != ArrayRef<int64_t>(expected)) {
      return site.violated("C4") << "padding of shape " << listText(expected)
                                 << ", got " << listText(paddingShape);
    }
    return success();
  };
  if (failed(
          checkConvolutionAttributes(site, description, checkPaddingShape))) {
    return failure();
  }
  // (C25), (C26)
  std::optional<ArrayRef<WindowDimension>> windows;
  SmallVector<WindowDimension> padded = getWindow();
  if (isConstant) {
    auto values = padding.getValues<APInt>();
    bool isUnsigned = padding.getElementType().isUnsignedInteger();
    auto valueAt = [&](size_t index) {
      APInt value = values[index];
      return isUnsigned ? static_cast<int64_t>(value.getLimitedValue(
                              std::numeric_limits<int64_t>::max()))
                        : value.getSExtValue();
    };
    for (auto [index, window] : llvm::enumerate(padded)) {
      window.paddingLow = valueAt(2 * index);
      window.paddingHigh = valueAt(2 * index + 1);
    }
    windows = padded;
  }
  if (failed(checkConvolutionShape(site, description, windows))) {
    return failure();
  }
  // (C27) to (C34)
  return checkConvolutionElements(site, description);
}

} // namespace weft::stablehlo
