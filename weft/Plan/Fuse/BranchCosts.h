// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a branch costs, in each of the ways in which a device that is told its
// steps ahead may go about it. All of them together are what computes all of it
// and chooses (JoinBranches.h).

#pragma once

#include "weft/Machine/Machine.h"

#include <cstdint>

namespace weft::plan {

/// What a branch costs beside its kernels, where the device decides about it.
int64_t branchPicoseconds(const Machine &machine);
/// As many as can be copied meanwhile.
int64_t bytesOfBranch(const Machine &machine);

/// All branches of a case.
struct BranchWork {
  int64_t branches = 1;
  /// Kernels and copies.
  int64_t steps = 0;
  /// What these take beside their launches.
  int64_t picoseconds = 0;

  /// Which branch is taken is not known: the average of them.
  int64_t decidedPicoseconds(const Machine &machine) const;
  /// Where the steps of all branches are launched, and look whether they are
  /// wanted.
  int64_t guardedPicoseconds(const Machine &machine) const;
};

} // namespace weft::plan
