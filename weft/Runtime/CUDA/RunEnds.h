// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the device is told to end runs of a program: by a word of RunWords, which
// a run shares with those that come kRuns later. One that stands so far behind
// is told when the word is its own.
//
// The words are the host's: a driver may answer nobody while it loads code, and
// load it when the device has nothing to do, which may be when such a run ends.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Runtime/CUDA/Gpu.h"

namespace weft::cuda {

/// Any thread. May outlive the program.
class RunEnds {
public:
  /// With words of its own: no run has begun.
  static StatusOr<std::shared_ptr<RunEnds>> create(std::shared_ptr<Gpu> gpu,
                                                   runtime::Memory &memory);
  ~RunEnds() { gpu->words().giveBack(ofHost); }
  RunEnds(const RunEnds &) = delete;

  /// Of the words.
  uint64_t address() const;
  /// Has the loops of a run go on no more.
  void end(uint32_t run);
  /// In the order of runs: this one is over.
  void noteOver(uint32_t run);

private:
  RunEnds(std::shared_ptr<Gpu> gpu, Ref<runtime::Storage> words,
          PinnedWords::Words ofHost)
      : gpu(std::move(gpu)), words(std::move(words)), ofHost(ofHost) {}
  /// Whether it has its word, or needs none.
  bool tell(uint32_t run);

  const std::shared_ptr<Gpu> gpu;
  const Ref<runtime::Storage> words;
  const PinnedWords::Words ofHost;
  std::mutex mutex;
  uint32_t lastOver = 0;
  std::vector<uint32_t> waiting;
};

} // namespace weft::cuda
