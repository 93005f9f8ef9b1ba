// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who touched each byte last, to find threads that do not wait for each other.
//
// Time is cut into intervals: a new one begins with every block, which run one
// after the other, and with every barrier inside of a block. A stamp is the
// interval and the thread. Two accesses of a byte by different threads, one of
// which writes, race
// - inside of one block, if they fall into the same interval;
// - between blocks of one launch, always.
// A launch's intervals are younger than those of every launch before it, so
// that nothing has to be cleared between launches. Of readers only the last is
// kept, or that there were several.

#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::emulator {

struct RaceCell {
  uint32_t writer = 0;
  uint32_t reader = 0;
};

struct RaceClock {
  static constexpr uint32_t threadBits = 11;
  static constexpr uint32_t several = (1u << threadBits) - 1;
  static constexpr uint32_t lastInterval = (1u << (32 - threadBits)) - 1;

  /// Stamps from here on are of this launch, of this block, of this interval.
  uint32_t launch = 0, block = 0, now = 0;
  /// Blocks order what they do among each other by means of their own.
  bool blocksAreOrdered = false;

  bool isFull() const { return (now >> threadBits) == lastInterval; }
  void nextInterval() { now += 1u << threadBits; }
  void nextBlock() {
    nextInterval();
    block = now;
  }
  void nextLaunch() {
    nextBlock();
    launch = now;
  }

  /// For memory that each block has for itself: nothing came before the block.
  RaceClock ofBlock() const {
    RaceClock clock = *this;
    clock.launch = block;
    return clock;
  }

  /// Whether what this stamp says conflicts with an access of this thread now.
  bool conflicts(uint32_t stamp, uint32_t thread) const {
    if (stamp < launch) {
      return false;
    }
    if (stamp < block) {
      return !blocksAreOrdered;
    }
    return stamp >= now && (stamp & several) != thread;
  }

  /// Notes an access; false where it races.
  bool read(RaceCell *cells, size_t count, uint32_t thread) const {
    bool isFine = true;
    for (size_t i = 0; i < count; ++i) {
      RaceCell &cell = cells[i];
      isFine &= !conflicts(cell.writer, thread);
      cell.reader =
          now |
          (cell.reader >= now && (cell.reader & several) != thread ? several
                                                                   : thread);
    }
    return isFine;
  }
  bool write(RaceCell *cells, size_t count, uint32_t thread) const {
    bool isFine = true;
    for (size_t i = 0; i < count; ++i) {
      RaceCell &cell = cells[i];
      isFine &= !conflicts(cell.writer, thread);
      isFine &= !conflicts(cell.reader, thread);
      cell.writer = now | thread;
    }
    return isFine;
  }
};

} // namespace weft::emulator
