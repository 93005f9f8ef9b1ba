// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What keeps the threads of a kernel in order, or away from memory that is not
// theirs, one instruction at a time: barriers, fences, waits for copies, masks
// of accesses. A kernel without one of them is wrong, or did not need it.

#pragma once

#include <string>
#include <vector>

namespace weft::tools {

enum class GuardKind { Barrier, Fence, Wait, Mask };

const char *nameOf(GuardKind kind);

struct Guard {
  GuardKind kind = GuardKind::Barrier;
  /// From 1 on, and what stands there.
  size_t line = 0;
  std::string instruction;
  /// The kernel without it.
  std::string without;
  /// Of a mask, where that can be asked: the kernel, with a trap for threads
  /// that are masked off. Without a fault the mask had nothing to do.
  std::string trapping;
};

std::vector<Guard> findGuards(const std::string &ptx);

} // namespace weft::tools
