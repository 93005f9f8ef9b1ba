// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels.

#pragma once

#include "weft/Emulator/Thread.h"

#include <mutex>

namespace weft::emulator {

struct LaunchOptions {
  /// Of when which thread runs.
  uint64_t seed = 0;
  bool checksRaces = true;
  bool checksUnwritten = true;
  /// Whether the kernel may begin before those that it depends on have ended.
  bool isAhead = false;
  /// What ran before on the same memory and might as well run at the same time.
  std::span<const RaceSpan> beside;
  /// Of all threads together.
  uint64_t maximumInstructions = uint64_t(1) << 34;
  /// Both held while a block runs, so that what goes on at the same time on the
  /// same memory falls between blocks. A block that runs for long lets copies,
  /// which take the second only, have their turn: it may wait for one.
  std::mutex *blocks = nullptr;
  std::mutex *turns = nullptr;
  /// What a kernel does that sets a condition of a graph: false for a handle
  /// that is none.
  std::function<bool(uint64_t, uint32_t)> setConditional;
};

struct LaunchResult {
  std::optional<Fault> fault;
  uint64_t instructions = 0;
};

/// Gives the module's variables addresses in this memory, and their values.
Status loadVariables(Module &module, Memory &memory);
void unloadVariables(Module &module, Memory &memory);

/// `parameters` are the bytes of the kernel's parameters, as many as it has.
LaunchResult launch(const Module &module, const Function &kernel,
                    const LaunchShape &shape,
                    const std::vector<uint8_t> &parameters, Memory &memory,
                    const LaunchOptions &options);

} // namespace weft::emulator
