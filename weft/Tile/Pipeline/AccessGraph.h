// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses and barriers of a kernel in the order in which a program may
// come by them.

#pragma once

#include "weft/Tile/IR/Tile.h"

#include <vector>

namespace weft::tile {

struct AccessGraph {
  struct Edge {
    size_t to;
    /// The loop whose next iteration begins here, or null.
    mlir::Operation *loop;
  };
  struct Node {
    /// A barrier, or an operation that touches memory; null where ways meet.
    mlir::Operation *op;
    std::vector<Edge> next;
    std::vector<size_t> previous;
  };
  std::vector<Node> nodes;

  explicit AccessGraph(KernelOp kernel);

private:
  size_t addNode(mlir::Operation *op);
  void addEdge(size_t from, size_t to, mlir::Operation *loop = nullptr);
  /// What follows `from`; gives the last node.
  size_t addBlock(mlir::Block &block, size_t from);
  size_t addOperation(mlir::Operation *op, size_t from);
};

} // namespace weft::tile
