// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/ShareSteps.h"

#include "weft/Machine/SharedWork.h"
#include "weft/Plan/Fuse/CostModel.h"

#include <cmath>

using namespace mlir;

namespace weft {
namespace {

/// How many threads are worth having for work of this length. The first helper
/// costs about a piece to call, and all that it may do until the leader is done
/// alone; with each further one the meeting takes longer, by a sixth of a
/// piece: of m threads work takes 1/m and m of those sixths.
int64_t threadsFor(int64_t picoseconds, const MachineCosts &costs) {
  const int64_t piece = std::max<int64_t>(1, costs.piecePicoseconds);
  if (picoseconds < piece * 5 / 2) {
    return 1;
  }
  return std::llround(
      std::sqrt(static_cast<double>(picoseconds) * 6 / double(piece)));
}

/// Bytes of an operand that a step takes up in so many turns.
int64_t takenBytes(OpOperand &operand, int64_t turns = 1) {
  const int64_t whole = plan::byteSize(operand.get().getType());
  auto kernel = dyn_cast<plan::KernelOp>(operand.getOwner());
  if (!kernel) {
    return whole;
  }
  return std::min(whole, saturatingMultiply(
                             turns, plan::touchedBytes(
                                        kernel, operand.getOperandNumber())));
}

/// A step that takes up a value, and how many bytes of it in the end.
struct Taker {
  Operation *step;
  int64_t bytes;
};

/// Follows a value to the steps that take it up: through views, through the
/// turns of loops, and out of them.
class Takers {
public:
  explicit Takers(Value value) { follow(value, /*turns=*/1); }

  SmallVector<Taker> found;

private:
  void follow(Value value, int64_t turns) {
    if (!seen.insert(value).second) {
      return;
    }
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      const unsigned number = use.getOperandNumber();
      if (auto view = dyn_cast<plan::ViewOp>(user)) {
        follow(view.getResult(), turns);
      } else if (auto loop = dyn_cast<plan::WhileOp>(user)) {
        enter(loop, number, turns);
      } else if (isa<plan::YieldOp>(user)) {
        leave(user, number, turns);
      } else if (!isa<plan::ReturnOp>(user)) {
        found.push_back({user, takenBytes(use, turns)});
      }
    }
  }

  void enter(plan::WhileOp loop, unsigned number, int64_t turns) {
    constexpr int64_t manyTurns = 1000;
    turns = saturatingMultiply(
        turns, static_cast<int64_t>(loop.getTrip().value_or(manyTurns)));
    followTurn(loop, number, turns);
  }

  void followTurn(plan::WhileOp loop, unsigned number, int64_t turns) {
    follow(loop.getCond().getArgument(number), turns);
    follow(loop.getBody().getArgument(number), turns);
  }

  void leave(Operation *yield, unsigned number, int64_t turns) {
    Operation *parent = yield->getParentOp();
    if (auto loop = dyn_cast<plan::WhileOp>(parent)) {
      if (yield == loop.getBodyYield()) {
        followTurn(loop, number, turns);
        follow(loop.getResult(number), turns);
      }
    } else if (auto branch = dyn_cast<plan::CaseOp>(parent)) {
      follow(branch.getResult(number), turns);
    }
  }

  llvm::SmallDenseSet<Value> seen;
};

/// Follows a value back to the steps that make it, the same way. Of a loop
/// those are the ones that its turns leave it by, and not what it begins with.
class Makers {
public:
  explicit Makers(Value value) { follow(value); }

  SmallVector<Operation *> found;

private:
  void follow(Value value) {
    if (!seen.insert(value).second) {
      return;
    }
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (auto loop = dyn_cast<plan::WhileOp>(parent)) {
        follow(loop.getBodyYield()->getOperand(argument.getArgNumber()));
      }
      return;
    }
    Operation *step = value.getDefiningOp();
    const unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto view = dyn_cast<plan::ViewOp>(step)) {
      follow(view.getSource());
    } else if (auto loop = dyn_cast<plan::WhileOp>(step)) {
      follow(loop.getBodyYield()->getOperand(number));
    } else if (isa<plan::CaseOp>(step)) {
      for (Region &branch : step->getRegions()) {
        follow(branch.front().getTerminator()->getOperand(number));
      }
    } else {
      found.push_back(step);
    }
  }

  llvm::SmallDenseSet<Value> seen;
};

} // namespace

SharedSteps::SharedSteps(plan::ProgramOp program,
                         llvm::function_ref<Work(plan::KernelOp)> workOf,
                         const Machine &machine)
    : machine(machine) {
  SmallVector<std::pair<Operation *, Work>> steps;
  program->walk<WalkOrder::PreOrder>([&](Operation *step) {
    Work work;
    if (auto kernel = dyn_cast<plan::KernelOp>(step)) {
      work = workOf(kernel);
    } else if (auto copy = dyn_cast<plan::CopyOp>(step)) {
      const int64_t bytes = plan::byteSize(copy.getResult().getType());
      work = {machine.transferPicoseconds(saturatingMultiply(2, bytes)), bytes};
    }
    if (work.programs > 1) {
      threads[step] = threadsFor(work.picoseconds, machine.costs);
      steps.push_back({step, work});
    }
    return isa<plan::KernelOp>(step) ? WalkResult::skip()
                                     : WalkResult::advance();
  });
  for (auto [step, work] : llvm::reverse(steps)) {
    int64_t &count = threads[step];
    const int64_t saved =
        work.picoseconds -
        sharedPicoseconds(work.picoseconds, count, machine.costs);
    if (count > 1 && handedOut(step) > saved + handedIn(step)) {
      count = 1;
      kept.insert(step);
    }
  }
}

int64_t SharedSteps::handedPicoseconds(int64_t bytes) const {
  // What does not fit its cache a core gets from elsewhere in any case.
  if (bytes > machine.cacheBytes(2) / 2) {
    return 0;
  }
  constexpr int64_t lineBytes = 64;
  return saturatingMultiply(bytes / lineBytes,
                            machine.costs.handedLinePicoseconds);
}

int64_t SharedSteps::handedOut(Operation *step) const {
  int64_t picoseconds = 0;
  for (Value result : step->getResults()) {
    // Lines come over once, whoever takes them first.
    int64_t bytes = 0;
    for (const Taker &taker : Takers(result).found) {
      if (threadsOf(taker.step) == 1) {
        bytes = std::max(bytes, taker.bytes);
      }
    }
    picoseconds += handedPicoseconds(bytes);
  }
  return picoseconds;
}

int64_t SharedSteps::handedIn(Operation *step) const {
  int64_t picoseconds = 0;
  for (OpOperand &operand : step->getOpOperands()) {
    if (llvm::any_of(Makers(operand.get()).found, [&](Operation *maker) {
          return maker != step && threadsOf(maker) > 1;
        })) {
      picoseconds += handedPicoseconds(takenBytes(operand));
    }
  }
  return picoseconds;
}

} // namespace weft
