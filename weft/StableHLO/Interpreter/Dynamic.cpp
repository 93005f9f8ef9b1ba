// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations whose shapes are data: the static operation's function with its
// attributes taken from operands.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Movement.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::reference {
namespace {

/// A shape that came out of the program's data.
StatusOr<Shape> shapeFrom(const Tensor &tensor) {
  Shape shape(tensor.toIndices());
  for (int64_t size : shape) {
    if (size < 0) {
      return Status::invalidArgument(
          llvm::formatv("the shape operand holds the negative size {0}", size));
    }
  }
  return shape;
}

StatusOr<Tensor> evalGetDimensionSizeOp(RankedTensorType type,
                                        const Tensor &operand,
                                        int64_t dimension) {
  return Tensor::scalar(type.getElementType(),
                        Element::integer(ElementType::signedInteger(32),
                                         operand.dimension(dimension)));
}

/// A value's shape is what it really has, so a smaller size cuts it. It cannot
/// grow: the elements would have no value.
StatusOr<Tensor> evalSetDimensionSizeOp(Budget &budget, RankedTensorType type,
                                        const Tensor &operand, int64_t size,
                                        int64_t dimension) {
  if (size < 0 || size > operand.dimension(dimension)) {
    return Status::invalidArgument(
        llvm::formatv("size {0} for dimension {1}, which has {2} elements",
                      size, dimension, operand.dimension(dimension)));
  }
  Shape start(operand.rank(), 0);
  Shape limit(operand.shape());
  limit[dimension] = size;
  Shape strides(operand.rank(), 1);
  return evalSliceOp(budget, type, operand, start, limit, strides);
}

} // namespace

void addDynamicOps(OpTable &table) {
  table.add<stablehlo::DynamicBroadcastInDimOp>(
      [](stablehlo::DynamicBroadcastInDimOp op, OpCall &call) -> Status {
        WEFT_ASSIGN_OR_RETURN(Shape shape, shapeFrom(call.tensor(1)));
        return call.finish(evalBroadcastInDimOp(
            call.budget(), call.resultType(), call.tensor(0),
            op.getBroadcastDimensions(), shape));
      });
  table.add<stablehlo::DynamicIotaOp>(
      [](stablehlo::DynamicIotaOp op, OpCall &call) -> Status {
        WEFT_ASSIGN_OR_RETURN(Shape shape, shapeFrom(call.tensor(0)));
        return call.finish(evalIotaOp(call.budget(), call.resultType(),
                                      op.getIotaDimension(), shape));
      });
  table.add<stablehlo::DynamicReshapeOp>([](stablehlo::DynamicReshapeOp op,
                                            OpCall &call) -> Status {
    WEFT_ASSIGN_OR_RETURN(Shape shape, shapeFrom(call.tensor(1)));
    return call.finish(evalReshapeOp(call.resultType(), call.tensor(0), shape));
  });
  table.add<stablehlo::DynamicPadOp>(
      [](stablehlo::DynamicPadOp op, OpCall &call) {
        return call.finish(
            evalPadOp(call.budget(), call.resultType(), call.tensor(0),
                      call.tensor(1), call.tensor(2).toIndices(),
                      call.tensor(3).toIndices(), call.tensor(4).toIndices()));
      });
  table.add<stablehlo::RealDynamicSliceOp>([](stablehlo::RealDynamicSliceOp op,
                                              OpCall &call) -> Status {
    for (size_t i = 1; i < call.operandCount(); ++i) {
      if (call.tensor(i).elementCount() != call.tensor(0).rank()) {
        return Status::invalidArgument(llvm::formatv(
            "operand {0} has {1} elements, but operand 0 has rank {2}", i,
            call.tensor(i).elementCount(), call.tensor(0).rank()));
      }
    }
    return call.finish(evalSliceOp(call.budget(), call.resultType(),
                                   call.tensor(0), call.tensor(1).toIndices(),
                                   call.tensor(2).toIndices(),
                                   call.tensor(3).toIndices()));
  });
  table.add<stablehlo::GetDimensionSizeOp>([](stablehlo::GetDimensionSizeOp op,
                                              OpCall &call) {
    return call.finish(evalGetDimensionSizeOp(call.resultType(), call.tensor(0),
                                              op.getDimension()));
  });
  table.add<stablehlo::SetDimensionSizeOp>(
      [](stablehlo::SetDimensionSizeOp op, OpCall &call) {
        return call.finish(evalSetDimensionSizeOp(
            call.budget(), call.resultType(), call.tensor(0),
            call.tensor(1).toIndices().front(), op.getDimension()));
      });
}

} // namespace weft::reference
