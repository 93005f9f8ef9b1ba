// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generic addresses: the host never maps memory at these, so an address says by
// its range which space it is of. What is in neither is global.

#pragma once

#include <cstdint>

namespace weft::emulator {

inline constexpr uint64_t sharedWindow = uint64_t(1) << 56;
inline constexpr uint64_t localWindow = uint64_t(2) << 56;
inline constexpr uint64_t windowSize = uint64_t(1) << 32;

} // namespace weft::emulator
