// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CPU/CpuRun.h"

namespace weft::runtime {

/// Whether handing the run to another thread would take longer than the run
/// may. What can wait for others must not hold up its caller.
bool CpuRun::isCheap() const {
  const Manifest &manifest = program->manifest();
  const ProgramTraits &traits = manifest.traits;
  bool mayWait = traits.collectives || traits.hostTransfers ||
                 traits.customCalls || traits.loops;
  double cost = manifest.cost.flops + manifest.cost.transcendentals +
                manifest.cost.bytesAccessed;
  return !mayWait && parts.size() == 1 && cost < client->inlineCost();
}

Status CpuRun::start(Ref<CpuRun> run) {
  bool mustRunHere = run->runner->needsCallersThread();
  std::vector<Ref<Event>> events;
  bool allReady = true;
  for (const CpuRunPart &part : run->parts) {
    for (const Ref<Content> &argument : part.arguments) {
      events.push_back(argument->ready());
      if (mustRunHere) {
        argument->ready()->await();
      }
      allReady &= argument->ready()->isReady();
    }
  }
  ThreadPool &pool = run->client->threadPool();
  if (mustRunHere || (allReady && (pool.isInline() || run->isCheap()))) {
    return run->runNow();
  }
  whenAll(events, [run, &pool](const Status &) {
    // Its events tell how it ended.
    pool.submit([run] { (void)run->runNow(); });
  });
  return Status::success();
}

Status CpuRun::runNow() {
  for (const CpuRunPart &part : parts) {
    for (const Ref<Content> &argument : part.arguments) {
      if (!argument->ready()->status().ok()) {
        finish(argument->ready()->status());
        return Status::success();
      }
    }
  }
  Status status = compute();
  finish(status);
  return status;
}

/// Storage for each result: that of a donated argument where nobody else
/// looks at it any more, else fresh.
StatusOr<std::vector<Ref<Storage>>> CpuRun::placeResults(CpuRunPart &part) {
  const Manifest &manifest = program->manifest();
  std::vector<Ref<Storage>> storages(manifest.results.size());
  for (size_t i = 0; i < manifest.parameters.size(); ++i) {
    std::optional<uint32_t> result = manifest.parameters[i].aliasedResult;
    if (!result || !part.donated[i] || !part.arguments[i]->hasStorage()) {
      continue;
    }
    const Content &content = *part.arguments[i];
    Storage &storage = content.storage();
    if (content.isUniquelyReferenced() && storage.isUniquelyReferenced() &&
        storage.isWritable() &&
        storage.size() == manifest.results[*result].type.byteSize() &&
        part.argumentMemories[i] == part.resultMemories[*result]) {
      storages[*result] = content.sharedStorage();
    }
  }
  for (size_t i = 0; i < storages.size(); ++i) {
    const ArrayType &type = manifest.results[i].type;
    if (!storages[i] && !type.isToken()) {
      WEFT_ASSIGN_OR_RETURN(storages[i],
                            part.resultMemories[i]->allocate(type.byteSize()));
    }
  }
  return storages;
}

Status CpuRun::compute() {
  std::vector<std::vector<Ref<Storage>>> storages;
  std::vector<RunPart> frames;
  for (size_t p = 0; p < parts.size(); ++p) {
    CpuRunPart &part = parts[p];
    WEFT_ASSIGN_OR_RETURN(std::vector<Ref<Storage>> placed, placeResults(part));
    RunPart frame;
    frame.replica = part.logical.replica;
    frame.partition = part.logical.partition;
    frame.deviceOrdinal = part.device->description().id;
    frame.memory = &part.device->defaultMemory();
    for (size_t i = 0; i < part.arguments.size(); ++i) {
      frame.arguments.push_back(part.arguments[i]->hasStorage()
                                    ? part.arguments[i]->storage().data()
                                    : nullptr);
      frame.argumentTypes.push_back(&part.argumentTypes[i]);
    }
    for (const Ref<Storage> &storage : placed) {
      frame.results.push_back(storage ? storage->data() : nullptr);
    }
    if (p < options.sendCallbacks.size()) {
      frame.sends = options.sendCallbacks[p];
    }
    if (p < options.receiveCallbacks.size()) {
      frame.receives = options.receiveCallbacks[p];
    }
    frames.push_back(std::move(frame));
    storages.push_back(std::move(placed));
  }

  RunServices services;
  services.runId = client->takeRunId();
  services.customCallContext = options.customCallContext;
  services.blocking = ThreadPool::whileBlocked;
  services.schedule = [this](std::function<void()> work) {
    // Whatever the threads do keeps the client: it never waits for them.
    client->threadPool().submit(
        [keeper = client, work = std::move(work)] { work(); });
  };
  services.threadCount = client->threadPool().threadCount();
  services.memoryLimit = client->memoryLimit();
  Status status = Status::success();
  if (parts.size() == 1) {
    status = runner->run(frames, services);
  } else {
    // Several devices bring threads of their own and mostly wait.
    ThreadPool::whileBlocked([&] { status = runner->run(frames, services); });
  }
  WEFT_RETURN_IF_ERROR(status);
  for (size_t p = 0; p < parts.size(); ++p) {
    for (size_t i = 0; i < parts[p].results.size(); ++i) {
      parts[p].results[i]->provide(std::move(storages[p][i]));
    }
  }
  return Status::success();
}

void CpuRun::finish(Status status) {
  // Arguments go first: who waits for the results finds them released. The
  // events are kept out of the parts, for setting one may end the program.
  std::vector<Ref<Event>> events;
  for (CpuRunPart &part : parts) {
    part.arguments.clear();
    for (const Ref<Content> &result : part.results) {
      events.push_back(result->ready());
    }
    part.results.clear();
    events.push_back(part.done);
  }
  for (const Ref<Event> &event : events) {
    event->set(status);
  }
  options = ExecuteOptions();
}

} // namespace weft::runtime
