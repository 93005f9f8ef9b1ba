// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What executes a loaded program on the CPU. The runtime brings argument and
// result memory; the runner computes. Everything about buffers, events,
// donation and threads of calls is on the runtime's side of this interface.

#pragma once

#include "weft/Executable/Executable.h"
#include "weft/Runtime/CustomCall.h"
#include "weft/Runtime/RunPart.h"

#include <memory>
#include <span>
#include <string>

namespace weft::runtime {

class ProgramRunner {
public:
  virtual ~ProgramRunner() = default;
  /// Runs all parts to their end. Any thread, several runs at once.
  virtual Status run(std::span<RunPart> parts, const RunServices &services) = 0;
  /// Whether runs must not be handed to another thread than their caller's.
  virtual bool needsCallersThread() const { return false; }
};

class ProgramLoader {
public:
  virtual ~ProgramLoader() = default;
  /// Runs will have so many threads (RunServices::threadCount).
  virtual StatusOr<std::shared_ptr<ProgramRunner>>
  load(const Executable &executable, const CustomCallRegistry &customCalls,
       const std::string &platform, int threads) = 0;
};

} // namespace weft::runtime
