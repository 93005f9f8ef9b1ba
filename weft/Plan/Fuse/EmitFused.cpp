// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The block after fusion: the groups in their order, each as one kernel.

#include "weft/Plan/Fuse/BlockFuser.h"

#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/PlantedFault.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::plan {

static void recordAlone(KernelOp kernel, Cost cost = {}) {
  if (getRecord(kernel).empty()) {
    setRecord(kernel, "kernel-alone");
    decide(kernel, DecisionKind::Fuse, Reason::KernelAlone)
        .subject(kernel.getName())
        .cost(cost);
  }
}

/// Puts the free steps that `user` needs, and that are in no kernel yet, before
/// it.
void BlockFuser::placeFree(Operation *user) {
  auto place = [&](Value operand) {
    Operation *definer = operand.getDefiningOp();
    if (!definer || definer->getBlock() != &block || !isFree(definer) ||
        numbers.contains(definer) || !placed.insert(definer).second) {
      return;
    }
    definer->moveBefore(user);
    if (auto kernel = dyn_cast<KernelOp>(definer)) {
      recordAlone(kernel);
    }
    placeFree(definer);
  };
  if (isa<KernelOp>(user)) {
    llvm::for_each(user->getOperands(), place);
    return;
  }
  user->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    llvm::for_each(inner->getOperands(), place);
    return isa<KernelOp>(inner) ? WalkResult::skip() : WalkResult::advance();
  });
}

void BlockFuser::emitGroup(Group &group) {
  Operation *terminator = block.getTerminator();
  KernelOp kernel = group.joined.kernel;
  if (!kernel) {
    Operation *step = nodes[group.members.front()].step;
    step->moveBefore(terminator);
    placeFree(step);
    if (auto alone = dyn_cast<KernelOp>(step)) {
      recordAlone(alone);
    }
    return;
  }
  OpBuilder(terminator).insert(kernel);
  placeFree(kernel);

  unsigned operations = countOperations(kernel.getBody());
  if (operations == 1) {
    recordAlone(kernel, {group.picoseconds, group.bytes});
  } else {
    setRecord(kernel, "kernel-fused");
    if (auto decision =
            decide(kernel, DecisionKind::Fuse, Reason::KernelFused)) {
      int64_t bytesApart = 0;
      JoinTimes times = {group.picoseconds, 0};
      for (unsigned member : group.members) {
        times.apart += nodes[member].picoseconds;
        bytesApart += nodes[member].bytes;
      }
      // What decided, where the oracle did.
      times = group.times.value_or(times);
      decision.subject(kernel.getName())
              .cost({times.joined, group.bytes}, {times.apart, bytesApart})
          << arg(operations) << arg(stringifyHero(kernel.getHero()))
          << arg(std::max<int64_t>(bytesApart - group.bytes, 0));
    }
  }
  if (group.kernelsOfNumbers > 1) {
    if (auto decision =
            decide(kernel, DecisionKind::Fuse, Reason::NumbersJoined)) {
      const int64_t launches =
          (group.kernelsOfNumbers - 1) * machine.costs.kernelPicoseconds;
      decision.subject(kernel.getName())
              .cost({group.picoseconds, std::nullopt},
                    {group.picoseconds + launches, std::nullopt})
          << arg(group.kernelsOfNumbers);
    }
  }
  for (auto [old, result] :
       llvm::zip_equal(group.joined.results, kernel.getResults())) {
    Value other = kernel.getResults().back();
    bool isOther =
        isPlanted(Fault::OtherResult) && other.getType() == result.getType();
    old.replaceAllUsesWith(isOther ? other : result);
  }
}

void BlockFuser::emit() {
  // What is left before this afterwards is in no kernel.
  for (unsigned index : graph->order()) {
    emitGroup(groups[index]);
  }
  placeFree(block.getTerminator());
  for (Operation &step : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isa<KernelOp, ViewOp, ConstantOp>(step) && step.use_empty()) {
      step.erase();
    }
  }
}

/// What still goes through memory between kernels, where it is worth a word.
void BlockFuser::recordApart() {
  if (!decisionLogOf(block.getParentOp()->getContext())) {
    return;
  }
  std::vector<unsigned> order = graph->order();
  int64_t total = 0;
  for (unsigned index : order) {
    total += groups[index].bytes;
  }
  for (unsigned index : order) {
    const Group &group = groups[index];
    for (Value value : group.results) {
      int64_t bytes = byteSize(value.getType());
      if (bytes * 100 < total) {
        continue;
      }
      llvm::SetVector<unsigned> consumers;
      for (unsigned reader : groupReaders.lookup(value)) {
        if (reader != noNode && graph->find(reader) != index) {
          consumers.insert(graph->find(reader));
        }
      }
      Node &node = nodes[numbers.lookup(value.getDefiningOp())];
      for (unsigned consumer : consumers) {
        Operation *other = nodes[groups[consumer].members.front()].step;
        auto found = refusals.find(numbers.lookup(value.getDefiningOp()));
        auto kernel = dyn_cast<KernelOp>(other);
        bool isWall = groups[consumer].isWall || found == refusals.end();
        RefusedJoin refused =
            isWall ? RefusedJoin{JoinRefusal::Wall, {}} : found->second;
        Cost apart = {std::nullopt, bytes};
        Cost joined;
        std::string why = nameOf(refused.refusal).str();
        if (refused.times) {
          apart.picoseconds = refused.times->apart;
          joined.picoseconds = refused.times->joined;
          why += llvm::formatv(": {0:f2} us instead of {1:f2} us",
                               static_cast<double>(*joined.picoseconds) / 1e6,
                               static_cast<double>(*apart.picoseconds) / 1e6);
        }
        decide(node.step, DecisionKind::Fuse, Reason::FuseApart,
               Verdict::Refused)
                .subject(node.part.kernel.getName())
                .other(kernel
                           ? std::string_view(kernel.getName())
                           : std::string_view(other->getName().getStringRef()))
                .cost(apart, joined)
            << arg(why) << arg(bytes);
      }
    }
  }
}

} // namespace weft::plan
