// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Commuting.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace weft::tile {

/// Whether a comparison says that one operand is less than the other.
static bool isLess(arith::CmpIOp compare, Value left, Value right) {
  return (compare.getPredicate() == arith::CmpIPredicate::slt ||
          compare.getPredicate() == arith::CmpIPredicate::ult) &&
         compare.getLhs() == left && compare.getRhs() == right;
}

/// Whether a value is used as one of two that a condition exchanges, and
/// nowhere else.
static bool isExchanged(Value value, Value other, Value condition) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    auto select = dyn_cast<arith::SelectOp>(user);
    return user == condition.getDefiningOp() ||
           (select && select.getCondition() == condition &&
            (select.getTrueValue() == other ||
             select.getFalseValue() == other));
  });
}

Value findExchange(Region &region) {
  if (region.empty()) {
    return {};
  }
  Block &body = region.front();
  const unsigned count = body.getNumArguments() / 2;
  for (auto compare : body.getOps<arith::CmpIOp>()) {
    bool comparesPlaces = false;
    bool exchangesAll = true;
    for (unsigned i = 0; i < count; ++i) {
      Value left = body.getArgument(i);
      Value right = body.getArgument(count + i);
      comparesPlaces |= isLess(compare, right, left);
      exchangesAll &= isExchanged(left, right, compare.getResult()) &&
                      isExchanged(right, left, compare.getResult());
    }
    if (comparesPlaces && exchangesAll) {
      return compare.getResult();
    }
  }
  return {};
}

bool commutes(ReduceOp op) {
  return op.getKind() != CombineKind::Custom || findExchange(op.getBody());
}

} // namespace weft::tile
