// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/BlockFuser.h"

#include "weft/Plan/Fuse/JoinKernels.h"
#include "weft/Support/DecisionsDialect.h"

using namespace mlir;

namespace weft::plan {

/// How many edges of a group are priced when it changes.
constexpr size_t kMaximumEdges = 80;
/// A value with more readers is always stored.
constexpr size_t kMaximumReaders = 64;
/// Siblings share at least this much.
constexpr int64_t kSiblingBytes = 64 << 10;
constexpr unsigned kSiblingDistance = 64;
/// What may be computed in each consumer.
constexpr int64_t kDuplicateUnits = 8;
constexpr size_t kDuplicateConsumers = 4;

BlockFuser::BlockFuser(Block &block, TilingOracle &oracle,
                       const FuseOptions &options)
    : block(block), oracle(oracle), options(options) {
  collectNodes(block);
}

void BlockFuser::run() {
  if (nodes.empty()) {
    return;
  }
  for (unsigned i = 0; i < nodes.size(); ++i) {
    pushEdges(i);
  }
  mergeByBenefit();
  mergeSiblings();
  duplicateCheap();
  recordApart();
  emit();
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

/// The values behind `value` that are no free steps.
void BlockFuser::collectReads(Value value, llvm::SetVector<Value> &reads) {
  value = lookThroughViews(value);
  Operation *definer = value.getDefiningOp();
  if (definer && isFree(definer)) {
    for (Value operand : definer->getOperands()) {
      collectReads(operand, reads);
    }
    return;
  }
  reads.insert(value);
}

void BlockFuser::collectNodes(Block &block) {
  // A free step is a node too if something reads it that is no kernel.
  auto isNode = [&](Operation *step) {
    if (!isFree(step)) {
      return true;
    }
    return isa<KernelOp>(step) &&
           llvm::any_of(step->getResults(), [&](Value result) {
             SmallVector<Value> open = {result};
             while (!open.empty()) {
               for (Operation *user : open.pop_back_val().getUsers()) {
                 if (isa<ViewOp>(user)) {
                   llvm::append_range(open, user->getResults());
                 } else if (!isa<KernelOp>(user) || user->getBlock() != &block) {
                   return true;
                 }
               }
             }
             return false;
           });
  };
  for (Operation &step : block.without_terminator()) {
    if (!isNode(&step)) {
      continue;
    }
    numbers[&step] = nodes.size();
    Node &node = nodes.emplace_back();
    node.step = &step;
    auto kernel = dyn_cast<KernelOp>(step);
    if (kernel && kernel.getHero() != Hero::Random &&
        kernel.getHero() != Hero::Loop) {
      node.kernel = kernel;
      node.units = unitsOf(kernel.getBody());
      node.operations = countOperations(kernel.getBody());
    }
  }

  graph = std::make_unique<GroupGraph>(nodes.size());
  versions.resize(nodes.size());
  auto readsOf = [&](Operation *step) {
    llvm::SetVector<Value> reads;
    step->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        // What a region of the step makes itself is not read from outside.
        if (operand.getParentRegion()->getParentOp() == step ||
            step->isProperAncestor(
                operand.getParentRegion()->getParentOp())) {
          continue;
        }
        collectReads(operand, reads);
        // A wall takes free steps as they are.
        auto found = numbers.find(lookThroughViews(operand).getDefiningOp());
        if (found != numbers.end()) {
          reads.insert(lookThroughViews(operand));
        }
      }
      return isa<KernelOp>(inner) ? WalkResult::skip() : WalkResult::advance();
    });
    return reads.takeVector();
  };
  std::optional<unsigned> lastInOrder;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    auto list = readsOf(node.step);
    if (node.kernel) {
      llvm::SetVector<Value> reads;
      for (Value operand : node.step->getOperands()) {
        collectReads(operand, reads);
      }
      node.reads.assign(reads.begin(), reads.end());
    } else {
      node.reads.assign(list.begin(), list.end());
    }
    for (Value value : node.reads) {
      readers[value].push_back(i);
      auto found = numbers.find(value.getDefiningOp());
      if (found != numbers.end()) {
        graph->addEdge(found->second, i);
      }
    }
    if (keepsOrder(node.step)) {
      if (lastInOrder) {
        graph->addEdge(*lastInOrder, i);
      }
      lastInOrder = i;
    }
  }
  for (Value value : readsOf(block.getTerminator())) {
    readers[value].push_back(noNode);
  }
}

