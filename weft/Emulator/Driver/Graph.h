// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs: nodes of work, each after those that it depends on. An executable is
// a copy of a graph; it runs in any order that the dependencies allow.

#pragma once

#include "weft/Emulator/Driver/State.h"

namespace weft::emulator::driver {

/// A copy between host and device, or on the device; or a fill.
struct CopyWork {
  bool isFill = false;
  bool fromHost = false, toHost = false;
  uint64_t from = 0, to = 0;
  uint64_t size = 0;
  uint64_t pattern = 0;
  unsigned width = 1;
};

struct Graph;
struct GraphNode;

/// Other graphs, as a condition says.
struct ConditionalWork {
  int kind = conditionalIf;
  std::shared_ptr<Condition> condition;
  /// Of a graph: the bodies, and what the caller sees of them.
  std::vector<std::shared_ptr<Graph>> bodies;
  std::vector<void *> handles;
  /// Of an executable: their nodes.
  std::vector<std::vector<GraphNode>> copies;
};

struct GraphNode {
  enum class Kind : uint8_t { Empty, Kernel, Copy, Conditional };
  Kind kind = Kind::Empty;
  PreparedLaunch launch;
  CopyWork copy;
  ConditionalWork conditional;
  /// Numbers of nodes before this one.
  std::vector<size_t> after;
  /// Of an executable: the node that this one was made from, which is how the
  /// caller names it.
  const GraphNode *origin = nullptr;
};

struct Graph {
  Device *device = nullptr;
  std::mutex mutex;
  /// Their addresses are the handles.
  std::vector<std::unique_ptr<GraphNode>> nodes;
  /// Conditions that begin each launch with their default.
  std::vector<std::shared_ptr<Condition>> conditions;
};

struct GraphExecutable {
  Device *device = nullptr;
  std::mutex mutex;
  std::vector<GraphNode> nodes;
  std::vector<std::shared_ptr<Condition>> conditions;
};

/// On the stream's own thread.
void runGraph(Device &device, const std::vector<GraphNode> &nodes);

} // namespace weft::emulator::driver
