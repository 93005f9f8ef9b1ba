// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the processes of a run wait for each other.
//
// A run has replicas x partitions processes, each a thread. Whoever waits is
// known here: when everybody waits, and for nothing that is there, the run is
// stuck, and ends with an error that names who waits for what. When one process
// fails, the others stop waiting.

#pragma once

#include "weft/Support/Status.h"

#include <atomic>
#include <compare>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace weft {

struct ProcessId {
  int64_t replica = 0;
  int64_t partition = 0;
  friend auto operator<=>(const ProcessId &, const ProcessId &) = default;
};
std::string toString(ProcessId id);

using ProcessGroup = std::vector<ProcessId>;

class Rendezvous {
public:
  /// Counts a thread that may wait here; each one entered leaves once.
  void enter();
  void leave();
  /// Ends all waiting, now and later, and the work of all processes with this
  /// status.
  void fail(Status status);
  /// What `fail` was told, or success. Processes ask before every operation.
  Status status();

  /// Waits until `ready`, which only reads what the lock guards or what is
  /// announced by `notify`.
  Status wait(ProcessId self, std::string what,
              const std::function<bool()> &ready);
  /// Makes a change under the lock and lets everybody look again.
  void notify(const std::function<void()> &change);

  /// A meeting in which memory is shown around: everybody of `group` brings a
  /// pointer, looks at what all brought, in the order of the group, and leaves
  /// when nobody looks any more. The n-th time a group meets under one name and
  /// channel is one meeting. `look` does not wait for anything; it is called
  /// unless waiting failed, and its status is returned.
  Status show(ProcessId self, std::string_view name, int64_t channel,
              const ProcessGroup &group, const void *brought,
              const std::function<Status(std::span<const void *const>)> &look);

protected:
  Status waitLocked(std::unique_lock<std::mutex> &held, ProcessId self,
                    std::string what, const std::function<bool()> &ready);

  std::mutex lock;
  std::condition_variable changed;

private:
  struct Waiter {
    ProcessId self;
    std::string what;
    const std::function<bool()> *ready;
  };
  struct Show {
    std::map<ProcessId, const void *> brought;
    /// All have come: from now on everybody looks, whatever fails elsewhere.
    bool isComplete = false;
    size_t looked = 0;
    size_t left = 0;
  };
  using ShowName = std::tuple<std::string, int64_t, ProcessGroup>;

  void failIfStuck();
  void failLocked(Status status);

  Status failure = Status::success();
  // Says without the lock whether there is a failure.
  std::atomic<bool> failed = false;
  size_t threads = 0;
  std::list<Waiter> waiters;
  std::map<std::pair<ShowName, uint64_t>, Show> shows;
  // How often a process has come to the meetings of a name.
  std::map<std::pair<ProcessId, ShowName>, uint64_t> visits;
};

} // namespace weft
