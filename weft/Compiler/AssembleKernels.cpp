// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/AssembleKernels.h"

#include "weft/Executable/KernelMark.h"
#include "weft/Support/InParallel.h"

namespace weft {

std::vector<StatusOr<AssembledKernel>>
assembleKernels(std::span<const CommandKernel> kernels, std::string_view code,
                const gpu::GpuMachine &gpu, const std::string &assembler) {
  std::vector<StatusOr<AssembledKernel>> outcomes(
      kernels.size(), Status::internal("it was not tried"));
  // They wait for processes.
  constexpr size_t mostThreads = 8;
  inParallel(kernels.size(), mostThreads, [&](size_t i) {
    std::string text(code.substr(kernels[i].codeOffset, kernels[i].codeBytes));
    // As they are launched.
    static_cast<void>(allowEarlyLaunch(text));
    static_cast<void>(leaveMark(text));
    outcomes[i] = gpu.assemble(assembler, text);
  });
  return outcomes;
}

} // namespace weft
