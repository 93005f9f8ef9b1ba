// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Races.h"

namespace weft::emulator {

bool RaceClock::isBeside(uint32_t stamp) const {
  return std::ranges::any_of(beside, [&](const RaceSpan &span) {
    return span.first <= stamp && stamp <= span.last;
  });
}

bool RaceClock::isKnown(uint32_t stamp, const Accessor &who,
                        bool isOrdered) const {
  if (who.own.isEmpty() && who.ofBlock.isEmpty()) {
    return false;
  }
  const uint32_t owner = ownerOf(stamp);
  auto isBefore = [&](uint32_t agent) {
    return stamp < std::max(who.own.boundOf(owner, agent),
                            who.ofBlock.boundOf(owner, agent));
  };
  auto isThreadBefore = [&](uint32_t thread) {
    return isBefore(thread) || isBefore(severalOfWarp + thread / 32) ||
           (isOrdered && isBefore(inOrder + thread));
  };
  if (isBefore(several)) {
    return true;
  }
  const uint32_t other = stamp & several;
  if (other < severalOfWarp) {
    return isThreadBefore(other);
  }
  // Of several threads it is not known which: all have to be known.
  const uint32_t first = other == several ? 0 : warpOf(other) * 32;
  const uint32_t last = other == several
                            ? intervals->threads
                            : std::min(first + 32, intervals->threads);
  for (uint32_t thread = first; thread < last; ++thread) {
    if (!isThreadBefore(thread)) {
      return false;
    }
  }
  return true;
}

} // namespace weft::emulator
