// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a loop in a kernel keeps where from iteration to iteration.
//
//   scalar   one element
//   small    a few registers, or a little memory close by
//   stacked  of any size and in memory: an iteration reads slices of it and
//            writes slices, in place
//   passed   the same in every iteration
//
// A loop all of whose values are of these kinds, and which reads from around it
// only small values and slices of large ones, is run by one thread. A loop may
// also be *pointwise*: everything that is not a scalar has one shape, and each
// element is computed from the elements at its place alone. Then the elements
// are cut between threads, and each of them runs the loop for itself; the shape
// may be of any size.

#pragma once

#include "weft/Plan/Fuse/EstimateStep.h"
#include "weft/Plan/IR/Plan.h"

#include <optional>
#include <string>

namespace weft::plan {

enum class LoopStateKind { Scalar, Small, Stacked, Passed, Large };

/// Of value `number` that the loop carries.
LoopStateKind classifyState(stablehlo::WhileOp loop, unsigned number,
                            const Machine &machine);

/// Whether the loop is pointwise, with a shape of more than one element.
bool isPointwise(stablehlo::WhileOp loop);

struct LoopAnswer {
  /// What stands against the loop being a kernel; empty if nothing does.
  std::string refusal;
  /// Where the choice is one of time: in picoseconds, as they are estimated
  /// before there is a kernel.
  std::optional<StepTimes> times = {};

  /// Whether the loop is one kernel, as far as that is known.
  bool isKernel() const {
    return refusal.empty() && (!times || times->inBlock <= times->apart);
  }
};
LoopAnswer askLoop(stablehlo::WhileOp loop, const Machine &machine);

} // namespace weft::plan
