// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CudaProgram.h"

#include "weft/Runtime/CUDA/FollowedRun.h"
#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Runtime/Client/Run.h"
#include "weft/Runtime/Machine.h"

#include <algorithm>

namespace weft::cuda {

using runtime::Event;
using runtime::Run;
using runtime::Storage;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static bool isDecision(const Command &command) {
  return std::holds_alternative<WhileCommand>(command) ||
         std::holds_alternative<SwitchCommand>(command);
}

CudaProgram::CudaProgram(std::string name, CommandProgram commands,
                         std::unique_ptr<runtime::HostCalls> calls,
                         std::shared_ptr<Gpu> gpu, CudaMemory &memory)
    : loaded(std::move(name), std::move(commands), std::move(gpu)),
      isFollowed(LoadedCommands::waitsForEach() ||
                 !CommandGraph::isPossible(loaded.program,
                                           loaded.gpu->device().functions())),
      hasDecisions(std::ranges::any_of(loaded.program.commands, isDecision)),
      calls(std::move(calls)), memory(memory),
      source{loaded.gpu->device(), loaded.program, loaded.kernels} {}

StatusOr<std::shared_ptr<runtime::Program>>
CudaProgram::load(const Executable &executable, CommandProgram commands,
                  std::unique_ptr<runtime::HostCalls> calls,
                  std::shared_ptr<Gpu> gpu, CudaMemory &memory) {
  const Manifest &manifest = executable.manifest();
  if (manifest.deviceCount() != 1) {
    return Status::unimplemented(
        "the program '" + manifest.name + "' is for " +
        std::to_string(manifest.deviceCount()) +
        " devices: programs for several GPUs cannot be run yet");
  }
  std::shared_ptr<CudaProgram> program(
      new CudaProgram(manifest.name, std::move(commands), std::move(calls),
                      std::move(gpu), memory));
  WEFT_RETURN_IF_ERROR(
      program->loaded.loadKernels(executable.section(SectionKind::Code)));
  if (program->hasDecisions && !program->isFollowed) {
    WEFT_RETURN_IF_ERROR(program->loadDecisions());
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
  return std::shared_ptr<runtime::Program>(std::move(program));
}

Status CudaProgram::loadDecisions() {
  WEFT_ASSIGN_OR_RETURN(source.decisions, loaded.gpu->decisions());
  WEFT_ASSIGN_OR_RETURN(words, memory.allocate(DecisionWords::kBytes));
  const std::vector<char> zeros(DecisionWords::kBytes, 0);
  WEFT_RETURN_IF_ERROR(memory
                           .write(zeros.data(),
                                  runtime::HostBytes::UnchangedDuringCall,
                                  {words, 0, zeros.size()})
                           ->await());
  source.words = addressOf(words);
  return Status::success();
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

StatusOr<CudaProgram::PlacedRun> CudaProgram::place(Run &run) {
  const Manifest &manifest = run.manifest();
  const runtime::DeviceShare &share = run.partList().front();
  PlacedRun placed;
  RunPlaces &places = placed.places;
  places.partition = share.logical.partition;
  places.replica = share.logical.replica;
  places.constants = addressOf(constants);
  for (const runtime::RunResult &result : run.resultList()) {
    places.results.push_back(addressOf(result.storage));
  }
  for (size_t i = 0; i < run.argumentList().size(); ++i) {
    const runtime::RunArgument &argument = run.argumentList()[i];
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
        runtime::RunResult &result = run.resultList()[*taker];
        WEFT_ASSIGN_OR_RETURN(
            result.storage,
            result.memory->allocate(manifest.results[*taker].type.byteSize()));
        places.results[*taker] = addressOf(result.storage);
      }
    }
    places.arguments.push_back(address);
  }
  const uint64_t bytes =
      loaded.program.temporaryBytes + loaded.program.workspaceBytes;
  if (bytes != 0) {
    // Runs that the processor follows take turns in the queue.
    WEFT_ASSIGN_OR_RETURN(placed.scratch, isFollowed ? memory.allocate(bytes)
                                                     : memory.scratchOf(bytes));
    places.temporary = addressOf(placed.scratch);
    places.workspace = places.temporary + loaded.program.temporaryBytes;
  }
  return placed;
}

//===----------------------------------------------------------------------===//
// Putting commands into the queue
//===----------------------------------------------------------------------===//

static Status enqueueCopies(const std::vector<CudaProgram::Copy> &copies,
                            const DriverFunctions &driver, void *stream) {
  for (const CudaProgram::Copy &copy : copies) {
    WEFT_RETURN_IF_ERROR(driver.check(
        driver.memoryCopyAsync(copy.to, copy.from, copy.bytes, stream),
        "copying an argument that cannot be overwritten"));
  }
  return Status::success();
}

StatusOr<CommandGraph *> CudaProgram::graphFor(const RunPlaces &places) {
  auto found = std::ranges::find_if(
      graphs, [&](const auto &graph) { return graph->places() == places; });
  if (found != graphs.end()) {
    std::rotate(graphs.begin(), found, std::next(found));
    return graphs.front().get();
  }
  if (graphs.size() == kMostGraphs) {
    std::unique_ptr<CommandGraph> oldest = std::move(graphs.back());
    graphs.pop_back();
    // Some drivers do not change what is inside of loops: a new one, then.
    if (oldest->moveTo(places).ok()) {
      graphs.insert(graphs.begin(), std::move(oldest));
      return graphs.front().get();
    }
  }
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<CommandGraph> made,
                        CommandGraph::create(source, places));
  graphs.insert(graphs.begin(), std::move(made));
  return graphs.front().get();
}

