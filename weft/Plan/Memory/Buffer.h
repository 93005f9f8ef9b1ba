// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>

namespace weft::plan {

/// Bytes that need a place, as packing sees them.
struct Buffer {
  int64_t bytes = 0;
  /// Times at which it is needed, both included.
  int64_t begin = 0;
  int64_t end = 0;
};

} // namespace weft::plan
