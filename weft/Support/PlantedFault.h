// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults on purpose: what looks for miscompilation has to find them.
//
// A place that is worth it asks whether its fault is planted, and if so does
// what a plausible mistake would do:
//
//   bool isLonger = isPlanted(Fault::CounterBehindLoop);
//   int64_t last = start + (isLonger ? trips + 1 : trips) * step;
//
// A process has the fault whose number is in WEFT_PLANTED_FAULT when it first
// asks. Release builds have none. `weft-fuzz-programs --list-plants` lists all.

#pragma once

#include <cstdlib>

namespace weft {

/// Numbers stay: commands name faults by them. Those below are rules that
/// weft-fuzz-programs puts before the right ones.
enum class Fault {
  CounterBehindLoop = 11,
  DifferencesMerged = 12,
  LifeEndsEarly = 13,
  OtherResult = 14,
  PartEndsEarly = 15,
  NeutralOfMaximum = 16,
  PaddingMoved = 17,
  UnsignedAsSigned = 18,
  RoundedToZero = 19,
  LastBranchIsFirst = 20,
  MaximumForgetsNaN = 21,
  EqualsTurned = 22,
  OrderForgotten = 23,
  OnePartialSum = 24,
  PartialSumTwice = 25,
  ThreadsNotAwaited = 26,
  RunsBehindRow = 27,
};

/// 0 for none.
#ifdef NDEBUG
constexpr int plantedFault() { return 0; }
#else
inline int plantedFault() {
  static const int planted = [] {
    const char *number = std::getenv("WEFT_PLANTED_FAULT");
    return number ? static_cast<int>(std::strtol(number, nullptr, 10)) : 0;
  }();
  return planted;
}
#endif

inline bool isPlanted(Fault fault) {
  return plantedFault() == static_cast<int>(fault);
}

} // namespace weft
