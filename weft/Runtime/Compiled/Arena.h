// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private memory of a run.

#pragma once

#include "weft/Runtime/LargeBlocks.h"
#include "weft/Support/Status.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace weft::runtime {

struct FreeArena {
  uint64_t size = 0;
  void operator()(char *data) const { freeBlock(data, size); }
};

/// Bytes aligned to a cache line.
class Arena {
public:
  Arena() = default;
  /// ResourceExhausted when the machine has no such memory.
  static StatusOr<Arena> allocate(uint64_t bytes, const char *purpose);

  char *data() const { return memory.get(); }
  uint64_t size() const { return memory.get_deleter().size; }
  explicit operator bool() const { return memory != nullptr; }

private:
  friend class SpareArena;

  void own(char *data, uint64_t bytes) {
    memory = std::unique_ptr<char, FreeArena>(data, FreeArena{bytes});
  }

  std::unique_ptr<char, FreeArena> memory;
};

/// Keeps one arena from run to run, so that a run that follows another neither
/// allocates nor takes a lock. All arenas of one owner have the same size.
class SpareArena {
public:
  /// Arenas larger than this are given back to the machine.
  static constexpr uint64_t kLargest = 64 << 20;

  explicit SpareArena(uint64_t bytes) : bytes(bytes) {}
  ~SpareArena();
  SpareArena(const SpareArena &) = delete;
  SpareArena &operator=(const SpareArena &) = delete;

  uint64_t size() const { return bytes; }
  StatusOr<Arena> take();
  void giveBack(Arena arena);

private:
  const uint64_t bytes;
  std::atomic<char *> kept = nullptr;
};

} // namespace weft::runtime
