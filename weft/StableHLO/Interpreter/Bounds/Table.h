// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference with bounds: beside each value, what a right result may be.
//
// Compiled code may round differently where no one number is right: a sine, a
// product that goes into a sum unrounded, a sum in another order. How far that
// takes a result depends on the program, so the reference carries the two ends
// along (../Bounds.h). Each operation has a rule, in the file of its family,
// that says what its results may be when its operands may be anything within
// theirs; docs/checking.md lists them. What is made of exact numbers by exact
// operations has no bounds, and must be the same in every bit.

#pragma once

#include "weft/StableHLO/Interpreter/OpTable.h"

namespace weft::reference {

/// What compiled code may do on some machines only.
struct Liberties {
  /// Rounds factors of f32 to TF32 where their product does not ask for all
  /// digits.
  bool hasCoarseProducts = false;
  /// Sorts what is compared plainly as if it had a total order, so that the
  /// order of a line with NaN is any.
  bool placesNaN = false;
};

/// Every operation of the standard table, by a rule.
OpTable boundedOpTable(Liberties liberties = {});

/// Whether the failure of a run by this table says that sizes depend on
/// numbers which are not exact, so that there is no one shape to bound.
bool areSizesUncertain(const Status &status);

} // namespace weft::reference
