// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the driver, for tests: they are counted by the names of the
// functions, refused where a test asks for it, and refused where the driver
// poses as one that is older than the function. While code is loaded, they may
// have to wait.

#pragma once

#include "weft/Emulator/Driver/Abi.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>

namespace weft::emulator::driver {

class CallLog {
public:
  /// Told that its thread goes into the driver, or comes out of it.
  using Watcher = void (*)(int isInside);

  uint64_t count(const char *function);
  /// The first name behind `after` among those of functions that were called;
  /// null where there is none.
  const char *next(const char *after);
  /// Behind so many calls of a function, the next ones return `result`.
  void refuse(const char *function, uint64_t before, uint64_t count,
              Result result);

  std::atomic<Watcher> watcher = nullptr;

private:
  friend class DriverCall;
  struct Refusals {
    uint64_t before = 0;
    uint64_t count = 0;
    Result result = success;
  };
  /// What becomes of a call.
  Result enter(const char *function);

  std::mutex mutex;
  std::map<std::string, uint64_t, std::less<>> counts;
  std::map<std::string, Refusals, std::less<>> refusals;
};

/// Lives as long as the process, as the state does.
CallLog &callLog();

/// As a driver's own lock, which one call may hold until the device is done
/// with all it has: every other call waits for it.
class CallGate {
public:
  void close();
  void open();
  void pass();

private:
  std::mutex mutex;
  std::condition_variable opened;
  bool isClosed = false;
};

CallGate &callGate();

/// Of the thread that made it, until it returns. Functions that call each other
/// are one call.
class DriverCall {
public:
  explicit DriverCall(const char *function);
  ~DriverCall();
  DriverCall(const DriverCall &) = delete;

  /// What the function returns in place of doing anything.
  Result refusal() const { return refused; }

private:
  Result refused = success;
};

} // namespace weft::emulator::driver

/// The first line of each function.
#define WEFT_DRIVER_CALL()                                                     \
  const weft::emulator::driver::DriverCall madeCall(__func__);                 \
  if (madeCall.refusal() != weft::emulator::driver::success) {                 \
    return madeCall.refusal();                                                 \
  }
