// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/Arena.h"

#include "weft/Runtime/Memory.h"

namespace weft::runtime {

StatusOr<Arena> Arena::allocate(uint64_t bytes, const char *purpose) {
  uint64_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  Arena arena;
  if (size == 0) {
    return arena;
  }
  arena.own(static_cast<char *>(allocateBlock(size)), size);
  if (!arena.memory) {
    return Status::resourceExhausted(
        "the machine has no " + std::to_string(size) + " bytes for " + purpose +
        ": free arrays that are no longer needed, or let the program work on "
        "smaller pieces");
  }
  return arena;
}

SpareArena::~SpareArena() {
  Arena last;
  last.own(kept.load(), bytes);
}

StatusOr<Arena> SpareArena::take() {
  if (char *data = kept.exchange(nullptr, std::memory_order_acquire)) {
    Arena arena;
    arena.own(data, bytes);
    return arena;
  }
  return Arena::allocate(bytes, "the temporary values of a run");
}

void SpareArena::giveBack(Arena arena) {
  if (!arena || bytes > kLargest) {
    return;
  }
  char *expected = nullptr;
  if (kept.compare_exchange_strong(expected, arena.memory.get(),
                                   std::memory_order_release,
                                   std::memory_order_relaxed)) {
    static_cast<void>(arena.memory.release());
  }
}

} // namespace weft::runtime
