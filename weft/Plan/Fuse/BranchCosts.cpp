// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/BranchCosts.h"

namespace weft::plan {

/// Blocks of a kernel that is not wanted come and go, which is taken to be this
/// part of its work: each waits for one number, and as many run at once as did
/// that would have read and written.
constexpr int64_t partOfUnwanted = 4;

int64_t branchPicoseconds(const Machine &machine) {
  // The decision, and a node that is taken, which costs about as much as two
  // turns of a loop (H200: 8 to 9 us).
  return machine.costs.kernelPicoseconds +
         2 * machine.costs.iterationPicoseconds;
}

int64_t bytesOfBranch(const Machine &machine) {
  // Each is read and written.
  return branchPicoseconds(machine) / 1000 *
         machine.memories.back().bytesPerNanosecond / 2;
}

int64_t BranchWork::decidedPicoseconds(const Machine &machine) const {
  return branchPicoseconds(machine) +
         (steps * machine.costs.kernelPicoseconds + picoseconds) / branches;
}

int64_t BranchWork::guardedPicoseconds(const Machine &machine) const {
  const int64_t wanted = picoseconds / branches;
  return steps * (machine.costs.kernelPicoseconds +
                  machine.costs.guardPicoseconds) +
         wanted + (picoseconds - wanted) / partOfUnwanted;
}

} // namespace weft::plan
