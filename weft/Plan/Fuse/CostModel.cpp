// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/CostModel.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/StableHLO/Needs/ReadElements.h"

using namespace mlir;

namespace weft::plan {

bool isProduct(Operation *operation) {
  return isa<stablehlo::DotGeneralOp, stablehlo::DotOp,
             stablehlo::ConvolutionOp>(operation);
}

/// Elements that do not lie beside their neighbours are moved one by one, those
/// of rows that become columns as squares that are turned.
static int64_t unitsOfMoves(Operation *operation) {
  constexpr int64_t unitsOfLone = 8;
  constexpr int64_t unitsOfTurned = 2;
  if (auto gather = dyn_cast<stablehlo::GatherOp>(operation)) {
    ArrayRef<int64_t> slice = gather.getSliceSizes();
    return unitsOfLone / std::max<int64_t>(slice.empty() ? 1 : slice.back(), 1);
  }
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(operation)) {
    ArrayRef<int64_t> order = transpose.getPermutation();
    const bool keepsRows =
        order.empty() || order.back() + 1 == static_cast<int64_t>(order.size());
    return keepsRows ? 0 : unitsOfTurned;
  }
  return 0;
}

int64_t unitsPerElement(Operation *operation) {
  if (int64_t units = unitsOfMoves(operation)) {
    return units;
  }
  bool isFloat =
      operation->getNumResults() > 0 &&
      isa<FloatType>(getElementTypeOrSelf(operation->getResult(0).getType()));
  OperationCost cost = operationCost(operation->getName().stripDialect());
  return isFloat ? cost.units : cost.integerUnits;
}

