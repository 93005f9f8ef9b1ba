// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which parts of a memory are in use: blocks that touch each other, and gaps
// that are no memory. It knows addresses only.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace weft::cuda {

/// By one thread at a time.
class BlockMap {
public:
  struct Range {
    uint64_t address = 0;
    uint64_t bytes = 0;
    /// The last work that uses it.
    uint64_t usedUntil = 0;
  };

  /// What is taken of a memory: sizes are multiples of an array's alignment.
  static uint64_t sizeOf(uint64_t bytes);

  /// Memory that is free. It is joined with free neighbours that it touches,
  /// unless it stays `apart` from what is before it.
  void add(const Range &range, bool apart = false);
  /// A part of a free block, which is no memory any more.
  void remove(uint64_t address, uint64_t bytes);

  /// Of the smallest free block that is large enough; 0 where there is none.
  uint64_t take(uint64_t bytes);
  /// One block of all that is free from an address on and the gaps between. To
  /// give it back in parts: what was free.
  std::vector<Range> takeAt(uint64_t address, uint64_t bytes);
  /// Undoes it.
  void giveUp(uint64_t address, const std::vector<Range> &parts);
  /// The block as it was.
  Range free(uint64_t address, uint64_t usedUntil);

  /// Of a block in use: the last work that uses it from before it was taken.
  uint64_t usedUntil(uint64_t address) const;
  /// How much is free in the block that begins or ends there; 0 where none
  /// does.
  uint64_t freeFrom(uint64_t address) const;
  uint64_t freeUpTo(uint64_t address) const;
  /// Free blocks that nothing was joined with since they were added apart.
  std::vector<Range> wholeFreeOnes() const;

  uint64_t usedBytes() const { return inUse; }

private:
  struct Block {
    uint64_t bytes = 0;
    bool isFree = true;
    bool isApart = false;
    uint64_t usedUntil = 0;
  };
  using Blocks = std::map<uint64_t, Block>;

  void markFree(Blocks::iterator block);
  void unmarkFree(Blocks::iterator block);
  Blocks::iterator joinWithNext(Blocks::iterator block);
  /// Joins what is not marked yet with its neighbours, and marks it.
  void settle(Blocks::iterator block);
  bool canJoin(Blocks::const_iterator block, Blocks::const_iterator next) const;

  /// By address.
  Blocks blocks;
  /// Size and address of those that are free.
  std::set<std::pair<uint64_t, uint64_t>> freeBlocks;
  uint64_t inUse = 0;
};

} // namespace weft::cuda
