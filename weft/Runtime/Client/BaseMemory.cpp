// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Client/BaseMemory.h"

#include <algorithm>

namespace weft::runtime {

StatusOr<uint64_t> countedBytes(uint64_t bytes) {
  uint64_t size = std::max<uint64_t>(bytes, 1);
  if (size > UINT64_MAX - kAlignment) {
    return Status::resourceExhausted(std::to_string(bytes) +
                                     " bytes are more than can be addressed");
  }
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

} // namespace weft::runtime
