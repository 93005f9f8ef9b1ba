// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that count.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <optional>

namespace weft::stablehlo {

/// State i of the loop is start, start + step, start + 2 * step, ... in its
/// iterations, whatever else happens.
struct Counter {
  unsigned state;
  int64_t start;
  int64_t step;
};

/// Nothing if the state does not count evenly from a constant.
std::optional<Counter> counterAt(WhileOp op, unsigned state);

/// How often the body runs, where a counter and a constant limit decide;
/// wrapping counters are not followed.
std::optional<int64_t> tripCountOf(WhileOp op);

} // namespace weft::stablehlo
