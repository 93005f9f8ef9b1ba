// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/Windows.h"

using namespace mlir;

namespace weft::plan {

Windows::Windows(ProgramOp program, const Lives &lives) : lives(lives) {
  program.walk<WalkOrder::PreOrder>([&](Operation *step) {
    if (isa<KernelOp, CopyOp>(step)) {
      windows[step] = {earliest(step), latest(step)};
    }
    return isa<ProgramOp, WhileOp, CaseOp>(step) ? WalkResult::advance()
                                                 : WalkResult::skip();
  });
}

Interval Windows::of(Operation *step) const {
  auto found = windows.find(step);
  return found != windows.end()
             ? found->second
             : Interval{lives.position(step), lives.endPosition(step)};
}

Interval Windows::of(Value value) const {
  Interval window = lives.of(value);
  if (Operation *maker = value.getDefiningOp()) {
    window = hull(window, of(maker));
  }
  Block *home = value.getParentBlock();
  for (Operation *user : value.getUsers()) {
    if (Operation *step = home->findAncestorOpInBlock(*user)) {
      window = hull(window, of(step));
    }
  }
  return window;
}

int64_t Windows::earliest(Operation *step) const {
  Block *home = step->getBlock();
  int64_t time = lives.position(home->getParentOp());
  for (Value input : step->getOperands()) {
    time = std::max(time, madeAt(input, home));
  }
  return std::min(time + 1, lives.position(step));
}

int64_t Windows::latest(Operation *step) const {
  Block *home = step->getBlock();
  int64_t time = lives.position(home->getTerminator());
  for (Value result : step->getResults()) {
    time = std::min(time, readAt(result, home));
  }
  return std::max(time - 1, lives.position(step));
}

/// Outside of the block: before it.
int64_t Windows::madeAt(Value value, Block *home) const {
  Operation *maker = value.getDefiningOp();
  if (!maker || maker->getBlock() != home) {
    return lives.position(home->getParentOp());
  }
  if (auto view = dyn_cast<ViewOp>(maker)) {
    return madeAt(view.getSource(), home);
  }
  return lives.endPosition(maker);
}

int64_t Windows::readAt(Value value, Block *home) const {
  int64_t time = lives.last();
  for (Operation *user : value.getUsers()) {
    Operation *step = home->findAncestorOpInBlock(*user);
    auto view = dyn_cast<ViewOp>(step);
    time = std::min(time, view ? readAt(view.getResult(), home)
                               : lives.position(step));
  }
  return time;
}

} // namespace weft::plan
