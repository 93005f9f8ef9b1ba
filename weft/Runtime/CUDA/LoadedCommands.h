// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands with their kernels on a device, ready to be put into a queue.

#pragma once

#include "weft/Runtime/CUDA/KernelMarks.h"
#include "weft/Runtime/CUDA/RunPlaces.h"

#include <optional>

namespace weft::cuda {

class LoadedCommands {
public:
  LoadedCommands(std::string name, CommandProgram commands,
                 std::shared_ptr<Gpu> gpu)
      : name(std::move(name)),
        shared(std::make_shared<const CommandProgram>(std::move(commands))),
        program(*shared), gpu(std::move(gpu)) {}

  LoadedCommands(const LoadedCommands &) = delete;
  ~LoadedCommands();

  /// Has the driver assemble all kernels, on several threads, but for those
  /// that were assembled ahead of time (SectionKind::Assembled).
  Status loadKernels(std::string_view code, std::string_view assembled);

  /// Puts a command of the program that needs nobody's decision into the queue;
  /// a copy or a fill whose guards are known to hold.
  Status enqueue(const Command &command, const RunPlaces &places,
                 const DriverFunctions &driver, void *stream) const;

  /// Those of the kernel that a command launches.
  void appendParameters(size_t number, const RunPlaces &places,
                        std::vector<uint64_t> &to) const;

  /// What a run is called when it fails.
  WorkName work() const { return std::shared_ptr<const WorkText>(marks); }

  const std::string name;
  const std::shared_ptr<const CommandProgram> shared;
  const CommandProgram &program;
  const std::shared_ptr<Gpu> gpu;
  /// Made with the kernels.
  std::shared_ptr<KernelMarks> marks;
  /// By number.
  std::vector<Function> kernels;

private:
  Status loadKernel(size_t number, std::string_view code,
                    std::span<const AssembledKernel> ahead);
  Status enqueueLaunch(size_t number, const RunPlaces &places,
                       const DriverFunctions &driver, void *stream) const;

  std::vector<std::optional<Module>> modules;
};

} // namespace weft::cuda
