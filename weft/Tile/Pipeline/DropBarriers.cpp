// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/DropBarriers.h"

#include "weft/Tile/IR/Workspace.h"
#include "weft/Tile/Pipeline/AccessGraph.h"
#include "weft/Tile/Pipeline/MemoryUse.h"
#include "weft/Tile/Pipeline/TeamStep.h"

#include <llvm/ADT/SmallBitVector.h>

using namespace mlir;

namespace weft::tile {
namespace {

class Barriers {
public:
  explicit Barriers(KernelOp kernel) : kernel(kernel), graph(kernel) {}

  void run() {
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
      if (isBarrier(node) && !isNeeded(node)) {
        // What comes before it now meets what is behind it.
        std::exchange(graph.nodes[node].op, nullptr)->erase();
      }
    }
  }

private:
  bool isBarrier(size_t node) const {
    return isa_and_present<BarrierOp>(graph.nodes[node].op);
  }

  /// All accesses between a barrier and the next ones, or those before it.
  template <typename Neighbours>
  SmallVector<MemoryUse> reach(size_t barrier, Neighbours neighbours) const {
    SmallVector<MemoryUse> uses;
    llvm::SmallBitVector seen(graph.nodes.size());
    SmallVector<size_t> open = {barrier};
    while (!open.empty()) {
      for (size_t node : neighbours(graph.nodes[open.pop_back_val()])) {
        if (isBarrier(node) || seen[node]) {
          continue;
        }
        seen.set(node);
        open.push_back(node);
        if (Operation *op = graph.nodes[node].op) {
          uses.push_back(*memoryUseOf(op));
        }
      }
    }
    return uses;
  }

  bool isNeeded(size_t barrier) const {
    const SmallVector<MemoryUse> before =
        reach(barrier, [](const AccessGraph::Node &node) {
          return ArrayRef(node.previous);
        });
    const SmallVector<MemoryUse> behind =
        reach(barrier, [](const AccessGraph::Node &node) {
          return llvm::map_range(
              node.next, [](const AccessGraph::Edge &edge) { return edge.to; });
        });
    return llvm::any_of(before, [&](const MemoryUse &earlier) {
      return llvm::any_of(
          behind, [&](const MemoryUse &later) { return meet(earlier, later); });
    });
  }

  /// Whether two members may touch one element, and one of them writes.
  bool meet(const MemoryUse &earlier, const MemoryUse &later) const {
    // What is allocated inside is a member's own.
    if ((!earlier.isWrite && !later.isWrite) ||
        !isa<BlockArgument>(earlier.ref) || !isa<BlockArgument>(later.ref)) {
      return false;
    }
    if (!mayBeSame(kernel, earlier.ref, later.ref)) {
      return false;
    }
    return earlier.ref != later.ref || !touchOwnElements(earlier.op, later.op);
  }

  KernelOp kernel;
  AccessGraph graph;
};

} // namespace

void dropBarriers(KernelOp kernel) { Barriers(kernel).run(); }

} // namespace weft::tile
