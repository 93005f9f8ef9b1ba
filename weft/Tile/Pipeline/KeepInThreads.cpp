// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/KeepInThreads.h"

#include "weft/Tile/IR/Workspace.h"
#include "weft/Tile/Pipeline/MemoryUse.h"
#include "weft/Tile/Pipeline/TeamStep.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// More would not stay in registers.
constexpr int64_t mostElements = 16;

/// The extents of what each member touches of memory; none where others touch
/// it, too, or where it is not the same everywhere.
SmallVector<int64_t> extentsOfMember(BlockArgument ref) {
  Operation *first = nullptr;
  for (Operation *user : ref.getUsers()) {
    const std::optional<MemoryUse> use = memoryUseOf(user);
    first = first ? first : user;
    if (!use || use->ref != ref || !touchOwnElements(first, user) ||
        !touchSameElements(first, user)) {
      return {};
    }
  }
  SmallVector<int64_t> extents =
      first ? *extentsOf(first) : SmallVector<int64_t>();
  return llvm::product_of(extents) <= mostElements ? extents
                                                   : SmallVector<int64_t>();
}

} // namespace

void keepInThreads(KernelOp kernel) {
  const size_t shared = workspaceOf(kernel).size();
  Block &block = kernel.getBlock();
  for (BlockArgument ref : block.getArguments().take_back(shared)) {
    const SmallVector<int64_t> extents = extentsOfMember(ref);
    if (extents.empty()) {
      continue;
    }
    auto type = cast<RefType>(ref.getType());
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    Value own = AllocOp::create(
        builder, kernel.getLoc(),
        RefType::get(extents, type.getElementType(), Space::Shared),
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
