// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Runtime/Client/HostMemory.h"

namespace weft::runtime {

/// Main memory, counted for one device under one name.
class CpuMemory final : public HostMemory {
public:
  using HostMemory::HostMemory;

  StatusOr<Ref<Storage>> allocate(uint64_t bytes) override;
};

} // namespace weft::runtime
