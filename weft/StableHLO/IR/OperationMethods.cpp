// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Methods of single operations that are neither text form nor verification:
// what later stages ask, and the effects and symbols an operation has.

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/Interfaces/FunctionInterfaces.h>

using namespace mlir;
using namespace weft::stablehlo;

//===----------------------------------------------------------------------===//
// Dimensions of dots
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> freeDimensions(Value operand,
                                           ArrayRef<int64_t> batching,
                                           ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> free;
  int64_t rank = cast<RankedTensorType>(operand.getType()).getRank();
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    if (!llvm::is_contained(batching, dimension) &&
        !llvm::is_contained(contracting, dimension)) {
      free.push_back(dimension);
    }
  }
  return free;
}

SmallVector<int64_t> DotGeneralOp::getLhsFreeDimensions() {
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  return freeDimensions(getLhs(), numbers.getLhsBatchingDimensions(),
                        numbers.getLhsContractingDimensions());
}

SmallVector<int64_t> DotGeneralOp::getRhsFreeDimensions() {
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  return freeDimensions(getRhs(), numbers.getRhsBatchingDimensions(),
                        numbers.getRhsContractingDimensions());
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

// The lists below may be shorter or longer than the window as long as nothing
// has verified them; entries that are missing take the default.

/// Copies a list of numbers to one field of every dimension.
static void fill(MutableArrayRef<WindowDimension> window,
                 std::optional<ArrayRef<int64_t>> values,
                 int64_t WindowDimension::*field) {
  for (auto [dimension, value] :
       llvm::zip(window, values.value_or(ArrayRef<int64_t>()))) {
    dimension.*field = value;
  }
}

static void fillPadding(MutableArrayRef<WindowDimension> window,
                        std::optional<DenseIntElementsAttr> padding) {
  if (!padding ||
      padding->getNumElements() != 2 * static_cast<int64_t>(window.size())) {
    return;
  }
  auto values = padding->getValues<int64_t>();
  for (auto [i, dimension] : llvm::enumerate(window)) {
    dimension.paddingLow = values[2 * i];
    dimension.paddingHigh = values[2 * i + 1];
  }
}

/// The window that `convolution` and `dynamic_conv` share, without padding.
template <typename ConvolutionLike>
static SmallVector<WindowDimension> convolutionWindow(ConvolutionLike op) {
  ArrayRef<int64_t> spatial =
      op.getDimensionNumbers().getKernelSpatialDimensions();
  auto kernel = cast<RankedTensorType>(op.getRhs().getType());
  SmallVector<WindowDimension> window(spatial.size());
  for (auto [dimension, position] : llvm::zip_equal(window, spatial)) {
    bool exists = position >= 0 && position < kernel.getRank();
    dimension.size =
        exists ? kernel.getDimSize(position) : ShapedType::kDynamic;
  }
  fill(window, op.getWindowStrides(), &WindowDimension::stride);
  fill(window, op.getLhsDilation(), &WindowDimension::baseDilation);
  fill(window, op.getRhsDilation(), &WindowDimension::windowDilation);
  for (auto [dimension, reversed] :
       llvm::zip(window, op.getWindowReversal().value_or(ArrayRef<bool>()))) {
    dimension.reversed = reversed;
  }
  return window;
}

SmallVector<WindowDimension> ConvolutionOp::getWindow() {
  SmallVector<WindowDimension> window = convolutionWindow(*this);
  fillPadding(window, getPadding());
  return window;
}

SmallVector<WindowDimension> DynamicConvOp::getWindow() {
  return convolutionWindow(*this);
}

SmallVector<WindowDimension> ReduceWindowOp::getWindow() {
  SmallVector<WindowDimension> window(getWindowDimensions().size());
  fill(window, getWindowDimensions(), &WindowDimension::size);
  fill(window, getWindowStrides(), &WindowDimension::stride);
  fill(window, getBaseDilations(), &WindowDimension::baseDilation);
  fill(window, getWindowDilations(), &WindowDimension::windowDilation);
  fillPadding(window, getPadding());
  return window;
}

SmallVector<WindowDimension> SelectAndScatterOp::getWindow() {
  auto operand = cast<RankedTensorType>(getOperand().getType());
  SmallVector<WindowDimension> window(operand.getRank());
  fill(window, getWindowDimensions(), &WindowDimension::size);
  fill(window, getWindowStrides(), &WindowDimension::stride);
  fillPadding(window, getPadding());
  return window;
}

//===----------------------------------------------------------------------===//
// Custom calls
//===----------------------------------------------------------------------===//

DictionaryAttr CustomCallOp::getTypedBackendConfig() {
  std::optional<Attribute> config = getBackendConfig();
  if (!config) {
    return DictionaryAttr::get(getContext());
  }
  return dyn_cast<DictionaryAttr>(*config);
}

StringRef CustomCallOp::getOpaqueBackendConfig() {
  auto config =
      dyn_cast_if_present<StringAttr>(getBackendConfig().value_or(nullptr));
  return config ? config.getValue() : StringRef();
}

/// A buffer is written in place, and two equal calls make two of them: what
/// touches one has effects whatever the call says.
static bool holdsBuffer(Type type) {
  return type.walk([](BaseMemRefType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

void CustomCallOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (getHasSideEffect() || llvm::any_of(getOperandTypes(), holdsBuffer) ||
      llvm::any_of(getResultTypes(), holdsBuffer)) {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
}

LogicalResult
CustomCallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // The target may know the name although the module does not. If the module
  // does, the name must be that of a function.
  for (Attribute attribute : getCalledComputations()) {
    auto name = cast<FlatSymbolRefAttr>(attribute);
    Operation *callee =
        symbolTable.lookupNearestSymbolFrom(getOperation(), name);
    if (callee && !isa<FunctionOpInterface>(callee)) {
      return emitOpError() << "called computation " << name
                           << " is not a function but '" << callee->getName()
                           << "'";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Replica groups that name a mesh
//===----------------------------------------------------------------------===//

static LogicalResult verifyMesh(Operation *op, Attribute replicaGroups,
                                SymbolTableCollection &symbolTable) {
  auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(replicaGroups);
  return axes ? axes.verifySymbolUses(op, symbolTable) : success();
}

LogicalResult
AllGatherOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMesh(getOperation(), getReplicaGroups(), symbolTable);
}

LogicalResult
AllReduceOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMesh(getOperation(), getReplicaGroups(), symbolTable);
}

LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMesh(getOperation(), getReplicaGroups(), symbolTable);
}

LogicalResult
CollectiveBroadcastOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMesh(getOperation(), getReplicaGroups(), symbolTable);
}

LogicalResult
CollectiveReduceOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMesh(getOperation(), getReplicaGroups(), symbolTable);
}

LogicalResult
ReduceScatterOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMesh(getOperation(), getReplicaGroups(), symbolTable);
}
