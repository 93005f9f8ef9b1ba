// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Rewriter.h"

#include "weft/Support/Origins.h"

using namespace mlir;

namespace weft::stablehlo {

void Rewriter::startAt(Operation *root) {
  setInsertionPoint(root);
  sources.assign({root});
}

Location Rewriter::location() {
  SmallVector<Location> locations;
  for (Operation *source : sources) {
    locations.push_back(source->getLoc());
  }
  return fuseLocations(locations, getContext());
}

Location Rewriter::locationWith(Operation *op) {
  return fuseLocations({op->getLoc(), location()}, getContext());
}

Value Rewriter::remake(Operation *op, ValueRange operands, Type type,
                       Location location) {
  Operation *copy = op->clone(Operation::CloneOptions());
  copy->setLoc(location);
  copy->setOperands(operands);
  copy->getResult(0).setType(type);
  return insert(copy)->getResult(0);
}

Value Rewriter::splatLike(Value value, ArrayRef<int64_t> shape) {
  return constant(constantOf(value).resizeSplat(typeOf(value).clone(shape)));
}

} // namespace weft::stablehlo
