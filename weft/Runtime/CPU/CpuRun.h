// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of a program, from the moment its arguments are held to the moment
// its results are there.
//
// A call whose arguments are ready and whose run takes no time worth another
// thread is over when it returns: its state lives on the caller's stack and its
// results are ready from the start. Any other one is a PendingRun.

#pragma once

#include "weft/Runtime/CPU/CpuClient.h"

#include <memory_resource>

namespace weft::runtime {

struct CpuArgument {
  Ref<Content> content;
  /// The manifest's, unless the array is laid out otherwise.
  const ArrayType *type = nullptr;
  std::unique_ptr<const ArrayType> ownType;
  /// Where the bytes are.
  Memory *memory = nullptr;
  /// Whether the caller gave the argument away.
  bool isDonated = false;
};

struct CpuResult {
  Memory *memory = nullptr;
  /// Where the program writes; null for tokens.
  Ref<Storage> storage;
};

/// One device's share of the call.
struct CpuRunPart {
  Device *device = nullptr;
  LogicalDeviceId logical;
};

class CpuRun {
public:
  /// Its lists are in `memory`.
  CpuRun(Ref<CpuClient> client, Ref<const Executable> program,
         std::shared_ptr<ProgramRunner> runner,
         std::pmr::memory_resource &memory)
      : client(std::move(client)), program(std::move(program)),
        runner(std::move(runner)), memory(memory), parts(&memory),
        arguments(&memory), results(&memory) {}

  /// Whether a run of the program is over so soon that handing it to another
  /// thread would take longer. What can wait for others must not hold up its
  /// caller.
  static bool isCheap(const Manifest &manifest, const CpuClient &client);

  void reserve(size_t partCount);
  Status add(Device &device, LogicalDeviceId logical,
             std::span<Buffer *const> buffers, const ExecuteOptions &options);
  /// After the last part: from here on what was donated is not given back.
  void keepDonations();

  /// Failure of an argument, all of which are ready.
  Status argumentStatus() const;
  /// Runs the program; afterwards the results have their storage.
  Status compute(const ExecuteOptions &options, Cancellation *cancellation);
  /// Lets the arguments go: before anybody hears of the results.
  void releaseArguments() { arguments.clear(); }

  const Manifest &manifest() const { return program->manifest(); }
  CpuClient &owner() const { return *client; }
  std::span<const CpuRunPart> partList() const { return parts; }
  std::span<const CpuArgument> argumentList() const { return arguments; }
  /// The results of all parts, one part after the other.
  std::span<CpuResult> resultList() { return results; }

private:
  struct Taken {
    size_t argument;
    Donation donation;
  };

  Status placeResults(size_t part);
  std::span<CpuArgument> argumentsOf(size_t part) {
    size_t count = manifest().parameters.size();
    return {arguments.data() + part * count, count};
  }
  std::span<CpuResult> resultsOf(size_t part) {
    size_t count = manifest().results.size();
    return {results.data() + part * count, count};
  }

  const Ref<CpuClient> client;
  const Ref<const Executable> program;
  const std::shared_ptr<ProgramRunner> runner;
  std::pmr::memory_resource &memory;
  std::pmr::vector<CpuRunPart> parts;
  std::pmr::vector<CpuArgument> arguments;
  std::pmr::vector<CpuResult> results;
  /// Until it is certain that the run begins.
  std::vector<Taken> donations;
};

/// A run that waits for its arguments, or for a thread.
class PendingRun : public RefCounted {
public:
  PendingRun(Ref<CpuClient> client, Ref<const Executable> program,
             std::shared_ptr<ProgramRunner> runner,
             const ExecuteOptions &options)
      : run(std::move(client), std::move(program), std::move(runner),
            *std::pmr::get_default_resource()),
        options(options), control(makeRef<RunControl>()) {}
  ~PendingRun() override;

  /// Its parts are added before it starts.
  CpuRun run;
  /// Runs when the arguments are ready.
  static Execution start(Ref<PendingRun> pending);

private:
  void finish(Status status);

  ExecuteOptions options;
  /// Of the results of each part, and its own.
  std::vector<Ref<Content>> contents;
  std::vector<Ref<Event>> done;
  const Ref<RunControl> control;
};

/// Whether a call gives its argument number `index` away.
bool isDonated(const ParameterInfo &parameter, size_t index,
               const ExecuteOptions &options);

/// Runs in this thread, which all arguments are ready for. Returns the failure
/// of the run, unless an argument had it already.
StatusOr<Execution> runHere(CpuRun &run, const ExecuteOptions &options);

} // namespace weft::runtime