Status CudaProgram::enqueueAll(const RunPlaces &places,
                               const DriverFunctions &driver, void *stream) {
  ++begunRuns;
  // A graph takes as long to make as its commands to launch.
  if (begunRuns == 1 && !hasDecisions) {
    for (const Command &command : loaded.program.commands) {
      WEFT_RETURN_IF_ERROR(loaded.enqueue(command, places, driver, stream));
    }
    return Status::success();
  }
  if (loaded.program.commands.empty()) {
    return Status::success();
  }
  WEFT_ASSIGN_OR_RETURN(CommandGraph * graph, graphFor(places));
  return graph->launch(stream);
}

Ref<Event> CudaProgram::submit(const PlacedRun &placed,
                               runtime::Cancellation *cancellation) {
  using Listener = runtime::Cancellation::Listener;
  std::shared_ptr<std::optional<Listener>> listener;
  if (hasDecisions && cancellation != nullptr) {
    listener = std::make_shared<std::optional<Listener>>();
  }
  return loaded.gpu->compute().submit(
      loaded.work, placed.fences,
      [&](const DriverFunctions &driver, void *stream) -> Status {
        WEFT_RETURN_IF_ERROR(enqueueCopies(placed.copies, driver, stream));
        WEFT_RETURN_IF_ERROR(enqueueAll(placed.places, driver, stream));
        if (listener) {
          listener->emplace(cancellation,
                            [this, number = begunRuns](const Status &) {
                              endLoopsOf(number);
                            });
        }
        return Status::success();
      },
      [listener]() mutable { listener = nullptr; });
}

void CudaProgram::endLoopsOf(uint32_t run) const {
  // Not behind the run itself.
  (void)loaded.gpu->arriving().submit(
      "ending a run that was cancelled", {},
      [&](const DriverFunctions &driver, void *stream) {
        return driver.check(
            driver.memoryFillWordsAsync(
                source.words + DecisionWords::offsetOfCancelled(run), run, 1,
                stream),
            "ending a run that was cancelled");
      });
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

runtime::LaunchBy CudaProgram::launcherOf(bool) const {
  if (calls && calls->needsCallersThread()) {
    return runtime::LaunchBy::Call;
  }
  return isFollowed ? runtime::LaunchBy::ClientThread
                    : runtime::LaunchBy::LastArgument;
}

StatusOr<Ref<Event>> CudaProgram::launch(Run &run,
                                         const runtime::ExecuteOptions &options,
                                         runtime::Cancellation *cancellation) {
  WEFT_ASSIGN_OR_RETURN(PlacedRun placed, place(run));
  if (!isFollowed) {
    return submit(placed, cancellation);
  }
  Status status = Status::success();
  runtime::ThreadPool::whileBlocked(
      [&] { status = follow(run, placed, options, cancellation); });
  WEFT_RETURN_IF_ERROR(status);
  return Event::ready();
}

Status CudaProgram::follow(Run &run, const PlacedRun &placed,
                           const runtime::ExecuteOptions &options,
                           runtime::Cancellation *cancellation) {
  Ref<Event> begun = loaded.gpu->compute().submit(
      loaded.work, placed.fences,
      [&](const DriverFunctions &driver, void *stream) {
        return enqueueCopies(placed.copies, driver, stream);
      });
  if (LoadedCommands::waitsForEach()) {
    WEFT_RETURN_IF_ERROR(begun->await());
  }
  auto followWith = [&](const runtime::HostCalls::MakeCall &makeCall) {
    Status status = FollowedRun(loaded, placed.places, placed.fences,
                                cancellation, calls.get(), makeCall)
                        .follow();
    WEFT_RETURN_IF_ERROR(begun->await());
    return status;
  };
  if (!calls) {
    return followWith({});
  }
  runtime::RunPart part;
  part.replica = placed.places.replica;
  part.partition = placed.places.partition;
  part.deviceOrdinal = run.partList().front().device->description().id;
  if (!options.sendCallbacks.empty()) {
    part.sends = options.sendCallbacks.front();
  }
  if (!options.receiveCallbacks.empty()) {
    part.receives = options.receiveCallbacks.front();
  }
  const runtime::RunServices services =
      runtime::servicesOf(run, options, cancellation, runtime::usableMemory());
  return calls->run(part, services, followWith);
}

} // namespace weft::cuda
