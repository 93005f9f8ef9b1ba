// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/Lives.h"

using namespace mlir;

namespace weft::plan {

Lives::Lives(ProgramOp program) : program(program) {
  number(program.getBody().front());
  for (Value value : order) {
    intervals[value] = compute(value);
  }
}

void Lives::define(Value value) {
  if (hasBytes(value.getType())) {
    order.push_back(value);
  }
}

void Lives::number(Block &block) {
  for (BlockArgument argument : block.getArguments()) {
    define(argument);
  }
  for (Operation &operation : block) {
    Interval &own = positions[&operation];
    own.begin = own.end = ++lastPosition;
    if (isa<WhileOp, CaseOp>(operation)) {
      for (Region &region : operation.getRegions()) {
        number(region.front());
      }
      // The map may have grown.
      positions[&operation].end = ++lastPosition;
    }
    for (Value result : operation.getResults()) {
      define(result);
    }
  }
}

int64_t Lives::begin(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    return isa<ProgramOp>(owner) ? 0 : position(owner);
  }
  Operation *definer = value.getDefiningOp();
  if (auto done = dyn_cast<DoneOp>(definer)) {
    auto start = done.getPending().getDefiningOp<StartOp>();
    // Started in another iteration of a loop, or who knows where.
    return start ? position(start) : 0;
  }
  return endPosition(definer);
}

int64_t Lives::endOfPending(Value pending) const {
  for (Operation *user : pending.getUsers()) {
    if (isa<DoneOp>(user)) {
      return position(user);
    }
  }
  return lastPosition;
}

int64_t Lives::positionOfUse(OpOperand &use) const {
  Operation *user = use.getOwner();
  Block *home = use.get().getParentBlock();
  // Test operations may have regions of their own; they are steps as a whole.
  int64_t end = -1;
  Operation *step = user;
  if (auto loop = dyn_cast<WhileOp>(step->getParentOp());
      loop && loop.getTurns() && !loop.getTrip() &&
      step == loop.getCondYield()) {
    // All steps of a turn look at it, but for the one that makes the next.
    Value next = loop.getNextCondition();
    return next && next.getDefiningOp() ? position(next.getDefiningOp()) - 1
                                        : endPosition(loop);
  }
  while (!positions.contains(step)) {
    step = step->getParentOp();
  }
  auto branches = dyn_cast<CaseOp>(step);
  end = branches && branches.getGuarded() ? endPosition(step) : position(step);
  if (auto start = dyn_cast<StartOp>(step)) {
    end = endOfPending(start.getPending());
  }
  for (Operation *around = step; around->getBlock() != home;
       around = around->getParentOp()) {
    Operation *parent = around->getParentOp();
    if (isa<WhileOp>(parent)) {
      end = std::max(end, endPosition(parent));
    }
  }
  return end;
}

Interval Lives::compute(Value value) {
  Interval life{begin(value), begin(value)};
  for (OpOperand &use : value.getUses()) {
    life.end = std::max(life.end, positionOfUse(use));
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<WhileOp>(owner)) {
      life.end = std::max(life.end, position(loop.getCondYield()));
    } else if (!program.getArgAttr(argument.getArgNumber(), kDonateName)) {
      life.end = lastPosition;
    }
  }
  if (auto done = dyn_cast_or_null<DoneOp>(value.getDefiningOp())) {
    life.end = std::max(life.end, position(done));
    if (!done.getPending().getDefiningOp<StartOp>()) {
      life.end = lastPosition;
    }
  }
  return life;
}

} // namespace weft::plan
