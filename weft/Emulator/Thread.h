// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads and blocks while they run.

#pragma once

#include "weft/Emulator/Fault.h"
#include "weft/Emulator/Memory.h"
#include "weft/Emulator/Ptx.h"
#include "weft/Emulator/Spaces.h"
#include "weft/Support/Random.h"

#include <array>
#include <cstring>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace weft::emulator {

struct Block;

/// A function that a thread is in: where its slots, parameters and local
/// variables begin, and where it goes on when what it calls returns.
struct Frame {
  const Function *function = nullptr;
  const Call *call = nullptr;
  const Instruction *resume = nullptr;
  size_t slots = 0, parameters = 0, local = 0;
};

/// A copy that was started and need not be done before the thread waits for it.
struct PendingCopy {
  uint64_t to = 0, from = 0;
  uint32_t size = 0, zeros = 0;
  uint32_t line = 0;
  bool hasLanded = false;
};

/// When copies land: not before their thread waits for them, as soon as they
/// are started, or at any moment between the two.
enum class Landing : uint8_t { Late, AtOnce, AnyMoment };

/// What comes before what threads do next, beyond the barriers of their block
/// (HandOver.h).
struct Order {
  Knowledge known;
  /// What came before a sequentially consistent fence, and what was told where
  /// flags were read.
  Knowledge fenced, glimpsed;

  void join(const Order &other) {
    known.join(other.known);
    fenced.join(other.fenced);
    glimpsed.join(other.glimpsed);
  }
};

struct Thread {
  enum class State : uint8_t {
    Ready,
    /// Until the rest of the block is at the barrier `barrier`.
    AtBarrier,
    /// Until the rest of its warp is at the same instruction.
    WithWarp,
    Done,
  };

  // What every instruction uses comes first.
  uint64_t *registers = nullptr;
  const Instruction *next = nullptr;
  /// Instructions until another thread has its turn.
  int64_t remaining = 0;
  uint8_t *parameters = nullptr;
  Block *block = nullptr;
  uint32_t number = 0;
  State state = State::Ready;
  bool carry = false;
  /// Kernels before this one may still run, as long as it did not wait.
  bool isAhead = false;
  uint32_t barrier = 0, barrierCount = 0;

  std::vector<Frame> frames;
  std::vector<uint64_t> slots;
  std::vector<uint8_t> parameterBytes, localBytes;
  std::vector<PendingCopy> copies;
  /// Where each group of copies that was committed ends in `copies`.
  std::vector<size_t> copyGroups;
  Order order;
  /// What was told where the thread read flags since its last fence, and what
  /// came before that fence.
  Knowledge seen, released;
  uint32_t index[3] = {0, 0, 0};

  uint32_t lane() const { return number % 32; }
  uint32_t warp() const { return number / 32; }
  uint64_t &operator[](Slot slot) { return registers[slot]; }
  const Instruction &current() const { return next[-1]; }

  /// Nothing but the block's barriers puts it in order any more.
  void forgetOrder() {
    order = {};
    seen = released = {};
  }
  void stop(State why) {
    state = why;
    remaining = 0;
  }
  /// Ends the launch. Only the first fault counts.
  void fault(Fault::Kind kind, std::string text, uint64_t address = 0);

  /// Enters a function: its slots and its own memory.
  void enter(const Function &function, const Call *call);
  /// Out of it; out of the last one the thread is done.
  void leave();
};

/// Bytes of one block, or of one thread.
struct SharedMemory {
  std::vector<uint8_t> bytes, states;
  std::vector<RaceCell> cells;
  /// As many, or none where there was no ordered access.
  std::vector<RaceCell> orderedCells;
};

struct LaunchShape {
  uint32_t blocks[3] = {1, 1, 1};
  uint32_t threads[3] = {1, 1, 1};
  uint32_t dynamicShared = 0;

  uint64_t blockCount() const {
    return uint64_t(blocks[0]) * blocks[1] * blocks[2];
  }
  uint64_t threadCount() const {
    return uint64_t(threads[0]) * threads[1] * threads[2];
  }
};

/// What is told where flags lie that threads of a launch have written.
using Flags = std::unordered_map<uint64_t, Knowledge>;

struct Block {
  const Module *module = nullptr;
  const Function *kernel = nullptr;
  const LaunchShape *shape = nullptr;
  Memory *memory = nullptr;
  Random *random = nullptr;
  bool checksRaces = true;
  bool checksUnwritten = true;
  /// Whether its threads begin ahead of the kernels before.
  bool isAhead = false;
  Landing landing = Landing::Late;
  RaceClock clock;
  /// When stamps are used up.
  std::function<void()> forgetRaces;
  /// What all of its threads know; and whether one of them may know more.
  Order order;
  bool hasOrders = false;
  Flags *flags = nullptr;
  SharedMemory shared;
  uint32_t index[3] = {0, 0, 0};
  std::vector<Thread> threads;
  std::optional<Fault> fault;
  std::function<bool(uint64_t, uint32_t)> setConditional;

  uint64_t value(const Thread &thread, Special special) const;
};

} // namespace weft::emulator
