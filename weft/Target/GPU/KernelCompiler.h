// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of a program to code, each a module of its own. The thread that
// adds them reads their operations; what LLVM does with them is shared with
// other threads meanwhile. What comes of it does not depend on how many there
// are.

#pragma once

#include "weft/Support/InParallel.h"
#include "weft/Target/GPU/KernelModule.h"

#include <deque>
#include <optional>
#include <vector>

namespace weft::gpu {

struct CompiledKernel {
  std::string code;
  KernelInfo info;
};

class KernelCompiler {
public:
  KernelCompiler(const GpuMachine &gpu, CodeForm form);

  /// A kernel more. Gives the number of its outcome; fails for what fails
  /// before LLVM has a part in it.
  StatusOr<size_t> add(tile::KernelOp kernel, Runner runner);

  /// What became of each, by number.
  std::vector<StatusOr<CompiledKernel>> finish();

private:
  struct Part {
    explicit Part(KernelModule module) : module(std::move(module)) {}

    /// Until it is code.
    std::optional<KernelModule> module;
    StatusOr<CompiledKernel> outcome = Status::internal("it was not tried");
  };

  const GpuMachine &gpu;
  const CodeForm form;
  /// They stay where they are.
  std::deque<Part> parts;
  ParallelWork work;
};

} // namespace weft::gpu
