// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults on purpose: what looks for miscompilation has to find them.
//
// A place that is worth it asks whether its fault is planted, and if so does
// what a plausible mistake would do:
//
//   int64_t last = start + (isPlanted(11) ? trips + 1 : trips) * step;
//
// A process has the fault whose number is in WEFT_PLANTED_FAULT when it first
// asks. Release builds have none. `weft-fuzz-programs --list-plants` lists all.

#pragma once

#include <cstdlib>

namespace weft {

/// 0 for none.
#ifdef NDEBUG
constexpr int plantedFault() { return 0; }
#else
inline int plantedFault() {
  static const int planted = [] {
    const char *number = std::getenv("WEFT_PLANTED_FAULT");
    return number ? std::atoi(number) : 0;
  }();
  return planted;
}
#endif

inline bool isPlanted(int fault) { return plantedFault() == fault; }

} // namespace weft
