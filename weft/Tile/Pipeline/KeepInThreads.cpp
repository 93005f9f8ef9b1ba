// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/KeepInThreads.h"

#include "weft/Tile/IR/Workspace.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
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
std::optional<OperandRange> placeOf(Operation *user, Value ref) {
  if (auto load = dyn_cast<LoadOp>(user)) {
    return load.getTileType().getNumElements() == 1
               ? std::optional(load.getOffsets())
               : std::nullopt;
  }
  auto store = dyn_cast<StoreOp>(user);
  return store && store.getRef() == ref &&
                 store.getTileType().getNumElements() == 1
             ? std::optional(store.getOffsets())
             : std::nullopt;
}

bool isOfOneMember(BlockArgument ref) {
  std::optional<OperandRange> first;
  for (Operation *user : ref.getUsers()) {
    std::optional<OperandRange> place = placeOf(user, ref);
    if (!place || !areOfOneMember(*place)) {
      return false;
    }
    first = first ? first : place;
    for (auto [a, b] : llvm::zip_equal(*first, *place)) {
      if (!areAlike(a, b)) {
        return false;
      }
    }
  }
  return first.has_value();
}

} // namespace

void keepInThreads(KernelOp kernel) {
  const size_t shared = workspaceOf(kernel).size();
  Block &block = kernel.getBlock();
  for (BlockArgument ref : block.getArguments().take_back(shared)) {
    if (!isOfOneMember(ref)) {
      continue;
    }
    auto type = cast<RefType>(ref.getType());
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    Value own =
        AllocOp::create(builder, kernel.getLoc(),
                        RefType::get(SmallVector<int64_t>(type.getRank(), 1),
                                     type.getElementType(), Space::Shared),
                        StringAttr(), IntegerAttr());
    Value zero = arith::ConstantIndexOp::create(builder, kernel.getLoc(), 0);
    for (OpOperand &use : llvm::make_early_inc_range(ref.getUses())) {
      Operation *user = use.getOwner();
      const SmallVector<Value> zeros(type.getRank(), zero);
      if (auto load = dyn_cast<LoadOp>(user)) {
        load.getOffsetsMutable().assign(zeros);
      } else {
        cast<StoreOp>(user).getOffsetsMutable().assign(zeros);
      }
      use.set(own);
    }
  }
}

} // namespace weft::tile
