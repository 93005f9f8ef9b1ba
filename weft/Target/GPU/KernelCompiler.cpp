// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/KernelCompiler.h"

namespace weft::gpu {

/// Each takes memory for its code while it is made.
static constexpr size_t mostThreads = 32;

KernelCompiler::KernelCompiler(const GpuMachine &gpu, CodeForm form)
    : gpu(gpu), form(form), work(mostThreads) {}

StatusOr<size_t> KernelCompiler::add(tile::KernelOp kernel, Runner runner) {
  WEFT_ASSIGN_OR_RETURN(KernelModule module,
                        KernelModule::emit({kernel}, gpu, runner));
  Part &part = parts.emplace_back(std::move(module));
  work.add([this, &part] {
    StatusOr<std::string> code = part.module->generate(gpu, form);
    if (code.ok()) {
      part.outcome = CompiledKernel{*std::move(code),
                                    std::move(part.module->infos.front())};
    } else {
      part.outcome = code.status();
    }
    part.module.reset();
  });
  return parts.size() - 1;
}

std::vector<StatusOr<CompiledKernel>> KernelCompiler::finish() {
  work.finish();
  std::vector<StatusOr<CompiledKernel>> outcomes;
  outcomes.reserve(parts.size());
  for (Part &part : parts) {
    outcomes.push_back(std::move(part.outcome));
  }
  return outcomes;
}

} // namespace weft::gpu
