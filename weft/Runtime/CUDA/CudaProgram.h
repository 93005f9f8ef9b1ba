// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program whose commands a GPU is told. Its first run launches them one by
// one, later ones as a graph; one with loops or branches, or with kernels that
// may end early, is a graph from the start. Where the host has to take part,
// it follows (FollowedRun), and what lies between are graphs.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Executable/Executable.h"
#include "weft/Runtime/CUDA/CudaMemory.h"
#include "weft/Runtime/CUDA/LoadedCommands.h"
#include "weft/Runtime/CUDA/ProgramGraphs.h"
#include "weft/Runtime/CUDA/RunEnds.h"
#include "weft/Runtime/Client/Program.h"
#include "weft/Runtime/HostCalls.h"

namespace weft::cuda {

class CudaProgram final : public runtime::Program {
public:
  /// For the device that has `memory`. `commands` are those of the executable.
  static StatusOr<std::shared_ptr<CudaProgram>>
  load(const Executable &executable, CommandProgram commands,
       std::unique_ptr<runtime::HostCalls> calls, std::shared_ptr<Gpu> gpu,
       CudaMemory &memory);

  bool takesQueuedArguments() const override { return true; }
  runtime::LaunchBy launcherOf(bool argumentsAreReady) const override;
  StatusOr<Ref<runtime::Event>>
  launch(runtime::Run &run, const runtime::ExecuteOptions &options,
         runtime::Cancellation *cancellation) override {
    return launchPart(run, 0, options, cancellation);
  }
  /// The share of one device in a run on several.
  StatusOr<Ref<runtime::Event>>
  launchPart(runtime::Run &run, size_t part,
             const runtime::ExecuteOptions &options,
             runtime::Cancellation *cancellation);

  struct Copy {
    uint64_t from;
    uint64_t to;
    uint64_t bytes;
  };

private:
  CudaProgram(std::string name, CommandProgram commands,
              std::unique_ptr<runtime::HostCalls> calls,
              std::shared_ptr<Gpu> gpu, CudaMemory &memory);
  CommandGraph::LeftToHost leftToHost() const;
  Status loadWords();

  struct PlacedRun {
    RunPlaces places;
    /// Of what is written to and belongs to others.
    std::vector<Copy> copies;
    /// Of arguments that are on their way.
    Stream::Fences fences;
    /// Until all is in the queue, or over where the processor follows.
    Ref<runtime::Storage> scratch;
  };
  StatusOr<PlacedRun> place(runtime::Run &run, size_t part, bool follows);

  /// All commands; by one thread at a time.
  Status enqueueAll(const RunPlaces &places, const DriverFunctions &driver,
                    void *stream);
  /// One of those of the host that are made behind the run.
  Status enqueueCall(size_t call, const RunPlaces &places,
                     const DriverFunctions &driver, void *stream) const;
  StatusOr<Ref<runtime::Event>>
  submitBeforeCalls(runtime::Run &run, size_t part, PlacedRun &placed,
                    const runtime::ExecuteOptions &options,
                    runtime::Cancellation *cancellation);
  runtime::RunPart partOf(runtime::Run &run, size_t number,
                          const PlacedRun &placed,
                          const runtime::ExecuteOptions &options) const;
  /// What of a run is made behind it, and what while it goes on.
  Status makeStaged(const runtime::HostCalls::MakeCall &makeCall,
                    char *block) const;
  Status makeRinged(const runtime::HostCalls::MakeCall &makeCall,
                    RingedRun &run, runtime::Cancellation *cancellation) const;
  /// With the calls that it leaves in the ring.
  Ref<runtime::Event>
  submit(const PlacedRun &placed, runtime::Cancellation *cancellation,
         Ref<runtime::Fence> *fence = nullptr,
         const std::shared_ptr<RingedRun> &ringedRun = nullptr);
  /// Of a program with checks: looks which one failed, when it is over.
  StatusOr<Ref<runtime::Event>>
  submitWithChecks(PlacedRun &placed, runtime::Cancellation *cancellation);
  /// Of the run whose RunPlaces::failure this is.
  Status failureOf(uint64_t failure) const;
  Status follow(runtime::Run &run, size_t part, PlacedRun &placed,
                const runtime::ExecuteOptions &options,
                runtime::Cancellation *cancellation);

  /// RunWords of runs that the host follows. It puts their numbers there
  /// itself; of several under way at once each has words of its own.
  struct FollowedWords {
    std::shared_ptr<RunEnds> ends;
    uint32_t begunRuns = 0;
  };
  StatusOr<FollowedWords> takeWords();
  Status followWithWords(runtime::Run &run, size_t part,
                         const PlacedRun &placed,
                         const runtime::ExecuteOptions &options,
                         runtime::Cancellation *cancellation,
                         const FollowedWords &words);

  LoadedCommands loaded;
  /// Null where the program makes none.
  const std::unique_ptr<runtime::HostCalls> calls;
  /// At most one of them; none where it makes no calls, or they are followed.
  const std::optional<StagedCalls> staged;
  const std::optional<RingedCalls> ringed;
  const bool isFollowed;
  const bool hasChecks;
  /// Whether it has loops, branches or checks that the device decides on, or
  /// kernels with loops that may end early.
  const bool hasWords;
  CudaMemory &memory;
  GraphSource source;
  Ref<runtime::Storage> constants;
  /// Of runs that are graphs, which count themselves. Without our own kernels
  /// they do not, and cannot be ended. Null where nothing asks for words.
  std::shared_ptr<RunEnds> ends;
  std::mutex wordsMutex;
  std::vector<FollowedWords> idleWords;
  /// Of the calls that are made while a run goes on.
  std::shared_ptr<CallRing> ring;
  /// The rest is for whoever has the queue.
  ProgramGraphs graphs;
  uint32_t begunRuns = 0;
};

} // namespace weft::cuda
