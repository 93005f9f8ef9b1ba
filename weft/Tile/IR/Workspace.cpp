// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Workspace.h"

using namespace mlir;

namespace weft::tile {

llvm::SmallVector<int64_t> workspaceOf(KernelOp kernel) {
  auto places =
      kernel->getAttrOfType<DenseI64ArrayAttr>(workspaceAttributeName);
  return places ? llvm::SmallVector<int64_t>(places.asArrayRef())
                : llvm::SmallVector<int64_t>();
}

int64_t workspaceEnd(KernelOp kernel) {
  int64_t end = 0;
  llvm::SmallVector<int64_t> places = workspaceOf(kernel);
  for (auto [place, type] : llvm::zip_equal(
           places, kernel.getArgumentTypes().take_back(places.size()))) {
    if (place < 0) {
      continue;
    }
    auto ref = cast<RefType>(type);
    end = std::max(end, place + ref.getElementCount() * ref.getElementBytes());
  }
  return end;
}

bool mayBeSame(KernelOp kernel, Value ref, Value other) {
  auto isApart = [&](Value argument) {
    const unsigned number = cast<BlockArgument>(argument).getArgNumber();
    return number >= kernel.getNumArguments() - workspaceOf(kernel).size() ||
           kernel.getArgAttr(number, readonlyAttributeName);
  };
  return ref == other || (!isApart(ref) && !isApart(other));
}

} // namespace weft::tile
