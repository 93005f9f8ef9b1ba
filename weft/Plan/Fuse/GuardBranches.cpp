// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/GuardBranches.h"

#include "weft/Plan/Fuse/BranchCosts.h"
#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Fuse/KeptNumber.h"
#include "weft/Plan/Fuse/MachinePass.h"
#include "weft/Plan/Memory/Annotations.h"
#include "weft/Support/DecisionsDialect.h"

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_GUARDBRANCHESPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Kernels of the plan that are several launches, nobody knows yet how many.
bool isSeveralLaunches(KernelOp kernel) {
  switch (kernel.getHero()) {
  case Hero::Scan:
  case Hero::Sort:
  case Hero::TopK:
  case Hero::Scatter:
  case Hero::Fft:
  case Hero::Solve:
    return true;
  default:
    return false;
  }
}

class BranchGuarder {
public:
  BranchGuarder(ProgramOp program, const Machine &machine)
      : machine(machine), lives(program), numbers(lives) {}

  void run(CaseOp branches) {
    BranchWork work;
    work.branches = static_cast<int64_t>(branches.getBranches().size());
    std::string refusal = look(branches, work);
    const bool isKept = isOverwritten(branches);
    const int64_t guarded = work.guardedPicoseconds(machine) +
                            (isKept ? machine.costs.kernelPicoseconds : 0);
    const int64_t decided = work.decidedPicoseconds(machine);
    const bool isRefused = !refusal.empty();
    if (!isRefused && guarded >= decided) {
      refusal = std::to_string(work.steps) + " steps would have to look";
    }
    const std::string subject = "a branch of " + std::to_string(work.branches);
    if (!refusal.empty()) {
      auto decision =
          decide(branches, DecisionKind::Loop, Reason::BranchesApart,
                 isRefused ? Verdict::Refused : Verdict::Rejected);
      decision.subject(subject) << arg(refusal);
      if (!isRefused) {
        decision.cost({decided, std::nullopt}, {guarded, std::nullopt});
      }
      return;
    }
    decide(branches, DecisionKind::Loop, Reason::BranchesGuarded)
            .subject(subject)
            .cost({guarded, std::nullopt}, {decided, std::nullopt})
        << arg(work.steps);
    if (isKept) {
      branches.getIndexMutable().assign(
          numbers.keep(branches.getIndex(), branches, "branches-guarded"));
    }
    branches.setGuarded(true);
  }

private:
  /// Adds what is in the branches to `work`; why it cannot look, empty where it
  /// can.
  std::string look(CaseOp branches, BranchWork &work) const {
    if (machine.costs.guardPicoseconds == 0) {
      return "kernels of this machine do not look whether they are wanted";
    }
    if (!canBeLookedAt(branches.getIndex())) {
      return "its number is neither a boolean nor one of 32 bits";
    }
    for (Region &region : branches.getBranches()) {
      if (1 + guardsWithin(region.front()) > kMaximumGuards) {
        return "branches in branches of it look at as many numbers as they can";
      }
      std::string refusal = look(region.front(), work);
      if (!refusal.empty()) {
        return refusal;
      }
    }
    return "";
  }

  std::string look(Block &block, BranchWork &work) const {
    for (Operation &step : block.without_terminator()) {
      if (!canLook(&step)) {
        return "'" + step.getName().getStringRef().str() +
               "' in it cannot look whether it is wanted";
      }
      auto kernel = dyn_cast<KernelOp>(step);
      if (kernel && isSeveralLaunches(kernel)) {
        return "nobody knows how many launches '" +
               stringifyHero(kernel.getHero()).str() + "' in it is";
      }
      if (isa<KernelOp, CopyOp>(step)) {
        ++work.steps;
        work.picoseconds +=
            stepPicoseconds(machine, &step) - machine.costs.kernelPicoseconds;
      }
      if (auto inside = dyn_cast<CaseOp>(step)) {
        for (Region &region : inside.getBranches()) {
          std::string refusal = look(region.front(), work);
          if (!refusal.empty()) {
            return refusal;
          }
        }
      }
    }
    return "";
  }

  /// Whether anything inside of the branches is written where their number
  /// lies.
  bool isOverwritten(CaseOp branches) const {
    const int64_t storage = storageOf(branches.getIndex()).number;
    const Interval inside = {lives.position(branches),
                             lives.endPosition(branches)};
    return llvm::any_of(lives.values(), [&](Value value) {
      const int64_t made = lives.of(value).begin;
      return storageOf(value).number == storage && isWritten(value) &&
             inside.begin <= made && made <= inside.end;
    });
  }

  const Machine &machine;
  const Lives lives;
  NumberKeeper numbers;
};

struct GuardBranches : MachinePass<impl::GuardBranchesPassBase<GuardBranches>> {
  using MachinePass::MachinePass;

  void run(ProgramOp program, const Machine &machine) override {
    guardBranches(program, machine);
  }
};

} // namespace

void guardBranches(ProgramOp program, const Machine &machine) {
  BranchGuarder guarder(program, machine);
  // Those inside of others first.
  program.walk<WalkOrder::PostOrder>(
      [&](CaseOp branches) { guarder.run(branches); });
}

} // namespace weft::plan
