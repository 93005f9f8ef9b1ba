// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compiled program asks of the host while it runs: custom calls,
// conversations, collectives. They work on arrays in memory of the host, so
// that a device with memory of its own brings copies.

#pragma once

#include "weft/Executable/Executable.h"
#include "weft/Executable/NativeProgram.h"
#include "weft/Runtime/CustomCall.h"
#include "weft/Runtime/RunPart.h"

namespace weft::runtime {

/// Those of one program. Any thread, several runs at once.
class HostCalls {
public:
  /// In bytes; the order of the arrays is operands, then results.
  struct Arrays {
    std::vector<uint64_t> operands;
    std::vector<uint64_t> results;
  };
  using MakeCall = std::function<Status(size_t site, void *const *arrays)>;

  virtual ~HostCalls() = default;

  virtual Arrays arraysOf(size_t site) const = 0;
  /// Whether a call takes addresses of the device, in its queue
  /// (RunServices::device).
  virtual bool worksOnDevice(size_t) const { return false; }
  /// Whether runs must not be handed to another thread than their caller's.
  virtual bool needsCallersThread() const = 0;
  /// Runs `body` as one device of a run; it may make calls.
  virtual Status
  run(RunPart &part, const RunServices &services,
      const std::function<Status(const MakeCall &)> &body) const = 0;
};

class HostCallLoader {
public:
  virtual ~HostCallLoader() = default;
  virtual StatusOr<std::unique_ptr<HostCalls>>
  load(const Executable &executable, std::vector<NativeCall> calls,
       const CustomCallRegistry &customCalls, const std::string &platform) = 0;
};

} // namespace weft::runtime
