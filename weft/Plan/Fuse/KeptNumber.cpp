// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/KeptNumber.h"

#include "weft/Plan/Memory/Annotations.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::plan {

NumberKeeper::NumberKeeper(const Lives &lives) {
  for (Value value : lives.values()) {
    nextStorage = std::max(nextStorage, storageOf(value).number + 1);
  }
}

Value NumberKeeper::keep(Value number, Operation *user, StringRef record) {
  OpBuilder builder(user);
  auto copy = CopyOp::create(builder, user->getLoc(), number.getType(), number,
                             CopyCause::Interference);
  copy->setAttr(kStorageName, builder.getDenseI64ArrayAttr({nextStorage++, 0}));
  setRecord(copy, record);
  return copy.getResult();
}

} // namespace weft::plan
