// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>

namespace weft::gpu {

/// What a kernel of the plan, or a step of it, does without code: its only
/// result, or a part of its workspace, becomes the same few bytes again and
/// again (FillCommand).
struct KernelFill {
  bool isOfWorkspace = false;
  int64_t offset = 0;
  int64_t bytes = 0;
  uint32_t pattern = 0;
  uint8_t width = 1;

  /// With as wide a pattern as gives the same, for places at multiples of four.
  KernelFill widened() const {
    KernelFill wide = *this;
    while (wide.width < 4 && bytes % (2 * wide.width) == 0) {
      wide.pattern |= wide.pattern << (8 * wide.width);
      wide.width *= 2;
    }
    return wide;
  }

  friend bool operator==(const KernelFill &, const KernelFill &) = default;
};

} // namespace weft::gpu
