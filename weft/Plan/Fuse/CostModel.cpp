// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/CostModel.h"

using namespace mlir;

namespace weft::plan {

/// Products of extents stay in this range, which no machine computes in a day.
constexpr int64_t kMostUnits = int64_t(1) << 53;

static int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? kMostUnits
                                          : std::min(product, kMostUnits);
}

int64_t MachineCost::transferPicoseconds(int64_t bytes) const {
  for (const Bandwidth &row : bandwidths) {
    if (bytes <= row.cacheBytes) {
      return multiply(bytes, 1000) / row.bytesPerNanosecond;
    }
  }
  return multiply(bytes, 1000);
}

bool isProduct(Operation *operation) {
  return isa<stablehlo::DotGeneralOp, stablehlo::DotOp,
             stablehlo::ConvolutionOp>(operation);
}

int64_t unitsPerElement(Operation *operation) {
  using namespace stablehlo;
  bool isFloat =
      operation->getNumResults() > 0 &&
      isa<FloatType>(getElementTypeOrSelf(operation->getResult(0).getType()));
  return llvm::TypeSwitch<Operation *, int64_t>(operation)
      .Case<stablehlo::ConstantOp, IotaOp, BroadcastInDimOp, ReshapeOp,
            TransposeOp, SliceOp, DynamicSliceOp, DynamicUpdateSliceOp,
            ConcatenateOp, PadOp, ReverseOp, BitcastConvertOp, GatherOp>(
          [](auto) { return 0; })
      .Case<DivideOp, RemainderOp>([&](auto) { return isFloat ? 8 : 12; })
      .Case<SqrtOp, RsqrtOp>([](auto) { return 8; })
      .Case<ExponentialOp, LogOp, ExponentialMinusOneOp, LogPlusOneOp>(
          [](auto) { return 10; })
      .Case<LogisticOp, TanhOp, SineOp, CosineOp, CbrtOp>(
          [](auto) { return 16; })
      .Case<PowerOp, TanOp, Atan2Op>([](auto) { return 24; })
      .Case<RngBitGeneratorOp, RngOp>([](auto) { return 40; })
      .Default([](Operation *) { return 1; });
}

bool isExpensive(Operation *operation) {
  using namespace stablehlo;
  constexpr int64_t kExpensiveUnits = 8;
  return isProduct(operation) ||
         unitsPerElement(operation) >= kExpensiveUnits ||
         isa<ReduceOp, ReduceWindowOp, SelectAndScatterOp, ScatterOp, SortOp,
             FftOp, CholeskyOp, TriangularSolveOp>(operation);
}

static int64_t elementsOf(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.hasStaticShape() ? tensor.getNumElements() : 0;
}

/// Of the bodies that reductions and the like run per element.
static int64_t unitsOfBody(Operation *operation) {
  int64_t units = 0;
  for (Region &region : operation->getRegions()) {
    for (Operation &inner : region.front().without_terminator()) {
      units += unitsPerElement(&inner);
    }
  }
  return std::max<int64_t>(units, 1);
}

int64_t unitsPerPlace(Operation *operation) {
  return operation->getNumRegions() > 0 ? unitsOfBody(operation)
                                        : unitsPerElement(operation);
}

int64_t unitsOf(Operation *operation) {
  using namespace stablehlo;
  if (operation->getNumResults() == 0) {
    return 0;
  }
  if (auto phase = dyn_cast<PhaseOp>(operation)) {
    return unitsOf(phase.getBody());
  }
  int64_t results = elementsOf(operation->getResult(0));
  if (auto dot = dyn_cast<DotGeneralOp>(operation)) {
    auto left = cast<RankedTensorType>(dot.getLhs().getType());
    int64_t depth = 1;
    for (int64_t dimension :
         dot.getDotDimensionNumbers().getLhsContractingDimensions()) {
      depth = multiply(depth, left.getDimSize(dimension));
    }
    // Multiplications and additions are one instruction.
    return multiply(results, depth);
  }
  if (auto convolution = dyn_cast<ConvolutionOp>(operation)) {
    auto kernel = cast<RankedTensorType>(convolution.getRhs().getType());
    int64_t features = kernel.getDimSize(
        convolution.getDimensionNumbers().getKernelOutputFeatureDimension());
    return multiply(results,
                    kernel.getNumElements() / std::max<int64_t>(features, 1));
  }
  if (isa<ReduceOp, ReduceWindowOp, SelectAndScatterOp, ScatterOp, SortOp,
          MapOp>(operation)) {
    int64_t elements = results;
    for (Value operand : operation->getOperands()) {
      elements = std::max(elements, elementsOf(operand));
    }
    int64_t body = multiply(elements, unitsOfBody(operation));
    if (isa<SortOp>(operation)) {
      return multiply(body, llvm::Log2_64_Ceil(std::max<int64_t>(elements, 2)));
    }
    if (auto window = dyn_cast<ReduceWindowOp>(operation)) {
      for (int64_t extent : window.getWindowDimensions()) {
        body = multiply(body, extent);
      }
    }
    return body;
  }
  return multiply(results, unitsPerElement(operation));
}

int64_t unitsOf(Region &region) {
  int64_t units = 0;
  for (Operation &operation : region.front().without_terminator()) {
    units = std::min(units + unitsOf(&operation), kMostUnits);
  }
  return units;
}

int64_t kernelPicoseconds(const MachineCost &machine, int64_t bytes,
                          int64_t units, int64_t pieces, int64_t againUnits) {
  int64_t work =
      std::max(machine.transferPicoseconds(bytes),
               multiply(units - againUnits, machine.unitPicoseconds)) +
      multiply(againUnits, machine.unitPicoseconds);
  // Threads need some time to come together.
  if (work > machine.shortestSharedPicoseconds) {
    work = std::max(work / std::clamp<int64_t>(pieces, 1, machine.threads),
                    machine.shortestSharedPicoseconds);
  }
  return machine.launchPicoseconds + work;
}

} // namespace weft::plan
