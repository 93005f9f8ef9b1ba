// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CPU/CpuRun.h"

#include "weft/Support/FloatMode.h"

#include <algorithm>

namespace weft::runtime {

bool CpuRun::isCheap(const Manifest &manifest, const CpuClient &client) {
  const ProgramTraits &traits = manifest.traits;
  bool mayWait = traits.collectives || traits.hostTransfers ||
                 traits.customCalls || traits.loops;
  double cost = manifest.cost.flops + manifest.cost.transcendentals +
                manifest.cost.bytesAccessed;
  return !mayWait && manifest.deviceCount() == 1 && cost < client.inlineCost();
}

bool isDonated(const ParameterInfo &parameter, size_t index,
               const ExecuteOptions &options) {
  const std::vector<int64_t> &kept = options.nonDonatableParameters;
  return parameter.aliasedResult &&
         std::find(kept.begin(), kept.end(), static_cast<int64_t>(index)) ==
             kept.end();
}

void CpuRun::reserve(size_t partCount) {
  parts.reserve(partCount);
  arguments.reserve(partCount * manifest().parameters.size());
  results.reserve(partCount * manifest().results.size());
}

Status CpuRun::add(Device &device, LogicalDeviceId logical,
                   std::span<Buffer *const> buffers,
                   const ExecuteOptions &options) {
  parts.push_back({&device, logical});
  for (size_t i = 0; i < buffers.size(); ++i) {
    Buffer &buffer = *buffers[i];
    const ParameterInfo &parameter = manifest().parameters[i];
    CpuArgument &argument = arguments.emplace_back();
    argument.type = &parameter.type;
    if (buffer.type() != parameter.type) {
      argument.ownType = std::make_unique<const ArrayType>(buffer.type());
      argument.type = argument.ownType.get();
    }
    argument.memory = &buffer.memory();
    argument.isDonated = runtime::isDonated(parameter, i, options);
    if (argument.isDonated) {
      WEFT_ASSIGN_OR_RETURN(Donation donation, buffer.acquireDonation());
      donations.push_back({arguments.size() - 1, std::move(donation)});
    } else {
      WEFT_ASSIGN_OR_RETURN(argument.content, buffer.acquireRead());
    }
  }
  for (const ResultInfo &result : manifest().results) {
    Memory *home = device.findMemory(result.memoryKind);
    if (!home) {
      return Status::invalidArgument("device " + device.description().toString +
                                     " has no memory of kind '" +
                                     result.memoryKind + "', in which '" +
                                     manifest().name + "' wants a result");
    }
    results.push_back({home, nullptr});
  }
  return Status::success();
}

void CpuRun::keepDonations() {
  for (Taken &taken : donations) {
    arguments[taken.argument].content = taken.donation.take();
  }
  donations.clear();
}

Status CpuRun::argumentStatus() const {
  for (const CpuArgument &argument : arguments) {
    WEFT_RETURN_IF_ERROR(argument.content->ready()->status());
  }
  return Status::success();
}

/// Storage for each result: that of a donated argument where nobody else
/// looks at it any more, else fresh.
Status CpuRun::placeResults(size_t part) {
  std::span<CpuArgument> given = argumentsOf(part);
  std::span<CpuResult> placed = resultsOf(part);
  for (size_t i = 0; i < given.size(); ++i) {
    std::optional<uint32_t> result = manifest().parameters[i].aliasedResult;
    if (!result || !given[i].isDonated || !given[i].content->hasStorage()) {
      continue;
    }
    const Content &content = *given[i].content;
    Storage &storage = content.storage();
    if (content.isUniquelyReferenced() && storage.isUniquelyReferenced() &&
        storage.isWritable() &&
        storage.size() == manifest().results[*result].type.byteSize() &&
        given[i].memory == placed[*result].memory) {
      placed[*result].storage = content.sharedStorage();
    }
  }
  for (size_t i = 0; i < placed.size(); ++i) {
    const ArrayType &type = manifest().results[i].type;
    if (!placed[i].storage && !type.isToken()) {
      WEFT_ASSIGN_OR_RETURN(placed[i].storage,
                            placed[i].memory->allocate(type.byteSize()));
    }
  }
  return Status::success();
}

Status CpuRun::compute(const ExecuteOptions &options,
                       Cancellation *cancellation) {
  DefaultFloatMode mode;
  for (size_t p = 0; p < parts.size(); ++p) {
    WEFT_RETURN_IF_ERROR(placeResults(p));
  }
  std::pmr::vector<const void *> argumentData(&memory);
  std::pmr::vector<const ArrayType *> argumentTypes(&memory);
  argumentData.reserve(arguments.size());
  argumentTypes.reserve(arguments.size());
  for (const CpuArgument &argument : arguments) {
    argumentData.push_back(argument.content->hasStorage()
                               ? argument.content->storage().data()
                               : nullptr);
    argumentTypes.push_back(argument.type);
  }
  std::pmr::vector<void *> resultData(&memory);
  resultData.reserve(results.size());
  for (const CpuResult &result : results) {
    resultData.push_back(result.storage ? result.storage->data() : nullptr);
  }
  size_t argumentCount = manifest().parameters.size();
  size_t resultCount = manifest().results.size();
  std::pmr::vector<RunPart> frames(parts.size(), &memory);
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
  services.cancellation = cancellation;
  if (parts.size() == 1) {
    return runner->run(frames, services);
  }
  // Several devices bring threads of their own and mostly wait.
  Status status = Status::success();
  ThreadPool::whileBlocked([&] { status = runner->run(frames, services); });
  return status;
}

//===----------------------------------------------------------------------===//
// Runs that are over when their call returns
//===----------------------------------------------------------------------===//

/// The buffers of all results, which hold what `contentOf(i)` gives.
template <class ContentOf>
static void makeResults(CpuRun &run, Execution &execution,
                        ContentOf contentOf) {
  const std::vector<ResultInfo> &infos = run.manifest().results;
  std::span<CpuResult> results = run.resultList();
  size_t position = 0;
  execution.results.resize(run.partList().size());
  for (std::vector<Ref<Buffer>> &buffers : execution.results) {
    buffers.reserve(infos.size());
    for (const ResultInfo &info : infos) {
      Memory &memory = *results[position].memory;
      buffers.push_back(
          makeRef<Buffer>(info.type, memory, contentOf(position)));
      ++position;
    }
  }
}

StatusOr<Execution> runHere(CpuRun &run, const ExecuteOptions &options) {
  for (const CpuArgument &argument : run.argumentList()) {
    argument.content->ready()->await();
  }
  Status failedArgument = run.argumentStatus();
  if (failedArgument.ok()) {
    Ref<RunControl> control;
    if (!CpuRun::isCheap(run.manifest(), run.owner())) {
      control = makeRef<RunControl>();
      for (const CpuRunPart &part : run.partList()) {
        control->devices.push_back(part.device);
      }
      control->launchId = options.launchId;
      control->isTaken = true;
      run.owner().runs().add(control);
    }
    Status status =
        run.compute(options, control ? &control->cancellation : nullptr);
    if (control) {
      run.owner().runs().remove(*control);
      if (status.ok()) {
        status = control->cancellation.reason();
      }
    }
    WEFT_RETURN_IF_ERROR(status);
  }
  run.releaseArguments();
  Ref<Event> outcome =
      failedArgument.ok() ? Event::ready() : Event::failed(failedArgument);
  Execution execution;
  execution.done.assign(run.partList().size(), outcome);
  makeResults(run, execution, [&](size_t i) {
    return makeRef<Content>(std::move(run.resultList()[i].storage), outcome);
  });
  return execution;
}

//===----------------------------------------------------------------------===//
// Runs that are not
//===----------------------------------------------------------------------===//

PendingRun::~PendingRun() { run.owner().runs().remove(*control); }

Execution PendingRun::start(Ref<PendingRun> pending) {
  Execution execution;
  RunControl &control = *pending->control;
  makeResults(pending->run, execution, [&](size_t) {
    Ref<Event> ready = Event::pending();
    control.events.push_back(ready);
    pending->contents.push_back(makeRef<Content>(nullptr, ready));
    return pending->contents.back();
  });
  for (const CpuRunPart &part : pending->run.partList()) {
    control.devices.push_back(part.device);
    control.events.push_back(Event::pending());
    pending->done.push_back(control.events.back());
  }
  execution.done = pending->done;
  control.launchId = pending->options.launchId;

  std::vector<Ref<Event>> events;
  for (const CpuArgument &argument : pending->run.argumentList()) {
    events.push_back(argument.content->ready());
  }
  CpuClient &client = pending->run.owner();
  client.runs().add(pending->control);
  whenAll(events, [pending = std::move(pending),
                   &pool = client.threadPool()](const Status &) {
    pool.submit([pending] {
      // Somebody may have ended it before.
      bool isOver = pending->control->isTaken.exchange(true);
      Status status = isOver ? pending->control->cancellation.reason()
                             : pending->run.argumentStatus();
      if (status.ok()) {
        status = pending->run.compute(pending->options,
                                      &pending->control->cancellation);
      }
      pending->finish(std::move(status));
    });
  });
  return execution;
}

void PendingRun::finish(Status status) {
  run.owner().runs().remove(*control);
  if (status.ok()) {
    status = control->cancellation.reason();
  }
  for (size_t i = 0; i < contents.size(); ++i) {
    Ref<Storage> storage = std::move(run.resultList()[i].storage);
    if (status.ok()) {
      contents[i]->provide(std::move(storage));
    }
  }
  // Arguments go first: who waits for the results finds them released.
  run.releaseArguments();
  contents.clear();
  done.clear();
  // Who ends the run from outside may be reading the list.
  for (const Ref<Event> &event : control->events) {
    event->set(status);
  }
  options = ExecuteOptions();
}

} // namespace weft::runtime
