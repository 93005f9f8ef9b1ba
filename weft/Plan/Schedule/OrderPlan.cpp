// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Schedule/OrderPlan.h"

#include "weft/Plan/Passes.h"
#include "weft/Plan/Schedule/BlockGraph.h"
#include "weft/Support/DecisionsDialect.h"

#include <numeric>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_ORDERPLANPASS
#include "weft/Plan/Passes.h.inc"

namespace {

class Orderer {
public:
  Orderer(ProgramOp program, const OverwriteRule &rule)
      : program(program), rule(rule) {}

  void run() {
    int64_t before = 0;
    int64_t after = order(program.getBody().front(), before);
    program.setStage(Stage::Ordered);
    if (after < before) {
      decide(program, DecisionKind::Order, Reason::OrderChanged)
              .subject(program.getName())
              .cost({std::nullopt, after}, {std::nullopt, before})
          << arg(after) << arg(before);
    }
  }

private:
  /// The peak of a block after ordering it; `before` is that of the program's
  /// own order.
  int64_t order(Block &block, int64_t &before);

  ProgramOp program;
  const OverwriteRule &rule;
  llvm::DenseMap<Operation *, int64_t> innerPeaks;
};

int64_t Orderer::order(Block &block, int64_t &before) {
  llvm::DenseMap<Operation *, int64_t> innerBefore;
  bool isAsynchronous = false;
  for (Operation &step : block) {
    isAsynchronous |= isa<StartOp, DoneOp>(step);
    if (isa<WhileOp, CaseOp>(step)) {
      int64_t most = 0;
      int64_t mostBefore = 0;
      for (Region &region : step.getRegions()) {
        int64_t own = 0;
        most = std::max(most, order(region.front(), own));
        mostBefore = std::max(mostBefore, own);
      }
      innerPeaks[&step] = most;
      innerBefore[&step] = mostBefore;
    }
  }
  BlockGraph graph(block, rule, innerPeaks);
  BlockGraph::Order best(graph.size());
  std::iota(best.begin(), best.end(), 0);
  before = BlockGraph(block, rule, innerBefore).peak(best);
  if (isAsynchronous) {
    return graph.peak(best);
  }
  best = graph.programOrder();
  int64_t peak = graph.peak(best);
  for (BlockGraph::Order candidate :
       {graph.greedyOrder(), graph.depthFirstOrder()}) {
    int64_t needed = graph.peak(candidate);
    if (needed < peak) {
      best = std::move(candidate);
      peak = needed;
    }
  }
  for (unsigned number : best) {
    graph.step(number)->moveBefore(block.getTerminator());
  }
  return peak;
}

struct OrderPlan : impl::OrderPlanPassBase<OrderPlan> {
  void runOnOperation() override { orderPlan(getOperation()); }
};

} // namespace

void orderPlan(ProgramOp program, const OverwriteRule &rule) {
  OverwriteRule known = remember(rule);
  Orderer(program, known).run();
}

} // namespace weft::plan
