// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands against joining two kernels. Records name it (Reason::FuseApart).

#pragma once

#include <llvm/ADT/StringRef.h>

#include <array>
#include <optional>

namespace weft::plan {

enum class JoinRefusal {
  Wall,
  Limit,
  Memory,
  Repeated,
  Slower,
  Tiling,
  Cycle,
  Window,
};

/// Nothing where a join is possible.
using Joining = std::optional<JoinRefusal>;

/// How long kernels take joined, and how long apart, in picoseconds.
struct JoinTimes {
  int64_t joined = 0;
  int64_t apart = 0;

  bool isSlower() const { return joined > apart; }
  /// Whether they differ by less than a third, which is more than estimates
  /// tell apart.
  bool isClose() const {
    return joined / 4 <= apart / 3 && apart / 4 <= joined / 3;
  }
  /// Takes the times that the oracle predicts, where those are clear.
  void correct(std::optional<JoinTimes> predicted) {
    if (predicted && !predicted->isClose()) {
      *this = *predicted;
    }
  }
};

/// A refusal as it is recorded.
struct RefusedJoin {
  JoinRefusal refusal;
  /// Of one that times decided.
  std::optional<JoinTimes> times;
};

struct JoinRefusalInfo {
  JoinRefusal refusal;
  /// As records have it. Does not change.
  llvm::StringLiteral name;
  llvm::StringLiteral explanation;
};

/// All, in their order.
inline constexpr std::array<JoinRefusalInfo, 8> joinRefusals = {{
    {JoinRefusal::Wall, "wall",
     "one of them is no kernel that others may join"},
    {JoinRefusal::Limit, "limit",
     "the kernel would have too many operations or values"},
    {JoinRefusal::Memory, "memory",
     "the value must be in memory: data decide what is read of it, or part of "
     "it is overwritten"},
    {JoinRefusal::Repeated, "repeated",
     "something expensive would be computed more than once"},
    {JoinRefusal::Slower, "slower", "joined they would take longer"},
    {JoinRefusal::Tiling, "tiling", "the oracle has no kernel for both"},
    {JoinRefusal::Cycle, "cycle", "a third has to run between them"},
    {JoinRefusal::Window, "window",
     "whether a third has to run between them is too far to tell"},
}};

constexpr llvm::StringLiteral nameOf(JoinRefusal refusal) {
  return joinRefusals[static_cast<size_t>(refusal)].name;
}

} // namespace weft::plan
