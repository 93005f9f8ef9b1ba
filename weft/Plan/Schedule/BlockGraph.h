// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of one block of a plan, what each must wait for, and the bytes that
// an order of them needs at once.
//
// Bytes are counted for the values that the block makes. Names for bytes that
// are there (views, barriers, what a loop carries) extend the life of those
// bytes and have none of their own. Steps with regions need what their regions
// need at most.

#pragma once

#include "weft/Plan/IR/Plan.h"
#include "weft/Plan/Memory/Overwrite.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace weft::plan {

class BlockGraph {
public:
  using Order = std::vector<unsigned>;

  /// `innerPeaks`: what the regions of a step need.
  BlockGraph(mlir::Block &block, const OverwriteRule &rule,
             const llvm::DenseMap<mlir::Operation *, int64_t> &innerPeaks);

  size_t size() const { return steps.size(); }
  mlir::Operation *step(unsigned number) const { return steps[number]; }

  /// The program's order; with what overwrites a value after what reads it,
  /// where that is possible.
  Order programOrder() const;
  /// At each point the step that sets most bytes free, or needs fewest.
  Order greedyOrder() const;
  /// From the results down, each operand whole before the next, that first
  /// which needs most.
  Order depthFirstOrder() const;

  /// The most bytes at once.
  int64_t peak(const Order &order) const;

private:
  struct Step {
    std::vector<unsigned> after;  // steps that wait for this one
    std::vector<unsigned> before; // steps it waits for
    std::vector<unsigned> reads;  // buffers, each once
    std::vector<unsigned> makes;
    int64_t inner = 0;
  };
  struct Buffer {
    int64_t bytes = 0;
    std::vector<unsigned> readers;
    /// Needed beyond the block.
    bool stays = false;
  };

  void addEdges();
  void addBuffers(mlir::Block &block);
  void addReadersBeforeWriters(const OverwriteRule &rule);
  void addEdge(unsigned from, unsigned to);
  bool reaches(unsigned from, unsigned to, unsigned maximumSteps) const;

  std::vector<mlir::Operation *> steps;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  std::vector<Step> graph;
  std::vector<Buffer> buffers;
};

} // namespace weft::plan
