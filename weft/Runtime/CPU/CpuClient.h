// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU as any number of devices that share its threads.

#pragma once

#include "weft/Runtime/Client.h"

#include <chrono>

namespace weft::runtime {

struct CpuClientOptions {
  std::string platformName = "weft";
  int deviceCount = 1;
  /// Threads that work at one time, for all devices together. 0: as many as
  /// the process may use (affinity and cgroup quota). 1: no threads are
  /// started, everything happens in the caller's; only runs of several devices
  /// that talk to each other get a thread per device while they run.
  int threads = 0;
  /// Bytes per memory. 0: what the process may use (machine and cgroup).
  uint64_t memoryLimit = 0;
  /// Of runs for which neither the call nor the program says one; zero is none.
  std::chrono::milliseconds timeLimit = {};
  /// Runs predicted to cost less than this many elementary operations happen
  /// in the caller's thread when their arguments are ready: handing them on
  /// and waiting for them takes 20 microseconds, in which compiled code does as
  /// much.
  double inlineCost = 200'000;
  /// And so do runs of programs whose last run took less than this, whatever
  /// was predicted: loops of unknown length, calls of libraries. Not more than
  /// handing on takes: a caller that does not wait has several runs under way,
  /// and they share the cores.
  std::chrono::nanoseconds inlineTime = std::chrono::microseconds(25);
  /// And up to this where a result was asked for after the last call, before
  /// any other: such a caller gains nothing by another thread. What handing on
  /// takes is little beside longer runs, and a wrong guess costs as much as the
  /// run.
  std::chrono::nanoseconds inlineAwaitedTime = std::chrono::milliseconds(1);
  /// The same for programs that call linear algebra. Its library is not made
  /// for many threads at a time: several runs that call it share the cores
  /// badly, each takes twice as long.
  std::chrono::nanoseconds inlineLibraryTime = std::chrono::microseconds(200);
};

/// Puts programs into a form that can run: the bridge to whatever executes
/// them. See ProgramRunner.h.
class ProgramLoader;

StatusOr<Ref<Client>> createCpuClient(const CpuClientOptions &options,
                                      std::shared_ptr<ProgramLoader> loader);
/// What createCpuClient would give, without giving it.
StatusOr<Topology> cpuTopology(const CpuClientOptions &options);

} // namespace weft::runtime
