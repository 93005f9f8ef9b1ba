// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What comes before, of what threads of any block did: a vector clock with the
// stamps of races (Races.h). Of an agent, which is a thread, a warp or a whole
// block, all is known that has a stamp below a bound. It has as many entries as
// there are agents that something is known of, so that it costs nothing where
// blocks tell each other nothing.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace weft::emulator {

class Knowledge {
public:
  bool isEmpty() const { return bounds.empty(); }

  void add(uint32_t block, uint32_t agent, uint32_t bound) {
    const Bound added{keyOf(block, agent), bound};
    const auto place =
        std::ranges::lower_bound(bounds, added.key, {}, &Bound::key);
    if (place == bounds.end() || place->key != added.key) {
      bounds.insert(place, added);
    } else {
      place->bound = std::max(place->bound, bound);
    }
  }

  void join(const Knowledge &other) {
    if (other.isEmpty()) {
      return;
    }
    std::vector<Bound> both;
    both.reserve(bounds.size() + other.bounds.size());
    std::ranges::merge(bounds, other.bounds, std::back_inserter(both), {},
                       &Bound::key, &Bound::key);
    bounds.clear();
    for (const Bound &one : both) {
      if (bounds.empty() || bounds.back().key != one.key) {
        bounds.push_back(one);
      } else {
        bounds.back().bound = std::max(bounds.back().bound, one.bound);
      }
    }
  }

  /// 0 where nothing is known.
  uint32_t boundOf(uint32_t block, uint32_t agent) const {
    const uint64_t key = keyOf(block, agent);
    const auto place = std::ranges::lower_bound(bounds, key, {}, &Bound::key);
    return place == bounds.end() || place->key != key ? 0 : place->bound;
  }

private:
  struct Bound {
    uint64_t key;
    uint32_t bound;
  };
  static uint64_t keyOf(uint32_t block, uint32_t agent) {
    return uint64_t(block) << 32 | agent;
  }

  /// By the key.
  std::vector<Bound> bounds;
};

} // namespace weft::emulator
