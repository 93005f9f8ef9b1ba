// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Driver/Graph.h"

#include "weft/Emulator/Driver/Exports.h"

#include <algorithm>

namespace weft::emulator::driver {
namespace {

void runCopy(Device &device, const CopyWork &work) {
  if (device.error()) {
    return;
  }
  bool isFine = false;
  {
    std::lock_guard turn(device.turns);
    Memory &memory = *device.memory;
    if (work.isFill) {
      isFine = memory.fill(work.to, work.pattern, work.width,
                           work.size / work.width);
    } else if (work.fromHost) {
      isFine =
          memory.write(work.to, reinterpret_cast<void *>(work.from), work.size);
    } else if (work.toHost) {
      isFine =
          memory.read(reinterpret_cast<void *>(work.to), work.from, work.size);
    } else {
      isFine = memory.copy(work.to, work.from, work.size);
    }
  }
  if (!isFine) {
    Fault fault;
    fault.kind = Fault::Kind::OutOfBounds;
    fault.kernel = "(a copy of a graph)";
    fault.text = "a copy touches bytes that no allocation has";
    device.fail(fault);
  }
}

/// A graph's nodes as they are now, and those of its bodies.
std::vector<GraphNode> copyNodes(Graph &graph) {
  std::lock_guard lock(graph.mutex);
  std::vector<GraphNode> nodes;
  for (const std::unique_ptr<GraphNode> &node : graph.nodes) {
    nodes.push_back(*node);
    nodes.back().origin = node.get();
    for (const std::shared_ptr<Graph> &body : node->conditional.bodies) {
      nodes.back().conditional.copies.push_back(copyNodes(*body));
    }
  }
  return nodes;
}

void runConditional(Device &device, const ConditionalWork &work) {
  auto runBody = [&](size_t number) {
    if (number < work.copies.size()) {
      runGraph(device, work.copies[number]);
    }
  };
  switch (work.kind) {
  case conditionalIf:
    // With two bodies the second is for the other case.
    runBody(work.condition->value ? 0 : 1);
    break;
  case conditionalWhile:
    while (work.condition->value && !device.error()) {
      runBody(0);
    }
    break;
  default:
    runBody(work.condition->value);
    break;
  }
}

} // namespace

void runGraph(Device &device, const std::vector<GraphNode> &nodes) {
  Random random(device.nextSeed());
  std::vector<size_t> missing;
  std::vector<size_t> ready;
  for (size_t i = 0; i < nodes.size(); ++i) {
    missing.push_back(nodes[i].after.size());
    if (missing[i] == 0) {
      ready.push_back(i);
    }
  }
  while (!ready.empty()) {
    const auto place =
        static_cast<size_t>(random.below(static_cast<int64_t>(ready.size())));
    const size_t now = ready[place];
    ready.erase(ready.begin() + static_cast<ptrdiff_t>(place));
    const GraphNode &node = nodes[now];
    if (node.kind == GraphNode::Kind::Kernel) {
      runLaunch(device, node.launch);
    } else if (node.kind == GraphNode::Kind::Copy) {
      runCopy(device, node.copy);
    } else if (node.kind == GraphNode::Kind::Conditional) {
      runConditional(device, node.conditional);
    }
    for (size_t i = 0; i < nodes.size(); ++i) {
      const auto hits = static_cast<size_t>(
          std::count(nodes[i].after.begin(), nodes[i].after.end(), now));
      missing[i] -= hits;
      if (hits && missing[i] == 0) {
        ready.push_back(i);
      }
    }
  }
}

} // namespace weft::emulator::driver

using namespace weft::emulator;
using namespace weft::emulator::driver;

