// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run that the host takes part in: it calls functions of the host that give
// something back, or the driver has no graphs for its loops and branches. Only
// a loop or branch that has such a call inside is followed: the host waits for
// what it depends on and looks. All others are the device's: what stands
// between two calls is one graph where it has loops or branches, and launches
// where it has none.

#pragma once

#include "weft/Runtime/CUDA/LoadedCommands.h"
#include "weft/Runtime/CUDA/ProgramGraphs.h"
#include "weft/Runtime/Cancellation.h"
#include "weft/Runtime/HostCalls.h"

namespace weft::cuda {

class FollowedRun {
public:
  /// Behind `fences`. `calls` is null where the program makes none.
  FollowedRun(const LoadedCommands &loaded, ProgramGraphs &graphs,
              const RunPlaces &places, const Stream::Fences &fences,
              runtime::Cancellation *cancellation,
              const runtime::HostCalls *calls,
              const runtime::HostCalls::MakeCall &makeCall);
  ~FollowedRun();

  /// Waits for the end.
  Status follow();

private:
  /// Of a call.
  class HostArrays;

  Status followRange(CommandRange range);
  /// Whether the device does the command with all that is inside of it.
  bool isForDevice(size_t number) const;
  /// What the device does by itself.
  Status launch(CommandRange range);
  Status followWhile(const WhileCommand &loop, size_t first);
  Status followSwitch(const SwitchCommand &branch, size_t first);
  Status followCall(const CallCommand &command);
  /// One that works on the device's own arrays.
  Status followDeviceCall(const CallCommand &command);
  /// A copy or a fill at whose guards the host looks.
  Status followGuarded(const Command &command);
  Status endIfCancelled() const {
    return cancellation ? cancellation->reason() : Status::success();
  }
  /// Waits until it is computed.
  StatusOr<int64_t> read(const CommandNumber &number);

  Ref<runtime::Event> submit(const Stream::Work &work) const {
    return loaded.gpu->compute().submit(loaded.work(), fences, work);
  }

  const LoadedCommands &loaded;
  ProgramGraphs &graphs;
  const RunPlaces &places;
  const Stream::Fences &fences;
  runtime::Cancellation *const cancellation;
  const runtime::HostCalls *const calls;
  const runtime::HostCalls::MakeCall &makeCall;
  /// By site, of calls that may be made again in another turn of a loop.
  std::map<uint32_t, std::unique_ptr<HostArrays>> arrays;
};

} // namespace weft::cuda
