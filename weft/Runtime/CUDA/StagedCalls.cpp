// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/StagedCalls.h"

#include "weft/Executable/CallRoom.h"
#include "weft/Runtime/CUDA/PinnedBlocks.h"
#include "weft/Runtime/Memory.h"

namespace weft::cuda {

static_assert(kCallPiece <= PinnedBlocks::kPiece);
static_assert(bytesForCall(1) == runtime::kAlignment);

std::optional<StagedCall> StagedCall::place(const CallCommand &made,
                                            const runtime::HostCalls &calls,
                                            uint64_t &bytes) {
  const runtime::HostCalls::Arrays arrays = calls.arraysOf(made.site);
  if (!arrays.results.empty() || calls.worksOnDevice(made.site) ||
      arrays.operands.size() != made.arrays.size()) {
    return std::nullopt;
  }
  StagedCall call;
  call.site = made.site;
  for (size_t i = 0; i < arrays.operands.size(); ++i) {
    call.arrays.push_back({made.arrays[i], bytes, arrays.operands[i]});
    bytes += bytesForCall(arrays.operands[i]);
  }
  return call;
}

std::optional<StagedCalls> StagedCalls::plan(const CommandProgram &program,
                                             const runtime::HostCalls &calls) {
  const std::optional<std::vector<size_t>> made =
      callsInOrder(program.commands);
  if (!made) {
    return std::nullopt;
  }
  StagedCalls staged;
  for (size_t number : *made) {
    std::optional<StagedCall> call = StagedCall::place(
        std::get<CallCommand>(program.commands[number]), calls, staged.bytes);
    if (!call || staged.bytes > kCallPiece) {
      return std::nullopt;
    }
    staged.calls.push_back(std::move(*call));
  }
  return staged;
}

} // namespace weft::cuda