namespace {

/// Adds a node after others of the same graph.
/// `edges` are null where all are ordinary ones.
Result add(void **handle, void *graph, void *const *after, size_t count,
           GraphNode node, const EdgeData *edges = nullptr) {
  std::shared_ptr<Graph> found = state().graphs.find(graph);
  if (!found) {
    return invalidHandle;
  }
  std::lock_guard lock(found->mutex);
  for (size_t i = 0; i < count; ++i) {
    size_t number = 0;
    while (number < found->nodes.size() &&
           found->nodes[number].get() != after[i]) {
      ++number;
    }
    if (number == found->nodes.size()) {
      return invalidValue;
    }
    if (edges != nullptr && edges[i].kind == edgeProgrammatic) {
      if (edges[i].fromPort != portProgrammatic ||
          node.kind != GraphNode::Kind::Kernel ||
          found->nodes[number]->kind != GraphNode::Kind::Kernel) {
        return invalidValue;
      }
      node.launch.isAhead = true;
    }
    node.after.push_back(number);
  }
  found->nodes.push_back(std::make_unique<GraphNode>(std::move(node)));
  *handle = found->nodes.back().get();
  return success;
}

Result takeKernel(const KernelNodeParameters &parameters, GraphNode &node) {
  node.kind = GraphNode::Kind::Kernel;
  return prepareLaunch(parameters.function, parameters.grid, parameters.block,
                       parameters.sharedBytes, parameters.parameters,
                       parameters.extra, node.launch);
}

Result takeFill(const MemsetNodeParameters &parameters, GraphNode &node) {
  if (parameters.height != 1) {
    return notSupported;
  }
  const unsigned width = parameters.elementBytes;
  if ((width != 1 && width != 2 && width != 4) || parameters.to % width != 0 ||
      parameters.width == 0) {
    return invalidValue;
  }
  node.kind = GraphNode::Kind::Copy;
  node.copy.isFill = true;
  node.copy.to = parameters.to;
  node.copy.pattern = parameters.value;
  node.copy.width = width;
  node.copy.size = parameters.width * width;
  return success;
}

Result takeCopy(const CopyParameters &parameters, GraphNode &node) {
  if (parameters.height > 1 || parameters.depth > 1 || parameters.from.array ||
      parameters.to.array) {
    return notSupported;
  }
  constexpr int host = 1;
  node.kind = GraphNode::Kind::Copy;
  node.copy.fromHost = parameters.from.kind == host;
  node.copy.toHost = parameters.to.kind == host;
  if (node.copy.fromHost && node.copy.toHost) {
    return notSupported;
  }
  auto addressOf = [](const CopySide &side) {
    return (side.kind == host ? reinterpret_cast<uint64_t>(side.host)
                              : side.device) +
           side.x;
  };
  node.copy.from = addressOf(parameters.from);
  node.copy.to = addressOf(parameters.to);
  node.copy.size = parameters.width;
  return success;
}

Result takeConditional(Graph &graph, ConditionalNodeParameters &parameters,
                       GraphNode &node) {
  ConditionalWork &work = node.conditional;
  work.condition = state().conditions.find(
      reinterpret_cast<void *>(static_cast<uintptr_t>(parameters.handle)));
  if (!work.condition || parameters.bodyCount == 0) {
    return invalidValue;
  }
  constexpr int versionWithSwitches = 12080;
  if (parameters.kind == conditionalSwitch &&
      graph.device->settings.version < versionWithSwitches) {
    return notSupported;
  }
  node.kind = GraphNode::Kind::Conditional;
  work.kind = parameters.kind;
  for (unsigned i = 0; i < parameters.bodyCount; ++i) {
    auto body = std::make_shared<Graph>();
    body->device = graph.device;
    work.handles.push_back(state().graphs.add(body));
    work.bodies.push_back(std::move(body));
  }
  return success;
}

GraphNode *findCopy(std::vector<GraphNode> &nodes, const void *handle) {
  for (GraphNode &node : nodes) {
    if (node.origin == handle) {
      return &node;
    }
    for (std::vector<GraphNode> &body : node.conditional.copies) {
      if (GraphNode *found = findCopy(body, handle)) {
        return found;
      }
    }
  }
  return nullptr;
}

/// Gives a node of an executable new parameters.
template <class Take>
Result change(void *executable, void *handle, GraphNode::Kind kind, Take take) {
  std::shared_ptr<GraphExecutable> found = state().executables.find(executable);
  if (!found) {
    return invalidHandle;
  }
  std::lock_guard lock(found->mutex);
  GraphNode *node = findCopy(found->nodes, handle);
  if (!node || node->kind != kind) {
    return invalidValue;
  }
  GraphNode changed;
  changed.after = node->after;
  changed.launch.isAhead = node->launch.isAhead;
  changed.origin = node->origin;
  if (Result result = take(changed)) {
    return result;
  }
  *node = std::move(changed);
  return success;
}

} // namespace

WEFT_DRIVER_EXPORT cuGraphCreate(void **graph, unsigned) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  auto made = std::make_shared<Graph>();
  made->device = device;
  *graph = state().graphs.add(std::move(made));
  return success;
}

WEFT_DRIVER_EXPORT cuGraphDestroy(void *graph) {
  WEFT_DRIVER_CALL();
  return state().graphs.remove(graph) ? success : invalidHandle;
}

WEFT_DRIVER_EXPORT
cuGraphAddKernelNode_v2(void **node, void *graph, void *const *after,
                        size_t count, const KernelNodeParameters *parameters) {
  WEFT_DRIVER_CALL();
  GraphNode made;
  if (Result result = takeKernel(*parameters, made)) {
    return result;
  }
  return add(node, graph, after, count, std::move(made));
}

WEFT_DRIVER_EXPORT cuGraphAddMemcpyNode(void **node, void *graph,
                                        void *const *after, size_t count,
                                        const CopyParameters *parameters,
                                        void *) {
  WEFT_DRIVER_CALL();
  GraphNode made;
  if (Result result = takeCopy(*parameters, made)) {
    return result;
  }
  return add(node, graph, after, count, std::move(made));
}

WEFT_DRIVER_EXPORT cuGraphAddMemsetNode(void **node, void *graph,
                                        void *const *after, size_t count,
                                        const MemsetNodeParameters *parameters,
                                        void *) {
  WEFT_DRIVER_CALL();
  GraphNode made;
  if (Result result = takeFill(*parameters, made)) {
    return result;
  }
  return add(node, graph, after, count, std::move(made));
}

