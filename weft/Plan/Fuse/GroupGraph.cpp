// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/GroupGraph.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace weft::plan {

GroupGraph::GroupGraph(unsigned count) : nodes(count) {
  for (unsigned i = 0; i < count; ++i) {
    nodes[i].parent = i;
    nodes[i].rank = i;
    nodes[i].members = {i};
  }
}

void GroupGraph::addEdge(unsigned from, unsigned to) {
  if (nodes[from].after.empty() || nodes[from].after.back() != to) {
    nodes[from].after.push_back(to);
    nodes[to].before.push_back(from);
  }
}

GroupGraph::Group GroupGraph::find(unsigned node) const {
  while (nodes[node].parent != node) {
    nodes[node].parent = nodes[nodes[node].parent].parent;
    node = nodes[node].parent;
  }
  return node;
}

llvm::SmallVector<GroupGraph::Group>
GroupGraph::resolve(const std::vector<unsigned> &list, Group self) const {
  llvm::SmallVector<Group> groups;
  llvm::SmallDenseSet<Group, 16> seen;
  for (unsigned node : list) {
    Group group = find(node);
    if (group != self && seen.insert(group).second) {
      groups.push_back(group);
    }
  }
  return groups;
}

llvm::SmallVector<GroupGraph::Group> GroupGraph::successors(Group group) const {
  return resolve(nodes[group].after, group);
}

llvm::SmallVector<GroupGraph::Group>
GroupGraph::predecessors(Group group) const {
  return resolve(nodes[group].before, group);
}

std::optional<std::vector<GroupGraph::Group>>
GroupGraph::reach(Group start, Group target, bool forwards,
                  bool &reachesTarget) const {
  auto next = [&](Group group) {
    return forwards ? successors(group) : predecessors(group);
  };
  auto isBetween = [&](Group group) {
    int64_t rank = nodes[group].rank;
    return forwards ? rank < nodes[target].rank : rank > nodes[target].rank;
  };
  reachesTarget = false;
  std::vector<Group> found;
  llvm::SmallDenseSet<Group, 32> seen;
  auto look = [&](Group from) {
    for (Group group : next(from)) {
      if (group == target) {
        reachesTarget |= from != start;
      } else if (isBetween(group) && seen.insert(group).second) {
        found.push_back(group);
      }
    }
  };
  look(start);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found.size() > kMaximumVisits) {
      return std::nullopt;
    }
    look(found[i]);
  }
  return found;
}

GroupGraph::Answer GroupGraph::canJoin(Group one, Group other) const {
  if (nodes[one].rank > nodes[other].rank) {
    std::swap(one, other);
  }
  bool reachesTarget = false;
  auto forwards = reach(one, other, /*forwards=*/true, reachesTarget);
  if (reachesTarget) {
    return Answer::Cycle;
  }
  bool ignored = false;
  if (!forwards || !reach(other, one, /*forwards=*/false, ignored)) {
    return Answer::TooFar;
  }
  return Answer::Free;
}

GroupGraph::Group GroupGraph::join(Group first, Group second) {
  if (nodes[first].rank > nodes[second].rank) {
    std::swap(first, second);
  }
  bool ignored = false;
  std::vector<Group> behind = *reach(first, second, true, ignored);
  std::vector<Group> before = *reach(second, first, false, ignored);
  auto byRank = [&](Group a, Group b) { return nodes[a].rank < nodes[b].rank; };
  llvm::sort(behind, byRank);
  llvm::sort(before, byRank);

  // What the second waits for, then both, then what waits for the first: into
  // the places that all of them have now.
  std::vector<int64_t> ranks = {nodes[first].rank, nodes[second].rank};
  for (Group group : llvm::concat<Group>(behind, before)) {
    ranks.push_back(nodes[group].rank);
  }
  llvm::sort(ranks);
  size_t next = 0;
  for (Group group : before) {
    nodes[group].rank = ranks[next++];
  }
  int64_t joinedRank = ranks[next++];
  // One of the two places of the joined groups stays empty.
  ++next;
  for (Group group : behind) {
    nodes[group].rank = ranks[next++];
  }

  Group root = nodes[first].members.size() >= nodes[second].members.size()
                   ? first
                   : second;
  Group leaf = root == first ? second : first;
  nodes[leaf].parent = root;
  nodes[root].rank = joinedRank;
  auto append = [](std::vector<unsigned> &to, std::vector<unsigned> &from) {
    to.insert(to.end(), from.begin(), from.end());
    from.clear();
    from.shrink_to_fit();
  };
  append(nodes[root].members, nodes[leaf].members);
  llvm::sort(nodes[root].members);
  append(nodes[root].after, nodes[leaf].after);
  append(nodes[root].before, nodes[leaf].before);
  // Lists do not grow with repetitions.
  for (auto *list : {&nodes[root].after, &nodes[root].before}) {
    llvm::SmallVector<Group> groups = resolve(*list, root);
    list->assign(groups.begin(), groups.end());
  }
  return root;
}

std::vector<GroupGraph::Group> GroupGraph::order() const {
  std::vector<Group> groups;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent == i) {
      groups.push_back(i);
    }
  }
  llvm::sort(groups,
             [&](Group a, Group b) { return nodes[a].rank < nodes[b].rank; });
  return groups;
}

} // namespace weft::plan
