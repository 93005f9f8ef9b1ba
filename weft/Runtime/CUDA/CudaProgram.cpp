// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CudaProgram.h"

#include "weft/Runtime/CUDA/FollowedRun.h"
#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/Client/Run.h"
#include "weft/Support/MachineShare.h"

#include <algorithm>
#include <cstring>

namespace weft::cuda {

using runtime::Event;
using runtime::Run;
using runtime::Storage;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Whether it is decided on the device, or a kernel that may end early.
static bool asksForWords(const Command &command) {
  const auto *launch = std::get_if<LaunchCommand>(&command);
  return std::holds_alternative<WhileCommand>(command) ||
         std::holds_alternative<SwitchCommand>(command) ||
         std::holds_alternative<CheckCommand>(command) ||
         !movedUnder(command).empty() ||
         (launch != nullptr &&
          std::ranges::any_of(launch->arguments, [](const auto &address) {
            return address.base == CommandAddress::Base::Words;
          }));
}

template <class Kind> static bool has(const CommandProgram &program) {
  return std::ranges::any_of(program.commands, [](const Command &command) {
    return std::holds_alternative<Kind>(command);
  });
}

CudaProgram::CudaProgram(std::string name, CommandProgram commands,
                         std::unique_ptr<runtime::HostCalls> calls,
                         std::shared_ptr<Gpu> gpu, CudaMemory &memory)
    : loaded(std::move(name), std::move(commands), std::move(gpu)),
      calls(std::move(calls)),
      staged(this->calls ? StagedCalls::plan(loaded.program, *this->calls)
                         : std::nullopt),
      ringed(this->calls && !staged &&
                     loaded.gpu->device().functions().hasConditions()
                 ? RingedCalls::plan(loaded.program, *this->calls)
                 : std::nullopt),
      isFollowed(!CommandGraph::isPossible(loaded.program.commands,
                                           loaded.gpu->device().functions(),
                                           leftToHost())),
      hasChecks(!isFollowed && has<CheckCommand>(loaded.program)),
      hasWords(ringed ||
               std::ranges::any_of(loaded.program.commands, asksForWords)),
      memory(memory), source{loaded}, graphs(source) {
  source.staged = staged ? &*staged : nullptr;
  source.ringed = ringed ? &*ringed : nullptr;
}

CommandGraph::LeftToHost CudaProgram::leftToHost() const {
  // Calls behind a check that failed are not made, so that those wait for it.
  return {.calls = staged || ringed,
          .checks = !has<CallCommand>(loaded.program)};
}

StatusOr<std::shared_ptr<CudaProgram>>
CudaProgram::load(const Executable &executable, CommandProgram commands,
                  std::unique_ptr<runtime::HostCalls> calls,
                  std::shared_ptr<Gpu> gpu, CudaMemory &memory) {
  const Manifest &manifest = executable.manifest();
  std::shared_ptr<CudaProgram> program(
      new CudaProgram(manifest.name, std::move(commands), std::move(calls),
                      std::move(gpu), memory));
  WEFT_RETURN_IF_ERROR(
      program->loaded.loadKernels(executable.section(SectionKind::Code),
                                  executable.section(SectionKind::Assembled)));
  if (program->hasWords) {
    WEFT_RETURN_IF_ERROR(program->loadWords());
  }
  if (program->ringed && !program->isFollowed) {
    const std::shared_ptr<Gpu> &owner = program->loaded.gpu;
    WEFT_ASSIGN_OR_RETURN(program->ring,
                          CallRing::create(*program->ringed,
                                           owner->callsBehindRuns().blocks(),
                                           owner));
  }
  const std::string_view constantBytes =
      executable.section(SectionKind::Constants);
  if (!constantBytes.empty()) {
    WEFT_ASSIGN_OR_RETURN(program->constants,
                          memory.allocate(constantBytes.size()));
    WEFT_RETURN_IF_ERROR(
        memory
            .write(constantBytes.data(), runtime::HostBytes::UnchangedUntilDone,
                   {program->constants, 0, constantBytes.size()})
            ->await());
  }
  return program;
}

Status CudaProgram::loadWords() {
  // Older drivers cannot load our own kernels.
  if (loaded.gpu->device().functions().hasConditions()) {
    WEFT_ASSIGN_OR_RETURN(source.decisions, loaded.gpu->decisions());
  }
  if (isFollowed) {
    WEFT_ASSIGN_OR_RETURN(FollowedWords words, takeWords());
    idleWords.push_back(std::move(words));
  } else {
    WEFT_ASSIGN_OR_RETURN(ends, RunEnds::create(loaded.gpu, memory));
  }
  return Status::success();
}

StatusOr<CudaProgram::FollowedWords> CudaProgram::takeWords() {
  FollowedWords words;
  {
    std::lock_guard lock(wordsMutex);
    if (!idleWords.empty()) {
      words = std::move(idleWords.back());
      idleWords.pop_back();
      return words;
    }
  }
  WEFT_ASSIGN_OR_RETURN(words.ends, RunEnds::create(loaded.gpu, memory));
  return words;
}

//===----------------------------------------------------------------------===//
// Where the arrays of a run lie
//===----------------------------------------------------------------------===//

/// Whether the plan has a parameter and the result that takes its memory over
/// in the same place: they are of one type and order.
static bool canShare(const Manifest &manifest, size_t parameter) {
  const ParameterInfo &info = manifest.parameters[parameter];
  const ArrayType &result = manifest.results[*info.aliasedResult].type;
  return info.type == result && !isSignedSubByte(result.element);
}

StatusOr<CudaProgram::PlacedRun> CudaProgram::place(Run &run, size_t part,
                                                    bool follows) {
  const Manifest &manifest = run.manifest();
  const runtime::DeviceShare &share = run.partList()[part];
  const std::span<runtime::RunArgument> arguments = run.argumentsOf(part);
  const std::span<runtime::RunResult> results = run.resultsOf(part);
  PlacedRun placed;
  RunPlaces &places = placed.places;
  places.partition = share.logical.partition;
  places.replica = share.logical.replica;
  places.constants = addressOf(constants);
  if (ends && !follows) {
    places.words = ends->address();
  }
  places.results.reserve(results.size());
  places.arguments.reserve(arguments.size());
  for (const runtime::RunResult &result : results) {
    places.results.push_back(addressOf(result.storage));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const runtime::RunArgument &argument = arguments[i];
    if (!manifest.parameters[i].type.isToken() &&
        *argument.type != manifest.parameters[i].type) {
      return Status::unimplemented(
          "argument " + std::to_string(i) + " of '" + loaded.name + "' is " +
          argument.type->toString() + ", the program was compiled for " +
          manifest.parameters[i].type.toString());
    }
    if (Ref<runtime::Fence> fence = argument.content->ready()->fence()) {
      placed.fences.push_back(std::move(fence));
    }
    uint64_t address = addressOf(argument.content->sharedStorage());
    // An argument that a result takes over is written to. Where its memory
    // could not be given away, that of the result gets a copy of it; and where
    // the plan does not know of it, the result gets memory of its own.
    if (std::optional<uint32_t> taker = manifest.parameters[i].aliasedResult) {
      const bool isShared = places.results[*taker] == address;
      if (canShare(manifest, i) && !isShared) {
        if (argument.type->byteSize() != 0) {
          placed.copies.push_back(
              {address, places.results[*taker], argument.type->byteSize()});
        }
        address = places.results[*taker];
      } else if (!canShare(manifest, i) && isShared && address != 0) {
        runtime::RunResult &result = results[*taker];
        WEFT_ASSIGN_OR_RETURN(
            result.storage,
            result.memory->allocate(manifest.results[*taker].type.byteSize()));
        places.results[*taker] = addressOf(result.storage);
      }
    }
    places.arguments.push_back(address);
  }
  if (const uint64_t bytes = loaded.program.temporaryBytes; bytes != 0) {
    // Runs that the processor follows take turns in the queue.
    WEFT_ASSIGN_OR_RETURN(placed.scratch, follows ? memory.allocate(bytes)
                                                  : memory.scratchOf(bytes));
    places.temporary = addressOf(placed.scratch);
  }
  return placed;
}

//===----------------------------------------------------------------------===//
// Putting commands into the queue
//===----------------------------------------------------------------------===//

/// For Stream::submit: what is to be told when the run begins, if anything.
static std::function<void()> whenBegun(runtime::Cancellation *cancellation) {
  if (cancellation == nullptr || !cancellation->isLimited()) {
    return {};
  }
  return [cancellation] { cancellation->begin(); };
}

static Status enqueueCopies(const std::vector<CudaProgram::Copy> &copies,
                            const DriverFunctions &driver, void *stream) {
  for (const CudaProgram::Copy &copy : copies) {
    WEFT_RETURN_IF_ERROR(driver.check(
        driver.memoryCopyAsync(copy.to, copy.from, copy.bytes, stream),
        "copying an argument that cannot be overwritten"));
  }
  return Status::success();
}

Status CudaProgram::enqueueCall(size_t call, const RunPlaces &places,
                                const DriverFunctions &driver,
                                void *stream) const {
  for (const StagedCall::Array &array : staged->calls[call].arrays) {
    if (array.bytes != 0) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): places are numbers.
      void *to = reinterpret_cast<void *>(places.staging + array.offset);
      WEFT_RETURN_IF_ERROR(
          driver.check(driver.memoryReadAsync(to, places.addressOf(array.from),
                                              array.bytes, stream),
                       "copying an array of a call"));
    }
  }
  return Status::success();
}

