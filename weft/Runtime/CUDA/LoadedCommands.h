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
      : name(std::move(name)), work("running the program '" + this->name + "'"),
        program(std::move(commands)), gpu(std::move(gpu)) {}

  /// Has the driver assemble all kernels, on several threads.
  Status loadKernels(std::string_view code);

  /// Puts a command that needs nobody's decision into the queue.
  Status enqueue(const Command &command, const RunPlaces &places,
                 const DriverFunctions &driver, void *stream) const;

  const std::string name;
  /// What its runs are called when they fail.
  const std::string work;
  const CommandProgram program;
  const std::shared_ptr<Gpu> gpu;
  /// By number.
  std::vector<Function> kernels;

private:
  Status enqueueLaunch(const LaunchCommand &command, const RunPlaces &places,
                       const DriverFunctions &driver, void *stream) const;

  std::vector<std::optional<Module>> modules;
};

} // namespace weft::cuda
