// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who touched each byte last, to find threads that do not wait for each other.
//
// Time is cut into intervals: a new one begins with every block, with every
// barrier inside of a block, with every barrier of a warp, and behind what a
// thread hands to others. Blocks run one after the other, or take turns: it is
// known whose each interval is. A stamp is the interval and the thread. Two
// accesses of a byte by different threads, one of which writes and one of which
// is not atomic (volatile or ordered), race unless
// - they are of one warp, and the warp has had a barrier in between;
// - they are of one block, and the block has had one;
// - or the second thread knows of the first (Knowledge.h), by what threads hand
//   to each other (HandOver.h). When the one ran and when the other does not
//   matter.
// A launch's intervals are younger than those of every launch before it, so
// that nothing has to be cleared between launches. It comes after all of them,
// but for some that it is told of: with these it races as well. Of readers only
// the last is kept, or that there were several, of one warp or of several.

#pragma once

#include "weft/Emulator/Knowledge.h"

#include <cstddef>
#include <span>

namespace weft::emulator {

enum class Access : uint8_t {
  Read,
  Write,
  /// Atomic, volatile or ordered: they do not race with each other.
  OrderedRead,
  OrderedWrite,
  /// Reads and writes in one step.
  Atomic,
};

struct RaceCell {
  uint32_t writer = 0;
  uint32_t reader = 0;
};

/// Of the same bytes: who touched them last by plain accesses, and by ordered
/// ones, which are null where there were none.
struct RaceCells {
  RaceCell *plain = nullptr;
  RaceCell *ordered = nullptr;
};

/// Stamps from one to another, both included.
struct RaceSpan {
  uint32_t first = 0;
  uint32_t last = 0;
};

/// Which block of a launch has each of the intervals since it began. Some are
/// of other launches, which run between blocks of this one.
struct Intervals {
  static constexpr uint32_t nobody = 0;
  /// The last interval that was given out, and the one before the first.
  uint32_t last = 0;
  uint32_t begin = 0;
  std::vector<uint32_t> owners;
  /// Threads of a block; and whether a block ends before the next one begins.
  uint32_t threads = 0;
  bool isOneByOne = false;
};

/// Whose access it is: stamps are about it from `begin` on, and some of them it
/// knows of, by itself or with its whole block.
struct Accessor {
  uint32_t thread;
  uint32_t begin;
  const Knowledge &own;
  const Knowledge &ofBlock;
};

struct RaceClock {
  static constexpr uint32_t threadBits = 11;
  static constexpr uint32_t mostWarps = 32;
  /// In place of a thread: several of one warp, whose number is added, and
  /// several of different ones.
  static constexpr uint32_t severalOfWarp = mostWarps * 32;
  static constexpr uint32_t several = (1u << threadBits) - 1;
  /// Added to a thread, for what is known of its ordered accesses alone.
  static constexpr uint32_t inOrder = several + 1;
  static constexpr uint32_t lastInterval = (1u << (32 - threadBits)) - 1;
  /// More than there are between two moments at which it is looked at.
  static constexpr uint32_t reserve = 1u << 16;

  /// Stamps from here on are of this launch, of this block, behind the last
  /// barrier of this block, of this interval.
  uint32_t launch = 0, block = 0, barrier = 0, now = 0;
  /// Behind the last barrier of each warp.
  uint32_t warps[mostWarps] = {};
  /// Of earlier launches that this one does not come after.
  std::span<const RaceSpan> beside;
  /// Null while no block runs; and which of them this is.
  Intervals *intervals = nullptr;
  uint32_t number = Intervals::nobody;

  bool isFull() const {
    const uint32_t last = intervals ? intervals->last : now >> threadBits;
    return last >= lastInterval - reserve;
  }
  /// All stamps since the clock was `earlier`.
  RaceSpan since(const RaceClock &earlier) const {
    return {(earlier.now | several) + 1, now | several};
  }
  /// The first stamp of the interval behind this one.
  uint32_t end() const { return (now | several) + 1; }

  void nextInterval() {
    now = ++intervals->last << threadBits;
    intervals->owners.push_back(number);
  }
  void meetBlock() {
    nextInterval();
    barrier = now;
  }
  void meetWarp(uint32_t warp) {
    nextInterval();
    warps[warp] = now;
  }
  void nextBlock() {
    meetBlock();
    block = now;
  }
  void nextLaunch() {
    nextBlock();
    launch = now;
  }

  /// Is one of the blocks of a launch from here on.
  void join(Intervals &with, uint32_t block) {
    intervals = &with;
    number = block;
  }