bool BlockFuser::isKernel(Group group) const {
  return llvm::all_of(graph->members(group),
                      [&](unsigned node) { return !!nodes[node].kernel; });
}

/// Those of the group and the copies in it, in program order.
std::vector<unsigned> BlockFuser::nodesOf(Group group) const {
  std::vector<unsigned> list(graph->members(group));
  if (auto found = copies.find(group); found != copies.end()) {
    list.insert(list.end(), found->second.begin(), found->second.end());
    llvm::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return list;
}

bool BlockFuser::isUsedOutside(
    Value value, const llvm::SmallDenseSet<unsigned, 16> &members) const {
  auto found = readers.find(value);
  auto maker = numbers.find(value.getDefiningOp());
  if (found == readers.end() ||
      (maker != numbers.end() && nodes[maker->second].isCopied)) {
    return false;
  }
  if (found->second.size() > kMaximumReaders) {
    return true;
  }
  return llvm::any_of(found->second, [&](unsigned reader) {
    return reader == noNode || !members.contains(reader);
  });
}

BlockFuser::Shape BlockFuser::shapeOf(ArrayRef<unsigned> members) const {
  llvm::SmallDenseSet<unsigned, 16> inside(members.begin(), members.end());
  Shape shape;
  llvm::SmallDenseSet<Value, 16> seen;
  for (unsigned member : members) {
    const Node &node = nodes[member];
    shape.units += node.units;
    shape.operations += node.operations;
    for (Value value : node.reads) {
      auto maker = numbers.find(value.getDefiningOp());
      bool isInside = maker != numbers.end() && inside.contains(maker->second);
      if (!isInside && seen.insert(value).second) {
        shape.inputs.push_back(value);
        shape.bytes += byteSize(value.getType());
      }
    }
    for (Value result : node.step->getResults()) {
      if (isUsedOutside(result, inside)) {
        shape.outputs.push_back(result);
        shape.bytes += byteSize(result.getType());
      }
    }
  }
  shape.picoseconds =
      kernelPicoseconds(options.machine, shape.bytes, shape.units);
  return shape;
}

std::vector<KernelOp>
BlockFuser::kernelsOf(ArrayRef<unsigned> members) const {
  std::vector<KernelOp> kernels;
  for (unsigned member : members) {
    kernels.push_back(nodes[member].kernel);
  }
  return kernels;
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

static std::vector<unsigned> unite(ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
  std::vector<unsigned> both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                 std::back_inserter(both));
  return both;
}

void BlockFuser::push(Group producer, Group consumer) {
  if (!isKernel(producer) || !isKernel(consumer)) {
    return;
  }
  std::vector<unsigned> one = nodesOf(producer);
  std::vector<unsigned> other = nodesOf(consumer);
  int64_t benefit = shapeOf(one).picoseconds + shapeOf(other).picoseconds -
                    shapeOf(unite(one, other)).picoseconds;
  if (benefit < 0) {
    refusals[{producer, consumer}] = "slower";
    return;
  }
  heap.push({benefit, producer, consumer,
             versions[producer] + versions[consumer]});
}

void BlockFuser::pushEdges(Group group) {
  SmallVector<Group> before = graph->predecessors(group);
  SmallVector<Group> after = graph->successors(group);
  for (Group producer : ArrayRef(before).take_front(kMaximumEdges)) {
    push(producer, group);
  }
  for (Group consumer : ArrayRef(after).take_front(kMaximumEdges)) {
    push(group, consumer);
  }
}

const char *BlockFuser::checkLimits(const Shape &shape) const {
  // P3.
  bool exceeds =
      shape.inputs.size() + shape.outputs.size() > kMaximumFusedValues ||
      shape.outputs.size() > kMaximumFusedResults ||
      shape.operations > kMaximumFusedOperations;
  return exceeds ? "limit" : nullptr;
}

TilingAnswer BlockFuser::askOracle(ArrayRef<unsigned> members) {
  llvm::SmallDenseSet<unsigned, 16> inside(members.begin(), members.end());
  OpBuilder builder(block.getParentOp()->getContext());
  JoinedKernel joined =
      joinKernels(builder, kernelsOf(members), [&](Value value) {
        return isUsedOutside(value, inside);
      });
  TilingAnswer answer;
  if (joined.results.empty()) {
    answer.refusal = "results.none";
  } else if (countOperations(joined.kernel.getBody()) >
                 kMaximumFusedOperations ||
             joined.kernel.getNumOperands() + joined.results.size() >
                 kMaximumFusedValues) {
    // With what is free in it, and views counted one by one.
    answer.refusal = "limit";
  } else {
    answer = oracle.ask(joined.kernel.getBody(), joined.kernel.getHero());
  }
  joined.kernel.erase();
  return answer;
}

const char *BlockFuser::tryJoin(Group producer, Group consumer,
                                int64_t &price) {
  switch (graph->canJoin(producer, consumer)) {
  case GroupGraph::Answer::Cycle:
    return "cycle";
  case GroupGraph::Answer::TooFar:
    return "window";
  case GroupGraph::Answer::Free:
    break;
  }
  std::vector<unsigned> one = nodesOf(producer);
  std::vector<unsigned> other = nodesOf(consumer);
  std::vector<unsigned> both = unite(one, other);
  Shape shape = shapeOf(both);
  if (const char *refusal = checkLimits(shape)) {
    return refusal;
  }
  TilingAnswer answer = askOracle(both);
  if (!answer.isPossible()) {
    return "tiling";
  }
  price = answer.picoseconds.value_or(shape.picoseconds);
  int64_t apart = shapeOf(one).picoseconds + shapeOf(other).picoseconds;
  if (price > apart) {
    return "slower";
  }
  graph->join(producer, consumer);
  return nullptr;
}

void BlockFuser::mergeByBenefit() {
  while (!heap.empty()) {
    Edge edge = heap.top();
    heap.pop();
    Group producer = graph->find(edge.producer);
    Group consumer = graph->find(edge.consumer);
    if (producer != edge.producer || consumer != edge.consumer ||
        versions[producer] + versions[consumer] != edge.version) {
      continue;
    }
    int64_t price = 0;
    if (const char *refusal = tryJoin(producer, consumer, price)) {
      refusals[{producer, consumer}] = refusal;
      continue;
    }
    Group joined = graph->find(producer);
    versions[joined] = versions[producer] + versions[consumer] + 1;
    pushEdges(joined);
  }
}

/// Groups with one space of elements that read the same large value.
void BlockFuser::mergeSiblings() {
  // By the value, in the order of its first reader.
  for (const auto &[i, node] : llvm::enumerate(nodes)) {
    for (Value value : node.reads) {
      const std::vector<unsigned> &list = readers[value];
      if (byteSize(value.getType()) < kSiblingBytes || list.front() != i ||
          list.size() < 2 || list.size() > kMaximumReaders) {
        continue;
      }
      for (size_t k = 1; k < list.size(); ++k) {
        if (list[k] == noNode || list[k - 1] == noNode ||
            list[k] - list[k - 1] > kSiblingDistance) {
          continue;
        }
        Group one = graph->find(list[k - 1]);
        Group other = graph->find(list[k]);
        if (one == other || !isKernel(one) || !isKernel(other)) {
          continue;
        }
        int64_t price = 0;
        (void)tryJoin(one, other, price);
      }
    }
  }
}

/// Cheap producers are computed in each of their few consumers.
void BlockFuser::duplicateCheap() {
  // The last first, so that a chain of them moves as a whole.
  std::vector<Group> order = graph->order();
  for (Group producer : llvm::reverse(order)) {
    if (!isKernel(producer)) {
      continue;
    }
    std::vector<unsigned> own = nodesOf(producer);
    Shape shape = shapeOf(own);
    if (shape.outputs.size() != 1) {
      continue;
    }
    Value value = shape.outputs.front();
    const std::vector<unsigned> &list = readers[value];
    int64_t elements =
        std::max<int64_t>(cast<RankedTensorType>(value.getType()).getNumElements(), 1);
    bool isCheap = shape.units / elements <= kDuplicateUnits &&
                   llvm::all_of(own, [&](unsigned node) {
                     return nodes[node].kernel.getHero() == Hero::None;
                   });
    llvm::SetVector<Group> consumers;
    for (unsigned reader : list) {
      if (reader == noNode) {
        consumers.insert(noNode);
      } else if (!nodes[reader].isCopied) {
        consumers.insert(graph->find(reader));
      }
    }
    consumers.remove(producer);
    if (!isCheap || consumers.size() < 2 ||
        consumers.size() > kDuplicateConsumers ||
        llvm::any_of(consumers, [&](Group consumer) {
          return consumer == noNode || !isKernel(consumer);
        })) {
      continue;
    }
    bool pays = true;
    int64_t apart = shape.picoseconds;
    int64_t together = 0;
    for (Group consumer : consumers) {
      std::vector<unsigned> members = nodesOf(consumer);
      std::vector<unsigned> both = unite(members, own);
      Shape before = shapeOf(members);
      // Everything that reads the value is inside one of them: it is stored in
      // none.
      Shape after = shapeOf(both);
      llvm::erase(after.outputs, value);
      after.bytes -= byteSize(value.getType());
      after.picoseconds =
          kernelPicoseconds(options.machine, after.bytes, after.units);
      apart += before.picoseconds;
      together += after.picoseconds;
      pays = pays && after.picoseconds <= before.picoseconds &&
             !checkLimits(after);
    }
    if (!pays || together > apart) {
      continue;
    }
    // The consumers' kernels with the producer in them, one by one.
    for (Group consumer : consumers) {
      std::vector<unsigned> both = unite(nodesOf(consumer), own);
      llvm::SmallDenseSet<unsigned, 16> inside(both.begin(), both.end());
      OpBuilder builder(block.getParentOp()->getContext());
      JoinedKernel joined =
          joinKernels(builder, kernelsOf(both), [&](Value result) {
            return result != value && isUsedOutside(result, inside);
          });
      pays = pays && oracle.ask(joined.kernel.getBody(),
                                joined.kernel.getHero())
                         .isPossible();
      joined.kernel.erase();
    }
    if (!pays) {
      continue;
    }
    decide(nodes[own.back()].step, DecisionKind::Fuse, Reason::FuseDuplicate)
        .subject(nodes[own.back()].kernel.getName())
        .cost({together, std::nullopt}, {apart, std::nullopt})
        << arg(consumers.size())
        << arg(byteSize(value.getType()) *
               static_cast<int64_t>(consumers.size() + 1));
    for (Group consumer : consumers) {
      std::vector<unsigned> &copied = copies[consumer];
      copied.insert(copied.end(), own.begin(), own.end());
      // What the producer reads, the consumer reads now.
      for (unsigned node : own) {
        for (Value read : nodes[node].reads) {
          readers[read].push_back(graph->members(consumer).front());
        }
      }
    }
    for (unsigned node : own) {
      nodes[node].isCopied = true;
    }
    graph->dissolve(producer);
  }
}

} // namespace weft::plan
