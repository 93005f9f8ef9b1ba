// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/RunDevices.h"

#include "weft/Runtime/ThreadPool.h"

#include <list>

namespace weft::runtime {

Status runDevices(const Manifest &manifest, std::span<RunPart> parts,
                  const RunServices &services,
                  const std::function<Status(RunningProcess &)> &runOne) {
  reference::ProcessGrid grid(manifest.replicas, manifest.partitions);
  return runDevices(grid, manifest.traits.collectives, parts, services, runOne);
}

Status runDevices(reference::ProcessGrid &grid, bool together,
                  std::span<RunPart> parts, const RunServices &services,
                  const std::function<Status(RunningProcess &)> &runOne) {
  std::list<RunningProcess> processes;
  for (RunPart &part : parts) {
    processes.emplace_back(grid,
                           reference::ProcessId{part.replica, part.partition},
                           part, services);
  }
  std::vector<RunningProcess *> byIndex;
  for (RunningProcess &process : processes) {
    byIndex.push_back(&process);
    // All are counted before any starts, or the first to wait would look
    // stuck.
    grid.enter();
  }

  Cancellation::Listener listener(
      services.cancellation, [&](const Status &reason) { grid.fail(reason); });
  std::vector<Status> outcomes(parts.size(), Status::success());
  auto runCounted = [&](size_t i) {
    outcomes[i] = runOne(*byIndex[i]);
    if (!outcomes[i].ok()) {
      Status reason = Status::cancelled("another device of the run failed");
      grid.fail(reason);
      // Those that compute and wait for nobody end too.
      if (services.cancellation) {
        services.cancellation->request(std::move(reason));
      }
    }
    grid.leave();
  };
  if (parts.size() > 1 && together) {
    WEFT_RETURN_IF_ERROR(runTogether(parts.size(), runCounted));
  } else {
    for (size_t i = 0; i < parts.size(); ++i) {
      runCounted(i);
    }
  }

  Status reported = Status::success();
  for (const Status &outcome : outcomes) {
    if (!outcome.ok() &&
        (reported.ok() || (reported.code() == StatusCode::Cancelled &&
                           outcome.code() != StatusCode::Cancelled))) {
      reported = outcome;
    }
  }
  return reported;
}

} // namespace weft::runtime
