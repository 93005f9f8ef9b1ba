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

/// What a load or store touches.
struct Box {
  OperandRange offsets;
  RankedTensorType tile;
  /// Whether some elements between its ends are left out.
  bool isPartial;

  static std::optional<Box> of(Operation *op) {
    auto boxOf = [](auto access) -> std::optional<Box> {
      RankedTensorType tile = access.getTileType();
      const bool hasGaps =
          !access.getStrides().empty() && tile.getNumElements() > 1;
      return Box{access.getOffsets(), tile, access.hasBounds() || hasGaps};
    };
    return llvm::TypeSwitch<Operation *, std::optional<Box>>(op)
        .Case<LoadOp, StoreOp>(boxOf)
        .Default([](Operation *) { return std::nullopt; });
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

std::optional<SmallVector<int64_t>> extentsOf(Operation *access) {
  const std::optional<Box> box = Box::of(access);
  if (!box || box->isPartial) {
    return std::nullopt;
  }
  SmallVector<int64_t> extents;
  for (size_t dim = 0; dim < box->offsets.size(); ++dim) {
    extents.push_back(box->countAlong(dim));
  }
  return extents;
}

bool touchSameElements(Operation *access, Operation *other) {
  const std::optional<Box> first = Box::of(access);
  const std::optional<Box> second = Box::of(other);
  return first && second && extentsOf(access) &&
         extentsOf(access) == extentsOf(other) &&
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
