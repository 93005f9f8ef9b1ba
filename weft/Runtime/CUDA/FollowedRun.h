// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run whose commands the processor follows one by one: it calls functions of
// the host, or the driver has no graphs for its loops and branches. Where
// something depends on what a kernel computed, the processor waits for it and
// looks.

#pragma once

#include "weft/Runtime/CUDA/LoadedCommands.h"
#include "weft/Runtime/Cancellation.h"
#include "weft/Runtime/HostCalls.h"

namespace weft::cuda {

class FollowedRun {
public:
  /// Behind `fences`. `calls` is null where the program makes none.
  FollowedRun(const LoadedCommands &loaded, const RunPlaces &places,
              const Stream::Fences &fences, runtime::Cancellation *cancellation,
              const runtime::HostCalls *calls,
              const runtime::HostCalls::MakeCall &makeCall)
      : loaded(loaded), places(places), fences(fences),
        cancellation(cancellation), calls(calls), makeCall(makeCall) {}

  /// Waits for the end.
  Status follow();

private:
  struct Range {
    size_t begin;
    size_t end;
  };

  Status followRange(Range range);
  Status followWhile(const WhileCommand &loop, size_t first);
  Status followSwitch(const SwitchCommand &branch, size_t first);
  Status followCall(const CallCommand &command);
  /// One that works on the device's own arrays.
  Status followDeviceCall(const CallCommand &command);
  /// A command by itself.
  Status waitFor(const Command &command);
  /// Waits until it is computed.
  StatusOr<int64_t> read(const CommandNumber &number);

  Ref<runtime::Event> submit(const Stream::Work &work) const {
    return loaded.gpu->compute().submit(loaded.work, fences, work);
  }

  const LoadedCommands &loaded;
  const RunPlaces &places;
  const Stream::Fences &fences;
  runtime::Cancellation *const cancellation;
  const runtime::HostCalls *const calls;
  const runtime::HostCalls::MakeCall &makeCall;
};

} // namespace weft::cuda
