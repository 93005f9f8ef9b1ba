// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No kernel computes something expensive more often than it is needed without a
// word about it. Fusion weighs that before there are tiles (KernelWork.h), and
// records what goes into several kernels. What one kernel computes more than
// once is known when it is cut into tiles, and is recorded here. A hero
// (weft/Tile/Tiling/Heroes/HeroKernel.h) computes nothing but itself: its
// operands are in memory.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/IR/Plan.h"
#include "weft/Tile/Tiling/TiledProgram.h"

#include <vector>

namespace weft {

/// An expensive operation that a kernel computes more than once.
struct RepeatedWork {
  enum class Why {
    /// Several loops, or several places of one loop, need it.
    Places,
    /// Programs of the grid that lie beside each other need it.
    Programs,
    /// Each iteration of a loop around needs it.
    Iterations
  };

  /// Which operation of the kernel, counted as a walk comes to them, those in
  /// front of what they hold.
  unsigned position = 0;
  /// Elements that are computed; those that there are, as tiles cover them. For
  /// what combines elements, those that it combines.
  int64_t computed = 0;
  int64_t needed = 0;
  Why why = Why::Places;
};

std::vector<RepeatedWork> findRepeatedWork(plan::KernelOp kernel,
                                           const tile::TiledProgram &program);

/// What a loop that is one kernel computes more than once in an iteration.
/// Where its elements are shared out among programs, each program computes its
/// scalars.
std::vector<RepeatedWork> findRepeatedScalars(plan::KernelOp kernel,
                                              int64_t programs);

void recordRepeatedWork(plan::KernelOp kernel,
                        llvm::ArrayRef<RepeatedWork> repeated,
                        const Machine &machine);

} // namespace weft
