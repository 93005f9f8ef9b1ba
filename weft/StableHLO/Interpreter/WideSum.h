// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short sums are folds from the left, step by step in their type. A long one
// would lose more digits that way than compiled code does, and a reference that
// is further off cannot judge. Long sums have twice the digits of f64, and are
// rounded once.

#pragma once

#include "weft/Support/Summation.h"

#include <cmath>
#include <cstdint>

namespace weft::reference {

constexpr bool isLongSum(int64_t terms) { return terms > longestChainOfTerms; }

class WideSum {
public:
  void add(double term) {
    double sum = high + term;
    if (std::isfinite(sum)) {
      // What was lost, exactly.
      double taken = sum - high;
      low += (high - (sum - taken)) + (term - taken);
    }
    high = sum;
  }
  /// Nothing lost may have another sign than a zero.
  double total() const {
    return std::isfinite(high) && low != 0 ? high + low : high;
  }

private:
  // To which anything can be added and stays what it is.
  double high = -0.0;
  double low = -0.0;
};

} // namespace weft::reference
