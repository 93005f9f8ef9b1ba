// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/PackWorkspaces.h"

#include "weft/Plan/Memory/OverlapIndex.h"

namespace weft::plan {

/// The lowest place for each by itself. No two of them are needed at once.
static std::vector<int64_t> placeLowest(std::span<const Buffer> buffers,
                                        std::span<const int64_t> offsets,
                                        std::span<const Workspace> workspaces,
                                        int64_t alignment) {
  OverlapIndex alive(buffers);
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].bytes > 0) {
      alive.insert(i);
    }
  }
  std::vector<int64_t> places;
  std::vector<Stretch> taken;
  for (const Workspace &one : workspaces) {
    taken.clear();
    alive.visit({one.bytes, one.time, one.time}, [&](size_t other) {
      taken.push_back({offsets[other], offsets[other] + buffers[other].bytes});
    });
    places.push_back(
        lowestGap(taken, roundUp(one.bytes, alignment), alignment));
  }
  return places;
}

WorkspacePacking packWorkspaces(const BufferTimes &buffers,
                                std::span<const int64_t> offsets,
                                std::span<const Workspace> workspaces,
                                int64_t alignment, int64_t room) {
  std::vector<Buffer> lives(buffers.lives.begin(), buffers.lives.end());
  std::vector<Buffer> windows(buffers.windows.begin(), buffers.windows.end());
  for (const Workspace &one : workspaces) {
    lives.push_back({one.bytes, one.time, one.time});
    windows.push_back({one.bytes, one.begin, one.end});
  }
  std::vector<int64_t> places(offsets.begin(), offsets.end());
  const size_t first = places.size();
  const std::vector<int64_t> lowest =
      placeLowest(buffers.lives, offsets, workspaces, alignment);
  places.insert(places.end(), lowest.begin(), lowest.end());
  auto endOfAll = [&] {
    int64_t end = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      const int64_t bytes = lives[i].bytes;
      if (bytes > 0) {
        end = std::max(
            end, places[i] + (i < first ? bytes : roundUp(bytes, alignment)));
      }
    }
    return end;
  };
  WorkspacePacking packing;
  packing.least = endOfAll();
  packing.shared = keepApart({lives, windows}, places, first, alignment,
                             packing.least + room);
  packing.total = endOfAll();
  packing.offsets.assign(places.begin() + static_cast<ptrdiff_t>(first),
                         places.end());
  return packing;
}

} // namespace weft::plan
