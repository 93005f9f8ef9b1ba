// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/RecordOrder.h"

#include "weft/Support/DecisionsDialect.h"
#include "weft/Tile/Tiling/CombineOrder.h"

using namespace mlir;

namespace weft {

static void recordOrder(stablehlo::ReduceOp op) {
  switch (tile::combineOrderOf(op)) {
  case tile::CombineOrder::Any: {
    Operation &body = op.getBody().front().front();
    decide(op, DecisionKind::Order, Reason::OrderFree, Verdict::Chosen)
        << arg(body.getName().stripDialect());
    return;
  }
  case tile::CombineOrder::ByPlace:
    decide(op, DecisionKind::Order, Reason::OrderByPlace, Verdict::Chosen);
    return;
  case tile::CombineOrder::Kept:
    decide(op, DecisionKind::Order, Reason::OrderKept, Verdict::Forced);
    return;
  }
}

void recordOrder(plan::KernelOp kernel) {
  kernel.getBody().walk([](stablehlo::ReduceOp op) { recordOrder(op); });
}

} // namespace weft
