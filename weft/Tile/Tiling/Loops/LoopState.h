// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the body of a loop says about each value it carries.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <optional>

namespace weft::tile {

/// Whether the body returns state `i` as it got it.
bool isPassed(stablehlo::WhileOp loop, unsigned i);

/// The update of state `i`, where the body does nothing with the state but read
/// slices of it and return it with one slice replaced; else null.
stablehlo::DynamicUpdateSliceOp stackUpdate(stablehlo::WhileOp loop,
                                            unsigned i);

/// The updates by slices that make the next state `i` of this one, in order,
/// where each can be written over what it updates: nothing reads that
/// afterwards. None if anything else is done to the state.
llvm::SmallVector<stablehlo::DynamicUpdateSliceOp>
updatesInPlace(stablehlo::WhileOp loop, unsigned i);

/// A loop that counts: while i < limit, i + 1.
struct Count {
  unsigned state = 0;
  /// Known before the loop.
  mlir::Value limit;
  bool isUnsigned = false;
};
std::optional<Count> countOf(stablehlo::WhileOp loop);

/// Whether a loop that counts is over soon whatever an iteration does: it need
/// not be interruptible.
bool hasFewIterations(stablehlo::WhileOp loop, const Count &count);

} // namespace weft::tile
