// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands of a program as one graph of the driver, which is launched as a
// whole: each command waits for those that it has to wait for, loops and
// branches are decided on the device. The addresses of arrays are part of it;
// where those of a run are others, the nodes that use them are changed.

#pragma once

#include "weft/Runtime/CUDA/CallRing.h"
#include "weft/Runtime/CUDA/Decisions.h"
#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/CUDA/RunPlaces.h"

#include <functional>

namespace weft::cuda {

/// What graphs of one program are made of. Outlives them.
struct GraphSource {
  const Device &device;
  const CommandProgram &program;
  /// By number.
  const std::vector<Function> &kernels;
  /// Where the program has loops or branches, with the address of its words.
  const DecisionKernels *decisions = nullptr;
  uint64_t words = 0;
  /// Where calls of the host are made behind the run, or while it goes on.
  const StagedCalls *staged = nullptr;
  const RingedCalls *ringed = nullptr;
};

/// By one thread at a time, in the context of the device.
class CommandGraph {
public:
  /// Whether the driver has graphs for what the program holds: calls of the
  /// host are none unless nothing in the run waits for them, nor are checks,
  /// and older drivers know no conditions.
  static bool isPossible(const CommandProgram &program,
                         const DriverFunctions &driver, bool withCalls);

  static StatusOr<std::unique_ptr<CommandGraph>>
  create(const GraphSource &source, const RunPlaces &places);
  ~CommandGraph();
  CommandGraph(const CommandGraph &) = delete;
  CommandGraph &operator=(const CommandGraph &) = delete;

  const RunPlaces &places() const { return placed; }
  /// What is under way is not changed by it. After a failure the graph is of no
  /// more use.
  Status moveTo(const RunPlaces &places);
  Status launch(void *stream) const;

private:
  /// Its words are the parameters of a kernel, or what is copied or written.
  struct Node {
    enum class Kind : uint8_t { Kernel, Copy, Fill };
    using Work =
        std::function<void(const RunPlaces &, std::vector<uint64_t> &)>;

    void *handle = nullptr;
    Kind kind = Kind::Kernel;
    /// Of a kernel.
    const Function *function = nullptr;
    uint32_t blocks = 1;
    uint32_t threads = 1;
    /// Makes the words, for arrays in these places.
    Work work;
    std::vector<uint64_t> words;
  };
  class Builder;

  CommandGraph(const GraphSource &source, const RunPlaces &places)
      : source(source), driver(source.device.functions()), placed(places) {}

  const GraphSource &source;
  const DriverFunctions &driver;
  RunPlaces placed;
  void *graph = nullptr;
  void *executable = nullptr;
  std::vector<Node> nodes;
};

} // namespace weft::cuda
