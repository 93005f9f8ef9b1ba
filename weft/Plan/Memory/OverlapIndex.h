// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What packing asks: which buffers are needed at the same time as another one,
// and where between them there is room. Knows no MLIR.

#pragma once

#include "weft/Plan/Memory/Buffer.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace weft::plan {

inline int64_t roundUp(int64_t bytes, int64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Bytes that are taken, from the first up to before the second.
using Stretch = std::pair<int64_t, int64_t>;

/// The lowest multiple of the alignment from which on so many bytes are not
/// taken. Puts `taken` in order.
inline int64_t lowestGap(std::vector<Stretch> &taken, int64_t bytes,
                         int64_t alignment) {
  std::sort(taken.begin(), taken.end());
  int64_t offset = 0;
  for (auto [begin, end] : taken) {
    if (begin - offset >= bytes) {
      break;
    }
    offset = std::max(offset, roundUp(end, alignment));
  }
  return offset;
}

/// Finds the placed buffers that live at the same time as another one: each is
/// kept at the node of a segment tree over time that covers its life with few
/// nodes, so that a look-up touches overlapping ones only.
class OverlapIndex {
public:
  explicit OverlapIndex(std::span<const Buffer> buffers) : buffers(buffers) {
    int64_t last = 0;
    for (const Buffer &buffer : buffers) {
      last = std::max(last, buffer.end);
    }
    size = 1;
    while (size <= last) {
      size *= 2;
    }
    whole.resize(2 * size);
    touching.resize(2 * size);
  }

  void insert(size_t number) { insert(1, 0, size - 1, number); }

  /// Calls `visit` with each overlapping buffer, some of them twice or more.
  template <typename Visit>
  void visit(const Buffer &buffer, Visit visitor) const {
    visitNode(1, 0, size - 1, buffer, visitor);
  }

private:
  void insert(size_t node, int64_t low, int64_t high, size_t number) {
    const Buffer &buffer = buffers[number];
    if (buffer.end < low || buffer.begin > high) {
      return;
    }
    touching[node].push_back(number);
    if (buffer.begin <= low && high <= buffer.end) {
      whole[node].push_back(number);
      return;
    }
    int64_t middle = (low + high) / 2;
    insert(2 * node, low, middle, number);
    insert(2 * node + 1, middle + 1, high, number);
  }

  template <typename Visit>
  void visitNode(size_t node, int64_t low, int64_t high, const Buffer &buffer,
                 Visit &visitor) const {
    if (buffer.end < low || buffer.begin > high) {
      return;
    }
    if (buffer.begin <= low && high <= buffer.end) {
      for (size_t number : touching[node]) {
        visitor(number);
      }
      return;
    }
    for (size_t number : whole[node]) {
      visitor(number);
    }
    int64_t middle = (low + high) / 2;
    visitNode(2 * node, low, middle, buffer, visitor);
    visitNode(2 * node + 1, middle + 1, high, buffer, visitor);
  }

  std::span<const Buffer> buffers;
  int64_t size;
  std::vector<std::vector<size_t>> whole;
  std::vector<std::vector<size_t>> touching;
};

} // namespace weft::plan
