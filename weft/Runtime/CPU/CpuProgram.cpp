// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CPU/CpuProgram.h"

#include "weft/Runtime/Client/Run.h"
#include "weft/Support/FloatMode.h"

namespace weft::runtime {

/// Whether a run may wait for something that its caller does later.
static bool mayWait(const Manifest &manifest) {
  const ProgramTraits &traits = manifest.traits;
  return traits.collectives || traits.hostTransfers || traits.customCalls ||
         manifest.deviceCount() != 1;
}

static bool isCheapFor(const Manifest &manifest, double inlineCost) {
  double cost = manifest.cost.flops + manifest.cost.transcendentals +
                manifest.cost.bytesAccessed;
  return !manifest.traits.loops && cost < inlineCost;
}

CpuProgram::CpuProgram(const Manifest &manifest,
                       std::shared_ptr<ProgramRunner> runner,
                       const ThreadPool &pool, AwaitedCalls &calls,
                       const CpuRunSettings &settings)
    : runner(std::move(runner)), settings(settings),
      hasOneThread(pool.isInline()), isIndependent(!mayWait(manifest)),
      isCheap(isIndependent && isCheapFor(manifest, settings.inlineCost)),
      shortTime(manifest.traits.libraryCalls ? settings.inlineLibraryTime
                                             : settings.inlineTime),
      calls(calls) {}

LaunchBy CpuProgram::launcherOf(bool argumentsAreReady) const {
  const uint64_t before =
      lastCall.exchange(calls.begin(), std::memory_order_relaxed);
  const std::chrono::nanoseconds limit =
      calls.wasAwaited(before) ? std::max(shortTime, settings.inlineAwaitedTime)
                               : shortTime;
  const bool isShort =
      isCheap ||
      (isIndependent && lastRun.load(std::memory_order_relaxed) < limit);
  bool inCall = runner->needsCallersThread() ||
                (argumentsAreReady && (hasOneThread || isShort));
  if (!inCall) {
    return LaunchBy::ClientThread;
  }
  return isCheap ? LaunchBy::ShortCall : LaunchBy::Call;
}

StatusOr<Ref<Event>> CpuProgram::launch(Run &run, const ExecuteOptions &options,
                                        Cancellation *cancellation) {
  DefaultFloatMode mode;
  if (cancellation) {
    cancellation->begin();
  }
  std::pmr::vector<const void *> argumentData(&run.scratch());
  std::pmr::vector<const ArrayType *> argumentTypes(&run.scratch());
  argumentData.reserve(run.argumentList().size());
  argumentTypes.reserve(run.argumentList().size());
  for (const RunArgument &argument : run.argumentList()) {
    argumentData.push_back(argument.content->hasStorage()
                               ? argument.content->storage().address()
                               : nullptr);
    argumentTypes.push_back(argument.type);
  }
  std::pmr::vector<void *> resultData(&run.scratch());
  resultData.reserve(run.resultList().size());
  for (const RunResult &result : run.resultList()) {
    resultData.push_back(result.storage ? result.storage->address() : nullptr);
  }
  std::span<const DeviceShare> parts = run.partList();
  size_t argumentCount = run.manifest().parameters.size();
  size_t resultCount = run.manifest().results.size();
  std::pmr::vector<RunPart> frames(parts.size(), &run.scratch());
  for (size_t p = 0; p < parts.size(); ++p) {
    RunPart &frame = frames[p];
    frame.replica = parts[p].logical.replica;
    frame.partition = parts[p].logical.partition;
    frame.deviceOrdinal = parts[p].device->description().id;
    frame.memory = &parts[p].device->defaultMemory();
    frame.arguments = {argumentData.data() + p * argumentCount, argumentCount};
    frame.argumentTypes = {argumentTypes.data() + p * argumentCount,
                           argumentCount};
    frame.results = {resultData.data() + p * resultCount, resultCount};
    if (p < options.sendCallbacks.size()) {
      frame.sends = options.sendCallbacks[p];
    }
    if (p < options.receiveCallbacks.size()) {
      frame.receives = options.receiveCallbacks[p];
    }
  }

  RunServices services =
      servicesOf(run, options, cancellation, settings.memoryLimit);
  if (parts.size() == 1) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    WEFT_RETURN_IF_ERROR(runner->run(frames, services));
    // How soon a run was ended says nothing of how long the next one takes.
    if (!cancellation || !cancellation->isRequested()) {
      lastRun.store(Clock::now() - begin, std::memory_order_relaxed);
    }
    return Event::ready();
  }
  // Several devices bring threads of their own and mostly wait.
  Status status = Status::success();
  ThreadPool::whileBlocked([&] { status = runner->run(frames, services); });
  WEFT_RETURN_IF_ERROR(status);
  return Event::ready();
}

} // namespace weft::runtime
