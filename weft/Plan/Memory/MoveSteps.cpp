// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/MoveSteps.h"

#include "weft/Plan/Memory/Annotations.h"

#include <llvm/ADT/SmallSet.h>

using namespace mlir;

namespace weft::plan {
namespace {

/// Storage by number.
struct Touched {
  llvm::SmallSet<int64_t, 8> read;
  llvm::SmallSet<int64_t, 8> written;

  bool isWrittenBy(const Touched &other) const {
    auto isThere = [&](int64_t number) {
      return other.written.contains(number);
    };
    return llvm::any_of(read, isThere) || llvm::any_of(written, isThere);
  }
};

Touched findTouched(Operation *step) {
  Touched touched;
  step->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      if (hasBytes(operand.getType())) {
        touched.read.insert(storageOf(operand).number);
      }
    }
    for (Value result : inner->getResults()) {
      if (hasBytes(result.getType())) {
        (isWritten(result) ? touched.written : touched.read)
            .insert(storageOf(result).number);
      }
    }
    return isa<WhileOp, CaseOp>(inner) ? WalkResult::advance()
                                       : WalkResult::skip();
  });
  return touched;
}

/// Values that are names or constants are written nowhere.
bool uses(Operation *step, Operation *maker) {
  return llvm::any_of(maker->getUsers(),
                      [&](Operation *user) { return step->isAncestor(user); });
}

} // namespace

bool canChangePlaces(Operation *one, Operation *other) {
  if ((keepsOrder(one) && keepsOrder(other)) || uses(one, other) ||
      uses(other, one)) {
    return false;
  }
  const Touched first = findTouched(one);
  const Touched second = findTouched(other);
  return !first.isWrittenBy(second) && !second.isWrittenBy(first);
}

} // namespace weft::plan
