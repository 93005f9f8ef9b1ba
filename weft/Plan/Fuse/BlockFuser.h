// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fusion of one block of a plan. See FuseKernels.h.

#pragma once

#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Fuse/GroupGraph.h"
#include "weft/Plan/Fuse/JoinKernels.h"
#include "weft/Plan/Fuse/JoinRefusals.h"
#include "weft/Plan/Fuse/KernelWork.h"
#include "weft/Plan/Fuse/TilingOracle.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>

#include <map>
#include <queue>

namespace weft::plan {

class BlockFuser {
public:
  BlockFuser(mlir::Block &block, TilingOracle &oracle, const Machine &machine)
      : block(block), oracle(oracle), machine(machine),
        nextCondition(findNextCondition(block, machine)) {}

  void run();

private:
  /// A step of the block that is not free, or that more than kernels use.
  struct Node {
    mlir::Operation *step = nullptr;
    /// Without a kernel for a wall.
    WorkPart part;
    /// What it reads, looking through views and free steps; each once.
    llvm::SmallVector<mlir::Value, 3> reads;
    /// Of these, what it reads at places that data decide, or writes over.
    llvm::SmallVector<mlir::Value, 1> memory;
    /// As a kernel of its own.
    int64_t picoseconds = 0;
    int64_t bytes = 0;
    /// Arithmetic per element that is done again for each of its users.
    int64_t duplicatedUnits = 0;
    /// It names bytes that lie side by side in a value.
    bool isView = false;
    /// It is computed element by element from a product, or from what follows
    /// one in this way.
    bool followsProduct = false;

    bool isWall() const { return !part.kernel; }
  };

  /// A kernel to be, or a wall.
  struct Group {
    Group(mlir::Value result, const Machine &machine) : work(result, machine) {}

    /// The last first.
    std::vector<unsigned> members;
    llvm::SmallVector<mlir::Value, 1> results;
    KernelWork work;
    /// What members need in memory.
    llvm::SmallDenseSet<mlir::Value, 4> memory;
    int64_t bytes = 0;
    /// By bytes and arithmetic.
    int64_t picoseconds = 0;
    /// By the oracle, once it was asked.
    std::optional<std::optional<int64_t>> predicted;
    /// What it said of the two groups that this one was joined from.
    std::optional<JoinTimes> times;
    bool isWall = false;
    /// The kernel is to be no more than it is.
    bool isClosed = false;
    /// How many kernels it would have been if each computed its own numbers.
    unsigned kernelsOfNumbers = 1;
    /// Without a kernel if the only member is kept as it is.
    JoinedKernel joined;
  };

  /// What is asked before a node joins a group: nothing, how much that would
  /// be, or whether it can be tiled too, which takes as long as the group is
  /// large.
  enum class Asks { Nothing, Limits, Tiling };

  /// Nodes that become groups together: all of a block, or one group that has
  /// to be taken apart.
  struct Scope {
    /// By node: the groups it is in.
    llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 1>> groupsOf;
    /// About every join, before the result.
    Asks asks = Asks::Nothing;
    /// Nodes whose results others read too; unset for the whole block.
    std::optional<llvm::SmallVector<mlir::Value, 1>> results;
    llvm::DenseSet<unsigned> members;
  };

  // CollectNodes.cpp
  static mlir::Value findNextCondition(mlir::Block &block,
                                       const Machine &machine);
  void collectNodes();
  bool isNode(mlir::Operation *step) const;
  void collectReads(mlir::Value value, llvm::SetVector<mlir::Value> &reads);
  llvm::SmallVector<mlir::Value> readsOf(mlir::Operation *step);
  void describe(unsigned number);

  // BlockFuser.cpp: producers into the kernels that use them.
  void fuseNodes(llvm::ArrayRef<unsigned> lastFirst, Scope &scope);
  unsigned startGroup(unsigned node);
  /// Nothing if it was taken in by all groups that read it; else why not.
  std::optional<RefusedJoin>
  absorb(unsigned node, llvm::ArrayRef<unsigned> consumers, Asks asks);
  Joining refuse(const Node &node, const Group &group,
                 const KernelWork::Change &change) const;
  int64_t bytesWith(const Group &group, const Node &node,
                    const KernelWork::Change &change) const;
  int64_t timeOf(const KernelWork &work, int64_t bytes) const;
  int64_t timeOf(const Group &group) const {
    return timeOf(group.work, group.bytes);
  }
  void takeIn(Group &group, unsigned node, const KernelWork::Change &change,
              int64_t bytes);
  JoinedKernel join(const Group &group) const;
  TilingAnswer ask(JoinedKernel &joined);
  static bool isBeyondLimits(JoinedKernel &joined);
  void settle();

