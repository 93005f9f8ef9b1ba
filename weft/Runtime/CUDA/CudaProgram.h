// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program whose commands a GPU is told, one after the other. Where a loop or
// branch depends on what a kernel computed, the processor waits for it and
// looks.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Executable/Executable.h"
#include "weft/Runtime/CUDA/Gpu.h"
#include "weft/Runtime/Client/Program.h"
#include "weft/Runtime/HostCalls.h"
#include "weft/Runtime/Memory.h"

namespace weft::cuda {

class CudaProgram final : public runtime::Program {
public:
  /// For the device that has `memory`. `commands` are those of the executable.
  static StatusOr<std::shared_ptr<runtime::Program>>
  load(const Executable &executable, CommandProgram commands,
       std::unique_ptr<runtime::HostCalls> calls, std::shared_ptr<Gpu> gpu,
       runtime::Memory &memory);

  runtime::LaunchBy launcherOf(bool argumentsAreReady) const override;
  StatusOr<Ref<runtime::Event>>
  launch(runtime::Run &run, const runtime::ExecuteOptions &options,
         runtime::Cancellation *cancellation) override;

private:
  friend class CommandRun;

  CudaProgram(std::string name, CommandProgram commands,
              std::unique_ptr<runtime::HostCalls> calls,
              std::shared_ptr<Gpu> gpu);
  /// Has the driver assemble all kernels, on several threads.
  Status loadKernels(std::string_view code);

  const std::string name;
  const CommandProgram commands;
  /// Whether the processor has to look at what kernels computed.
  const bool hasDecisions;
  /// Null where the program makes none.
  const std::unique_ptr<runtime::HostCalls> calls;
  const std::shared_ptr<Gpu> gpu;
  /// By number.
  struct Kernel {
    std::optional<Module> module;
    Function function;
  };
  std::vector<Kernel> kernels;
  Ref<runtime::Storage> constants;
};

} // namespace weft::cuda
