// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/ArgumentUses.h"

using namespace mlir;

namespace weft::tile {

SmallVector<ArgumentUse> argumentUses(KernelOp kernel) {
  SmallVector<ArgumentUse> uses(kernel.getNumArguments());
  auto useOf = [&](Value ref) -> ArgumentUse * {
    auto argument = dyn_cast<BlockArgument>(ref);
    return argument ? &uses[argument.getArgNumber()] : nullptr;
  };
  kernel.getBody().walk([&](Operation *operation) {
    for (Value operand : operation->getOperands()) {
      ArgumentUse *use =
          isa<RefType>(operand.getType()) ? useOf(operand) : nullptr;
      if (!use) {
        continue;
      }
      if (isa<LoadOp, GatherOp>(operation)) {
        use->isRead = true;
      } else if (isa<StoreOp>(operation)) {
        use->isWritten = true;
      } else if (auto scatter = dyn_cast<ScatterOp>(operation)) {
        bool sets = scatter.getKind() == UpdateKind::Set;
        (sets ? use->isWritten : use->isUpdated) = true;
      } else if (auto atomic = dyn_cast<AtomicOp>(operation)) {
        bool loads = atomic.getKind() == UpdateKind::Load;
        (loads ? use->isRead : use->isUpdated) = true;
      }
    }
  });
  return uses;
}

bool isReadOnly(Value ref) {
  auto argument = dyn_cast<BlockArgument>(ref);
  auto kernel = argument
                    ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp())
                    : KernelOp();
  return kernel &&
         kernel.getArgAttr(argument.getArgNumber(), readonlyAttributeName);
}

bool writesOverArguments(KernelOp kernel) {
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    if (kernel.getArgAttr(i, aliasesAttributeName)) {
      return true;
    }
  }
  return false;
}

bool isWrittenOver(Value ref) {
  return writesOverArguments(
             ref.getParentRegion()->getParentOfType<KernelOp>()) ||
         llvm::any_of(ref.getUsers(),
                      llvm::IsaPred<StoreOp, ScatterOp, AtomicOp>);
}

} // namespace weft::tile
