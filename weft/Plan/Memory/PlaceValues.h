// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives every value its place: stage shared to stage placed.
//
// A storage class with an argument lies in the argument's storage, one with a
// result in the result's; equal constants lie once in the constants arena. All
// others are packed into the temp arena (Packing.h), so that two classes have
// common bytes only if they are never alive together. After this the peak of
// the program is known. For a device that runs steps beside each other those
// that could be alive together are kept apart as well (KeepApart.h), as long as
// there is room for that.
//
// A view with an index lies somewhere in its place: at `offset +
// clamp(index) * stride` from its source.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// What a run needs, in bytes.
struct MemorySizes {
  int64_t arguments = 0;
  /// Those that do not lie in arguments.
  int64_t results = 0;
  /// Of the results, what lies in arguments.
  int64_t aliased = 0;
  int64_t constants = 0;
  int64_t temp = 0;
  /// What is alive at once at most: no order of the same plan needs less.
  int64_t tempLowerBound = 0;

  int64_t peak() const { return arguments + results + constants + temp; }
};

/// `room`: by how much the temp arena may be larger so that steps run beside
/// each other.
MemorySizes placeValues(ProgramOp program, int64_t alignment = 64,
                        int64_t room = 0);

/// The sizes of a program that is placed.
MemorySizes readSizes(ProgramOp program);

/// Says anew how large the temp arena is, and what is alive in it at once.
void resizeTemporaries(ProgramOp program, int64_t bytes, int64_t bound);

} // namespace weft::plan
