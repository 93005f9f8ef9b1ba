// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy or a fill among launches: it comes after all of them but for some that
// it is told of, and races with these as one thread of a kernel would.

#pragma once

#include "weft/Emulator/Memory.h"

namespace weft::emulator {

class Transfer {
public:
  Transfer(Memory &memory, std::span<const RaceSpan> beside);
  ~Transfer();
  Transfer(const Transfer &) = delete;
  Transfer &operator=(const Transfer &) = delete;

  /// Notes that the bytes are read or written; false where that races.
  bool note(Access kind, uint64_t address, uint64_t size);

private:
  Memory &memory;
  Intervals intervals;
  RaceClock clock;
};

} // namespace weft::emulator
