// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/Alike.h"

#include <mlir/IR/OperationSupport.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

using namespace mlir;

namespace weft::tile {

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

} // namespace weft::tile
