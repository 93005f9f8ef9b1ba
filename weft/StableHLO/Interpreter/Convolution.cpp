// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Linear.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Quantized.h"
#include "weft/StableHLO/Interpreter/Windows.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::reference {

StatusOr<Tensor> evalConvolutionOp(Budget &budget, RankedTensorType type,
                                   const Tensor &lhs, const Tensor &rhs,
                                   const ConvolutionDimensions &dimensions,
                                   ArrayRef<stablehlo::WindowDimension> windows,
                                   int64_t featureGroupCount,
                                   int64_t batchGroupCount) {
  if (lhs.isQuantized() || rhs.isQuantized()) {
    WEFT_ASSIGN_OR_RETURN(Tensor realLhs, dequantize(budget, lhs));
    WEFT_ASSIGN_OR_RETURN(Tensor realRhs, dequantize(budget, rhs));
    WEFT_ASSIGN_OR_RETURN(
        Tensor result, evalConvolutionOp(budget, expressedType(type), realLhs,
                                         realRhs, dimensions, windows,
                                         featureGroupCount, batchGroupCount));
    return quantize(budget, result, type);
  }

  int64_t inputFeatures = lhs.dimension(dimensions.inputFeature);
  int64_t inputBatches = lhs.dimension(dimensions.inputBatch);
  int64_t kernelFeatures = rhs.dimension(dimensions.kernelInputFeature);
  int64_t outputFeatures = rhs.dimension(dimensions.kernelOutputFeature);
  if (inputFeatures != kernelFeatures * featureGroupCount ||
      outputFeatures % featureGroupCount != 0 ||
      outputFeatures % batchGroupCount != 0 ||
      inputBatches % batchGroupCount != 0) {
    return Status::invalidArgument(llvm::formatv(
        "convolution of {0} batches and {1} features with a kernel of {2} "
        "input and {3} output features does not split into {4} feature and {5} "
        "batch groups",
        inputBatches, inputFeatures, kernelFeatures, outputFeatures,
        featureGroupCount, batchGroupCount));
  }

  Shape inputExtents;
  for (int64_t d : dimensions.inputSpatial) {
    inputExtents.push_back(lhs.dimension(d));
  }
  Shape positions = windowPositions(windows, inputExtents);
  Shape shape(lhs.rank(), 0);
  shape[dimensions.outputBatch] = inputBatches / batchGroupCount;
  shape[dimensions.outputFeature] = outputFeatures;
  for (auto [i, d] : llvm::enumerate(dimensions.outputSpatial)) {
    shape[d] = positions[i];
  }
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  WEFT_ASSIGN_OR_RETURN(Tensor left, toFactor(budget, lhs, resultType));
  WEFT_ASSIGN_OR_RETURN(Tensor right, toFactor(budget, rhs, resultType));

  // Without features there is nothing to sum, however large the window.
  IndexSpace window(kernelFeatures == 0 ? Shape{0} : windowShape(windows));
  Index spatial(windows.size(), 0);
  Index from(windows.size(), 0);
  Index lhsIndex(lhs.rank(), 0);
  Index rhsIndex(rhs.rank(), 0);
  int64_t position = 0;
  for (const Index &index : IndexSpace(shape)) {
    WEFT_RETURN_IF_ERROR(budget.takeSteps());
    int64_t outputFeature = index[dimensions.outputFeature];
    // Output features are dealt out to the groups in order; a group sees its
    // own input features, or its own batches.
    int64_t featureGroup = outputFeature / (outputFeatures / featureGroupCount);
    int64_t batchGroup = outputFeature / (outputFeatures / batchGroupCount);
    lhsIndex[dimensions.inputBatch] =
        index[dimensions.outputBatch] +
        batchGroup * (inputBatches / batchGroupCount);
    rhsIndex[dimensions.kernelOutputFeature] = outputFeature;
    for (auto [i, d] : llvm::enumerate(dimensions.outputSpatial)) {
      spatial[i] = index[d];
    }
    ProductSum sum(result.elementType());
    for (const Index &offset : window) {
      if (!operandIndex(windows, inputExtents, spatial, offset, from)) {
        continue;
      }
      for (auto [i, d] : llvm::enumerate(dimensions.inputSpatial)) {
        lhsIndex[d] = from[i];
      }
      for (auto [i, d] : llvm::enumerate(dimensions.kernelSpatial)) {
        rhsIndex[d] =
            windows[i].reversed ? windows[i].size - 1 - offset[i] : offset[i];
      }
      for (int64_t f = 0; f < kernelFeatures; ++f) {
        lhsIndex[dimensions.inputFeature] = featureGroup * kernelFeatures + f;
        rhsIndex[dimensions.kernelInputFeature] = f;
        sum.add(left.get(lhsIndex), right.get(rhsIndex));
      }
    }
    result.setAt(position++, sum.finish());
  }
  return std::move(result).finish();
}

/// Works for convolution and dynamic_conv alike; their attributes have the
/// same names.
template <typename Op>
static Status evalConvolution(Op op, OpCall &call,
                              SmallVector<stablehlo::WindowDimension> windows) {
  stablehlo::ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  ConvolutionDimensions dimensions = {numbers.getInputBatchDimension(),
                                      numbers.getInputFeatureDimension(),
                                      numbers.getInputSpatialDimensions(),
                                      numbers.getKernelInputFeatureDimension(),
                                      numbers.getKernelOutputFeatureDimension(),
                                      numbers.getKernelSpatialDimensions(),
                                      numbers.getOutputBatchDimension(),
                                      numbers.getOutputFeatureDimension(),
                                      numbers.getOutputSpatialDimensions()};
  // The declared kernel may be dynamic; the window is as large as it really is.
  for (auto [window, d] : llvm::zip_equal(windows, dimensions.kernelSpatial)) {
    window.size = call.tensor(1).dimension(d);
  }
  return call.finish(evalConvolutionOp(
      call.budget(), call.resultType(), call.tensor(0), call.tensor(1),
      dimensions, windows, op.getFeatureGroupCount(), op.getBatchGroupCount()));
}

void addConvolutionOps(OpTable &table) {
  table.add<stablehlo::ConvolutionOp>(
      [](stablehlo::ConvolutionOp op, OpCall &call) {
        return evalConvolution(op, call, op.getWindow());
      });
  table.add<stablehlo::DynamicConvOp>(
      [](stablehlo::DynamicConvOp op, OpCall &call) {
        SmallVector<stablehlo::WindowDimension> windows = op.getWindow();
        SmallVector<int64_t> padding = call.tensor(2).toIndices();
        for (auto [i, window] : llvm::enumerate(windows)) {
          window.paddingLow = padding[2 * i];
          window.paddingHigh = padding[2 * i + 1];
        }
        return evalConvolution(op, call, std::move(windows));
      });
}

} // namespace weft::reference
