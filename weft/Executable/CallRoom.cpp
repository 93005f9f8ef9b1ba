// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/CallRoom.h"

#include <algorithm>
#include <bit>

namespace weft {

uint64_t slotsOfRing(uint64_t slotBytes) {
  auto slotsIn = [&](uint64_t bytes) {
    return (bytes - kRingSlotsAt) / slotBytes;
  };
  // As many as a small block has, or a few of a larger one.
  constexpr uint64_t smallBlock = uint64_t(64) << 10;
  constexpr uint64_t few = 16;
  constexpr uint64_t least = 2;
  const uint64_t slots = std::bit_floor(
      std::max(slotsIn(smallBlock), std::min(slotsIn(kCallPiece), few)));
  return slots < least ? 0 : slots;
}

namespace {

/// As many nodes of a graph at least.
constexpr size_t mostCalls = 4096;

class Lister {
public:
  explicit Lister(std::span<const Command> commands) : commands(commands) {}

  /// False where it is not known.
  bool addRange(size_t begin, size_t end) {
    for (size_t next = begin; next < end;) {
      const Command &command = commands[next];
      const size_t first = next + 1;
      next += lengthOf(command);
      if (std::holds_alternative<CallCommand>(command)) {
        if (calls.size() == mostCalls) {
          return false;
        }
        calls.push_back(first - 1);
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

  std::vector<size_t> calls;

private:
  bool hasCalls(size_t begin, size_t end) const {
    return std::ranges::any_of(
        commands.subspan(begin, end - begin), [](const Command &command) {
          return std::holds_alternative<CallCommand>(command);
        });
  }

  const std::span<const Command> commands;
};

} // namespace

std::optional<std::vector<size_t>>
callsInOrder(std::span<const Command> commands) {
  Lister lister(commands);
  return lister.addRange(0, commands.size())
             ? std::optional(std::move(lister.calls))
             : std::nullopt;
}

} // namespace weft
