// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which numbers an integer may be.

#pragma once

#include <mlir/IR/Value.h>

#include <cstdint>
#include <optional>

namespace weft::stablehlo {

/// An interval that holds every element of an integer tensor, as far as the
/// operations that made it tell at a glance. Unsigned values beyond int64_t
/// have no interval.
struct IntegerRange {
  int64_t least;
  int64_t greatest;
};
std::optional<IntegerRange> rangeOf(mlir::Value value);

} // namespace weft::stablehlo
