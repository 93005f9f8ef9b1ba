// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/ReduceWaits.h"

#include <algorithm>

namespace weft::gpu {

/// Of so many commands at a time it is found out who comes after them.
static constexpr size_t kBits = 64;

void reduceWaits(Waits &waits, size_t farthest) {
  // By the number of the word, behind the last command that waits for one of
  // its own.
  std::vector<size_t> ends(waits.size() / kBits + 1, 0);
  for (size_t i = 0; i < waits.size(); ++i) {
    for (uint32_t wait : waits[i]) {
      ends[wait / kBits] = i + 1;
    }
  }
  // Of each command, the commands of a word that are over when it is.
  std::vector<uint64_t> over(waits.size());
  for (size_t word = 0; word < ends.size(); ++word) {
    const size_t begin = word * kBits;
    const size_t end = std::min(ends[word], begin + kBits + farthest);
    auto ownBit = [&](size_t command) {
      return command < begin + kBits ? uint64_t(1) << (command - begin) : 0;
    };
    for (size_t i = begin; i < end; ++i) {
      uint64_t all = 0, byOthers = 0;
      for (uint32_t wait : waits[i]) {
        if (wait >= begin) {
          all |= over[wait];
          byOthers |= over[wait] & ~ownBit(wait);
        }
      }
      over[i] = all | ownBit(i);
      if (byOthers != 0) {
        std::erase_if(waits[i], [&](uint32_t wait) {
          return wait >= begin && (ownBit(wait) & byOthers) != 0;
        });
      }
    }
  }
}

} // namespace weft::gpu
