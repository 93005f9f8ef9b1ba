// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a run is asked to end before its end.
//
// Whoever computes looks at the flag now and then: compiled code in its loops,
// the interpreter before each operation. Whoever waits for something that may
// never come has a Listener that ends the waiting. A run is one thing: all its
// devices share one Cancellation, so a device that fails takes the others with
// it.
//
// A run may have a limit of time, which counts from when the run begins on its
// device, not from its call. Then it is asked to end like any other.

#pragma once

#include "weft/Runtime/Deadlines.h"
#include "weft/Support/Status.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace weft::runtime {

/// How long a run may take.
struct TimeLimit {
  /// Zero: as long as it takes.
  std::chrono::milliseconds time = {};
  /// Who says so, for messages.
  std::string_view source;
};

class Cancellation {
public:
  Cancellation() = default;
  Cancellation(const Cancellation &) = delete;
  Cancellation &operator=(const Cancellation &) = delete;

  /// Asks for the end. The first reason counts; says whether it is this one.
  bool request(Status reason);

  bool isRequested() const {
    return requested.load(std::memory_order_acquire) != 0;
  }
  /// Success as long as it was not requested.
  Status reason() const;

  /// Before the run is launched: asks for its end when it has run so long.
  void limit(Deadlines &deadlines, const TimeLimit &limit,
             const std::string &program);
  bool isLimited() const { return deadline != nullptr; }
  /// The run begins: what it waited for is there, and its device is free. From
  /// here on its time counts; each of its devices may say so.
  void begin();
  /// How a run ends that nobody asks for anything any more: as it did, or for
  /// the reason it was asked to end for.
  Status endOf(Status status);

  /// What compiled code reads: not zero once it was requested.
  const uint32_t *flag() const {
    static_assert(sizeof(requested) == sizeof(uint32_t) &&
                  std::atomic<uint32_t>::is_always_lock_free);
    return reinterpret_cast<const uint32_t *>(&requested);
  }

  /// While it lives, `told` is called when it is requested, in that thread; at
  /// once if it was. It must not wait, and not use the Cancellation.
  class Listener {
  public:
    using Told = std::function<void(const Status &reason)>;

    /// Hears nothing without a cancellation.
    Listener(Cancellation *cancellation, Told told);
    /// Afterwards `told` is not running any more.
    ~Listener();
    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;

  private:
    friend class Cancellation;

    Cancellation *const cancellation;
    const Told told;
  };

private:
  std::atomic<uint32_t> requested = 0;
  mutable std::mutex mutex;
  Status why = Status::success();
  std::vector<Listener *> listeners;
  /// Null where there is no limit.
  std::unique_ptr<Deadline> deadline;
};

} // namespace weft::runtime
