// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implicit broadcasting made explicit.

#include "weft/StableHLO/Chlo/DynamicShape.h"
#include "weft/StableHLO/Chlo/Expand.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::chlo {

/// The dimension of the result that each dimension of an operand becomes.
static SmallVector<int64_t>
targetDimensions(int64_t operandRank, int64_t resultRank,
                 std::optional<ArrayRef<int64_t>> broadcastDimensions) {
  if (broadcastDimensions && operandRank < resultRank) {
    return SmallVector<int64_t>(*broadcastDimensions);
  }
  return llvm::to_vector(llvm::seq(resultRank - operandRank, resultRank));
}

/// The size of a dimension at run time: the operands' sizes are equal but for
/// those that are 1.
static Value combineSizes(OpBuilder &builder, Location location, Value first,
                          Value second) {
  ElementwiseBuilder elementwise(builder, location, first);
  Expression size = elementwise(first);
  return select(equal(size, 1.0), elementwise(second), size).getValue();
}

Replacement
broadcastOperands(Operation *op, OpBuilder &builder,
                  std::optional<ArrayRef<int64_t>> broadcastDimensions) {
  Location location = op->getLoc();
  SmallVector<Type> inferred;
  // The element type is that of each operand, below.
  Type anyElement = builder.getI1Type();
  SmallVector<Type> shapes;
  for (Type type : op->getOperandTypes()) {
    shapes.push_back(cast<ShapedType>(type).clone(anyElement));
  }
  // With explicit dimensions and equal ranks the operands must match as they
  // are, which is what broadcasting without them demands or does.
  if (failed(inferBroadcastType(location, shapes, broadcastDimensions,
                                anyElement, inferred))) {
    return failure();
  }
  auto common = dyn_cast<RankedTensorType>(inferred.front());
  if (!common) {
    InFlightDiagnostic error =
        op->emitOpError() << "operands do not broadcast to a common shape: "
                          << op->getOperandTypes();
    if (broadcastDimensions) {
      error << " with broadcast_dimensions = [" << *broadcastDimensions << "]";
    }
    return error;
  }

  int64_t rank = common.getRank();
  SmallVector<SmallVector<int64_t>> targets;
  for (Value operand : op->getOperands()) {
    targets.push_back(
        targetDimensions(cast<RankedTensorType>(operand.getType()).getRank(),
                         rank, broadcastDimensions));
  }

  Value sizes;
  if (!common.hasStaticShape()) {
    SmallVector<Value> sizeOf(rank);
    for (auto [operand, target] : llvm::zip_equal(op->getOperands(), targets)) {
      auto type = cast<RankedTensorType>(operand.getType());
      for (auto [dimension, becomes] : llvm::enumerate(target)) {
        if (type.getDimSize(dimension) == 1) {
          continue;
        }
        Value size = buildDimensionSize(builder, location, operand, dimension);
        sizeOf[becomes] = sizeOf[becomes] ? combineSizes(builder, location,
                                                         sizeOf[becomes], size)
                                          : size;
      }
    }
    for (Value &size : sizeOf) {
      size = size ? size : buildInt64(builder, location, 1);
    }
    sizes = buildVector(builder, location, sizeOf);
  }

  SmallVector<Value> results;
  for (auto [operand, target] : llvm::zip_equal(op->getOperands(), targets)) {
    auto type = cast<RankedTensorType>(operand.getType());
    auto resultType =
        cast<RankedTensorType>(common.clone(type.getElementType()));
    bool isDone = type == resultType && type.hasStaticShape();
    results.push_back(isDone ? operand
                             : buildBroadcast(builder, location, operand,
                                              resultType, target, sizes));
  }
  return results;
}

} // namespace weft::chlo
