// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that runs as native code.
//
// The code works on row-major arrays where the runtime gave them; arrays in
// another order are transposed before and after.

#pragma once

#include "weft/Executable/NativeCode.h"
#include "weft/Executable/NativeProgram.h"
#include "weft/Runtime/Compiled/Arena.h"
#include "weft/Runtime/Compiled/ProgramCalls.h"
#include "weft/Target/CPU/Loader.h"

namespace weft::runtime {

class CompiledProgram final : public ProgramRunner {
public:
  static StatusOr<std::shared_ptr<CompiledProgram>>
  load(const Executable &executable, const CustomCallRegistry &customCalls,
       const std::string &platform, int threads);

  Status run(std::span<RunPart> parts, const RunServices &services) override;
  /// One device of a run of several programs.
  Status runProcess(RunningProcess &process) {
    return runPart(process.part, process.services, &process);
  }
  bool needsCallersThread() const override {
    return calls->needsCallersThread();
  }

  /// Makes call number `site` with the arrays at `pointers`.
  Status makeCall(RunningProcess &process, size_t site,
                  void *const *pointers) const {
    return calls->make(process, site, pointers);
  }

private:
  CompiledProgram(const Manifest &manifest, NativeProgram native,
                  cpu::LoadedCode code, int threads);

  Status runPart(RunPart &part, const RunServices &services,
                 RunningProcess *process);

  /// What comes behind it is aligned.
  uint64_t scratchSize() const {
    return (native.scratchBytes + kNativeAlignment - 1) / kNativeAlignment *
           kNativeAlignment;
  }

  const Manifest manifest;
  const NativeProgram native;
  const cpu::LoadedCode code;
  NativeEntry entry = nullptr;
  Arena constants;
  SpareArena spare;
  std::unique_ptr<ProgramCalls> calls;
};

} // namespace weft::runtime
