// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of a program, from the moment its arguments are held to the moment
// its events are set.

#pragma once

#include "weft/Runtime/CPU/CpuClient.h"

namespace weft::runtime {

/// One device's share of the call.
struct CpuRunPart {
  Device *device = nullptr;
  LogicalDeviceId logical;
  std::vector<Ref<Content>> arguments;
  std::vector<ArrayType> argumentTypes;
  /// Whether the caller gave the argument away.
  std::vector<bool> donated;
  /// Where the argument's bytes are.
  std::vector<Memory *> argumentMemories;
  std::vector<Ref<Content>> results;
  std::vector<Memory *> resultMemories;
  /// Set with the results.
  Ref<Event> done;
};

class CpuRun : public RefCounted {
public:
  CpuRun(Ref<CpuClient> client, Ref<const Executable> program,
         std::shared_ptr<ProgramRunner> runner, std::vector<CpuRunPart> parts,
         const ExecuteOptions &options)
      : client(std::move(client)), program(std::move(program)),
        runner(std::move(runner)), parts(std::move(parts)), options(options) {}

  /// Runs when the arguments are ready: in this thread, or as a task. Returns
  /// the failure of a run in this thread, unless an argument had it already.
  static Status start(Ref<CpuRun> run);

private:
  bool isCheap() const;
  Status runNow();
  Status compute();
  StatusOr<std::vector<Ref<Storage>>> placeResults(CpuRunPart &part);
  void finish(Status status);

  const Ref<CpuClient> client;
  const Ref<const Executable> program;
  const std::shared_ptr<ProgramRunner> runner;
  std::vector<CpuRunPart> parts;
  ExecuteOptions options;
};

} // namespace weft::runtime