  // PredictJoins.cpp: what the oracle says about times.
  /// Whether a core can compute it in few tiles other than single elements.
  /// What such tiles are together with what reads it is always asked.
  bool fitsFewTiles(const Node &node) const;
  bool fitsFewTiles(const Group &group) const;
  /// Whether a large product and what moves its elements would be one kernel of
  /// a core. What that is is always asked, too.
  bool movesMatrices(llvm::ArrayRef<unsigned> members, int64_t units) const;
  /// The same of a group with one more, which does either.
  bool movesMatrices(unsigned node, const Group &group,
                     const KernelWork::Change &change) const;
  /// Of a group that is joined to a kernel.
  std::optional<int64_t> predict(Group &group);
  /// Of a node taken in by all groups that read it, and of it and them.
  std::optional<JoinTimes> predict(unsigned node,
                                   llvm::ArrayRef<unsigned> consumers);

  // JoinGroups.cpp: kernels that store what others read.
  void buildGraph();
  void joinGroups();
  llvm::ArrayRef<mlir::Value> readsOf(const Group &group) const;
  /// A group of these members that has these results; `refusal` says what
  /// stands against it otherwise. Those that nothing needs are left out.
  std::optional<Group> assemble(std::vector<unsigned> members,
                                llvm::ArrayRef<mlir::Value> results,
                                JoinRefusal &refusal) const;
  llvm::DenseMap<unsigned, unsigned>
  depthsIn(llvm::ArrayRef<unsigned> lastFirst) const;
  std::optional<Group> unite(unsigned first, unsigned second,
                             JoinRefusal &refusal) const;
  std::optional<RefusedJoin> tryUnite(unsigned one, unsigned other,
                                      bool areSiblings);
  static bool isOfNumbers(const Group &group);
  bool endsTurn(const Group &group) const {
    return nextCondition && llvm::is_contained(group.results, nextCondition);
  }
  bool mayEndTurn(unsigned one, unsigned other) const;
  void joinNumbers();

  // RecomputeStored.cpp: values that kernels store though others can make them.
  /// What makes a value: the nodes, what they read, and of that the numbers
  /// that would be stored for them.
  struct Recipe {
    std::vector<unsigned> members;
    llvm::SmallVector<mlir::Value> reads;
    llvm::SmallVector<mlir::Value> numbers;
  };
  std::optional<Recipe> findRecipe(const Group &group, mlir::Value value) const;
  /// Whether a group no longer stores a value.
  bool recompute(unsigned maker, mlir::Value value);
  void recomputeStored();

  // EmitFused.cpp
  void emit();
  void emitGroup(Group &group);
  void placeFree(mlir::Operation *user);
  void recordApart();

  mlir::Block &block;
  TilingOracle &oracle;
  const Machine &machine;
  /// What the body of a loop makes for the test of the next turn, if steps can
  /// look at it: the kernel that writes it, of single numbers, is to come last.
  const mlir::Value nextCondition;
  std::vector<Node> nodes;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  /// Nodes that read a value, through free steps too; noNode for what is not a
  /// node: the terminator.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 2>> readers;
  std::vector<Group> groups;
  /// Nodes that groups begin with.
  llvm::DenseSet<unsigned> stored;
  std::unique_ptr<GroupGraph> graph;
  /// The group that stores a value.
  llvm::DenseMap<mlir::Value, unsigned> owners;
  /// The groups that read a value from memory; noNode for the terminator.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 2>> groupReaders;
  /// Free steps that have their place in the new order.
  llvm::SmallPtrSet<mlir::Operation *, 16> placed;
  /// The last refusal between the maker of a value and a group that reads it.
  std::map<unsigned, RefusedJoin> refusals;

  /// The largest numbers are keys that hash tables keep for themselves.
  static constexpr unsigned noNode = 1u << 31;
};

} // namespace weft::plan
