// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/KeepInThreads.h"

#include "weft/Tile/IR/Workspace.h"
#include "weft/Tile/Pipeline/MemoryUse.h"
#include "weft/Tile/Pipeline/TeamStep.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// More would not stay in registers.
constexpr int64_t mostElements = 16;

/// The tile of a load or store of all elements from its offsets on; null for
/// any other operation.
RankedTensorType tileOf(Operation *op) {
  auto ofBox = [](auto access) {
    return !access.hasBounds() && access.getStrides().empty()
               ? access.getTileType()
               : RankedTensorType();
  };
  return llvm::TypeSwitch<Operation *, RankedTensorType>(op)
      .Case<LoadOp, StoreOp>(ofBox)
      .Default([](Operation *) { return RankedTensorType(); });
}

/// What each member touches of memory; null where others touch it, too, or
/// where it is not the same everywhere.
RankedTensorType tileOfMember(BlockArgument ref) {
  RankedTensorType tile;
  Operation *first = nullptr;
  for (Operation *user : ref.getUsers()) {
    const std::optional<MemoryUse> use = memoryUseOf(user);
    first = first ? first : user;
    tile = tileOf(user);
    if (!use || use->ref != ref || !tile ||
        tile.getNumElements() > mostElements ||
        !touchOwnElements(first, user) || !touchSameElements(first, user)) {
      return {};
    }
  }
  return tile;
}

} // namespace

void keepInThreads(KernelOp kernel) {
  const size_t shared = workspaceOf(kernel).size();
  Block &block = kernel.getBlock();
  for (BlockArgument ref : block.getArguments().take_back(shared)) {
    RankedTensorType tile = tileOfMember(ref);
    if (!tile) {
      continue;
    }
    auto type = cast<RefType>(ref.getType());
    const int64_t leading = type.getRank() - tile.getRank();
    SmallVector<int64_t> shape(static_cast<size_t>(leading), 1);
    shape.append(tile.getShape().begin(), tile.getShape().end());
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    Value own = AllocOp::create(
        builder, kernel.getLoc(),
        RefType::get(shape, type.getElementType(), Space::Shared), StringAttr(),
        IntegerAttr());
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
