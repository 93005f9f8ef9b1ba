// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/StagedCalls.h"

#include "weft/Runtime/CUDA/PinnedBlocks.h"
#include "weft/Runtime/Memory.h"

#include <algorithm>

namespace weft::cuda {

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
    constexpr uint64_t alignment = runtime::kAlignment;
    bytes += (arrays.operands[i] + alignment - 1) / alignment * alignment;
  }
  return call;
}

namespace {

/// As many nodes of a graph at least.
constexpr size_t mostCalls = 4096;

class Planner {
public:
  Planner(const CommandProgram &program, const runtime::HostCalls &calls)
      : program(program), calls(calls) {}

  /// False where something in the range has to be followed.
  bool addRange(size_t begin, size_t end) {
    for (size_t next = begin; next < end;) {
      const Command &command = program.commands[next];
      const size_t first = next + 1;
      next += lengthOf(command);
      if (const auto *call = std::get_if<CallCommand>(&command)) {
        if (!add(*call)) {
          return false;
        }
      } else if (const auto *loop = std::get_if<WhileCommand>(&command);
                 loop != nullptr && loop->turns == 0) {
        const size_t body = first + loop->condition;
        for (uint32_t i = 0; i < loop->lead && hasCalls(body, next); ++i) {
          if (!addRange(body, next)) {
            return false;
          }
        }
      } else if (hasCalls(first, next)) {
        return false;
      }
    }
    return true;
  }

  StagedCalls staged;

private:
  bool hasCalls(size_t begin, size_t end) const {
    return std::any_of(program.commands.begin() + begin,
                       program.commands.begin() + end,
                       [](const Command &command) {
                         return std::holds_alternative<CallCommand>(command);
                       });
  }

  bool add(const CallCommand &made) {
    std::optional<StagedCall> call =
        StagedCall::place(made, calls, staged.bytes);
    if (!call || staged.calls.size() == mostCalls) {
      return false;
    }
    staged.calls.push_back(std::move(*call));
    return staged.bytes <= PinnedBlocks::kPiece;
  }

  const CommandProgram &program;
  const runtime::HostCalls &calls;
};

} // namespace

std::optional<StagedCalls> StagedCalls::plan(const CommandProgram &program,
                                             const runtime::HostCalls &calls) {
  Planner planner(program, calls);
  return planner.addRange(0, program.commands.size())
             ? std::optional(std::move(planner.staged))
             : std::nullopt;
}

} // namespace weft::cuda