Status CudaProgram::enqueueAll(const RunPlaces &places,
                               const DriverFunctions &driver, void *stream) {
  // A graph takes as long to make as its commands to launch.
  if (begunRuns == 0 && !hasWords) {
    ++begunRuns;
    const std::vector<Command> &commands = loaded.program.commands;
    size_t nextCall = 0;
    for (const Command &command : commands) {
      WEFT_RETURN_IF_ERROR(
          std::holds_alternative<CallCommand>(command)
              ? enqueueCall(nextCall++, places, driver, stream)
              : loaded.enqueue(command, places, driver, stream));
    }
    return Status::success();
  }
  if (loaded.program.commands.empty()) {
    return Status::success();
  }
  WEFT_ASSIGN_OR_RETURN(
      CommandGraph * graph,
      graphs.find({0, loaded.program.commands.size()}, places));
  WEFT_RETURN_IF_ERROR(graph->launch(stream));
  // The device counts those that ran.
  ++begunRuns;
  return Status::success();
}

Ref<Event> CudaProgram::submit(const PlacedRun &placed,
                               runtime::Cancellation *cancellation,
                               Ref<runtime::Fence> *fence,
                               const std::shared_ptr<RingedRun> &ringedRun) {
  struct UnderWay {
    /// None until it is in the queue.
    uint32_t number = 0;
    std::optional<runtime::Cancellation::Listener> listener;
  };
  const bool isCounted = source.decisions != nullptr;
  auto underWay = isCounted ? std::make_shared<UnderWay>() : nullptr;
  auto enqueue = [&](const DriverFunctions &driver, void *stream) -> Status {
    WEFT_RETURN_IF_ERROR(enqueueCopies(placed.copies, driver, stream));
    WEFT_RETURN_IF_ERROR(enqueueAll(placed.places, driver, stream));
    if (!isCounted) {
      return Status::success();
    }
    const uint32_t number = underWay->number = begunRuns;
    auto end = [ends = ends, number] { ends->end(number); };
    if (ringedRun) {
      ringedRun->begin(number, end);
      loaded.gpu->callsBehindRuns().rings().add(ringedRun);
    }
    underWay->listener.emplace(cancellation, [ringedRun, end](const Status &) {
      ringedRun ? ringedRun->drop() : end();
    });
    return Status::success();
  };
  std::function<void()> finished;
  if (isCounted || ringedRun) {
    finished = [underWay, ringedRun, ends = ends]() mutable {
      if (ringedRun) {
        ringedRun->end();
      }
      if (underWay && underWay->number != 0) {
        ends->noteOver(underWay->number);
      }
      underWay = nullptr;
      ends = nullptr;
    };
  }
  return loaded.gpu->compute().submit(loaded.work(), placed.fences,
                                      std::ref(enqueue), std::move(finished),
                                      fence, whenBegun(cancellation));
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

runtime::LaunchBy CudaProgram::launcherOf(bool) const {
  // A call may wait for the runs that it begins: theirs are made in it, and not
  // by the thread that makes those behind runs, which is the one that waits.
  // Whoever makes the last argument ready would not know of it.
  const bool isInCall = (staged || ringed) && CallsBehindRuns::isInCall();
  if (isInCall || (isFollowed && calls && calls->needsCallersThread())) {
    return runtime::LaunchBy::Call;
  }
  return isFollowed ? runtime::LaunchBy::ClientThread
                    : runtime::LaunchBy::LastArgument;
}

StatusOr<Ref<Event>>
CudaProgram::launchPart(Run &run, size_t part,
                        const runtime::ExecuteOptions &options,
                        runtime::Cancellation *cancellation) {
  // A call may wait for the runs that it begins, so that theirs are made in it.
  const bool hasCalls = staged || ringed;
  const bool follows = isFollowed || (hasCalls && CallsBehindRuns::isInCall());
  WEFT_ASSIGN_OR_RETURN(PlacedRun placed, place(run, part, follows));
  if (!follows) {
    return hasCalls
               ? submitBeforeCalls(run, part, placed, options, cancellation)
           : hasChecks ? submitWithChecks(placed, cancellation)
                       : submit(placed, cancellation);
  }
  Status status = Status::success();
  runtime::ThreadPool::whileBlocked(
      [&] { status = follow(run, part, placed, options, cancellation); });
  WEFT_RETURN_IF_ERROR(status);
  return Event::ready();
}

Status CudaProgram::follow(Run &run, size_t number, PlacedRun &placed,
                           const runtime::ExecuteOptions &options,
                           runtime::Cancellation *cancellation) {
  // What orders calls of several programs has no bytes, and is ready when the
  // calls before it are made; that it is in a queue says nothing of them.
  if (!CallsBehindRuns::isInCall()) {
    for (const runtime::RunArgument &argument : run.argumentsOf(number)) {
      if (argument.type->byteSize() == 0) {
        WEFT_RETURN_IF_ERROR(argument.content->ready()->await());
      }
    }
  }
  FollowedWords words;
  if (hasWords) {
    WEFT_ASSIGN_OR_RETURN(words, takeWords());
    placed.places.words = words.ends->address();
    ++words.begunRuns;
  }
  Status status =
      followWithWords(run, number, placed, options, cancellation, words);
  if (hasWords) {
    words.ends->noteOver(words.begunRuns);
    std::lock_guard lock(wordsMutex);
    idleWords.push_back(std::move(words));
  }
  return status;
}

Status CudaProgram::followWithWords(Run &run, size_t number,
                                    const PlacedRun &placed,
                                    const runtime::ExecuteOptions &options,
                                    runtime::Cancellation *cancellation,
                                    const FollowedWords &words) {
  Ref<Event> begun = loaded.gpu->compute().submit(
      loaded.work(), placed.fences,
      [&](const DriverFunctions &driver, void *stream) -> Status {
        WEFT_RETURN_IF_ERROR(enqueueCopies(placed.copies, driver, stream));
        if (!words.ends) {
          return Status::success();
        }
        return driver.check(driver.memoryFillWordsAsync(placed.places.words,
                                                        words.begunRuns, 1,
                                                        stream),
                            "writing the number of a run");
      },
      /*finished=*/{}, /*fence=*/nullptr, whenBegun(cancellation));
  const runtime::Cancellation::Listener listener(
      words.ends ? cancellation : nullptr,
      [&words](const Status &) { words.ends->end(words.begunRuns); });
  auto followWith = [&](const runtime::HostCalls::MakeCall &makeCall) {
    Status status = FollowedRun(loaded, graphs, placed.places, placed.fences,
                                cancellation, calls.get(), makeCall)
                        .follow();
    WEFT_RETURN_IF_ERROR(begun->await());
    return status;
  };
  if (!calls) {
    return followWith({});
  }
  runtime::RunPart part = partOf(run, number, placed, options);
  runtime::RunServices services =
      runtime::servicesOf(run, options, cancellation, usableMemory());
  // What calls take of the device's memory goes when the run is over.
  std::vector<Ref<Storage>> taken;
  runtime::DeviceServices device;
  device.queue = loaded.gpu->compute().streamHandle();
  device.allocate = [&](uint64_t bytes) -> StatusOr<void *> {
    WEFT_ASSIGN_OR_RETURN(Ref<Storage> storage, memory.allocate(bytes));
    taken.push_back(storage);
    return storage->address();
  };
  device.copy = [&](void *to, const void *from, uint64_t bytes) {
    const DriverFunctions &driver = loaded.gpu->device().functions();
    return driver.check(driver.memoryCopyAsync(reinterpret_cast<uint64_t>(to),
                                               reinterpret_cast<uint64_t>(from),
                                               bytes, device.queue),
                        "copying an array of a call");
  };
  services.device = &device;
  Status status = calls->run(part, services, followWith);
  // Whatever became of it: until then the cancellation is used.
  Status ended = begun->await();
  return status.ok() ? ended : status;
}

StatusOr<Ref<Event>>
CudaProgram::submitBeforeCalls(Run &run, size_t number, PlacedRun &placed,
                               const runtime::ExecuteOptions &options,
                               runtime::Cancellation *cancellation) {
  CallsBehindRuns &behind = loaded.gpu->callsBehindRuns();
  std::shared_ptr<RingedRun> ringedRun;
  if (ringed) {
    ringedRun = std::make_shared<RingedRun>(ring, loaded.name);
  }
  const uint64_t bytes = ringed ? 0 : std::max<uint64_t>(staged->bytes, 1);
  WEFT_ASSIGN_OR_RETURN(char *block, behind.begin(bytes));
  placed.places.staging =
      ringed ? ring->address() : reinterpret_cast<uint64_t>(block);
  // Whoever lets go of its calls, made or not, wants no more of them.
  const std::shared_ptr<RingedRun> wanted(ringedRun.get(),
                                          [ringedRun](RingedRun *run) {
                                            if (run != nullptr) {
                                              run->drop();
                                            }
                                          });
  auto makeCalls =
      [this, block, cancellation, wanted,
       part = partOf(run, number, placed, options),
       services = runtime::servicesOf(run, options, cancellation,
                                      usableMemory())]() mutable -> Status {
    if (cancellation != nullptr && cancellation->isRequested()) {
      return cancellation->reason();
    }
    return calls->run(
        part, services, [&](const runtime::HostCalls::MakeCall &makeCall) {
          return wanted ? makeRinged(makeCall, *wanted, cancellation)
                        : makeStaged(makeCall, block);
        });
  };
  using When = CallsBehindRuns::When;
  return behind.follow(
      [&](Ref<runtime::Fence> &fence) {
        return submit(placed, cancellation, &fence, ringedRun);
      },
      block, bytes, ringed ? When::DuringRun : When::BehindRun,
      std::move(makeCalls));
}

Status CudaProgram::makeStaged(const runtime::HostCalls::MakeCall &makeCall,
                               char *block) const {
  CallsBehindRuns &behind = loaded.gpu->callsBehindRuns();
  for (const StagedCall &call : staged->calls) {
    WEFT_RETURN_IF_ERROR(behind.makeCall(makeCall, call, block));
  }
  return Status::success();
}

Status CudaProgram::makeRinged(const runtime::HostCalls::MakeCall &makeCall,
                               RingedRun &run,
                               runtime::Cancellation *cancellation) const {
  CallsBehindRuns &behind = loaded.gpu->callsBehindRuns();
  auto isCancelled = [&] {
    return cancellation != nullptr && cancellation->isRequested();
  };
  while (std::optional<RingedRun::Record> record = run.next()) {
    if (isCancelled()) {
      break;
    }
    WEFT_RETURN_IF_ERROR(behind.makeCall(makeCall, ringed->calls[record->call],
                                         record->slot.get()));
  }
  return isCancelled() ? cancellation->reason() : run.status();
}

StatusOr<Ref<Event>>
CudaProgram::submitWithChecks(PlacedRun &placed,
                              runtime::Cancellation *cancellation) {
  constexpr uint64_t bytes = sizeof(uint64_t);
  WEFT_ASSIGN_OR_RETURN(char *block,
                        loaded.gpu->pinned().take(bytes, /*mayWait=*/false));
  std::memset(block, 0, bytes);
  placed.places.failure = reinterpret_cast<uint64_t>(block);
  // Also of a run that is over already: until the block is read its results are
  // those of a queue.
  Ref<runtime::Fence> fence;
  const Ref<Event> run = submit(placed, cancellation, &fence);
  Ref<Event> done = Event::pending();
  if (fence) {
    done->setFence(std::move(fence));
  }
  run->onReady([this, block, done](const Status &status) {
    uint64_t failure = 0;
    std::memcpy(&failure, block, bytes);
    loaded.gpu->pinned().giveBack(block, bytes);
    // Whoever waits for it keeps the program.
    done->set(status.ok() ? failureOf(failure) : status);
  });
  return done;
}

Status CudaProgram::failureOf(uint64_t failure) const {
  if (failure == 0) {
    return Status::success();
  }
  const Command &command = loaded.program.commands[failure - 1];
  return Status::invalidArgument(std::get<CheckCommand>(command).message);
}

runtime::RunPart
CudaProgram::partOf(Run &run, size_t number, const PlacedRun &placed,
                    const runtime::ExecuteOptions &options) const {
  runtime::RunPart part;
  part.replica = placed.places.replica;
  part.partition = placed.places.partition;
  part.deviceOrdinal = run.partList()[number].device->description().id;
  if (number < options.sendCallbacks.size()) {
    part.sends = options.sendCallbacks[number];
  }
  if (number < options.receiveCallbacks.size()) {
    part.receives = options.receiveCallbacks[number];
  }
  return part;
}

} // namespace weft::cuda
