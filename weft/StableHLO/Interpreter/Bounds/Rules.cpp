// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"

namespace weft::reference::ranges {

Status sizesAreUncertain() {
  return Status::failedPrecondition(uncertainSizes.str());
}

StatusOr<Values> callStandard(const OpCall &call, const OpFunction &function,
                              llvm::ArrayRef<Value> operands,
                              llvm::ArrayRef<mlir::RankedTensorType> types) {
  Frame frame(operands.begin(), operands.end());
  Step step;
  step.operation = call.operation();
  for (size_t i = 0; i < operands.size(); ++i) {
    step.operands.push_back(i);
  }
  for (size_t i = 0; i < call.resultCount(); ++i) {
    step.results.push_back(frame.size());
    frame.emplace_back();
  }
  OpCall other(call.context(), frame, step, types);
  WEFT_RETURN_IF_ERROR(function(other));
  Values results;
  for (size_t i = 0; i < call.resultCount(); ++i) {
    results.push_back(other.result(i));
  }
  return results;
}

Values bareOperands(const OpCall &call) {
  Values operands = call.operands();
  for (Value &value : operands) {
    if (value.isTensor() && value.tensor().bounds()) {
      value = value.tensor().withBounds(nullptr);
    }
  }
  return operands;
}

bool anyEnds(const OpCall &call) {
  for (size_t i = 0; i < call.operandCount(); ++i) {
    if (call.operand(i).isTensor() && hasEnds(call.tensor(i))) {
      return true;
    }
  }
  return false;
}

bool isStepOfReduction(mlir::Operation *op) {
  for (mlir::Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (mlir::isa<stablehlo::AllReduceOp, stablehlo::CollectiveReduceOp,
                  stablehlo::ReduceOp, stablehlo::ReduceScatterOp,
                  stablehlo::ReduceWindowOp, stablehlo::ScatterOp,
                  stablehlo::SelectAndScatterOp>(parent)) {
      return true;
    }
  }
  return false;
}

} // namespace weft::reference::ranges
