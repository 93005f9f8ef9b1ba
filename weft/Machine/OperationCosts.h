// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one element of an operation's result costs, in units of arithmetic: an
// addition is 1. Fusion weighs recomputing by it, tiling what to keep, and the
// cost analysis that a program carries counts by it.

#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

struct OperationCost {
  enum class Kind {
    /// Neither computes nor moves anything.
    Nothing,
    Moves,
    Computes,
    /// Computes a function that has no closed form.
    Transcendental,
  };
  /// Without its dialect: "add".
  std::string_view name;
  Kind kind = Kind::Computes;
  int64_t units = 1;
  /// Of integers, where they differ.
  int64_t integerUnits = 1;
};

/// Of an operation of StableHLO by its name; one that is not in the table
/// computes, at 1.
OperationCost operationCost(std::string_view name);

/// An operation of at least so many units is not computed more often than
/// needed without a word about it: it takes as long as a division.
inline constexpr int64_t expensiveUnits = 8;

/// No machine computes more in a day: sums and products of units end here.
inline constexpr int64_t mostUnits = int64_t(1) << 53;

/// Of two numbers that are not negative.
constexpr int64_t saturatingMultiply(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) || product > mostUnits
             ? mostUnits
             : product;
}

} // namespace weft
