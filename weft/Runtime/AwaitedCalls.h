// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls of programs their callers wait for.
//
// A run that another thread takes over costs a way there and one back. That is
// well spent where the caller goes on meanwhile, and lost where it waits. What
// it will do is not known when it calls; what was done after an earlier call of
// the same program is: whether a result was asked for before the next call of
// any program.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace weft::runtime {

/// Any thread. Calls of several threads at once may be taken for each other's.
class AwaitedCalls {
public:
  /// The number of a call that begins; never 0.
  uint64_t begin() { return latest.fetch_add(1, std::memory_order_relaxed); }

  /// Somebody asks when a result is there.
  void noteWait() {
    const uint64_t number = latest.load(std::memory_order_relaxed) - 1;
    awaited[number % kRemembered].store(number, std::memory_order_relaxed);
  }

  /// Of calls that are long over nothing is remembered.
  bool wasAwaited(uint64_t number) const {
    return number != 0 && awaited[number % kRemembered].load(
                              std::memory_order_relaxed) == number;
  }

private:
  static constexpr uint64_t kRemembered = 64;
  /// Of the next call.
  std::atomic<uint64_t> latest = 1;
  std::array<std::atomic<uint64_t>, kRemembered> awaited = {};
};

} // namespace weft::runtime
