// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Transfer.h"

#include <algorithm>

namespace weft::emulator {

Transfer::Transfer(Memory &memory, std::span<const RaceSpan> beside)
    : memory(memory) {
  if (memory.clock().isFull()) {
    memory.clearRaces();
    memory.clock() = RaceClock();
    beside = {};
  }
  intervals.begin = intervals.last =
      memory.clock().now >> RaceClock::threadBits;
  intervals.threads = 1;
  intervals.isOneByOne = true;
  clock.join(intervals, 1);
  clock.nextLaunch();
  clock.beside = beside;
}

Transfer::~Transfer() {
  memory.clock() = RaceClock();
  memory.clock().now = intervals.last << RaceClock::threadBits;
}

bool Transfer::note(Access kind, uint64_t address, uint64_t size) {
  const Knowledge nothing;
  const Accessor who{0, clock.launch, nothing, nothing};
  bool isFine = true;
  const uint64_t end = address - memory.base() + size;
  for (uint64_t at = address - memory.base(); at < end;) {
    const uint64_t next = std::min(end, (at / granuleBytes + 1) * granuleBytes);
    isFine &= clock.note(kind, memory.cells(at), next - at, who);
    at = next;
  }
  return isFine;
}

} // namespace weft::emulator
