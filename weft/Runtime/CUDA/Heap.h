// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a device's memory. The driver is slow to give memory and waits for
// the device when it takes it back, so that it is asked for large pieces, which
// are cut into blocks here: the smallest free one that is large enough
// (BlockMap.h). The pieces are chunks in reserved addresses (ChunkHeap.h) or,
// where the driver has none of those, regions wherever it puts them
// (RegionHeap.h).
//
// A block may be given back while work in a queue still uses it, under the
// number of that work. Whoever gets it next and does not stand in that queue
// asks for the number and waits.

#pragma once

#include "weft/Support/Status.h"

#include <cstdint>

namespace weft::cuda {

/// Any thread.
class Heap {
public:
  virtual ~Heap() = default;

  /// The address of a block, aligned as arrays are.
  virtual StatusOr<uint64_t> allocate(uint64_t bytes) = 0;
  /// Work up to number `usedUntil` uses it yet.
  virtual void free(uint64_t address, uint64_t usedUntil = 0) = 0;
  /// The last work that uses the block from before it was allocated.
  virtual uint64_t usedUntil(uint64_t address) const = 0;

  /// Called now and then: what has rested since the last time goes back to the
  /// driver, where others may have it.
  virtual void giveBackRested() {}

  /// What the driver has given, and what blocks take of it, in bytes.
  virtual uint64_t takenBytes() const = 0;
  virtual uint64_t blockBytes() const = 0;
};

} // namespace weft::cuda
