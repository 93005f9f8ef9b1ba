// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/GroupTurns.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Fuse/KeptNumber.h"
#include "weft/Plan/Fuse/MachinePass.h"
#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/MoveSteps.h"
#include "weft/Support/DecisionsDialect.h"

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_GROUPTURNSPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// How many turns a loop is taken to have of which nobody knows.
constexpr int64_t expectedTurns = 16;
constexpr int64_t mostTurns = 16;
/// What saves less, of a turn's time, is not worth larger graphs.
constexpr int64_t leastShareSaved = 20;

/// Sums of so much are still numbers.
constexpr int64_t forEver = int64_t(1) << 60;

int64_t times(int64_t a, int64_t b) {
  return std::min(saturatingMultiply(a, b), forEver);
}

/// What the steps of a block take.
struct Steps {
  int64_t count = 0;
  int64_t picoseconds = 0;
  /// Why they cannot be told several times at once; empty where they can.
  std::string refusal = {};

  void add(const Steps &more) {
    count = std::min(count + more.count, forEver);
    picoseconds = std::min(picoseconds + more.picoseconds, forEver);
    refusal = refusal.empty() ? more.refusal : refusal;
  }
};

/// The same of a block of a loop whose turns are known, in which there may be
/// anything. Other loops in it have their turns already.
Steps lookAtAll(Block &block, const Machine &machine) {
  Steps steps;
  for (Operation &step : block.without_terminator()) {
    if (auto loop = dyn_cast<WhileOp>(step)) {
      const Steps body = lookAtAll(loop.getBody().front(), machine);
      const Steps condition = lookAtAll(loop.getCond().front(), machine);
      const auto trips =
          static_cast<int64_t>(loop.getTrip().value_or(expectedTurns));
      const auto turns = static_cast<int64_t>(loop.getTurns().value_or(1));
      const bool isAll = loop.getTrip() && turns >= trips;
      const int64_t told = std::min(turns, trips) +
                           (loop.getTrip() && !isAll ? trips % turns : 0);
      const int64_t test =
          machine.costs.iterationPicoseconds + condition.picoseconds;
      steps.add({1 + times(told, body.count) + condition.count,
                 times(trips, body.picoseconds) +
                     (isAll ? 0 : times(trips / turns, test))});
    } else if (isa<CaseOp>(step)) {
      Steps branches;
      for (Region &branch : step.getRegions()) {
        const Steps own = lookAtAll(branch.front(), machine);
        branches.count += own.count;
        branches.picoseconds = std::max(branches.picoseconds, own.picoseconds);
      }
      steps.add(branches);
    } else if (!isa<ConstantOp, ViewOp, BarrierOp>(step)) {
      steps.add({1, stepPicoseconds(machine, &step)});
    }
  }
  return steps;
}

Steps look(Block &block, const Machine &machine) {
  Steps steps;
  for (Operation &step : block.without_terminator()) {
    if (auto branches = dyn_cast<CaseOp>(step);
        branches && branches.getGuarded()) {
      for (Region &branch : branches.getBranches()) {
        steps.add(look(branch.front(), machine));
      }
    } else if (isa<KernelOp, CopyOp>(step)) {
      steps.add({1, stepPicoseconds(machine, &step)});
    } else if (!canLook(&step)) {
      steps.refusal = "'" + step.getName().getStringRef().str() +
                      "' in it cannot look whether it is wanted";
    }
  }
  return steps;
}

/// Whether a step finds the same when it is run again: no random numbers, and
/// no sums in the order in which threads come.
bool findsTheSame(Operation &step) {
  if (isa<CaseOp>(step)) {
    return llvm::all_of(step.getRegions(), [](Region &branch) {
      return llvm::all_of(branch.front(), findsTheSame);
    });
  }
  auto kernel = dyn_cast<KernelOp>(step);
  return !kernel || (kernel.getHero() != Hero::Random &&
                     kernel.getHero() != Hero::Scatter);
}

class TurnGrouper {
public:
  TurnGrouper(const Lives &lives, const Machine &machine)
      : machine(machine), numbers(lives) {
    for (Value value : lives.values()) {
      const int64_t number = storageOf(value).number;
      auto [home, isNew] = homes.try_emplace(number, value.getParentBlock());
      if (!isNew && home->second != value.getParentBlock()) {
        home->second = nullptr;
      }
    }
  }

  void run(WhileOp loop) {
    if (loop.getTrip()) {
      writeOut(loop, static_cast<int64_t>(*loop.getTrip()));
      return;
    }
    const Steps body = look(loop.getBody().front(), machine);
    const Steps condition = look(loop.getCond().front(), machine);
    std::string refusal =
        body.refusal.empty() ? condition.refusal : body.refusal;
    if (!llvm::all_of(loop.getCond().front(), findsTheSame)) {
      refusal = "its condition may come out otherwise when it is tested again";
    }
    if (body.count == 0) {
      refusal = "nothing is computed in it";
    }
    if (1 + guardsWithin(loop.getBody().front()) > kMaximumGuards) {
      refusal =
          "branches in branches of it look at as many numbers as they can";
    }
    if (machine.costs.guardPicoseconds == 0) {
      refusal = "kernels of this machine do not look whether they are wanted";
    }
    if (!refusal.empty()) {
      decide(loop, DecisionKind::Loop, Reason::TurnsApart, Verdict::Refused)
              .subject("a loop")
          << arg(refusal);
      return;
    }
    choose(loop, body, condition);
  }

private:
  /// Of one turn, told so many times for each test, with its share of what is
  /// launched behind the end: half of a test's turns but one, on average, which
  /// are taken to take as long as others, since their blocks come and go.
  int64_t timeOfTurn(int64_t turns, const Steps &body,
                     const Steps &condition) const {
    const int64_t looks =
        turns == 1 ? 0 : body.count * machine.costs.guardPicoseconds;
    const int64_t steps = body.picoseconds + looks + condition.picoseconds;
    return machine.costs.iterationPicoseconds / turns + steps +
           (turns - 1) * steps / (2 * expectedTurns);
  }

