// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fusion of one block of a plan. See FuseKernels.h.

#pragma once

#include "weft/Plan/Fuse/FuseKernels.h"
#include "weft/Plan/Fuse/GroupGraph.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>

#include <map>
#include <queue>

namespace weft::plan {

class BlockFuser {
public:
  BlockFuser(mlir::Block &block, TilingOracle &oracle,
             const FuseOptions &options);

  void run();

private:
  using Group = GroupGraph::Group;

  /// A step of the block that is not free, or that more than kernels use.
  struct Node {
    mlir::Operation *step = nullptr;
    /// Null for a wall.
    KernelOp kernel;
    /// What it reads, looking through views and free steps; each once.
    std::vector<mlir::Value> reads;
    int64_t units = 0;
    unsigned operations = 0;
    /// It is copied into its readers' groups and belongs to none.
    bool isCopied = false;
  };

  /// What a group would be as one kernel.
  struct Shape {
    llvm::SmallVector<mlir::Value> inputs;
    llvm::SmallVector<mlir::Value> outputs;
    int64_t bytes = 0;
    int64_t units = 0;
    unsigned operations = 0;
    int64_t picoseconds = 0;
  };

  struct Edge {
    int64_t benefit;
    unsigned producer;
    unsigned consumer;
    /// Of both groups when it was priced.
    unsigned version;

    bool operator<(const Edge &other) const {
      // The heap gives the largest: the most saved, then the earliest.
      return std::tie(benefit, other.producer, other.consumer) <
             std::tie(other.benefit, producer, consumer);
    }
  };

  // BlockFuser.cpp
  void collectNodes(mlir::Block &block);
  void collectReads(mlir::Value value, llvm::SetVector<mlir::Value> &reads);
  bool isKernel(Group group) const;
  std::vector<unsigned> nodesOf(Group group) const;
  Shape shapeOf(llvm::ArrayRef<unsigned> members) const;
  std::vector<KernelOp> kernelsOf(llvm::ArrayRef<unsigned> members) const;
  bool isUsedOutside(mlir::Value value,
                     const llvm::SmallDenseSet<unsigned, 16> &members) const;

  void pushEdges(Group group);
  void push(Group producer, Group consumer);
  void mergeByBenefit();
  void mergeSiblings();
  void duplicateCheap();
  /// Null if the groups were joined; else why not.
  const char *tryJoin(Group producer, Group consumer, int64_t &price);
  const char *checkLimits(const Shape &shape) const;
  TilingAnswer askOracle(llvm::ArrayRef<unsigned> members);

  // EmitFused.cpp
  void emit();
  void emitGroup(Group group);
  void placeFree(mlir::Operation *user);
  void recordApart();

  mlir::Block &block;
  TilingOracle &oracle;
  const FuseOptions &options;
  std::vector<Node> nodes;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  /// Nodes that read a value, through free steps too; noNode for what is not a
  /// node: the terminator.
  llvm::DenseMap<mlir::Value, std::vector<unsigned>> readers;
  std::unique_ptr<GroupGraph> graph;
  std::vector<unsigned> versions;
  /// By group: nodes that are copied into it.
  llvm::DenseMap<unsigned, std::vector<unsigned>> copies;
  std::priority_queue<Edge> heap;
  /// Free steps that have their place in the new order.
  llvm::SmallPtrSet<mlir::Operation *, 16> placed;
  /// The last refusal of an edge, by nodes that stand for the groups.
  std::map<std::pair<unsigned, unsigned>, const char *> refusals;

  /// The largest numbers are keys that hash tables keep for themselves.
  static constexpr unsigned noNode = 1u << 31;
};

} // namespace weft::plan
