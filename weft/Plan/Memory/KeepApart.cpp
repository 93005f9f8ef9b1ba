// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/KeepApart.h"

#include "weft/Plan/Memory/OverlapIndex.h"

namespace weft::plan {
namespace {

class Mover {
public:
  Mover(const BufferTimes &times, std::vector<int64_t> &offsets, size_t first,
        int64_t alignment, int64_t limit, int64_t maximumVisits)
      : times(times), offsets(offsets), first(first), alignment(alignment),
        limit(limit), visitsLeft(maximumVisits), index(times.windows) {
    for (size_t i = 0; i < offsets.size(); ++i) {
      if (times.lives[i].bytes > 0) {
        index.insert(i);
      }
    }
  }

  int64_t run() {
    std::vector<size_t> order;
    for (size_t i = first; i < offsets.size(); ++i) {
      if (times.lives[i].bytes > 0) {
        order.push_back(i);
      }
    }
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return times.lives[a].bytes < times.lives[b].bytes;
    });
    int64_t shared = 0;
    for (size_t i : order) {
      shared += visitsLeft <= 0 || !move(i);
    }
    return shared;
  }

private:
  /// False where it still shares bytes.
  bool move(size_t i) {
    const int64_t begin = offsets[i];
    const int64_t end = begin + times.lives[i].bytes;
    taken.clear();
    needed.clear();
    index.visit(times.windows[i], [&](size_t other) {
      --visitsLeft;
      if (other == i) {
        return;
      }
      const Stretch stretch = {offsets[other],
                               offsets[other] + times.lives[other].bytes};
      taken.push_back(stretch);
      if (other >= first || overlap(times.lives[i], times.lives[other])) {
        needed.push_back(stretch);
      }
    });
    const bool isApart =
        std::none_of(taken.begin(), taken.end(), [&](const Stretch &other) {
          return other.first < end && begin < other.second;
        });
    if (isApart || moveBeside(i, taken)) {
      return true;
    }
    moveBeside(i, needed);
    return false;
  }

  /// False where there is no room beside these.
  bool moveBeside(size_t i, std::vector<Stretch> &stretches) {
    const int64_t bytes = roundUp(times.lives[i].bytes, alignment);
    const int64_t offset = lowestGap(stretches, bytes, alignment);
    if (offset + bytes > limit) {
      return false;
    }
    offsets[i] = offset;
    return true;
  }

  static bool overlap(const Buffer &one, const Buffer &other) {
    return one.begin <= other.end && other.begin <= one.end;
  }

  const BufferTimes times;
  std::vector<int64_t> &offsets;
  const size_t first;
  const int64_t alignment;
  const int64_t limit;
  int64_t visitsLeft;
  /// By windows.
  OverlapIndex index;
  /// By others: what a window has to keep off, and what a life has to.
  std::vector<Stretch> taken;
  std::vector<Stretch> needed;
};

} // namespace

int64_t keepApart(const BufferTimes &times, std::vector<int64_t> &offsets,
                  size_t first, int64_t alignment, int64_t limit,
                  int64_t maximumVisits) {
  return Mover(times, offsets, first, alignment, limit, maximumVisits).run();
}

} // namespace weft::plan
