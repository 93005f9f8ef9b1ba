// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands with their kernels on a device, ready to be put into a queue.

#pragma once

#include "weft/Runtime/CUDA/Gpu.h"
#include "weft/Runtime/CUDA/RunPlaces.h"

#include <optional>

namespace weft::cuda {

class LoadedCommands {
public:
  LoadedCommands(std::string name, CommandProgram commands,
                 std::shared_ptr<Gpu> gpu)
      : name(std::move(name)), program(std::move(commands)),
        work(std::make_shared<const std::string>(describeWork())),
        gpu(std::move(gpu)) {}

  LoadedCommands(const LoadedCommands &) = delete;
  ~LoadedCommands();

  /// Has the driver assemble all kernels, on several threads, but for those
  /// that were assembled ahead of time (SectionKind::Assembled).
  Status loadKernels(std::string_view code, std::string_view assembled);

  /// Puts a command that needs nobody's decision into the queue; a copy or a
  /// fill whose guards are known to hold.
  Status enqueue(const Command &command, const RunPlaces &places,
                 const DriverFunctions &driver, void *stream) const;

  /// A kernel by its name, its program's and its line.
  std::string describe(const CommandKernel &kernel) const;
  /// Whether each kernel is waited for, so that one that fails is known by
  /// name: the environment variable WEFT_WAIT_FOR_KERNELS.
  static bool waitsForEach();

  const std::string name;
  const CommandProgram program;
  /// What its runs are called when they fail: with the kernels that it may have
  /// been.
  const std::shared_ptr<const std::string> work;
  const std::shared_ptr<Gpu> gpu;
  /// By number.
  std::vector<Function> kernels;

private:
  std::string describeWork() const;
  Status loadKernel(size_t number, std::string_view code,
                    std::span<const AssembledKernel> ahead);
  Status enqueueLaunch(const LaunchCommand &command, const RunPlaces &places,
                       const DriverFunctions &driver, void *stream) const;

  std::vector<std::optional<Module>> modules;
};

} // namespace weft::cuda