WEFT_DRIVER_EXPORT cuGraphAddEmptyNode(void **node, void *graph,
                                       void *const *after, size_t count) {
  WEFT_DRIVER_CALL();
  return add(node, graph, after, count, GraphNode());
}

WEFT_DRIVER_EXPORT cuGraphConditionalHandleCreate(unsigned long long *handle,
                                                  void *graph, void *,
                                                  unsigned value,
                                                  unsigned flags) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<Graph> found = state().graphs.find(graph);
  if (!found) {
    return invalidHandle;
  }
  auto condition = std::make_shared<Condition>();
  condition->value = condition->atLaunch = value;
  *handle = reinterpret_cast<uintptr_t>(state().conditions.add(condition));
  if (flags & conditionalAssignDefault) {
    std::lock_guard lock(found->mutex);
    found->conditions.push_back(std::move(condition));
  }
  return success;
}

/// With data about the edges, null where they are ordinary ones.
WEFT_DRIVER_EXPORT cuGraphAddNode_v2(void **node, void *graph,
                                     void *const *after, const EdgeData *edges,
                                     size_t count, NodeParameters *parameters) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<Graph> found = state().graphs.find(graph);
  if (!found) {
    return invalidHandle;
  }
  GraphNode made;
  switch (parameters->kind) {
  case nodeEmpty:
    break;
  case nodeKernel:
    if (Result result = takeKernel(parameters->kernel, made)) {
      return result;
    }
    break;
  case nodeConditional:
    if (Result result =
            takeConditional(*found, parameters->conditional, made)) {
      return result;
    }
    break;
  default:
    return notSupported;
  }
  if (Result result = add(node, graph, after, count, std::move(made), edges)) {
    return result;
  }
  if (parameters->kind == nodeConditional) {
    // The driver's own array, which lives as long as the node.
    parameters->conditional.bodies =
        static_cast<GraphNode *>(*node)->conditional.handles.data();
  }
  return success;
}

WEFT_DRIVER_EXPORT cuGraphAddNode(void **node, void *graph, void *const *after,
                                  size_t count, NodeParameters *parameters) {
  WEFT_DRIVER_CALL();
  return cuGraphAddNode_v2(node, graph, after, nullptr, count, parameters);
}

WEFT_DRIVER_EXPORT cuGraphInstantiateWithFlags(void **executable, void *graph,
                                               unsigned long long) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<Graph> found = state().graphs.find(graph);
  if (!found) {
    return invalidHandle;
  }
  auto made = std::make_shared<GraphExecutable>();
  made->nodes = copyNodes(*found);
  std::lock_guard lock(found->mutex);
  made->device = found->device;
  made->conditions = found->conditions;
  *executable = state().executables.add(std::move(made));
  return success;
}

WEFT_DRIVER_EXPORT cuGraphExecDestroy(void *executable) {
  WEFT_DRIVER_CALL();
  return state().executables.remove(executable) ? success : invalidHandle;
}

WEFT_DRIVER_EXPORT
cuGraphExecKernelNodeSetParams_v2(void *executable, void *node,
                                  const KernelNodeParameters *parameters) {
  WEFT_DRIVER_CALL();
  return change(executable, node, GraphNode::Kind::Kernel,
                [&](GraphNode &to) { return takeKernel(*parameters, to); });
}

WEFT_DRIVER_EXPORT
cuGraphExecMemcpyNodeSetParams(void *executable, void *node,
                               const CopyParameters *parameters, void *) {
  WEFT_DRIVER_CALL();
  return change(executable, node, GraphNode::Kind::Copy,
                [&](GraphNode &to) { return takeCopy(*parameters, to); });
}

WEFT_DRIVER_EXPORT
cuGraphExecMemsetNodeSetParams(void *executable, void *node,
                               const MemsetNodeParameters *parameters, void *) {
  WEFT_DRIVER_CALL();
  return change(executable, node, GraphNode::Kind::Copy,
                [&](GraphNode &to) { return takeFill(*parameters, to); });
}

WEFT_DRIVER_EXPORT cuGraphLaunch(void *executable, void *stream) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::shared_ptr<Stream> queue = findStream(*device, stream);
  std::shared_ptr<GraphExecutable> found = state().executables.find(executable);
  if (!queue || !found) {
    return invalidHandle;
  }
  // As it is now: what is changed later is for later launches.
  std::lock_guard lock(found->mutex);
  auto nodes = std::make_shared<std::vector<GraphNode>>(found->nodes);
  device->submit(*queue, [device, nodes, conditions = found->conditions] {
    for (const std::shared_ptr<Condition> &condition : conditions) {
      condition->value = condition->atLaunch;
    }
    runGraph(*device, *nodes);
  });
  return success;
}

WEFT_DRIVER_EXPORT cuGraphUpload(void *executable, void *) {
  WEFT_DRIVER_CALL();
  return state().executables.find(executable) ? success : invalidHandle;
}
