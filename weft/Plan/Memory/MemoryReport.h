// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program needs in memory, as a person reads it: the peak and its parts,
// where it is, the values that make it and why they are alive, what packing
// lost, and what would make it smaller. Known when the program is compiled; the
// same text explains an allocation that failed.

#pragma once

#include "weft/Plan/Memory/PlaceValues.h"
#include "weft/Plan/Memory/SaveMemory.h"

#include <string>

namespace weft::plan {

/// A value that is alive where the temp arena is fullest.
struct PeakValue {
  int64_t bytes = 0;
  std::string type;
  /// The operation that made it, and its place in the user's program.
  std::string maker;
  std::string line;
  /// Why it is still alive: who reads it next.
  std::string nextReader;
  std::string nextLine;
};

struct MemoryReport {
  MemorySizes sizes;
  /// What kernels take for themselves while they run, where that is known.
  int64_t kernelBytes = 0;
  /// The operation at which most temporary bytes are alive.
  std::string peakStep;
  std::string peakLine;
  /// The largest ones there, largest first, at most ten.
  std::vector<PeakValue> values;
  /// Arguments that could hold a result if they were donated, with their bytes.
  std::vector<std::pair<int64_t, int64_t>> donations;
  /// What else would make the temporaries smaller.
  std::vector<MemorySaving> savings;

  /// At most 25 lines.
  std::string text() const;
};

/// Of a program that is placed.
MemoryReport reportMemory(ProgramOp program);

} // namespace weft::plan
