// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/AccessGraph.h"

#include "weft/Tile/Pipeline/MemoryUse.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

using namespace mlir;

namespace weft::tile {

AccessGraph::AccessGraph(KernelOp kernel) {
  addBlock(kernel.getBlock(), addNode(nullptr));
}

size_t AccessGraph::addNode(Operation *op) {
  nodes.push_back({op, {}, {}});
  return nodes.size() - 1;
}

void AccessGraph::addEdge(size_t from, size_t to, Operation *loop) {
  nodes[from].next.push_back({to, loop});
  nodes[to].previous.push_back(from);
}

size_t AccessGraph::addBlock(Block &block, size_t from) {
  for (Operation &op : block) {
    from = addOperation(&op, from);
  }
  return from;
}

size_t AccessGraph::addOperation(Operation *op, size_t from) {
  return llvm::TypeSwitch<Operation *, size_t>(op)
      .Case([&](scf::ForOp loop) {
        const size_t start = addNode(nullptr);
        const size_t behind = addNode(nullptr);
        addEdge(from, start);
        if (!hasIterations(loop)) {
          addEdge(from, behind);
        }
        const size_t end = addBlock(*loop.getBody(), start);
        addEdge(end, start, loop);
        addEdge(end, behind);
        return behind;
      })
      .Case([&](scf::WhileOp loop) {
        const size_t start = addNode(nullptr);
        const size_t behind = addNode(nullptr);
        addEdge(from, start);
        const size_t tested = addBlock(*loop.getBeforeBody(), start);
        addEdge(tested, behind);
        addEdge(addBlock(*loop.getAfterBody(), tested), start, loop);
        return behind;
      })
      .Case<scf::IfOp, scf::IndexSwitchOp>([&](Operation *choice) {
        const size_t behind = addNode(nullptr);
        for (Region &region : choice->getRegions()) {
          addEdge(region.empty() ? from : addBlock(region.front(), from),
                  behind);
        }
        return behind;
      })
      .Default([&](Operation *other) {
        if (!isa<BarrierOp>(other) && !memoryUseOf(other)) {
          return from;
        }
        const size_t node = addNode(other);
        addEdge(from, node);
        return node;
      });
}

} // namespace weft::tile