  void choose(WhileOp loop, const Steps &body, const Steps &condition) {
    const int64_t apart = timeOfTurn(1, body, condition);
    int64_t turns = 2;
    int64_t together = timeOfTurn(turns, body, condition);
    for (int64_t more = 2 * turns; more <= mostTurns; more *= 2) {
      const int64_t time = timeOfTurn(more, body, condition);
      if (time < together) {
        turns = more;
        together = time;
      }
    }
    if (apart - together < apart / leastShareSaved) {
      decide(loop, DecisionKind::Loop, Reason::TurnsApart, Verdict::Rejected)
              .subject("a loop")
              .cost({apart, std::nullopt}, {together, std::nullopt})
          << arg("more would save little of a turn");
      return;
    }
    decide(loop, DecisionKind::Loop, Reason::TurnsGrouped)
            .subject("a loop")
            .cost({together, std::nullopt}, {apart, std::nullopt})
        << arg(turns);
    keepCondition(loop);
    loop.setTurns(turns);
  }

  /// Of a loop with a known number of turns: all are told, or some for each
  /// test.
  void writeOut(WhileOp loop, int64_t trips) {
    const bool asksHost = llvm::any_of(
        loop.getCond().front().without_terminator(),
        [](Operation &step) { return !isa<WhileOp>(step) && !canLook(&step); });
    if (asksHost || trips < 2) {
      return;
    }
    const Steps body = lookAtAll(loop.getBody().front(), machine);
    const Steps condition = lookAtAll(loop.getCond().front(), machine);
    const int64_t room = kMostStepsAtOnce / std::max<int64_t>(body.count, 1);
    const int64_t turns = trips <= room ? trips : std::min(room, mostTurns);
    const int64_t test =
        machine.costs.iterationPicoseconds + condition.picoseconds;
    const int64_t apart = body.picoseconds + test;
    const int64_t together =
        body.picoseconds +
        (turns >= trips ? 0 : test / std::max<int64_t>(turns, 1));
    const bool isWorthIt = apart - together >= apart / leastShareSaved;
    if (turns < 2 || !isWorthIt) {
      auto decision = decide(loop, DecisionKind::Loop, Reason::TurnsApart,
                             turns < 2 ? Verdict::Refused : Verdict::Rejected);
      decision.subject("a loop")
          << arg(turns < 2 ? "two turns are more commands than are told at once"
                           : "more would save little of a turn");
      if (turns >= 2) {
        decision.cost({apart, std::nullopt}, {together, std::nullopt});
      }
      return;
    }
    decide(loop, DecisionKind::Loop, Reason::TurnsWrittenOut)
            .subject("a loop")
            .cost({together, std::nullopt}, {apart, std::nullopt})
        << arg(trips) << arg(turns);
    loop.setTurns(turns);
  }

  /// What guards look at must not change while a turn goes on: it is a value of
  /// the condition's own, or one that the last step of a turn makes, of single
  /// numbers, which looks at it before.
  void keepCondition(WhileOp loop) {
    Operation *yield = loop.getCondYield();
    Value holds = yield->getOperand(0);
    if ((holds.getDefiningOp<KernelOp>() &&
         homes.lookup(storageOf(holds).number) == yield->getBlock()) ||
        endTurnWithCondition(loop)) {
      return;
    }
    yield->setOperand(0, numbers.keep(holds, yield, "turns-grouped"));
  }

  /// Has the step that makes the next condition be the last of a turn, if that
  /// is possible.
  static bool endTurnWithCondition(WhileOp loop) {
    Value next = loop.getNextCondition();
    auto maker = next ? next.getDefiningOp<KernelOp>() : KernelOp();
    if (!maker || maker->getBlock() != &loop.getBody().front() ||
        !isOfNumbers(maker)) {
      return false;
    }
    // Nothing else of a turn is where it is kept.
    const int64_t kept = storageOf(next).number;
    const WalkResult written =
        loop.getBody().walk<WalkOrder::PreOrder>([&](Operation *step) {
          const bool isOther =
              step != maker &&
              llvm::any_of(step->getResults(), [&](Value value) {
                return storageOf(value).number == kept;
              });
          return isOther                      ? WalkResult::interrupt()
                 : isa<WhileOp, CaseOp>(step) ? WalkResult::advance()
                                              : WalkResult::skip();
        });
    if (written.wasInterrupted()) {
      return false;
    }
    for (Operation *step = maker->getNextNode(); step != loop.getBodyYield();
         step = step->getNextNode()) {
      if (!canChangePlaces(maker, step)) {
        return false;
      }
    }
    maker->moveBefore(loop.getBodyYield());
    return true;
  }

  const Machine &machine;
  /// By storage class: the block of all of its values; null where they are of
  /// several.
  llvm::DenseMap<int64_t, Block *> homes;
  NumberKeeper numbers;
};

struct GroupTurns : MachinePass<impl::GroupTurnsPassBase<GroupTurns>> {
  using MachinePass::MachinePass;

  void run(ProgramOp program, const Machine &machine) override {
    groupTurns(program, machine);
  }
};

} // namespace

void groupTurns(ProgramOp program, const Machine &machine) {
  TurnGrouper grouper(Lives(program), machine);
  program.walk([&](WhileOp loop) { grouper.run(loop); });
}

} // namespace weft::plan
