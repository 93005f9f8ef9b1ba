// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/TeamStep.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

using namespace mlir;

namespace weft::tile {

bool dependsOnMember(Value value) {
  llvm::SmallSetVector<Value, 16> reached;
  reached.insert(value);
  for (size_t i = 0; i < reached.size(); ++i) {
    Operation *op = reached[i].getDefiningOp();
    if (auto argument = dyn_cast<BlockArgument>(reached[i])) {
      // Of a loop: where it starts, and what it carries.
      op = argument.getOwner()->getParentOp();
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        reached.insert_range(loop.getYieldedValues());
      } else if (auto tested = dyn_cast<scf::WhileOp>(op)) {
        reached.insert_range(tested.getConditionOp().getArgs());
        reached.insert_range(tested.getYieldOp().getOperands());
      } else {
        continue;
      }
    }
    if (isa<ProgramIdOp>(op)) {
      return true;
    }
    for (Region &region : op->getRegions()) {
      if (!region.empty() && !region.front().empty()) {
        reached.insert_range(region.front().back().getOperands());
      }
    }
    reached.insert_range(op->getOperands());
  }
  return false;
}

bool isForSomeMembers(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](scf::ForOp loop) {
        return dependsOnMember(loop.getLowerBound()) ||
               dependsOnMember(loop.getUpperBound());
      })
      .Case([](scf::WhileOp loop) {
        return dependsOnMember(loop.getConditionOp().getCondition());
      })
      .Case([](scf::IfOp choice) {
        return dependsOnMember(choice.getCondition());
      })
      .Case([](scf::IndexSwitchOp choice) {
        return dependsOnMember(choice.getArg());
      })
      .Default([](Operation *) { return false; });
}

} // namespace weft::tile
