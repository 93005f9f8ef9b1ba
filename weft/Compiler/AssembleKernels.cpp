// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/AssembleKernels.h"

#include <atomic>
#include <thread>

namespace weft {

std::vector<StatusOr<AssembledKernel>>
assembleKernels(std::span<const CommandKernel> kernels, std::string_view code,
                const gpu::GpuMachine &gpu, const std::string &assembler) {
  std::vector<StatusOr<AssembledKernel>> outcomes(
      kernels.size(), Status::internal("it was not tried"));
  std::atomic<size_t> next = 0;
  auto assembleSome = [&] {
    for (size_t i = next++; i < kernels.size(); i = next++) {
      std::string text(
          code.substr(kernels[i].codeOffset, kernels[i].codeBytes));
      static_cast<void>(allowEarlyLaunch(text));
      outcomes[i] = gpu.assemble(assembler, text);
    }
  };
  // They wait for processes.
  constexpr size_t mostThreads = 8;
  const size_t useful =
      std::min<size_t>({kernels.size(), mostThreads,
                        std::max(std::thread::hardware_concurrency(), 1u)});
  std::vector<std::thread> helpers;
  for (size_t i = 1; i < useful; ++i) {
    helpers.emplace_back(assembleSome);
  }
  assembleSome();
  for (std::thread &helper : helpers) {
    helper.join();
  }
  return outcomes;
}

} // namespace weft
