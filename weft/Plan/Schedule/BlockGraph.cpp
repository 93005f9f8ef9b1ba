// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Schedule/BlockGraph.h"

#include <queue>
#include <set>

using namespace mlir;

namespace weft::plan {

BlockGraph::BlockGraph(Block &block, const OverwriteRule &rule,
                       const llvm::DenseMap<Operation *, int64_t> &innerPeaks) {
  for (Operation &operation : block.without_terminator()) {
    numbers[&operation] = steps.size();
    steps.push_back(&operation);
  }
  graph.resize(steps.size());
  for (auto [i, step] : llvm::enumerate(steps)) {
    graph[i].inner = innerPeaks.lookup(step);
  }
  addEdges();
  addBuffers(block);
  addReadersBeforeWriters(rule);
}

void BlockGraph::addEdge(unsigned from, unsigned to) {
  if (from != to && !llvm::is_contained(graph[to].before, from)) {
    graph[from].after.push_back(to);
    graph[to].before.push_back(from);
  }
}

void BlockGraph::addEdges() {
  std::optional<unsigned> lastInOrder;
  for (auto [i, step] : llvm::enumerate(steps)) {
    unsigned number = i;
    step->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        auto found = numbers.find(operand.getDefiningOp());
        if (found != numbers.end()) {
          addEdge(found->second, number);
        }
      }
    });
    if (keepsOrder(step)) {
      if (lastInOrder) {
        addEdge(*lastInOrder, number);
      }
      lastInOrder = number;
    }
  }
}

void BlockGraph::addBuffers(Block &block) {
  llvm::DenseMap<Value, unsigned> bufferOf;
  auto make = [&](unsigned number, Value value) {
    bufferOf[value] = buffers.size();
    graph[number].makes.push_back(buffers.size());
    buffers.emplace_back().bytes = byteSize(value.getType());
  };
  for (auto [i, step] : llvm::enumerate(steps)) {
    for (auto [r, result] : llvm::enumerate(step->getResults())) {
      if (!hasBytes(result.getType()) || isa<ConstantOp>(step)) {
        continue;
      }
      Value source;
      if (isa<ViewOp>(step)) {
        source = step->getOperand(0);
      } else if (isa<BarrierOp>(step)) {
        source = step->getOperand(r);
      } else if (auto loop = dyn_cast<WhileOp>(step);
                 loop && loop.getInits()[r].hasOneUse()) {
        source = loop.getInits()[r];
      }
      if (!source) {
        make(i, result);
      } else if (auto found = bufferOf.find(source); found != bufferOf.end()) {
        unsigned buffer = found->second;
        bufferOf[result] = buffer;
      }
    }
  }
  auto noteReads = [&](Operation *operation, auto note) {
    operation->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        if (auto found = bufferOf.find(operand); found != bufferOf.end()) {
          note(found->second);
        }
      }
    });
  };
  for (auto [i, step] : llvm::enumerate(steps)) {
    unsigned number = i;
    noteReads(step, [&](unsigned buffer) {
      if (!llvm::is_contained(graph[number].reads, buffer)) {
        graph[number].reads.push_back(buffer);
        buffers[buffer].readers.push_back(number);
      }
    });
  }
  noteReads(block.getTerminator(),
            [&](unsigned buffer) { buffers[buffer].stays = true; });
}

bool BlockGraph::reaches(unsigned from, unsigned to,
                         unsigned maximumSteps) const {
  llvm::DenseSet<unsigned> seen;
  std::vector<unsigned> open = {from};
  while (!open.empty()) {
    unsigned number = open.back();
    open.pop_back();
    if (number == to || seen.size() + open.size() > maximumSteps) {
      return true;
    }
    if (seen.insert(number).second) {
      llvm::append_range(open, graph[number].after);
    }
  }
  return false;
}

