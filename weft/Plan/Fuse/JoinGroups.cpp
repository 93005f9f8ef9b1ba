// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with several results: one that stores what another reads, two that
// read the same large value, and some that compute single numbers.

#include "weft/Plan/Fuse/BlockFuser.h"

using namespace mlir;

namespace weft::plan {

/// Siblings share at least this much.
constexpr int64_t kSiblingBytes = 64 << 10;
/// What one block reads that adds up numbers for others.
constexpr int64_t kBytesOfNumbers = 16 << 10;
/// Readers of one value that are looked at.
constexpr size_t kMaximumSiblings = 16;

ArrayRef<Value> BlockFuser::readsOf(const Group &group) const {
  if (group.isWall) {
    return nodes[group.members.front()].reads;
  }
  return group.work.inputs();
}

/// The groups in an order in which each follows all it reads.
void BlockFuser::buildGraph() {
  for (unsigned i = 0; i < groups.size(); ++i) {
    Operation *step = nodes[groups[i].members.front()].step;
    if (groups[i].isWall) {
      for (Value result : step->getResults()) {
        owners[result] = i;
      }
    }
    for (Value result : groups[i].results) {
      owners[result] = i;
    }
  }
  // Edges between groups, each once; those that keep their order follow each
  // other.
  std::vector<std::vector<unsigned>> after(groups.size());
  std::vector<unsigned> waiting(groups.size());
  auto addEdge = [&](unsigned from, unsigned to) {
    if (from != to &&
        !llvm::is_contained(ArrayRef(after[from]).take_back(8), to)) {
      after[from].push_back(to);
      ++waiting[to];
    }
  };
  std::vector<std::pair<unsigned, unsigned>> inOrder;
  for (unsigned i = 0; i < groups.size(); ++i) {
    const Node &last = nodes[groups[i].members.front()];
    for (Value value : readsOf(groups[i])) {
      if (auto owner = owners.find(value); owner != owners.end()) {
        addEdge(owner->second, i);
      }
    }
    if (groups[i].isWall && keepsOrder(last.step)) {
      inOrder.push_back({groups[i].members.front(), i});
    }
  }
  llvm::sort(inOrder);
  for (size_t k = 1; k < inOrder.size(); ++k) {
    addEdge(inOrder[k - 1].second, inOrder[k].second);
  }

  // Of those that may come next, the one whose last node was first.
  using Entry = std::pair<unsigned, unsigned>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  auto keyOf = [&](unsigned group) {
    return Entry(*llvm::max_element(groups[group].members), group);
  };
  for (unsigned i = 0; i < groups.size(); ++i) {
    if (waiting[i] == 0) {
      ready.push(keyOf(i));
    }
  }
  std::vector<unsigned> position(groups.size());
  std::vector<Group> sorted;
  sorted.reserve(groups.size());
  while (!ready.empty()) {
    unsigned next = ready.top().second;
    ready.pop();
    position[next] = sorted.size();
    sorted.push_back(std::move(groups[next]));
    for (unsigned user : after[next]) {
      if (--waiting[user] == 0) {
        ready.push(keyOf(user));
      }
    }
  }
  assert(sorted.size() == groups.size() && "groups wait for each other");
  groups = std::move(sorted);
  graph = std::make_unique<GroupGraph>(groups.size());
  for (unsigned i = 0; i < after.size(); ++i) {
    for (unsigned user : after[i]) {
      graph->addEdge(position[i], position[user]);
    }
  }
  for (auto &owner : owners) {
    owner.second = position[owner.second];
  }
  for (unsigned i = 0; i < groups.size(); ++i) {
    for (Value value : readsOf(groups[i])) {
      groupReaders[value].push_back(i);
    }
  }
  for (Value value : readsOf(block.getTerminator())) {
    groupReaders[value].push_back(noNode);
  }
}

/// The kernel that does what both do, if the results of all fit one space;
/// `refusal` says what stands against it otherwise.
std::optional<BlockFuser::Group>
BlockFuser::unite(unsigned first, unsigned second, JoinRefusal &refusal) const {
  refusal = JoinRefusal::Tiling;
  const Group &one = groups[first];
  const Group &other = groups[second];
  std::vector<unsigned> members(one.members);
  members.insert(members.end(), other.members.begin(), other.members.end());

  // Results that only the other read are none any more.
  SmallVector<Value, 4> results;
  for (Value result : llvm::concat<const Value>(one.results, other.results)) {
    auto found = groupReaders.find(result);
    bool isUsed = found != groupReaders.end() &&
                  llvm::any_of(found->second, [&](unsigned reader) {
                    unsigned group =
                        reader == noNode ? noNode : graph->find(reader);
                    return group != first && group != second;
                  });
    if (isUsed) {
      results.push_back(result);
    }
  }
  std::optional<Group> both = assemble(std::move(members), results, refusal);
  if (both && endsTurn(*both) && both->work.loopCount() > 0) {
    refusal = JoinRefusal::Slower;
    return std::nullopt;
  }
  return both;
}

std::optional<BlockFuser::Group>
BlockFuser::assemble(std::vector<unsigned> members, ArrayRef<Value> results,
                     JoinRefusal &refusal) const {
  refusal = JoinRefusal::Tiling;
  llvm::sort(members, std::greater<>());
  members.erase(llvm::unique(members), members.end());
  // The largest leads; the last one of equals.
  Value leader;
  for (Value result : results) {
    int64_t own = cast<RankedTensorType>(result.getType()).getNumElements();
    if (!leader ||
        own >= cast<RankedTensorType>(leader.getType()).getNumElements()) {
      leader = result;
    }
  }
  if (!leader || results.size() > kMaximumFusedResults ||
      members.size() > kMaximumFusedOperations) {
    return std::nullopt;
  }
  const llvm::DenseMap<unsigned, unsigned> depths = depthsIn(members);
  Group group(leader, machine);
  group.results.assign(results.begin(), results.end());
  for (unsigned member : members) {
    const Node &node = nodes[member];
    for (Value result : node.step->getResults()) {
      if (result == leader || !llvm::is_contained(results, result)) {
        continue;
      }
      bool fits = group.work.needs(result) ? group.work.addResult(result)
                                           : group.work.addSibling(result);
      if (!fits) {
        return std::nullopt;
      }
    }
    bool isNeeded = llvm::any_of(node.step->getResults(), [&](Value result) {
      return group.work.needs(result);
    });
    if (!isNeeded) {
      continue;
    }
    WorkPart part = node.part;
    part.depth = depths.lookup(member);
    KernelWork::Change change = group.work.price(part);
    if (Joining named = refuse(node, group, change)) {
      refusal = *named;
      return std::nullopt;
    }
    group.members.push_back(member);
    group.memory.insert(node.memory.begin(), node.memory.end());
    group.work.add(part, change);
  }
  for (Value value : group.work.inputs()) {
    group.bytes += group.work.bytesRead(value);
  }
  for (Value value : results) {
    group.bytes += byteSize(value.getType());
  }
  if (group.work.inputs().size() + results.size() > kMaximumFusedValues) {
    return std::nullopt;
  }
  group.picoseconds = timeOf(group);
  return group;
}

/// How many reductions of a kernel, one needing the other, are behind each of
/// its members. Those behind what it reads are over when it begins.
llvm::DenseMap<unsigned, unsigned>
BlockFuser::depthsIn(ArrayRef<unsigned> lastFirst) const {
  llvm::DenseMap<unsigned, unsigned> depths;
  for (unsigned member : llvm::reverse(lastFirst)) {
    unsigned depth = 0;
    for (Value value : nodes[member].reads) {
      if (auto maker = numbers.find(value.getDefiningOp());
          maker != numbers.end()) {
        depth = std::max(depth, depths.lookup(maker->second));
      }
    }
    const bool sums = !summedExtents(nodes[member].part.operation).empty();
    depths[member] = depth + (sums ? 1 : 0);
  }
  return depths;
}

std::optional<RefusedJoin> BlockFuser::tryUnite(unsigned one, unsigned other,
                                                bool areSiblings) {
  Group &first = groups[one];
  Group &second = groups[other];
  if (!first.joined.kernel || !second.joined.kernel || first.isClosed ||
      second.isClosed) {
    return RefusedJoin{JoinRefusal::Wall, {}};
  }
  JoinRefusal refusal = JoinRefusal::Tiling;
  std::optional<Group> both = unite(one, other, refusal);
  if (!both) {
    return RefusedJoin{refusal, {}};
  }
  JoinTimes times = {joinedPicoseconds(machine, both->bytes, both->work.units(),
                                       both->work.pieces(),
                                       both->work.againUnits(), first.bytes,
                                       second.bytes),
                     first.picoseconds + second.picoseconds};
  // Sums that share no loop gain nothing from each other.
  int64_t rank = both->work.resultType().getRank();
  if (first.work.loopCount() > first.work.resultType().getRank() &&
      second.work.loopCount() > second.work.resultType().getRank() &&
      areSiblings &&
      both->work.loopCount() + rank >=
          first.work.loopCount() + second.work.loopCount()) {
    return RefusedJoin{JoinRefusal::Slower, {}};
  }
  if (times.isSlower() && !times.isClose()) {
    return RefusedJoin{JoinRefusal::Slower, times};
  }
  switch (graph->canJoin(one, other)) {
  case GroupGraph::Answer::Cycle:
    return RefusedJoin{JoinRefusal::Cycle, {}};
  case GroupGraph::Answer::TooFar:
    return RefusedJoin{JoinRefusal::Window, {}};
  case GroupGraph::Answer::Free:
    break;
  }
  both->joined = join(*both);
  if (!ask(both->joined).isPossible()) {
    both->joined.kernel.erase();
    return RefusedJoin{JoinRefusal::Tiling, {}};
  }
  if (times.isClose() || fitsFewTiles(*both) ||
      movesMatrices(both->members, both->work.units())) {
    std::optional<int64_t> joined = predict(*both);
    std::optional<int64_t> left = predict(first);
    std::optional<int64_t> right = predict(second);
    if (joined && left && right) {
      both->times = JoinTimes{*joined, *left + *right};
      times.correct(both->times);
    }
  }
  if (times.isSlower()) {
    both->joined.kernel.erase();
    return RefusedJoin{JoinRefusal::Slower, times};
  }
  first.joined.kernel.erase();
  second.joined.kernel.erase();
  unsigned root = graph->join(one, other);
  for (Value result : llvm::concat<Value>(first.results, second.results)) {
    owners[result] = root;
  }
  groups[root] = std::move(*both);
  return std::nullopt;
}

void BlockFuser::joinGroups() {
  // By the value between them, those with most bytes first.
  struct Candidate {
    int64_t bytes;
    Value value;
    unsigned reader;
  };
  std::vector<Candidate> candidates;
  llvm::MapVector<Value, SmallVector<unsigned, 2>> shared;
  for (unsigned i = 0; i < groups.size(); ++i) {
    if (groups[i].isWall) {
      continue;
    }
    for (Value value : groups[i].work.inputs()) {
      int64_t bytes = byteSize(value.getType());
      auto owner = owners.find(value);
      if (owner != owners.end() && !groups[owner->second].isWall) {
        candidates.push_back({bytes, value, i});
      }
      if (bytes >= kSiblingBytes) {
        shared[value].push_back(i);
      }
    }
  }
  llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
    return a.bytes > b.bytes;
  });
  auto tryCandidates = [&] {
    std::vector<Candidate> open = candidates;
    for (bool hasJoined = true; hasJoined && !open.empty();) {
      hasJoined = false;
      // What stands between two may become a part of one of them.
      std::vector<Candidate> again;
      for (const Candidate &candidate : open) {
        unsigned one = graph->find(owners[candidate.value]);
        unsigned other = graph->find(candidate.reader);
        if (one == other) {
          continue;
        }
        std::optional<RefusedJoin> refused =
            tryUnite(one, other, /*areSiblings=*/false);
        hasJoined |= !refused;
        if (refused && refused->refusal == JoinRefusal::Cycle) {
          again.push_back(candidate);
        }
        // A join that is slower says less than why the value is stored at all.
        if (refused && refused->refusal != JoinRefusal::Slower) {
          refusals[groups[one].members.front()] = *refused;
        }
      }
      open = std::move(again);
    }
  };
  tryCandidates();
  // Threads wait for memory more than they compute.
  if (machine.threads.lanes > 1) {
    recomputeStored();
  }
  bool hasSiblings = false;
  for (auto &[value, list] : shared) {
    if (list.size() < 2 || list.size() > kMaximumSiblings) {
      continue;
    }
    for (size_t k = 1; k < list.size(); ++k) {
      unsigned one = graph->find(list[k - 1]);
      unsigned other = graph->find(list[k]);
      if (one != other && !groups[one].work.hasProduct() &&
          !groups[other].work.hasProduct()) {
        hasSiblings |= !tryUnite(one, other, /*areSiblings=*/true);
      }
    }
  }
  // What siblings read may have them as its only readers now.
  if (hasSiblings) {
    tryCandidates();
  }
  // What a core computes it has at once.
  if (machine.threads.lanes > 1) {
    joinNumbers();
  }
}

