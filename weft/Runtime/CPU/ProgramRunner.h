// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What executes a loaded program on the CPU. The runtime brings argument and
// result memory; the runner computes. Everything about buffers, events,
// donation and threads of calls is on the runtime's side of this interface.

#pragma once

#include "weft/Executable/Executable.h"
#include "weft/Runtime/Cancellation.h"
#include "weft/Runtime/CustomCall.h"
#include "weft/Runtime/ExecuteOptions.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace weft::runtime {

class Memory;
class Team;

/// One device's part of a run; what it points to is the caller's. An argument's
/// memory may be a result's memory (donation): results are written after all
/// arguments have been read.
struct RunPart {
  uint32_t replica = 0;
  uint32_t partition = 0;
  int deviceOrdinal = 0;
  /// Where temporary values are counted; may be null.
  Memory *memory = nullptr;
  /// Laid out as `argumentTypes` say, which agree with the manifest up to the
  /// layout; null for tokens.
  std::span<const void *const> arguments;
  std::span<const ArrayType *const> argumentTypes;
  /// Laid out as the manifest says; null for tokens.
  std::span<void *const> results;
  std::span<const SendCallback> sends;
  std::span<const ReceiveCallback> receives;
};

/// What a run may use of the client.
struct RunServices {
  int64_t runId = 0;
  void *customCallContext = nullptr;
  /// Code that may block (callbacks, custom calls) runs inside this, so that
  /// the client can put another thread in its place.
  std::function<void(const std::function<void()> &)> blocking;
  /// Threads for the kernels of compiled programs; null for none but the
  /// run's own.
  Team *team = nullptr;
  /// Threads for foreign functions that ask for some.
  std::function<void(std::function<void()>)> schedule;
  int threadCount = 1;
  uint64_t memoryLimit = 0;
  /// Null for a run that cannot be cancelled.
  Cancellation *cancellation = nullptr;
};

class ProgramRunner {
public:
  virtual ~ProgramRunner() = default;
  /// Runs all parts to their end. Any thread, several runs at once.
  virtual Status run(std::span<RunPart> parts, const RunServices &services) = 0;
  /// Whether runs must not be handed to another thread than their caller's.
  virtual bool needsCallersThread() const { return false; }
};

class ProgramLoader {
public:
  virtual ~ProgramLoader() = default;
  /// Runs will have so many threads (RunServices::threadCount).
  virtual StatusOr<std::shared_ptr<ProgramRunner>>
  load(const Executable &executable, const CustomCallRegistry &customCalls,
       const std::string &platform, int threads) = 0;
};

} // namespace weft::runtime