void BlockGraph::addReadersBeforeWriters(const OverwriteRule &rule) {
  // One kernel can write over a value. One that only changes a part of it
  // would have to copy the rest; else it is the last, so that the others stay
  // where they are.
  struct Writer {
    unsigned number = 0;
    bool isUpdate = false;
  };
  llvm::MapVector<Value, Writer> writers;
  for (auto [i, step] : llvm::enumerate(steps)) {
    auto kernel = dyn_cast<KernelOp>(step);
    if (!kernel) {
      continue;
    }
    auto updates = findUpdates(kernel, rule);
    for (auto [o, operand] : llvm::enumerate(kernel.getOperands())) {
      if (operand.hasOneUse() ||
          isa_and_present<ConstantOp>(operand.getDefiningOp())) {
        continue;
      }
      bool isUpdate = llvm::is_contained(llvm::make_second_range(updates), o);
      if (!isUpdate && writers.lookup(operand).isUpdate) {
        continue;
      }
      // Each question cuts the kernel into tiles: none is asked in vain.
      if (llvm::any_of(kernel.getResults(), [&, o = o](OpResult result) {
            return byteSize(result.getType()) == byteSize(operand.getType()) &&
                   rule(kernel, o, result.getResultNumber());
          })) {
        writers[operand] = {static_cast<unsigned>(i), isUpdate};
      }
    }
  }
  // Where not all can have their way, the largest values have: the others are
  // copied.
  auto bySize = writers.takeVector();
  llvm::stable_sort(bySize, [](const auto &a, const auto &b) {
    return byteSize(a.first.getType()) > byteSize(b.first.getType());
  });
  // Whether a step waits for another is not looked into any further.
  constexpr unsigned kWindow = 1024;
  for (auto [value, writer] : bySize) {
    for (Operation *user : value.getUsers()) {
      Operation *reader =
          steps[writer.number]->getBlock()->findAncestorOpInBlock(*user);
      auto found = numbers.find(reader);
      if (found != numbers.end() && found->second != writer.number &&
          !reaches(writer.number, found->second, kWindow)) {
        addEdge(found->second, writer.number);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

BlockGraph::Order BlockGraph::programOrder() const {
  std::vector<unsigned> waiting(graph.size());
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (size_t i = 0; i < graph.size(); ++i) {
    waiting[i] = graph[i].before.size();
    if (waiting[i] == 0) {
      ready.push(i);
    }
  }
  Order order;
  while (!ready.empty()) {
    unsigned number = ready.top();
    ready.pop();
    order.push_back(number);
    for (unsigned next : graph[number].after) {
      if (--waiting[next] == 0) {
        ready.push(next);
      }
    }
  }
  return order;
}

BlockGraph::Order BlockGraph::greedyOrder() const {
  std::vector<unsigned> waiting(graph.size());
  std::vector<unsigned> readersLeft(buffers.size());
  for (size_t b = 0; b < buffers.size(); ++b) {
    readersLeft[b] = buffers[b].readers.size();
  }
  auto change = [&](unsigned number) {
    int64_t bytes = 0;
    for (unsigned buffer : graph[number].makes) {
      bytes += buffers[buffer].bytes;
    }
    for (unsigned buffer : graph[number].reads) {
      if (readersLeft[buffer] == 1 && !buffers[buffer].stays) {
        bytes -= buffers[buffer].bytes;
      }
    }
    return bytes;
  };
  std::set<std::pair<int64_t, unsigned>> ready;
  std::vector<std::optional<int64_t>> key(graph.size());
  auto enter = [&](unsigned number) {
    key[number] = change(number);
    ready.insert({*key[number], number});
  };
  for (size_t i = 0; i < graph.size(); ++i) {
    waiting[i] = graph[i].before.size();
    if (waiting[i] == 0) {
      enter(i);
    }
  }
  Order order;
  while (!ready.empty()) {
    unsigned number = ready.begin()->second;
    ready.erase(ready.begin());
    key[number].reset();
    order.push_back(number);
    for (unsigned buffer : graph[number].reads) {
      if (--readersLeft[buffer] != 1) {
        continue;
      }
      // The one reader that is left now sets it free.
      for (unsigned reader : buffers[buffer].readers) {
        if (key[reader]) {
          ready.erase({*key[reader], reader});
          enter(reader);
        }
      }
    }
    for (unsigned next : graph[number].after) {
      if (--waiting[next] == 0) {
        enter(next);
      }
    }
  }
  return order;
}

BlockGraph::Order BlockGraph::depthFirstOrder() const {
  // What computing a step and everything below it needs, roughly.
  std::vector<int64_t> need(graph.size());
  for (unsigned number : programOrder()) {
    const Step &step = graph[number];
    int64_t own = step.inner;
    for (unsigned buffer : step.makes) {
      own += buffers[buffer].bytes;
    }
    for (unsigned buffer : step.reads) {
      own += buffers[buffer].bytes;
    }
    need[number] = own;
    for (unsigned before : step.before) {
      need[number] = std::max(need[number], need[before]);
    }
  }
  auto sorted = [&](std::vector<unsigned> list) {
    llvm::sort(list, [&](unsigned a, unsigned b) {
      return need[a] != need[b] ? need[a] > need[b] : a < b;
    });
    return list;
  };
  Order order;
  std::vector<bool> entered(graph.size());
  struct Visit {
    unsigned number;
    std::vector<unsigned> operands;
    size_t next = 0;
  };
  std::vector<Visit> stack;
  auto visit = [&](unsigned root) {
    if (entered[root]) {
      return;
    }
    entered[root] = true;
    stack.push_back({root, sorted(graph[root].before)});
    while (!stack.empty()) {
      Visit &top = stack.back();
      if (top.next == top.operands.size()) {
        order.push_back(top.number);
        stack.pop_back();
        continue;
      }
      unsigned operand = top.operands[top.next++];
      if (!entered[operand]) {
        entered[operand] = true;
        stack.push_back({operand, sorted(graph[operand].before)});
      }
    }
  };
  std::vector<unsigned> roots;
  for (size_t i = 0; i < graph.size(); ++i) {
    if (graph[i].after.empty()) {
      roots.push_back(i);
    }
  }
  for (unsigned root : sorted(roots)) {
    visit(root);
  }
  return order;
}

int64_t BlockGraph::peak(const Order &order) const {
  std::vector<unsigned> readersLeft(buffers.size());
  for (size_t b = 0; b < buffers.size(); ++b) {
    readersLeft[b] = buffers[b].readers.size();
  }
  int64_t live = 0;
  int64_t most = 0;
  for (unsigned number : order) {
    for (unsigned buffer : graph[number].makes) {
      live += buffers[buffer].bytes;
    }
    most = std::max(most, live + graph[number].inner);
    auto release = [&](unsigned buffer) {
      if (readersLeft[buffer] == 0 && !buffers[buffer].stays) {
        live -= buffers[buffer].bytes;
      }
    };
    for (unsigned buffer : graph[number].reads) {
      --readersLeft[buffer];
      release(buffer);
    }
    for (unsigned buffer : graph[number].makes) {
      release(buffer);
    }
  }
  return most;
}

} // namespace weft::plan
