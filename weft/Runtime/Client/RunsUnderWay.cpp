// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Client/RunsUnderWay.h"

#include <algorithm>

namespace weft::runtime {

void RunsUnderWay::add(Ref<RunControl> run) {
  std::lock_guard guard(mutex);
  RunControl &added = *run;
  added.position = runs.insert(runs.end(), std::move(run));
}

void RunsUnderWay::remove(RunControl &run) {
  std::lock_guard guard(mutex);
  if (run.position) {
    runs.erase(*run.position);
    run.position.reset();
  }
}

bool RunsUnderWay::cancel(const Device &device, int32_t launchId,
                          const Status &reason) {
  Ref<RunControl> chosen;
  {
    std::lock_guard guard(mutex);
    auto found = std::find_if(runs.begin(), runs.end(), [&](const auto &run) {
      return run->launchId == launchId && !run->cancellation.isRequested() &&
             std::count(run->devices.begin(), run->devices.end(), &device) != 0;
    });
    if (found == runs.end()) {
      return false;
    }
    chosen = *found;
    // Under the lock: a run that has taken itself off the list may say that it
    // succeeded.
    chosen->cancellation.request(reason);
  }
  end({&chosen, 1}, reason);
  return true;
}

void RunsUnderWay::cancelAll(const Status &reason) {
  std::vector<Ref<RunControl>> all;
  {
    std::lock_guard guard(mutex);
    all.assign(runs.begin(), runs.end());
    for (const Ref<RunControl> &run : all) {
      run->cancellation.request(reason);
    }
  }
  end(all, reason);
}

/// Runs that have not begun are over at once. Not under the lock: who waits for
/// an event may start other runs.
void RunsUnderWay::end(std::span<const Ref<RunControl>> runs,
                       const Status &reason) {
  for (const Ref<RunControl> &run : runs) {
    if (!run->isTaken.exchange(true)) {
      for (const Ref<Event> &event : run->events) {
        event->set(reason);
      }
    }
  }
}

} // namespace weft::runtime
