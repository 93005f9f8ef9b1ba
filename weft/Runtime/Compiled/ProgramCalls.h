// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls of a compiled program: collectives are exchanges of bytes
// (weft/Runtime/Collectives), what leaves the program is done by
// ReferenceFunctions, one function per call.

#pragma once

#include "weft/Runtime/HostCalls.h"
#include "weft/Runtime/Reference/ReferenceFunctions.h"

namespace weft::runtime {

/// Bytes that a run takes for itself, on the books of a memory, which may be
/// null.
class Charge {
public:
  explicit Charge(Memory *memory) : memory(memory) {}
  Charge(const Charge &) = delete;
  ~Charge();

  Status add(uint64_t count);

private:
  Memory *const memory;
  uint64_t bytes = 0;
};

class ProgramCalls final : public HostCalls {
public:
  static StatusOr<std::unique_ptr<ProgramCalls>>
  load(const Executable &executable, std::vector<NativeCall> calls,
       const CustomCallRegistry &customCalls, const std::string &platform);

  bool areNone() const { return calls.empty(); }
  /// Makes call number `site` with the arrays at `pointers`.
  Status make(RunningProcess &process, size_t site,
              void *const *pointers) const;

  Arrays arraysOf(size_t site) const override;
  bool worksOnDevice(size_t site) const override {
    return inPlace[site] != nullptr &&
           ReferenceFunctions::worksOnDevice(*inPlace[site]);
  }
  bool needsCallersThread() const override {
    return functions && functions->needsCallersThread();
  }
  Status
  run(RunPart &part, const RunServices &services,
      const std::function<Status(const MakeCall &)> &body) const override;

private:
  ProgramCalls(const Manifest &manifest, std::vector<NativeCall> calls)
      : manifest(manifest), calls(std::move(calls)) {}

  const Manifest manifest;
  const std::vector<NativeCall> calls;
  /// Null when the program only exchanges, if it calls at all.
  std::unique_ptr<ReferenceFunctions> functions;
  /// By the number of the call; null for those that are not made in place.
  std::vector<const ReferenceFunctions::InPlace *> inPlace;
};

/// For clients that know only what HostCalls.h says.
std::shared_ptr<HostCallLoader> createCallLoader();

} // namespace weft::runtime
