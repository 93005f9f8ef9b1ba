// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random choices that are the same on every machine: a seed names them.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <cassert>
#include <cstdint>
#include <utility>

namespace weft {

class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  uint64_t next() {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// 0 to count - 1.
  int64_t below(int64_t count) {
    assert(count > 0 && "nothing to choose from");
    return static_cast<int64_t>(next() % static_cast<uint64_t>(count));
  }
  /// `low` to `high`, both included.
  int64_t between(int64_t low, int64_t high) {
    return low + below(high - low + 1);
  }
  bool chance(int percent) { return below(100) < percent; }

  template <typename List> auto pick(const List &list) {
    return list[below(static_cast<int64_t>(list.size()))];
  }
  template <typename T> T pick(std::initializer_list<T> list) {
    return *(list.begin() + below(static_cast<int64_t>(list.size())));
  }

  /// 0 to count - 1 in any order.
  llvm::SmallVector<int64_t> permutation(int64_t count) {
    llvm::SmallVector<int64_t> order;
    for (int64_t i = 0; i < count; ++i) {
      order.push_back(i);
    }
    for (int64_t i = count - 1; i > 0; --i) {
      std::swap(order[i], order[below(i + 1)]);
    }
    return order;
  }

  /// Some of 0 to count - 1, ascending, each with the same chance.
  llvm::SmallVector<int64_t> subset(int64_t count, int percent) {
    llvm::SmallVector<int64_t> chosen;
    for (int64_t i = 0; i < count; ++i) {
      if (chance(percent)) {
        chosen.push_back(i);
      }
    }
    return chosen;
  }

private:
  uint64_t state;
};

} // namespace weft
