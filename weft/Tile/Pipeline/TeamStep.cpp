// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/TeamStep.h"

#include "weft/Tile/Pipeline/Alike.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Whether different members have other numbers: they follow from the number of
/// a member, and that from them.
bool areOfOneMember(ArrayRef<Value> offsets) {
  auto isMember = [](Value value) {
    return value.getDefiningOp<ProgramIdOp>() != nullptr;
  };
  if (offsets.size() == 1 && isMember(offsets.front())) {
    return true;
  }
  auto unrank =
      offsets.empty() ? UnrankOp() : offsets.front().getDefiningOp<UnrankOp>();
  return unrank && isMember(unrank.getId()) &&
         llvm::equal(offsets, unrank.getResults());
}

/// Of a load or store: where and what it touches.
struct Box {
  OperandRange offsets;
  RankedTensorType tile;
  ArrayRef<int64_t> strides;

  static std::optional<Box> of(Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      return Box{load.getOffsets(), load.getTileType(), load.getStrides()};
    }
    if (auto store = dyn_cast<StoreOp>(op)) {
      return Box{store.getOffsets(), store.getTileType(), store.getStrides()};
    }
    return std::nullopt;
  }

  /// Leading dims, which the tile does not have, are of one element.
  int64_t countAlong(size_t dim) const {
    const auto leading = offsets.size() - static_cast<size_t>(tile.getRank());
    return dim < leading ? 1
                         : tile.getDimSize(static_cast<int64_t>(dim - leading));
  }
};

} // namespace

bool touchOwnElements(Operation *access, Operation *other) {
  const std::optional<Box> first = Box::of(access);
  const std::optional<Box> second = Box::of(other);
  if (!first || !second || first->offsets.size() != second->offsets.size()) {
    return false;
  }
  SmallVector<Value> moving;
  for (auto [dim, offset, otherOffset] :
       llvm::enumerate(first->offsets, second->offsets)) {
    if (getConstantIntValue(offset) && getConstantIntValue(otherOffset)) {
      continue;
    }
    if (first->countAlong(dim) != 1 || second->countAlong(dim) != 1 ||
        !areAlike(offset, otherOffset)) {
      return false;
    }
    moving.push_back(offset);
  }
  return areOfOneMember(moving);
}

bool touchSameElements(Operation *access, Operation *other) {
  const std::optional<Box> first = Box::of(access);
  const std::optional<Box> second = Box::of(other);
  return first && second && first->tile == second->tile &&
         first->strides == second->strides &&
         llvm::equal(first->offsets, second->offsets, areAlike);
}

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
