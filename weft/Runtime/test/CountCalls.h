// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts what a thread asks of the C library: memory and locks. A program that
// links CountCalls.cpp has the functions of the C library replaced, also for
// the shared libraries it loads.

#pragma once

#include <cstddef>

namespace weft::testing {

struct CallCounts {
  size_t allocations = 0;
  size_t locks = 0;
  /// The most bytes that were taken and not yet given back at one time.
  size_t peakBytes = 0;
};

/// False in sanitized programs, where those functions are the sanitizer's.
bool canCountCalls();

/// Leaves out what this thread asks for from here on, as what libraries of
/// others do, or no more.
void pauseCounting(bool isPaused);

/// Counts this thread's calls while it lives. One at a time.
class CountingCalls {
public:
  CountingCalls();
  ~CountingCalls();
  CountingCalls(const CountingCalls &) = delete;
  CountingCalls &operator=(const CountingCalls &) = delete;

  CallCounts counts() const;
};

} // namespace weft::testing
