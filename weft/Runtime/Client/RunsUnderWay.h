// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runs of a client that are not over, for those who want to end one.

#pragma once

#include "weft/Runtime/Cancellation.h"
#include "weft/Runtime/Event.h"

#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace weft::runtime {

class Device;

/// What can be done to a run from outside.
struct RunControl : RefCounted {
  Cancellation cancellation;
  std::vector<Device *> devices;
  int32_t launchId = 0;
  /// What is set when the run is over, as long as it has not begun: who ends
  /// it before that sets them.
  std::vector<Ref<Event>> events;
  /// Set by who begins the run, or ends it before it began.
  std::atomic<bool> isTaken = false;

private:
  friend class RunsUnderWay;
  /// Where it is among the runs; under their lock.
  std::optional<std::list<Ref<RunControl>>::iterator> position;
};

/// Runs that are over when their call returns and cannot be long do not come
/// here: they cannot be cancelled, and need no lock.
class RunsUnderWay {
public:
  void add(Ref<RunControl> run);
  /// Afterwards nobody asks the run for anything. Twice is the same as once.
  void remove(RunControl &run);

  /// Ends the earliest run with this number on the device. False: there is
  /// none.
  bool cancel(const Device &device, int32_t launchId, const Status &reason);
  void cancelAll(const Status &reason);

private:
  static void end(std::span<const Ref<RunControl>> runs, const Status &reason);

  std::mutex mutex;
  /// In the order of their calls.
  std::list<Ref<RunControl>> runs;
};

} // namespace weft::runtime
