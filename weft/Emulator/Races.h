// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who touched each byte last, to find threads that do not wait for each other.
//
// Time is cut into intervals: a new one begins with every block, with every
// barrier inside of a block, and with every barrier of a warp. Blocks run one
// after the other, or take turns (BlockTurns): then it is known whose each
// interval is. A stamp is the interval and the thread. Two accesses of a byte
// by different threads, one of which writes, race
// - inside of one warp, if the warp has had no barrier in between;
// - inside of one block, if the block has had none;
// - between blocks of one launch, always.
// A launch's intervals are younger than those of every launch before it, so
// that nothing has to be cleared between launches. It comes after all of them,
// but for some that it is told of: with these it races as well. Of readers only
// the last is kept, or that there were several, of one warp or of several.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft::emulator {

struct RaceCell {
  uint32_t writer = 0;
  uint32_t reader = 0;
};

/// Stamps from one to another, both included.
struct RaceSpan {
  uint32_t first = 0;
  uint32_t last = 0;
};

/// Blocks of one launch that run at the same time: which block has each of the
/// intervals since they began.
struct BlockTurns {
  /// The last interval that was given out, and the one before the first.
  uint32_t last = 0;
  uint32_t begin = 0;
  std::vector<uint32_t> owners;
};

struct RaceClock {
  static constexpr uint32_t threadBits = 11;
  static constexpr uint32_t mostWarps = 32;
  /// In place of a thread: several of one warp, whose number is added, and
  /// several of different ones.
  static constexpr uint32_t severalOfWarp = mostWarps * 32;
  static constexpr uint32_t several = (1u << threadBits) - 1;
  static constexpr uint32_t lastInterval = (1u << (32 - threadBits)) - 1;
  /// More than there are between two moments at which nothing is under way.
  static constexpr uint32_t reserve = 1u << 16;

  /// Stamps from here on are of this launch, of this block, behind the last
  /// barrier of this block, of this interval.
  uint32_t launch = 0, block = 0, barrier = 0, now = 0;
  /// Behind the last barrier of each warp.
  uint32_t warps[mostWarps] = {};
  /// Blocks order what they do among each other by means of their own.
  bool blocksAreOrdered = false;
  /// Of earlier launches that this one does not come after.
  std::span<const RaceSpan> beside;
  /// Null where blocks run one after the other; and which of them this is.
  BlockTurns *turns = nullptr;
  uint32_t number = 0;

  bool isFull() const {
    const uint32_t last = turns ? turns->last : now >> threadBits;
    return last >= lastInterval - reserve;
  }
  /// All stamps since the clock was `earlier`.
  RaceSpan since(const RaceClock &earlier) const {
    return {(earlier.now | several) + 1, now | several};
  }
  void nextInterval() {
    begin();
    barrier = now;
  }
  void nextInterval(uint32_t warp) {
    begin();
    warps[warp] = now;
  }
  void nextBlock() {
    nextInterval();
    block = now;
  }
  void nextLaunch() {
    nextBlock();
    launch = now;
  }

  /// Takes turns with other blocks from here on.
  void share(BlockTurns &with, uint32_t block) {
    turns = &with;
    number = block;
  }
  /// Whether a stamp of this launch is of another block that runs now.
  bool isOfOther(uint32_t stamp) const {
    if (!turns || (stamp >> threadBits) <= turns->begin) {
      return false;
    }
    return turns->owners[(stamp >> threadBits) - turns->begin - 1] != number;
  }

  /// The warp of a thread, or of several; nothing that there is for others.
  static uint32_t warpOf(uint32_t thread) {
    return thread < severalOfWarp ? thread / 32 : thread - severalOfWarp;
  }

  /// Whether what this stamp says conflicts with an access of this thread now,
  /// of memory that stamps are about from `begin` on.
  bool conflicts(uint32_t stamp, uint32_t thread, uint32_t begin) const {
    if (stamp < begin) {
      return std::ranges::any_of(beside, [&](const RaceSpan &span) {
        return span.first <= stamp && stamp <= span.last;
      });
    }
    if (stamp < block || isOfOther(stamp)) {
      return !blocksAreOrdered;
    }
    const uint32_t other = stamp & several;
    const uint32_t warp = thread / 32;
    const bool isOfWarp = warpOf(other) == warp;
    return stamp >= barrier && !(isOfWarp && stamp < warps[warp]) &&
           other != thread;
  }

  /// Notes an access; false where it races.
  bool read(RaceCell *cells, size_t count, uint32_t thread,
            uint32_t begin) const {
    bool isFine = true;
    for (size_t i = 0; i < count; ++i) {
      RaceCell &cell = cells[i];
      isFine &= !conflicts(cell.writer, thread, begin);
      const uint32_t other = cell.reader & several;
      const uint32_t warp = thread / 32;
      const bool isOfWarp = warpOf(other) == warp;
      uint32_t readers = thread;
      if (cell.reader >= barrier && other != thread &&
          !isOfOther(cell.reader) && !(isOfWarp && cell.reader < warps[warp])) {
        readers = isOfWarp ? severalOfWarp + warp : several;
      }
      cell.reader = now | readers;
    }
    return isFine;
  }
  bool write(RaceCell *cells, size_t count, uint32_t thread,
             uint32_t begin) const {
    bool isFine = true;
    for (size_t i = 0; i < count; ++i) {
      RaceCell &cell = cells[i];
      isFine &= !conflicts(cell.writer, thread, begin);
      isFine &= !conflicts(cell.reader, thread, begin);
      cell.writer = now | thread;
    }
    return isFine;
  }

private:
  void begin() {
    if (!turns) {
      now += 1u << threadBits;
      return;
    }
    now = ++turns->last << threadBits;
    turns->owners.push_back(number);
  }
};

} // namespace weft::emulator
