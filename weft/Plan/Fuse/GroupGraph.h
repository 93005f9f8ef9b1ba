// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph whose nodes join to groups, and which must stay without cycles.
//
// Two groups may join if no path leads from one to the other through a third:
// the third would have to run both before and after the joined group. Groups
// are kept in a topological order, so that a search for such a path never looks
// beyond the two; and joining reorders only groups between them that depend on
// the first or that the second depends on. Both searches stop after a number of
// visits, so that each question takes bounded time in a program of any size.
//
// Knows no MLIR.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <optional>
#include <vector>

namespace weft::plan {

class GroupGraph {
public:
  using Group = unsigned;

  /// Nodes 0 to count - 1, each a group of its own, in this order.
  explicit GroupGraph(unsigned count);

  /// `from` comes before `to` in the order. Edges may be given repeatedly.
  void addEdge(unsigned from, unsigned to);

  Group find(unsigned node) const;
  /// In the order of their numbers.
  llvm::ArrayRef<unsigned> members(Group group) const {
    return nodes[group].members;
  }
  /// Each once, in no meaningful but in a reproducible order.
  llvm::SmallVector<Group> successors(Group group) const;
  llvm::SmallVector<Group> predecessors(Group group) const;

  enum class Answer { Free, Cycle, TooFar };
  /// Whether two groups, in any order, may join.
  Answer canJoin(Group one, Group other) const;
  /// Joins two groups that may; the new group bears one of the two names.
  Group join(Group one, Group other);

  /// The groups that are left, each after all it waits for.
  std::vector<Group> order() const;

private:
  struct Node {
    unsigned parent = 0;
    /// Of a group: its place in the order.
    int64_t rank = 0;
    std::vector<unsigned> members;
    std::vector<unsigned> after;
    std::vector<unsigned> before;
  };

  static constexpr unsigned kMaximumVisits = 256;

  /// Groups with ranks between `low` and `high` that are reached from `start`,
  /// forwards or backwards, `start` and `target` excluded. Nothing if there are
  /// too many; `reachesTarget` tells whether another group leads to the target.
  std::optional<std::vector<Group>>
  reach(Group start, Group target, bool forwards, bool &reachesTarget) const;
  llvm::SmallVector<Group> resolve(const std::vector<unsigned> &list,
                                   Group self) const;

  mutable std::vector<Node> nodes;
};

} // namespace weft::plan
