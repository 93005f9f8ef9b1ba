// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands of a program as one graph of the driver, which is launched as a
// whole: each command waits for those that it has to wait for, loops and
// branches are decided on the device. The addresses of arrays are part of it;
// where those of a run are others, the nodes that use them are changed.
//
// It is made of all commands, or of some in a row that a run whose other
// commands the host follows (FollowedRun) launches at once.

#pragma once

#include "weft/Runtime/CUDA/CallRing.h"
#include "weft/Runtime/CUDA/Decisions.h"
#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/CUDA/LoadedCommands.h"
#include "weft/Runtime/CUDA/RunPlaces.h"

#include <functional>
#include <span>

namespace weft::cuda {

/// What graphs of one program are made of. Outlives them.
struct GraphSource {
  const LoadedCommands &loaded;
  /// Where the program has loops, branches or checks.
  const DecisionKernels *decisions = nullptr;
  /// Where calls of the host are made behind the run, or while it goes on.
  const StagedCalls *staged = nullptr;
  const RingedCalls *ringed = nullptr;
};

/// From one number to before another, in the list of the program, of a loop's
/// condition or body, or of a branch.
struct CommandRange {
  size_t begin;
  size_t end;

  friend auto operator<=>(const CommandRange &, const CommandRange &) = default;
};

/// By one thread at a time, in the context of the device.
class CommandGraph {
public:
  /// What the host does when the run is over, or while it goes on without
  /// waiting for it.
  struct LeftToHost {
    bool calls = false;
    bool checks = false;
  };
  /// Whether the driver has graphs for all of these: for calls and checks only
  /// where they are left to the host, and older drivers know no conditions.
  static bool isPossible(std::span<const Command> commands,
                         const DriverFunctions &driver, LeftToHost left);

  /// Of `range`, behind all that stands in the queue. One of all commands
  /// counts its runs where it decides something.
  static StatusOr<std::unique_ptr<CommandGraph>>
  create(const GraphSource &source, CommandRange range,
         const RunPlaces &places);
  ~CommandGraph();
  CommandGraph(const CommandGraph &) = delete;
  CommandGraph &operator=(const CommandGraph &) = delete;

  const RunPlaces &places() const { return placed; }
  /// What is under way is not changed by it. After a failure the graph is of no
  /// more use.
  Status moveTo(const RunPlaces &places);
  Status launch(void *stream) const;

private:
  /// Its words are the parameters of a kernel, or what is copied or filled.
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

  CommandGraph(const GraphSource &source, CommandRange range,
               const RunPlaces &places)
      : source(source), range(range), device(source.loaded.gpu->device()),
        driver(device.functions()), placed(places) {}

  const GraphSource &source;
  const CommandRange range;
  const Device &device;
  const DriverFunctions &driver;
  RunPlaces placed;
  void *graph = nullptr;
  void *executable = nullptr;
  std::vector<Node> nodes;
};

} // namespace weft::cuda
