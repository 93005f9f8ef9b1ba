// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run, as code that computes or is called on the host sees it.

#pragma once

#include "weft/Executable/ArrayType.h"
#include "weft/Runtime/Cancellation.h"
#include "weft/Runtime/ExecuteOptions.h"

#include <functional>
#include <span>

namespace weft::runtime {

class Memory;
class Team;
struct DeviceServices;

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
  /// For calls that work on a device; null where there is none.
  const DeviceServices *device = nullptr;
};

} // namespace weft::runtime
