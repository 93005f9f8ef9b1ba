// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/TeamStep.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Whether two values are computed alike from the same ones.
bool areAlike(Value a, Value b) {
  Operation *first = a.getDefiningOp();
  Operation *second = b.getDefiningOp();
  if (a == b || !first || !second || !isPure(first)) {
    return a == b;
  }
  return cast<OpResult>(a).getResultNumber() ==
             cast<OpResult>(b).getResultNumber() &&
         OperationEquivalence::isEquivalentTo(
             first, second,
             [](Value one, Value other) {
               return success(areAlike(one, other));
             },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// Whether different members have different elements there: the offsets follow
/// from the number of a member, and that from them.
bool areOfOneMember(OperandRange offsets) {
  auto isMember = [](Value value) {
    return value.getDefiningOp<ProgramIdOp>() != nullptr;
  };
  SmallVector<Value> moving;
  for (Value offset : offsets) {
    if (!getConstantIntValue(offset)) {
      moving.push_back(offset);
    }
  }
  if (moving.size() == 1 && isMember(moving.front())) {
    return true;
  }
  auto unrank =
      moving.empty() ? UnrankOp() : moving.front().getDefiningOp<UnrankOp>();
  return unrank && isMember(unrank.getId()) &&
         llvm::equal(moving, unrank.getResults());
}

/// The offsets of a load or store of one element.
std::optional<OperandRange> placeOf(Operation *user) {
  if (auto load = dyn_cast<LoadOp>(user)) {
    return load.getTileType().getNumElements() == 1
               ? std::optional(load.getOffsets())
               : std::nullopt;
  }
  auto store = dyn_cast<StoreOp>(user);
  return store && store.getTileType().getNumElements() == 1
             ? std::optional(store.getOffsets())
             : std::nullopt;
}

} // namespace

bool touchOwnElement(Operation *access, Operation *other) {
  std::optional<OperandRange> place = placeOf(access);
  std::optional<OperandRange> otherPlace = placeOf(other);
  return place && otherPlace && place->size() == otherPlace->size() &&
         areOfOneMember(*place) &&
         llvm::all_of(llvm::zip(*place, *otherPlace), [](auto pair) {
           return areAlike(std::get<0>(pair), std::get<1>(pair));
         });
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
