// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of an index: an interval and a divisor, and how both go through
// arithmetic. One analysis for all who ask: of expressions while a program is
// tiled (Tiling/IndexFacts.h), and of values in tile programs, where accesses
// are aligned and bounds are left out by it. Indices are far from where sums
// and products would wrap.

#pragma once

#include <mlir/IR/Value.h>

#include <cstdint>
#include <limits>

namespace weft::tile {

/// low <= value <= high, and value is a multiple of `divisor`. The divisor 0
/// means: the value is 0. The ends of the interval saturate.
struct IndexFact {
  static constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  static constexpr int64_t highest = std::numeric_limits<int64_t>::max();

  int64_t low = 0;
  int64_t high = 0;
  int64_t divisor = 0;

  static IndexFact ofConstant(int64_t value);
  /// Of what may be anything.
  static IndexFact nothing() { return {lowest, highest, 1}; }

  bool within(int64_t first, int64_t last) const {
    return low >= first && high <= last;
  }
  bool isNotNegative() const { return low >= 0; }
  bool isMultipleOf(int64_t number) const { return divisor % number == 0; }
};

IndexFact operator+(const IndexFact &lhs, const IndexFact &rhs);
IndexFact operator-(const IndexFact &lhs, const IndexFact &rhs);
IndexFact operator*(const IndexFact &lhs, const IndexFact &rhs);
/// Of one or the other.
IndexFact either(const IndexFact &lhs, const IndexFact &rhs);
IndexFact minimum(const IndexFact &lhs, const IndexFact &rhs);
IndexFact maximum(const IndexFact &lhs, const IndexFact &rhs);

// By a positive number.
IndexFact floorDivide(const IndexFact &dividend, int64_t divisor);
IndexFact ceilDivide(const IndexFact &dividend, int64_t divisor);
IndexFact remainder(const IndexFact &dividend, int64_t divisor);

/// What the code around it tells about an integer or index of a kernel.
IndexFact factOf(mlir::Value index);

} // namespace weft::tile
