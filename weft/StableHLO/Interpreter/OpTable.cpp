// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations that every program is held together by.

#include "weft/StableHLO/Interpreter/OpTable.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::reference {

void addBasicOps(OpTable &table) {
  table.add<stablehlo::ConstantOp>([](stablehlo::ConstantOp op, OpCall &call) {
    return call.finish(
        Tensor::fromAttribute(call.budget(), op.getValue(), call.resultType()));
  });
  table.add<mlir::func::CallOp>(
      [](mlir::func::CallOp op, OpCall &call) -> Status {
        Values results;
        WEFT_RETURN_IF_ERROR(
            call.callFunction(op.getCallee(), call.operands(), results));
        return call.finish(StatusOr<Values>(std::move(results)));
      });
}

OpTable standardOpTable() {
  OpTable table;
  addBasicOps(table);
  addElementwiseOps(table);
  addMovementOps(table);
  addGatherScatterOps(table);
  addReductionOps(table);
  addLinearOps(table);
  addConvolutionOps(table);
  addFactorizationOps(table);
  addNormalizationOps(table);
  addFourierOps(table);
  addRandomOps(table);
  addDynamicOps(table);
  addControlOps(table);
  addCollectiveOps(table);
  return table;
}

} // namespace weft::reference
