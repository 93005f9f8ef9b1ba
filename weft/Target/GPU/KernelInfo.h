// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <string>

namespace weft::gpu {

/// What a caller must know to launch a kernel.
struct KernelInfo {
  std::string name;
  /// Blocks of so many threads.
  int64_t grid = 1;
  int64_t threads = 32;
  /// Memory on the chip, per block.
  int64_t sharedBytes = 0;
  /// Whether one thread runs a program. Such a kernel has one argument more,
  /// the address of memory of its own: so many bytes for each thread, aligned
  /// to 64; null where it is none.
  bool byThread = false;
  int64_t scratchBytes = 0;
  /// Whether it has loops that may end early: its last argument is the address
  /// of RunWords then.
  bool isInterruptible = false;
};

} // namespace weft::gpu
