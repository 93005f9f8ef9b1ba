// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Client/Run.h"

#include "weft/Runtime/Client/BaseMemory.h"

#include <algorithm>
#include <set>

namespace weft::runtime {

bool isDonated(const ParameterInfo &parameter, size_t index,
               const ExecuteOptions &options) {
  const std::vector<int64_t> &kept = options.nonDonatableParameters;
  return parameter.aliasedResult &&
         std::find(kept.begin(), kept.end(), static_cast<int64_t>(index)) ==
             kept.end();
}

RunServices servicesOf(Run &run, const ExecuteOptions &options,
                       Cancellation *cancellation, uint64_t memoryLimit) {
  RunClient &client = run.owner();
  RunServices services;
  services.runId = client.takeRunId();
  services.customCallContext = options.customCallContext;
  services.blocking = ThreadPool::whileBlocked;
  services.team = &client.team();
  services.schedule = [&client](std::function<void()> work) {
    // Whatever the threads do keeps the client: it never waits for them.
    client.threadPool().submit([keeper = Ref<RunClient>::share(&client),
                                work = std::move(work)] { work(); });
  };
  services.threadCount = client.threadPool().threadCount();
  services.memoryLimit = memoryLimit;
  services.cancellation = cancellation;
  return services;
}

void Run::reserve(size_t partCount) {
  parts.reserve(partCount);
  arguments.reserve(partCount * manifest().parameters.size());
  results.reserve(partCount * manifest().results.size());
}

Status Run::add(Device &device, LogicalDeviceId logical,
                std::span<Buffer *const> buffers,
                const ExecuteOptions &options) {
  parts.push_back({&device, logical});
  for (size_t i = 0; i < buffers.size(); ++i) {
    Buffer &buffer = *buffers[i];
    const ParameterInfo &parameter = manifest().parameters[i];
    RunArgument &argument = arguments.emplace_back();
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

void Run::keepDonations() {
  for (Taken &taken : donations) {
    arguments[taken.argument].content = taken.donation.take();
  }
  donations.clear();
}

Status Run::argumentStatus() const {
  for (const RunArgument &argument : arguments) {
    if (const Ref<Event> &ready = argument.content->ready(); ready->isReady()) {
      WEFT_RETURN_IF_ERROR(ready->status());
    }
  }
  return Status::success();
}

/// Storage for each result: that of a donated argument where nobody else
/// looks at it any more, else fresh.
Status Run::placeResults(size_t part) {
  std::span<RunArgument> given = argumentsOf(part);
  std::span<RunResult> placed = resultsOf(part);
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

StatusOr<Ref<Event>> Run::launch(const ExecuteOptions &options,
                                 Cancellation *cancellation) {
  for (size_t p = 0; p < parts.size(); ++p) {
    if (Status placed = placeResults(p); !placed.ok()) {
      return withMemoryReport(std::move(placed));
    }
  }
  StatusOr<Ref<Event>> launched = program->launch(*this, options, cancellation);
  return launched.ok() ? std::move(launched)
                       : withMemoryReport(launched.status());
}

Status Run::withMemoryReport(Status status) const {
  const std::string_view report = executable->section(SectionKind::Memory);
  if (status.code() != StatusCode::ResourceExhausted || report.empty()) {
    return status;
  }
  return Status::resourceExhausted(
      status.message() + "\nwhat a run of '" + manifest().name + "' needs: " +
      std::string(report.substr(0, report.find_last_not_of('\n') + 1)) +
      describeOthers());
}

std::string Run::describeOthers() const {
  std::set<const Storage *> own;
  for (const RunArgument &argument : arguments) {
    own.insert(argument.content->sharedStorage().get());
  }
  for (const RunResult &result : results) {
    own.insert(result.storage.get());
  }
  std::string text;
  for (const DeviceShare &part : parts) {
    Memory &memory = part.device->defaultMemory();
    HeldBytes held = memory.held();
    for (const Storage *storage : own) {
      if (storage != nullptr) {
        held.leaveOut(*countedBytes(storage->size()));
      }
    }
    if (const std::string others = held.text(); !others.empty()) {
      text += "\nothers hold " + others + " in " + memory.toString();
    }
  }
  return text;
}

/// How long the run may take.
static TimeLimit timeLimitOf(const Run &run, const ExecuteOptions &options) {
  if (options.timeLimit) {
    return {*options.timeLimit, "option of the call"};
  }
  if (run.manifest().timeLimit) {
    return {*run.manifest().timeLimit, "compile option weft_deadline_ms"};
  }
  return {run.owner().timeLimit(), "environment variable WEFT_DEADLINE_MS"};
}

static void limitTime(Cancellation &cancellation, const Run &run,
                      const TimeLimit &limit) {
  if (limit.time.count() != 0) {
    cancellation.limit(run.owner().deadlines(), limit, run.manifest().name);
  }
}

//===----------------------------------------------------------------------===//
// Runs that are over when their call returns
//===----------------------------------------------------------------------===//

/// The buffers of all results, which hold what `contentOf(i)` gives.
template <class ContentOf>
static void makeResults(Run &run, Execution &execution, ContentOf contentOf) {
  const std::vector<ResultInfo> &infos = run.manifest().results;
  std::span<RunResult> results = run.resultList();
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

StatusOr<Execution> runInCall(Run &run, const ExecuteOptions &options,
                              bool mayBeCancelled) {
  std::vector<Ref<Event>> unsettled;
  if (run.loaded().takesQueuedArguments()) {
    // An array in a queue may have calls behind it, which may stand behind this
    // one.
    for (const RunArgument &argument : run.argumentList()) {
      unsettled.push_back(argument.content->ready());
    }
    Ref<Event> begun = Event::pending();
    whenAllQueued(unsettled, [begun] { begun->set(Status::success()); });
    begun->await();
    std::erase_if(unsettled,
                  [](const Ref<Event> &ready) { return ready->isReady(); });
  } else {
    for (const RunArgument &argument : run.argumentList()) {
      argument.content->ready()->await();
    }
  }
  Status failedArgument = run.argumentStatus();
  if (failedArgument.ok()) {
    Ref<RunControl> control;
    const TimeLimit limit = timeLimitOf(run, options);
    if (mayBeCancelled || limit.time.count() != 0) {
      control = makeRef<RunControl>();
      limitTime(control->cancellation, run, limit);
      for (const DeviceShare &part : run.partList()) {
        control->devices.push_back(part.device);
      }
      control->launchId = options.launchId;
      control->isTaken = true;
      run.owner().runs().add(control);
    }
    StatusOr<Ref<Event>> launched =
        run.launch(options, control ? &control->cancellation : nullptr);
    Status status = launched.ok() ? (*launched)->await() : launched.status();
    if (control) {
      run.owner().runs().remove(*control);
      status = control->cancellation.endOf(std::move(status));
    }
    WEFT_RETURN_IF_ERROR(status);
  }
  run.releaseArguments();
  Ref<Event> outcome =
      failedArgument.ok() ? Event::ready() : Event::failed(failedArgument);
  if (failedArgument.ok() && !unsettled.empty()) {
    // An argument that fails yet fails the run.
    outcome = allOf(unsettled);
  }
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

Execution PendingRun::start(Ref<PendingRun> pending, LaunchBy launcher) {
  Execution execution;
  RunControl &control = *pending->control;
  control.events.reserve(pending->run.resultList().size() +
                         pending->run.partList().size());
  pending->contents.reserve(pending->run.resultList().size());
  makeResults(pending->run, execution, [&](size_t) {
    Ref<Event> ready = Event::pending();
    control.events.push_back(ready);
    pending->contents.push_back(makeRef<Content>(nullptr, ready));
    return pending->contents.back();
  });
  for (const DeviceShare &part : pending->run.partList()) {
    control.devices.push_back(part.device);
    control.events.push_back(Event::pending());
    pending->done.push_back(control.events.back());
  }
  execution.done = pending->done;
  control.launchId = pending->options.launchId;
  limitTime(control.cancellation, pending->run,
            timeLimitOf(pending->run, pending->options));

  RunClient &client = pending->run.owner();
  client.runs().add(pending->control);
  whenArgumentsAreThere(pending,
                        [pending, launcher, &pool = client.threadPool()] {
                          if (launcher == LaunchBy::ClientThread) {
                            pool.submit([pending] { launch(pending); });
                          } else {
                            launch(pending);
                          }
                        });
  return execution;
}

template <class Begin>
void PendingRun::whenArgumentsAreThere(const Ref<PendingRun> &pending,
                                       Begin begin) {
  const std::span<const RunArgument> arguments = pending->run.argumentList();
  const bool takesQueued = pending->run.loaded().takesQueuedArguments();
  // Most often all of them are: nothing has to be kept until then.
  if (std::ranges::all_of(arguments, [&](const RunArgument &argument) {
        const Ref<Event> &ready = argument.content->ready();
        return takesQueued ? ready->isQueued() : ready->isReady();
      })) {
    begin();
    return;
  }
  std::vector<Ref<Event>> events;
  for (const RunArgument &argument : arguments) {
    events.push_back(argument.content->ready());
  }
  if (takesQueued) {
    whenAllQueued(events, std::move(begin));
  } else {
    whenAll(events,
            [begin = std::move(begin)](const Status &) mutable { begin(); });
  }
}

void PendingRun::launch(const Ref<PendingRun> &pending) {
  // It may have been ended before.
  bool isOver = pending->control->isTaken.exchange(true);
  Status status = isOver ? pending->control->cancellation.reason()
                         : pending->run.argumentStatus();
  if (status.ok()) {
    for (const RunArgument &argument : pending->run.argumentList()) {
      if (const Ref<Event> &ready = argument.content->ready();
          !ready->isReady()) {
        pending->unsettled.push_back(ready);
      }
    }
    StatusOr<Ref<Event>> launched =
        pending->run.launch(pending->options, &pending->control->cancellation);
    if (launched.ok()) {
      if (Ref<Fence> fence = (*launched)->fence()) {
        pending->announce(fence);
      }
      auto finish = [pending](const Status &outcome) {
        pending->finish(outcome);
      };
      if (pending->unsettled.empty()) {
        (*launched)->onReady(finish);
        return;
      }
      // An argument that failed after the run had begun fails the run.
      std::vector<Ref<Event>> ends = std::move(pending->unsettled);
      ends.push_back(*std::move(launched));
      whenAll(ends, finish);
      return;
    }
    status = launched.status();
  }
  pending->finish(std::move(status));
}

void PendingRun::announce(const Ref<Fence> &fence) {
  auto keep = [&](const Ref<Storage> &storage) {
    if (storage && !storage->goesInOrder()) {
      kept.push_back(storage);
    }
  };
  for (const RunArgument &argument : run.argumentList()) {
    keep(argument.content->sharedStorage());
  }
  run.releaseArguments();
  for (size_t i = 0; i < contents.size(); ++i) {
    Ref<Storage> storage = std::move(run.resultList()[i].storage);
    keep(storage);
    contents[i]->provide(std::move(storage));
  }
  contents.clear();
  for (const Ref<Event> &event : control->events) {
    event->setFence(fence);
  }
}

void PendingRun::finish(Status status) {
  run.owner().runs().remove(*control);
  status = control->cancellation.endOf(std::move(status));
  for (size_t i = 0; i < contents.size(); ++i) {
    Ref<Storage> storage = std::move(run.resultList()[i].storage);
    if (status.ok()) {
      contents[i]->provide(std::move(storage));
    }
  }
  // Arguments go first: who waits for the results finds them released.
  run.releaseArguments();
  kept.clear();
  contents.clear();
  done.clear();
  // Who ends the run from outside may be reading the list.
  for (const Ref<Event> &event : control->events) {
    event->set(status);
  }
  options = ExecuteOptions();
}

} // namespace weft::runtime
