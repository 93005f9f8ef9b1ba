// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program on the CPU: a runner that computes in the thread that calls it.

#pragma once

#include "weft/Executable/Executable.h"
#include "weft/Runtime/AwaitedCalls.h"
#include "weft/Runtime/CPU/ProgramRunner.h"
#include "weft/Runtime/Client/Program.h"
#include "weft/Runtime/ThreadPool.h"

#include <atomic>
#include <chrono>

namespace weft::runtime {

struct CpuRunSettings {
  /// CpuClientOptions has it explained.
  double inlineCost = 0;
  std::chrono::nanoseconds inlineTime = {};
  std::chrono::nanoseconds inlineAwaitedTime = {};
  std::chrono::nanoseconds inlineLibraryTime = {};
  /// Bytes of each memory.
  uint64_t memoryLimit = 0;
};

class CpuProgram final : public Program {
public:
  CpuProgram(const Manifest &manifest, std::shared_ptr<ProgramRunner> runner,
             const ThreadPool &pool, AwaitedCalls &calls,
             const CpuRunSettings &settings);

  LaunchBy launcherOf(bool argumentsAreReady) const override;
  /// Over when it returns.
  StatusOr<Ref<Event>> launch(Run &run, const ExecuteOptions &options,
                              Cancellation *cancellation) override;

private:
  const std::shared_ptr<ProgramRunner> runner;
  const CpuRunSettings settings;
  const bool hasOneThread;
  /// What can wait for others must not hold up its caller.
  const bool isIndependent;
  /// Whether a run is over so soon that handing it to another thread would
  /// take longer: known before the first one, and what the last one took.
  const bool isCheap;
  const std::chrono::nanoseconds shortTime;
  /// Of the client, which outlives its programs.
  AwaitedCalls &calls;
  mutable std::atomic<uint64_t> lastCall = 0;
  std::atomic<std::chrono::nanoseconds> lastRun{
      std::chrono::nanoseconds::max()};
};

} // namespace weft::runtime
