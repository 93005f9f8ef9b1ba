// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A heap of regions that lie wherever the driver puts them: a block is in one
// of them, and one of which nothing is in use goes back when there is no other
// memory. For drivers without reserved addresses.

#pragma once

#include "weft/Runtime/CUDA/BlockMap.h"
#include "weft/Runtime/CUDA/Heap.h"

#include <functional>
#include <mutex>

namespace weft::cuda {

/// Where regions come from.
struct RegionSource {
  std::function<StatusOr<uint64_t>(uint64_t bytes)> take;
  /// Waits for work that still uses it.
  std::function<void(uint64_t address)> giveBack;
};

class RegionHeap final : public Heap {
public:
  explicit RegionHeap(RegionSource source) : source(std::move(source)) {}
  /// Blocks that are still out are the source's affair.
  ~RegionHeap() override;

  StatusOr<uint64_t> allocate(uint64_t bytes) override;
  void free(uint64_t address, uint64_t usedUntil = 0) override;
  uint64_t usedUntil(uint64_t address) const override;
  uint64_t takenBytes() const override;
  uint64_t blockBytes() const override;

  /// Gives regions of which nothing is in use back.
  void trim();

private:
  Status addRegion(uint64_t bytes);
  void trimLocked();

  const RegionSource source;
  mutable std::mutex mutex;
  BlockMap blocks;
  uint64_t inRegions = 0;
};

} // namespace weft::cuda