bool isExpensive(Operation *operation) {
  using namespace stablehlo;
  return isProduct(operation) || unitsPerElement(operation) >= expensiveUnits ||
         isa<ReduceOp, ReduceWindowOp, SelectAndScatterOp, ScatterOp, SortOp,
             FftOp, CholeskyOp, EighOp, LuOp, PivotsToPermutationOp, QrOp,
             ReflectionsOp, TriangularSolveOp, TridiagonalSolveOp>(operation);
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

/// Of a Fourier transform, for each element. A factor p costs about as many
/// units as it has terms; beyond some hundred, a convolution costs less.
static int64_t unitsOfTransform(int64_t points) {
  int64_t units = 0;
  int64_t rest = points;
  for (int64_t p = 2; rest > 1; ++p) {
    p = p * p > rest ? rest : p;
    for (; rest % p == 0; rest /= p) {
      units += p + 3;
    }
  }
  return std::min<int64_t>(units, 40 * llvm::Log2_64_Ceil(points + 1));
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
  int64_t results = elementsOf(operation->getResult(0));
  if (auto dot = dyn_cast<DotGeneralOp>(operation)) {
    auto left = cast<RankedTensorType>(dot.getLhs().getType());
    int64_t depth = 1;
    for (int64_t dimension :
         dot.getDotDimensionNumbers().getLhsContractingDimensions()) {
      depth = saturatingMultiply(depth, left.getDimSize(dimension));
    }
    // Multiplications and additions are one instruction.
    return saturatingMultiply(results, depth);
  }
  if (auto convolution = dyn_cast<ConvolutionOp>(operation)) {
    auto kernel = cast<RankedTensorType>(convolution.getRhs().getType());
    int64_t features = kernel.getDimSize(
        convolution.getDimensionNumbers().getKernelOutputFeatureDimension());
    return saturatingMultiply(results, kernel.getNumElements() /
                                           std::max<int64_t>(features, 1));
  }
  if (auto scatter = dyn_cast<ScatterOp>(operation)) {
    // To find a place takes longer than to combine there.
    constexpr int64_t unitsOfPlace = 40;
    auto indices =
        cast<RankedTensorType>(scatter.getScatterIndices().getType());
    int64_t components =
        static_cast<int64_t>(scatter.getScatterDimensionNumbers()
                                 .getScatterDimsToOperandDims()
                                 .size());
    int64_t places =
        indices.getNumElements() / std::max<int64_t>(components, 1);
    return std::min(saturatingMultiply(places, unitsOfPlace) +
                        saturatingMultiply(elementsOf(scatter.getUpdates()[0]),
                                           unitsOfBody(operation)),
                    mostUnits);
  }
  if (auto fft = dyn_cast<FftOp>(operation)) {
    int64_t units = 0;
    for (int64_t length : fft.getFftLength()) {
      units += unitsOfTransform(length);
    }
    return saturatingMultiply(results, units);
  }
  if (isa<CholeskyOp, LuOp, QrOp, ReflectionsOp, TriangularSolveOp>(
          operation)) {
    // Of the terms of an element a third or a half is there; and elements are
    // moved to where they lie side by side.
    constexpr int64_t unitsOfMoves = 12;
    auto matrix = cast<RankedTensorType>(operation->getOperand(0).getType());
    return saturatingMultiply(results,
                              matrix.getShape().back() / 2 + unitsOfMoves);
  }
  if (isa<EighOp>(operation)) {
    // In each sweep, every element is rotated as often as there are rows.
    constexpr int64_t unitsOfSweeps = 60;
    auto matrix = cast<RankedTensorType>(operation->getOperand(0).getType());
    return saturatingMultiply(results,
                              unitsOfSweeps * matrix.getShape().back());
  }
  if (isa<TridiagonalSolveOp>(operation)) {
    // Three equations for each, of which one is chosen and two are reduced.
    constexpr int64_t unitsOfEquation = 100;
    return saturatingMultiply(results, unitsOfEquation);
  }
  if (isa<PivotsToPermutationOp>(operation)) {
    // An exchange waits for the one before it.
    constexpr int64_t unitsOfExchange = 40;
    return saturatingMultiply(elementsOf(operation->getOperand(0)),
                              unitsOfExchange) +
           results;
  }
  if (isa<ReduceOp, ReduceWindowOp, SelectAndScatterOp, SortOp, MapOp>(
          operation)) {
    int64_t elements = results;
    for (Value operand : operation->getOperands()) {
      elements = std::max(elements, elementsOf(operand));
    }
    int64_t body = saturatingMultiply(elements, unitsOfBody(operation));
    if (isa<SortOp>(operation)) {
      return saturatingMultiply(
          body, llvm::Log2_64_Ceil(std::max<int64_t>(elements, 2)));
    }
    if (auto window = dyn_cast<ReduceWindowOp>(operation)) {
      for (int64_t extent : window.getWindowDimensions()) {
        body = saturatingMultiply(body, extent);
      }
    }
    return body;
  }
  return saturatingMultiply(results, unitsPerElement(operation));
}

int64_t unitsOf(Region &region) {
  int64_t units = 0;
  for (Operation &operation : region.front().without_terminator()) {
    units = std::min(units + unitsOf(&operation), mostUnits);
  }
  return units;
}

/// Bytes of a result that are written where the others are there already.
static int64_t updatedBytes(Value result) {
  using namespace stablehlo;
  if (auto update = result.getDefiningOp<DynamicUpdateSliceOp>()) {
    return byteSize(update.getUpdate().getType());
  }
  if (auto scatter = result.getDefiningOp<ScatterOp>()) {
    unsigned number = cast<OpResult>(result).getResultNumber();
    return byteSize(scatter.getUpdates()[number].getType());
  }
  return byteSize(result.getType());
}

/// Of a kernel, what its inputs become whose bytes stay where they are but for
/// some: the number of the result for that of the input.
static llvm::SmallDenseMap<unsigned, unsigned> updatedInputs(KernelOp kernel) {
  llvm::SmallDenseMap<unsigned, unsigned> updated;
  if (ArrayAttr aliases = kernel.getInplaceAttr()) {
    for (auto pair : aliases.getAsRange<AliasAttr>()) {
      Value result = kernel.getYield()->getOperand(pair.getResult());
      if (updatedBytes(result) < byteSize(result.getType())) {
        updated[pair.getOperand()] = pair.getResult();
      }
    }
  }
  return updated;
}

static int64_t readBytes(BlockArgument argument) {
  int64_t whole = byteSize(argument.getType());
  int64_t elements = std::max<int64_t>(elementsOf(argument), 1);
  return hasBytes(argument.getType())
             ? whole / elements * stablehlo::readElements(argument)
             : whole;
}

int64_t touchedBytes(KernelOp kernel, unsigned input) {
  auto updated = updatedInputs(kernel);
  auto found = updated.find(input);
  return found == updated.end()
             ? readBytes(kernel.getBody().getArgument(input))
             : updatedBytes(kernel.getYield()->getOperand(found->second));
}

int64_t movedBytes(KernelOp kernel) {
  int64_t bytes = 0;
  auto updated = updatedInputs(kernel);
  llvm::SmallDenseSet<unsigned> inPlace;
  for (auto [input, result] : updated) {
    inPlace.insert(result);
  }
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    if (!updated.contains(argument.getArgNumber())) {
      bytes += readBytes(argument);
    }
  }
  for (auto [number, result] :
       llvm::enumerate(kernel.getYield()->getOperands())) {
    // What is updated is read as well.
    bytes += inPlace.contains(number) ? 2 * updatedBytes(result)
                                      : byteSize(result.getType());
  }
  return bytes;
}

