// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the host that give nothing back, made by a thread in the order of
// the queue: behind the runs that they belong to (StagedCalls.h), or while
// those go on (CallRing.h).

#pragma once

#include "weft/Runtime/CUDA/CallRing.h"
#include "weft/Runtime/CUDA/PinnedBlocks.h"
#include "weft/Runtime/CUDA/Stream.h"

namespace weft::cuda {

/// For all programs of a device. Any thread.
class CallsBehindRuns {
public:
  explicit CallsBehindRuns(const Device &device);
  /// What is under way is waited for.
  ~CallsBehindRuns();

  /// Whether a call is being made in this thread, for whichever device: it may
  /// wait for runs that it begins, whose calls cannot come behind it then.
  static bool isInCall();

  /// Pinned memory for the arrays of a run, null without any. Waits while many
  /// runs are ahead of their calls, unless others would wait for this thread:
  /// that of a stream, one that makes the calls, or one that runs callbacks of
  /// events.
  StatusOr<char *> begin(uint64_t bytes);
  /// Without a run behind it.
  void giveUp(char *block, uint64_t bytes);
  enum class When { BehindRun, DuringRun };
  /// Puts a run into the queue; it sets no fence if that failed.
  using Submit = std::function<Ref<runtime::Event>(Ref<runtime::Fence> &fence)>;
  /// Has `calls` made, in the order in which their runs are in the queue. They
  /// may also be let go without that. The event has the run's fence, and is set
  /// when both are done.
  Ref<runtime::Event> follow(const Submit &submit, char *block, uint64_t bytes,
                             When when, std::function<Status()> calls);
  /// For `calls`: makes one.
  Status makeCall(const runtime::HostCalls::MakeCall &make,
                  const StagedCall &call, char *arrays);

  /// Of the runs whose calls are made meanwhile.
  RingReader &rings() { return reader; }
  /// For rings, too: nobody waits until one is given back.
  PinnedBlocks &blocks() { return pinned; }

  /// False when calls are left to be made after that time.
  bool drain(std::chrono::nanoseconds limit);

private:
  /// So many runs may be ahead of their calls, and so many bytes.
  static constexpr size_t kMostRuns = 128;
  static constexpr uint64_t kMostBytes = uint64_t(64) << 20;

  struct Entry {
    Ref<runtime::Fence> fence;
    Ref<runtime::Event> called;
    std::function<Status()> calls;
    char *block = nullptr;
    uint64_t bytes = 0;
    When when = When::BehindRun;
  };
  void work();
  Status make(const Entry &entry) const;

  const Device &device;
  /// Not those of transfers: a call may make one, and waits for it.
  PinnedBlocks pinned;
  /// While a run and its calls get their places.
  std::mutex order;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Entry> entries;
  /// Runs whose calls were not made yet, whether they stand in the list or not.
  size_t runsAhead = 0;
  uint64_t bytesAhead = 0;
  bool isClosing = false;
  RingReader reader;
  std::thread worker;
};

} // namespace weft::cuda
