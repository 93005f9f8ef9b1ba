// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/Packing.h"

#include "weft/Plan/Memory/OverlapIndex.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <set>

namespace weft::plan {
namespace {

/// Numbers of the buffers that have bytes, in the order of `less`, ties by
/// number.
template <typename Less>
std::vector<size_t> sorted(std::span<const Buffer> buffers, Less less) {
  std::vector<size_t> order;
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].bytes > 0) {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return less(buffers[a], buffers[b]);
  });
  return order;
}

/// The holes of a stretch of memory that has no end.
class FreeList {
public:
  int64_t take(int64_t bytes) {
    auto found = bySize.lower_bound({bytes, 0});
    if (found == bySize.end()) {
      // At the end, beginning in the hole there if there is one.
      int64_t offset = top;
      if (!byOffset.empty()) {
        auto last = std::prev(byOffset.end());
        if (last->first + last->second == top) {
          offset = last->first;
          bySize.erase({last->second, last->first});
          byOffset.erase(last);
        }
      }
      top = offset + bytes;
      return offset;
    }
    auto [size, offset] = *found;
    bySize.erase(found);
    byOffset.erase(offset);
    if (size > bytes) {
      insert(offset + bytes, size - bytes);
    }
    return offset;
  }

  void giveBack(int64_t offset, int64_t bytes) {
    auto next = byOffset.lower_bound(offset);
    if (next != byOffset.end() && offset + bytes == next->first) {
      bytes += next->second;
      bySize.erase({next->second, next->first});
      next = byOffset.erase(next);
    }
    if (next != byOffset.begin()) {
      auto previous = std::prev(next);
      if (previous->first + previous->second == offset) {
        offset = previous->first;
        bytes += previous->second;
        bySize.erase({previous->second, previous->first});
        byOffset.erase(previous);
      }
    }
    insert(offset, bytes);
  }

  int64_t highest() const { return top; }

private:
  void insert(int64_t offset, int64_t bytes) {
    byOffset[offset] = bytes;
    bySize.insert({bytes, offset});
  }

  std::map<int64_t, int64_t> byOffset;
  std::set<std::pair<int64_t, int64_t>> bySize;
  int64_t top = 0;
};

/// Times as ranks, so that the index is no larger than the set of buffers.
std::vector<Buffer> compressTimes(std::span<const Buffer> buffers) {
  std::vector<int64_t> times;
  for (const Buffer &buffer : buffers) {
    times.push_back(buffer.begin);
    times.push_back(buffer.end);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  auto rank = [&](int64_t time) {
    return std::lower_bound(times.begin(), times.end(), time) - times.begin();
  };
  std::vector<Buffer> compressed(buffers.begin(), buffers.end());
  for (Buffer &buffer : compressed) {
    buffer.begin = rank(buffer.begin);
    buffer.end = rank(buffer.end);
  }
  return compressed;
}

} // namespace

int64_t lowerBound(std::span<const Buffer> buffers, int64_t alignment) {
  // What begins at a time counts before what ends there.
  std::vector<std::pair<int64_t, int64_t>> changes;
  for (const Buffer &buffer : buffers) {
    int64_t bytes = roundUp(buffer.bytes, alignment);
    changes.push_back({2 * buffer.begin, bytes});
    changes.push_back({2 * buffer.end + 1, -bytes});
  }
  std::sort(changes.begin(), changes.end());
  int64_t live = 0;
  int64_t most = 0;
  for (auto [time, change] : changes) {
    live += change;
    most = std::max(most, live);
  }
  return most;
}

Packing packByBirth(std::span<const Buffer> buffers, int64_t alignment) {
  Packing packing;
  packing.offsets.resize(buffers.size());
  FreeList memory;
  using Death = std::pair<int64_t, size_t>;
  std::priority_queue<Death, std::vector<Death>, std::greater<>> deaths;
  for (size_t i : sorted(buffers, [](const Buffer &a, const Buffer &b) {
         return a.begin < b.begin;
       })) {
    while (!deaths.empty() && deaths.top().first < buffers[i].begin) {
      size_t dead = deaths.top().second;
      deaths.pop();
      memory.giveBack(packing.offsets[dead],
                      roundUp(buffers[dead].bytes, alignment));
    }
    packing.offsets[i] = memory.take(roundUp(buffers[i].bytes, alignment));
    deaths.push({buffers[i].end, i});
  }
  packing.total = memory.highest();
  return packing;
}

Packing packBySize(std::span<const Buffer> given, int64_t alignment,
                   int64_t maximumVisits) {
  std::vector<Buffer> buffers = compressTimes(given);
  Packing packing;
  packing.offsets.resize(buffers.size());
  OverlapIndex placed(buffers);
  int64_t visits = 0;
  std::vector<Stretch> taken;
  for (size_t i : sorted(buffers, [](const Buffer &a, const Buffer &b) {
         return a.bytes > b.bytes;
       })) {
    taken.clear();
    placed.visit(buffers[i], [&](size_t other) {
      int64_t offset = packing.offsets[other];
      taken.push_back(
          {offset, offset + roundUp(buffers[other].bytes, alignment)});
    });
    visits += taken.size();
    if (visits > maximumVisits) {
      return {};
    }
    int64_t bytes = roundUp(buffers[i].bytes, alignment);
    int64_t offset = lowestGap(taken, bytes, alignment);
    packing.offsets[i] = offset;
    packing.total = std::max(packing.total, offset + bytes);
    placed.insert(i);
  }
  return packing;
}

Packing pack(std::span<const Buffer> buffers, int64_t alignment) {
  Packing byBirth = packByBirth(buffers, alignment);
  if (byBirth.total == lowerBound(buffers, alignment)) {
    return byBirth;
  }
  Packing bySize = packBySize(buffers, alignment);
  bool isSmaller = !bySize.offsets.empty() && bySize.total < byBirth.total;
  return isSmaller ? bySize : byBirth;
}

} // namespace weft::plan
