// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The block after fusion: the groups in their order, each as one kernel.

#include "weft/Plan/Fuse/BlockFuser.h"
#include "weft/Plan/Fuse/JoinKernels.h"
#include "weft/Support/DecisionsDialect.h"

using namespace mlir;

namespace weft::plan {

/// Puts the free steps that `user` needs, and that are nobody's yet, before it.
void BlockFuser::placeFree(Operation *user) {
  user->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *definer = operand.getDefiningOp();
      if (!definer || definer->getBlock() != &block || !isFree(definer) ||
          numbers.contains(definer) || !placed.insert(definer).second) {
        continue;
      }
      definer->moveBefore(user);
      placeFree(definer);
    }
  });
}

void BlockFuser::emitGroup(Group group) {
  Operation *terminator = block.getTerminator();
  std::vector<unsigned> members = nodesOf(group);
  if (!isKernel(group)) {
    Operation *step = nodes[members.front()].step;
    step->moveBefore(terminator);
    placeFree(step);
    return;
  }
  llvm::SmallDenseSet<unsigned, 16> inside(members.begin(), members.end());
  OpBuilder builder(terminator);
  JoinedKernel joined =
      joinKernels(builder, kernelsOf(members), [&](Value value) {
        return isUsedOutside(value, inside);
      });
  KernelOp kernel = joined.kernel;
  KernelOp only = members.size() == 1 ? nodes[members.front()].kernel
                                      : KernelOp();
  unsigned operations = countOperations(kernel.getBody());
  // Alone, it may still refuse what is free beside it.
  if (only && operations > countOperations(only.getBody()) &&
      !oracle.ask(kernel.getBody(), kernel.getHero()).isPossible()) {
    kernel.erase();
    only->moveBefore(terminator);
    placeFree(only);
    setRecord(only, "kernel-alone");
    decide(only, DecisionKind::Fuse, Reason::KernelAlone)
        .subject(only.getName());
    return;
  }
  placeFree(kernel);

  int64_t apart = 0;
  int64_t bytesApart = 0;
  for (unsigned member : members) {
    Shape own = shapeOf(member);
    apart += own.picoseconds;
    bytesApart += own.bytes;
  }
  Shape shape = shapeOf(members);
  if (operations == 1) {
    setRecord(kernel, "kernel-alone");
    decide(kernel, DecisionKind::Fuse, Reason::KernelAlone)
        .subject(kernel.getName())
        .cost({shape.picoseconds, shape.bytes});
  } else {
    setRecord(kernel, "kernel-fused");
    decide(kernel, DecisionKind::Fuse, Reason::KernelFused)
        .subject(kernel.getName())
        .cost({shape.picoseconds, shape.bytes}, {apart, bytesApart})
        << arg(operations) << arg(stringifyHero(kernel.getHero()))
        << arg(std::max<int64_t>(bytesApart - shape.bytes, 0));
  }
  for (auto [old, result] :
       llvm::zip_equal(joined.results, kernel.getResults())) {
    old.replaceAllUsesWith(result);
  }
}

void BlockFuser::emit() {
  std::vector<Group> order = graph->order();
  std::vector<KernelOp> replaced;
  for (Node &node : nodes) {
    if (node.kernel) {
      replaced.push_back(node.kernel);
    }
  }
  // Readers are looked up by the old values; new ones take their place only in
  // operands.
  for (Group group : order) {
    emitGroup(group);
  }
  placeFree(block.getTerminator());
  // Uses are gone but for those among the old kernels, and by free steps that
  // nobody needed.
  bool changed = true;
  while (changed) {
    changed = false;
    for (Operation &step : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (isa<KernelOp, ViewOp, ConstantOp>(step) && step.use_empty()) {
        step.erase();
        changed = true;
      }
    }
  }
}

/// What still goes through memory between kernels, where it is worth a word.
void BlockFuser::recordApart() {
  if (!decisionLogOf(block.getParentOp()->getContext())) {
    return;
  }
  int64_t total = 0;
  for (Group group : graph->order()) {
    total += shapeOf(nodesOf(group)).bytes;
  }
  for (Group group : graph->order()) {
    if (!isKernel(group)) {
      continue;
    }
    std::vector<unsigned> members = nodesOf(group);
    for (Value value : shapeOf(members).outputs) {
      int64_t bytes = byteSize(value.getType());
      if (bytes * 100 < total) {
        continue;
      }
      llvm::SetVector<Group> consumers;
      for (unsigned reader : readers[value]) {
        if (reader != noNode && !nodes[reader].isCopied) {
          consumers.insert(graph->find(reader));
        }
      }
      consumers.remove(group);
      for (Group consumer : consumers) {
        Operation *other = nodes[nodesOf(consumer).back()].step;
        auto found = refusals.find({group, consumer});
        auto kernel = dyn_cast<KernelOp>(other);
        decide(nodes[members.back()].step, DecisionKind::Fuse,
               Reason::FuseApart, Verdict::Refused)
            .subject(nodes[members.back()].kernel.getName())
            .other(kernel ? std::string_view(kernel.getName())
                          : std::string_view(other->getName().getStringRef()))
            .cost({std::nullopt, bytes})
            << arg(!kernel                    ? "wall"
                   : found == refusals.end() ? "slower"
                                             : found->second)
            << arg(bytes);
      }
    }
  }
}

} // namespace weft::plan
