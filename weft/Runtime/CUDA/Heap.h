// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a device's memory. The driver is slow to give memory and waits for
// the device when it takes it back, so that it is asked for large regions,
// which are cut into blocks here: the smallest free one that is large enough.
//
// A block may be given back while work in a queue still uses it, under the
// number of that work. Whoever gets it next and does not stand in that queue
// asks for the number and waits.

#pragma once

#include "weft/Support/Status.h"

#include <functional>
#include <map>
#include <mutex>
#include <set>

namespace weft::cuda {

/// Where regions come from.
struct RegionSource {
  std::function<StatusOr<uint64_t>(uint64_t bytes)> take;
  std::function<void(uint64_t address)> giveBack;
};

/// Any thread.
class Heap {
public:
  explicit Heap(RegionSource source) : source(std::move(source)) {}
  /// Blocks that are still out are the source's affair.
  ~Heap();

  /// The address of a block, aligned as arrays are.
  StatusOr<uint64_t> allocate(uint64_t bytes);
  /// Work up to number `usedUntil` uses it yet.
  void free(uint64_t address, uint64_t usedUntil = 0);
  /// The last work that uses the block from before it was allocated.
  uint64_t usedUntil(uint64_t address) const;

  /// Gives regions of which nothing is in use back.
  void trim();

  /// What regions and blocks take, in bytes.
  uint64_t regionBytes() const;
  uint64_t blockBytes() const;

private:
  struct Block {
    uint64_t bytes = 0;
    bool isFree = true;
    bool beginsRegion = false;
    uint64_t usedUntil = 0;
  };
  using Blocks = std::map<uint64_t, Block>;

  Blocks::iterator findFree(uint64_t bytes);
  Status addRegion(uint64_t bytes);
  void trimLocked();
  void markFree(Blocks::iterator block);
  void markUsed(Blocks::iterator block);

  const RegionSource source;
  mutable std::mutex mutex;
  /// All blocks, by address; neighbours of one region touch each other.
  Blocks blocks;
  /// Size and address of those that are free.
  std::set<std::pair<uint64_t, uint64_t>> freeBlocks;
  uint64_t inRegions = 0;
  uint64_t inUse = 0;
};

} // namespace weft::cuda
