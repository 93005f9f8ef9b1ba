// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of branches and loops.
//
// Where it is uncertain which branch is taken, all that may be are, and a
// result is what any of them gives. Where it is uncertain whether a loop goes
// on, what it carries may be anything from there on, but for what its body
// hands on as it came.

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"

using namespace mlir;

namespace weft::reference::ranges {
namespace {

Status branch(OpCall &call, int64_t first, int64_t last) {
  std::optional<Values> all;
  for (int64_t region = first; region <= last; ++region) {
    Values results;
    WEFT_RETURN_IF_ERROR(call.callRegion(region, {}, results));
    if (!all) {
      all = std::move(results);
      continue;
    }
    for (auto [one, other] : llvm::zip_equal(*all, results)) {
      if (!one.isTensor()) {
        continue;
      }
      if (one.tensor().type() != other.tensor().type()) {
        return sizesAreUncertain();
      }
      WEFT_ASSIGN_OR_RETURN(
          Tensor both,
          hullOfTensors(call.budget(), one.tensor(), other.tensor()));
      one = std::move(both);
    }
  }
  return call.finish(StatusOr<Values>(std::move(*all)));
}

Status evalIf(stablehlo::IfOp, OpCall &call) {
  Range predicate = rangeAt(call.tensor(0), 0);
  return branch(call, predicate.high.asBoolean() ? 0 : 1,
                predicate.low.asBoolean() ? 0 : 1);
}

Status evalCase(stablehlo::CaseOp op, OpCall &call) {
  int64_t last = static_cast<int64_t>(op.getBranches().size()) - 1;
  Range index = rangeAt(call.tensor(0), 0);
  int64_t low = index.low.asSigned();
  int64_t high = index.high.asSigned();
  auto chosen = [&](int64_t i) { return i < 0 || i > last ? last : i; };
  if (low == high) {
    return branch(call, chosen(low), chosen(low));
  }
  // Those outside are the last one.
  bool isInside = low >= 0 && high <= last;
  return branch(call, std::clamp<int64_t>(low, 0, last),
                isInside ? high : last);
}

Status evalWhile(stablehlo::WhileOp op, OpCall &call) {
  Values state = call.operands();
  Values returned;
  Block &body = op.getBody().front();
  while (true) {
    WEFT_RETURN_IF_ERROR(call.callRegion(0, state, returned));
    Range goesOn = rangeAt(returned.front().tensor(), 0);
    if (!goesOn.isExact()) {
      break;
    }
    if (!goesOn.low.asBoolean()) {
      return call.finish(StatusOr<Values>(std::move(state)));
    }
    WEFT_RETURN_IF_ERROR(call.callRegion(1, state, returned));
    std::swap(state, returned);
  }
  for (auto [i, value] : llvm::enumerate(state)) {
    bool isHandedOn =
        body.getTerminator()->getOperand(i) == body.getArgument(i);
    if (isHandedOn || !value.isTensor()) {
      continue;
    }
    if (!cast<RankedTensorType>(body.getArgument(i).getType())
             .hasStaticShape()) {
      return sizesAreUncertain();
    }
    WEFT_ASSIGN_OR_RETURN(Tensor any,
                          anythingLike(call.budget(), value.tensor()));
    value = std::move(any);
  }
  return call.finish(StatusOr<Values>(std::move(state)));
}

} // namespace

void addControlRules(OpTable &table, const OpTable &standard) {
  table.add<stablehlo::IfOp>(evalIf);
  table.add<stablehlo::CaseOp>(evalCase);
  table.add<stablehlo::WhileOp>(evalWhile);
  // The decomposition has rules of its own; custom calls are the caller's.
  for (StringRef name : {stablehlo::CompositeOp::getOperationName(),
                         stablehlo::CustomCallOp::getOperationName()}) {
    table.add(name, *standard.find(name));
  }
}

} // namespace weft::reference::ranges
