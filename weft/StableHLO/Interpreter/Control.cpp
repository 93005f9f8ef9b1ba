// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, loops and composites.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::reference {
namespace {

Status evalBranch(OpCall &call, size_t region) {
  Values results;
  WEFT_RETURN_IF_ERROR(call.callRegion(region, {}, results));
  return call.finish(StatusOr<Values>(std::move(results)));
}

Status evalIfOp(stablehlo::IfOp op, OpCall &call) {
  return evalBranch(call, call.tensor(0).scalar().asBoolean() ? 0 : 1);
}

/// An index outside the branches selects the last one.
Status evalCaseOp(stablehlo::CaseOp op, OpCall &call) {
  int64_t count = op.getBranches().size();
  int64_t index = call.tensor(0).scalar().asSigned();
  return evalBranch(call, index < 0 || index >= count ? count - 1 : index);
}

Status evalWhileOp(stablehlo::WhileOp op, OpCall &call) {
  Values state = call.operands();
  Values returned;
  while (true) {
    WEFT_RETURN_IF_ERROR(call.callRegion(0, state, returned));
    if (!returned.front().tensor().scalar().asBoolean()) {
      return call.finish(StatusOr<Values>(std::move(state)));
    }
    WEFT_RETURN_IF_ERROR(call.callRegion(1, state, returned));
    std::swap(state, returned);
  }
}

/// The decomposition defines a composite.
Status evalCompositeOp(stablehlo::CompositeOp op, OpCall &call) {
  Values results;
  WEFT_RETURN_IF_ERROR(
      call.callFunction(op.getDecomposition(), call.operands(), results));
  return call.finish(StatusOr<Values>(std::move(results)));
}

} // namespace

void addControlOps(OpTable &table) {
  table.add<stablehlo::IfOp>(evalIfOp);
  table.add<stablehlo::CaseOp>(evalCaseOp);
  table.add<stablehlo::WhileOp>(evalWhileOp);
  table.add<stablehlo::CompositeOp>(evalCompositeOp);
  // What a custom call does is known only to whoever gave it its name. Callers
  // that know some replace this entry and pass the rest on.
  table.add<stablehlo::CustomCallOp>(
      [](stablehlo::CustomCallOp op, OpCall &call) {
        return Status::unimplemented(llvm::formatv(
            "custom call to '{0}', which the interpreter does not know",
            op.getCallTargetName()));
      });
}

} // namespace weft::reference
