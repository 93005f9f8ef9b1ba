// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of a program, from the moment its arguments are held to the moment
// its results are there.
//
// A call whose arguments are ready and whose run takes no time worth another
// thread is over when it returns: its state lives on the caller's stack and its
// results are ready from the start. Any other one is a PendingRun. Which of
// them it is, and what running means, is the Program's to say.

#pragma once

#include "weft/Runtime/Client/Program.h"
#include "weft/Runtime/Client/RunClient.h"
#include "weft/Runtime/RunPart.h"

#include <array>
#include <memory_resource>

namespace weft::runtime {

struct RunArgument {
  Ref<Content> content;
  /// The manifest's, unless the array is laid out otherwise.
  const ArrayType *type = nullptr;
  std::unique_ptr<const ArrayType> ownType;
  /// Where the bytes are.
  Memory *memory = nullptr;
  /// Whether the caller gave the argument away.
  bool isDonated = false;
};

struct RunResult {
  Memory *memory = nullptr;
  /// Where the program writes; null for tokens.
  Ref<Storage> storage;
};

/// One device's share of the call.
struct DeviceShare {
  Device *device = nullptr;
  LogicalDeviceId logical;
};

class Run {
public:
  /// Its lists are in `memory`.
  Run(Ref<RunClient> client, Ref<const Executable> executable,
      std::shared_ptr<Program> program, std::pmr::memory_resource &memory)
      : client(std::move(client)), executable(std::move(executable)),
        program(std::move(program)), memory(memory), parts(&memory),
        arguments(&memory), results(&memory) {}

  void reserve(size_t partCount);
  Status add(Device &device, LogicalDeviceId logical,
             std::span<Buffer *const> buffers, const ExecuteOptions &options);
  /// After the last part: from here on what was donated is not given back.
  void keepDonations();

  /// Failure of an argument, among those that are ready.
  Status argumentStatus() const;
  /// Finds room for the results and launches the program.
  StatusOr<Ref<Event>> launch(const ExecuteOptions &options,
                              Cancellation *cancellation);
  /// Lets the arguments go: before the results are announced.
  void releaseArguments() { arguments.clear(); }

  const Manifest &manifest() const { return executable->manifest(); }
  RunClient &owner() const { return *client; }
  const Program &loaded() const { return *program; }
  /// For lists that go when the run does.
  std::pmr::memory_resource &scratch() const { return memory; }
  std::span<const DeviceShare> partList() const { return parts; }
  /// Arguments and results of all parts, one part after the other.
  std::span<const RunArgument> argumentList() const { return arguments; }
  std::span<RunResult> resultList() { return results; }
  std::span<RunArgument> argumentsOf(size_t part) {
    size_t count = manifest().parameters.size();
    return {arguments.data() + part * count, count};
  }
  std::span<RunResult> resultsOf(size_t part) {
    size_t count = manifest().results.size();
    return {results.data() + part * count, count};
  }

private:
  struct Taken {
    size_t argument;
    Donation donation;
  };

  Status placeResults(size_t part);
  /// What the program needs and why, where there is no memory for it.
  Status withMemoryReport(Status status) const;
  /// What is held in its memories that this call does not use.
  std::string describeOthers() const;

  const Ref<RunClient> client;
  const Ref<const Executable> executable;
  const std::shared_ptr<Program> program;
  std::pmr::memory_resource &memory;
  std::pmr::vector<DeviceShare> parts;
  std::pmr::vector<RunArgument> arguments;
  std::pmr::vector<RunResult> results;
  /// Until it is certain that the run begins.
  std::vector<Taken> donations;
};

/// A run that waits for its arguments, for a thread, or for its end.
class PendingRun : public RefCounted {
public:
  PendingRun(Ref<RunClient> client, Ref<const Executable> executable,
             std::shared_ptr<Program> program, const ExecuteOptions &options)
      : run(std::move(client), std::move(executable), std::move(program),
            memory),
        options(options), control(makeRef<RunControl>()) {}
  ~PendingRun() override;

private:
  // Enough for the lists of most programs.
  std::array<std::byte, 1024> space;
  std::pmr::monotonic_buffer_resource memory{space.data(), space.size()};

public:
  /// Its parts are added before it starts.
  Run run;
  /// Has the run launched when its arguments are ready.
  static Execution start(Ref<PendingRun> pending, LaunchBy launcher);

private:
  /// Calls `begin` when the arguments are, or are queued where the program
  /// takes those.
  template <class Begin>
  static void whenArgumentsAreThere(const Ref<PendingRun> &pending,
                                    Begin begin);
  static void launch(const Ref<PendingRun> &pending);
  /// The run is in a queue: whoever comes later in the order of queues may use
  /// its results, and nobody needs its arguments any more.
  void announce(const Ref<Fence> &fence);
  void finish(Status status);

  ExecuteOptions options;
  /// Of the results of each part, and its own.
  std::vector<Ref<Content>> contents;
  std::vector<Ref<Event>> done;
  /// Of arguments that were on their way when the run began.
  std::vector<Ref<Event>> unsettled;
  /// What a run in a queue uses and does not go in order.
  std::vector<Ref<Storage>> kept;
  const Ref<RunControl> control;
};

/// What a run may use of its client, on the host.
RunServices servicesOf(Run &run, const ExecuteOptions &options,
                       Cancellation *cancellation, uint64_t memoryLimit);

/// Whether a call gives its argument number `index` away.
bool isDonated(const ParameterInfo &parameter, size_t index,
               const ExecuteOptions &options);

/// Runs in this thread, which waits for the arguments and for the end. Returns
/// the failure of the run, unless an argument had it already.
StatusOr<Execution> runInCall(Run &run, const ExecuteOptions &options,
                              bool mayBeCancelled);

} // namespace weft::runtime
