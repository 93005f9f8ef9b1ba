// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/StagedCalls.h"

#include "weft/Runtime/CUDA/LoadedCommands.h"

namespace weft::cuda {

std::optional<StagedCalls> StagedCalls::plan(const CommandProgram &program,
                                             const runtime::HostCalls &calls) {
  StagedCalls staged;
  size_t next = 0;
  for (size_t number = 0; number < program.commands.size(); ++number) {
    const Command &command = program.commands[number];
    const bool isOutside = number == next;
    next += isOutside ? LoadedCommands::lengthOf(command) : 0;
    const auto *made = std::get_if<CallCommand>(&command);
    if (made == nullptr) {
      continue;
    }
    const runtime::HostCalls::Arrays arrays = calls.arraysOf(made->site);
    if (!isOutside || !arrays.results.empty() ||
        calls.worksOnDevice(made->site) ||
        arrays.operands.size() != made->arrays.size()) {
      return std::nullopt;
    }
    Call &call = staged.calls[number];
    call.site = made->site;
    for (size_t i = 0; i < arrays.operands.size(); ++i) {
      call.arrays.push_back(
          {made->arrays[i], staged.bytes, arrays.operands[i]});
      constexpr uint64_t alignment = runtime::kAlignment;
      staged.bytes +=
          (arrays.operands[i] + alignment - 1) / alignment * alignment;
      if (staged.bytes > PinnedBlocks::kPiece) {
        return std::nullopt;
      }
    }
  }
  return staged;
}

} // namespace weft::cuda