/// Of a kernel whose bytes take so long to move.
static int64_t picosecondsOf(const Machine &machine, int64_t transfer,
                             int64_t units, int64_t pieces,
                             int64_t againUnits) {
  int64_t work =
      std::max(transfer, saturatingMultiply(units - againUnits,
                                            machine.costs.unitPicoseconds)) +
      saturatingMultiply(againUnits, machine.costs.unitPicoseconds);
  // Threads need some time to come together.
  if (work > machine.costs.piecePicoseconds) {
    work =
        std::max(work / std::clamp<int64_t>(pieces, 1, machine.costs.workers),
                 machine.costs.piecePicoseconds);
  }
  return machine.costs.kernelPicoseconds + work;
}

int64_t kernelPicoseconds(const Machine &machine, int64_t bytes, int64_t units,
                          int64_t pieces, int64_t againUnits) {
  return picosecondsOf(machine, machine.transferPicoseconds(bytes), units,
                       pieces, againUnits);
}

int64_t stepPicoseconds(const Machine &machine, Operation *step) {
  if (auto copy = dyn_cast<CopyOp>(step)) {
    return kernelPicoseconds(machine, 2 * byteSize(copy.getType()), /*units=*/0,
                             elementsOf(copy.getResult()));
  }
  auto kernel = dyn_cast<KernelOp>(step);
  if (!kernel) {
    return 0;
  }
  // Long sums are shared by their terms.
  int64_t pieces = 1;
  for (Value value : kernel->getOperands()) {
    pieces = std::max(pieces, elementsOf(value));
  }
  for (Value value : kernel->getResults()) {
    pieces = std::max(pieces, elementsOf(value));
  }
  return kernelPicoseconds(machine, movedBytes(kernel),
                           unitsOf(kernel.getBody()), pieces);
}

int64_t joinedPicoseconds(const Machine &machine, int64_t bytes, int64_t units,
                          int64_t pieces, int64_t againUnits, int64_t oneBytes,
                          int64_t otherBytes) {
  int64_t transfer = machine.transferPicoseconds(bytes);
  if (bytes <= oneBytes + otherBytes) {
    transfer = std::min(transfer, machine.transferPicoseconds(oneBytes) +
                                      machine.transferPicoseconds(otherBytes));
  }
  return picosecondsOf(machine, transfer, units, pieces, againUnits);
}

} // namespace weft::plan