  /// Notes an access of so many bytes; false where it races.
  bool note(Access kind, const RaceCells &cells, size_t count,
            const Accessor &who) const {
    switch (kind) {
    case Access::Read:
      return noteAll<Access::Read>(cells, count, who);
    case Access::Write:
      return noteAll<Access::Write>(cells, count, who);
    case Access::OrderedRead:
      return noteAll<Access::OrderedRead>(cells, count, who);
    case Access::OrderedWrite:
    case Access::Atomic:
      return noteAll<Access::OrderedWrite>(cells, count, who);
    }
    return true;
  }

private:
  /// The warp of a thread, or of several; nothing that there is for others.
  static uint32_t warpOf(uint32_t thread) {
    return thread < severalOfWarp ? thread / 32 : thread - severalOfWarp;
  }

  uint32_t ownerOf(uint32_t stamp) const {
    const uint32_t interval = stamp >> threadBits;
    return interval > intervals->begin
               ? intervals->owners[interval - intervals->begin - 1]
               : Intervals::nobody;
  }

  /// Whether what a stamp of this block is about can happen at the same time as
  /// what a thread of it does, as far as barriers go.
  bool isUnmet(uint32_t stamp, uint32_t thread) const {
    const uint32_t other = stamp & several;
    const uint32_t warp = thread / 32;
    return stamp >= barrier && other != thread &&
           !(warpOf(other) == warp && stamp < warps[warp]);
  }
  bool isOfBlock(uint32_t stamp) const {
    return stamp >= block &&
           (intervals->isOneByOne || ownerOf(stamp) == number);
  }

  /// Whether what this stamp says, of ordered accesses or of plain ones,
  /// conflicts with an access now.
  bool conflicts(uint32_t stamp, const Accessor &who, bool isOrdered) const {
    if (stamp < who.begin) {
      return !beside.empty() && isBeside(stamp);
    }
    return (!isOfBlock(stamp) || isUnmet(stamp, who.thread)) &&
           !isKnown(stamp, who, isOrdered);
  }
  bool isBeside(uint32_t stamp) const;
  bool isKnown(uint32_t stamp, const Accessor &who, bool isOrdered) const;

  void read(RaceCell &cell, uint32_t thread) const {
    const uint32_t other = cell.reader & several;
    uint32_t readers = thread;
    if (cell.reader >= barrier && isUnmet(cell.reader, thread) &&
        isOfBlock(cell.reader)) {
      const uint32_t warp = thread / 32;
      readers = warpOf(other) == warp ? severalOfWarp + warp : several;
    }
    cell.reader = now | readers;
  }

  /// Of one byte.
  template <Access kind>
  bool noteOne(RaceCell &plain, RaceCell &ordered, const Accessor &who) const {
    bool isFine = !conflicts(plain.writer, who, false);
    if constexpr (kind == Access::Read) {
      isFine &= !conflicts(ordered.writer, who, true);
      read(plain, who.thread);
    } else if constexpr (kind == Access::OrderedRead) {
      read(ordered, who.thread);
    } else {
      isFine &= !conflicts(plain.reader, who, false);
      if constexpr (kind == Access::Write) {
        isFine &= !conflicts(ordered.writer, who, true) &&
                  !conflicts(ordered.reader, who, true);
      }
      (kind == Access::Write ? plain : ordered).writer = now | who.thread;
    }
    return isFine;
  }

  /// Bytes side by side mostly have the same stamps.
  template <Access kind>
  bool noteAll(const RaceCells &cells, size_t count,
               const Accessor &who) const {
    RaceCell none;
    if (!cells.ordered && areAlike(cells.plain, count)) {
      RaceCell plain = cells.plain[0];
      const bool isFine = noteOne<kind>(plain, none, who);
      std::fill_n(cells.plain, count, plain);
      return isFine;
    }
    bool isFine = true;
    for (size_t i = 0; i < count; ++i) {
      RaceCell &ordered = cells.ordered ? cells.ordered[i] : none;
      isFine &= noteOne<kind>(cells.plain[i], ordered, who);
    }
    return isFine;
  }
  static bool areAlike(const RaceCell *cells, size_t count) {
    uint32_t differences = 0;
    for (size_t i = 1; i < count; ++i) {
      differences |= (cells[i].writer ^ cells[0].writer) |
                     (cells[i].reader ^ cells[0].reader);
    }
    return differences == 0;
  }
};

} // namespace weft::emulator