/// Whether a kernel computes single numbers, of others or of what one block of
/// threads adds up.
bool BlockFuser::isOfNumbers(const Group &group) {
  return !group.isWall && !group.isClosed && group.joined.kernel &&
         llvm::all_of(group.results,
                      [](Value result) {
                        auto type = cast<RankedTensorType>(result.getType());
                        return type.getRank() == 0;
                      }) &&
         !group.work.hasProduct() &&
         (group.work.loopCount() == 0 || group.bytes <= kBytesOfNumbers);
}

/// Whether both have no more than numbers for the next turn, if one of them is
/// to be the last of this one.
bool BlockFuser::mayEndTurn(unsigned one, unsigned other) const {
  if (!endsTurn(groups[one]) && !endsTurn(groups[other])) {
    return true;
  }
  return llvm::all_of(
      llvm::concat<const Value>(groups[one].results, groups[other].results),
      [&](Value result) {
        auto found = groupReaders.find(result);
        return found == groupReaders.end() ||
               llvm::all_of(found->second, [&](unsigned reader) {
                 const unsigned group =
                     reader == noNode ? noNode : graph->find(reader);
                 return group == noNode || group == one || group == other;
               });
      });
}

/// Counters, conditions and what else has nothing to do with each other but
/// that one thread computes it in no time: a launch for each takes longer than
/// all of them.
void BlockFuser::joinNumbers() {
  SmallVector<unsigned> joined;
  for (unsigned i = 0; i < groups.size(); ++i) {
    if (graph->find(i) != i || !isOfNumbers(groups[i])) {
      continue;
    }
    bool isIn = false;
    for (unsigned &one :
         llvm::reverse(MutableArrayRef(joined).take_back(kMaximumSiblings))) {
      const unsigned kernels =
          groups[one].kernelsOfNumbers + groups[i].kernelsOfNumbers;
      if (mayEndTurn(one, i) && !tryUnite(one, i, /*areSiblings=*/true)) {
        one = graph->find(one);
        groups[one].kernelsOfNumbers = kernels;
        isIn = true;
        break;
      }
    }
    if (!isIn) {
      joined.push_back(i);
    }
  }
}

} // namespace weft::plan
