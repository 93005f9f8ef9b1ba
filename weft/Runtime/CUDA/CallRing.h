// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the host that give nothing back, inside of branches and of loops
// whose count only the device knows: what it calls with, and how often, is
// known as it goes.
//
// A program has a ring of slots in pinned memory. For each call the device
// copies the arrays into the next slot, says whose run and which call it is,
// and counts it; the host counts those that it took. A device that is a whole
// ring ahead waits (DecisionKernels::put).
//
// Three threads take part, so that the device waits for none that runs a
// user's code: one takes records out of the rings (RingReader), a second makes
// the calls, behind those of earlier runs (CallsBehindRuns), and the stream's
// own says when the run is over. A call may therefore wait for a run that
// stands behind its own. What was taken is kept until it was called with, up to
// kMostBytes of all runs; then the device waits after all, and when no call
// returns for kPatience the rest is dropped and the run fails: such a call may
// wait, in a thread that nobody knows of, for what waits for it.
//
// A device has one queue for runs: they leave their calls one run after the
// other, of whichever program, and so they are taken.

#pragma once

#include "weft/Executable/CallRoom.h"
#include "weft/Runtime/CUDA/PinnedBlocks.h"
#include "weft/Runtime/CUDA/StagedCalls.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <thread>

namespace weft::cuda {

/// Where a program's calls find their arrays in a slot.
struct RingedCalls {
  /// Nothing where a call has to be followed, or the ring cannot hold two.
  static std::optional<RingedCalls> plan(const CommandProgram &program,
                                         const runtime::HostCalls &calls);

  /// By their sites.
  std::vector<StagedCall> calls;
  /// What each has of a slot, by their sites.
  std::vector<uint64_t> usedBytes;
  uint64_t slotBytes = 64;
  /// A power of two.
  uint64_t slots = 0;
};

/// The memory: how many calls were left by the device, how many were taken by
/// the host, then the slots, each of which begins with a Header.
class CallRing {
public:
  struct Header {
    uint32_t run;
    uint32_t call;
  };
  static constexpr uint64_t kTakenAt = 64;
  static constexpr uint64_t kSlotsAt = kRingSlotsAt;
  /// Of a slot, before its arrays.
  static constexpr uint64_t kArraysAt = kRingArraysAt;

  /// `owner` keeps the blocks.
  static StatusOr<std::shared_ptr<CallRing>>
  create(const RingedCalls &calls, PinnedBlocks &blocks,
         std::shared_ptr<void> owner);
  ~CallRing();
  CallRing(const CallRing &) = delete;

  uint64_t address() const { return reinterpret_cast<uint64_t>(block); }
  uint64_t slotBytes() const { return bytesOfSlot; }
  uint64_t usedBytes(uint32_t call) const { return used[call]; }

  /// By one thread. The next slot, null where there is none.
  const char *next() const;
  void free();

private:
  CallRing(const RingedCalls &calls, PinnedBlocks &blocks,
           std::shared_ptr<void> owner, char *block);

  const std::shared_ptr<void> owner;
  PinnedBlocks &blocks;
  char *const block;
  const uint64_t bytes;
  const uint64_t bytesOfSlot;
  const std::vector<uint64_t> used;
  const uint64_t slots;
  uint64_t taken = 0;
};

/// What one run has left in the ring, between the thread that takes it and the
/// one that makes the calls.
class RingedRun {
public:
  /// How many bytes all records of a device have, and may have.
  using KeptBytes = std::shared_ptr<std::atomic<uint64_t>>;
  static constexpr uint64_t kMostBytes = uint64_t(64) << 20;

  struct Record {
    struct Free {
      void operator()(char *slot) const;
      KeptBytes kept;
      uint64_t bytes = 0;
    };
    uint32_t call = 0;
    /// As in the slot.
    std::unique_ptr<char, Free> slot;
  };

  /// `program` is for error messages.
  RingedRun(std::shared_ptr<CallRing> ring, std::string program)
      : ring(std::move(ring)), program(std::move(program)) {}

  /// Before anything else: which run of its program it is, and how the device
  /// is told to end it.
  void begin(uint32_t run, std::function<void()> tell) {
    number = run;
    tellDevice = std::move(tell);
  }
  /// When the device is done with it.
  void end() { isOver = true; }
  /// The rest is not wanted any more; the run is to end. The first reason
  /// counts.
  void drop(Status why = Status::success());

  /// Waits; nothing after the last one. What was dropped says why.
  std::optional<Record> next();
  Status status();

  struct Seen {
    bool any = false;
    bool hasNoRoom = false;
    /// Nothing can come any more.
    bool isEnd = false;
  };
  /// Takes what is there, once that of earlier runs was.
  Seen read(const KeptBytes &kept);
  /// Drops the rest, since no call has returned for long.
  void giveUp();

private:
  /// False where there is no room.
  bool keep(const char *slot, uint32_t call, const KeptBytes &kept);

  const std::shared_ptr<CallRing> ring;
  const std::string program;
  uint32_t number = 0;
  std::function<void()> tellDevice;
  std::atomic<bool> isOver = false;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Record> records;
  bool isDropped = false;
  bool closed = false;
  Status failure = Status::success();
};

/// Takes what runs leave, while they go on. Waits for nothing but them.
class RingReader {
public:
  static constexpr std::chrono::seconds kPatience{60};

  explicit RingReader(std::chrono::nanoseconds patience = kPatience)
      : patience(patience) {}
  /// After the end of all runs.
  ~RingReader();

  /// In the order of the device's queue.
  void add(std::shared_ptr<RingedRun> run);
  /// A call begins or has returned, of whichever run. Any thread.
  void noteProgress() { lastProgress = now(); }

private:
  using Clock = std::chrono::steady_clock;
  static Clock::duration now() { return Clock::now().time_since_epoch(); }
  void work();

  const std::chrono::nanoseconds patience;
  const RingedRun::KeptBytes kept = std::make_shared<std::atomic<uint64_t>>(0);
  std::atomic<Clock::duration> lastProgress = now();
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::shared_ptr<RingedRun>> runs;
  bool isClosing = false;
  /// Begins with the first run.
  std::thread worker;
};

} // namespace weft::cuda
