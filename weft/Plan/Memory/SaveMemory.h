// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a user could change in a program so that its temporaries take less
// memory, and how much less:
//
// - compute a value again where it is needed next, instead of keeping it while
//   the arena is fullest, as jax.checkpoint does;
// - compute in a narrower type what is in one of the wide types there;
// - give half of the rows at a time, where much of what is there has as many
//   as an argument.

#pragma once

#include "weft/Plan/Memory/TempProfile.h"

#include <string>

namespace weft::plan {

struct MemorySaving {
  int64_t bytes = 0;
  /// What to do, as the first part of a sentence that ends in "saves N".
  std::string what;
};

/// The largest of each kind, the largest first. Each counts by itself.
std::vector<MemorySaving> findSavings(ProgramOp program, const Lives &lives,
                                      const TempProfile &profile);

} // namespace weft::plan
