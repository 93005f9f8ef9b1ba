// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/RegionHeap.h"

#include <algorithm>

namespace weft::cuda {

static constexpr uint64_t kSmallestRegion = uint64_t(32) << 20;
static constexpr uint64_t kLargestRegion = uint64_t(1) << 30;
/// What the driver cuts memory into.
static constexpr uint64_t kPage = uint64_t(2) << 20;

static uint64_t roundUpToPage(uint64_t bytes) {
  return (bytes + kPage - 1) / kPage * kPage;
}

RegionHeap::~RegionHeap() { trim(); }

Status RegionHeap::addRegion(uint64_t bytes) {
  // As large as a quarter of what there is, so that their number stays small
  // and what is taken in vain, too.
  const uint64_t wanted = roundUpToPage(std::max(
      bytes, std::clamp(inRegions / 4, kSmallestRegion, kLargestRegion)));
  StatusOr<uint64_t> address = source.take(wanted);
  uint64_t size = wanted;
  if (!address.ok()) {
    // Less may be there, also once what is not in use is given back.
    trimLocked();
    size = roundUpToPage(bytes);
    address = source.take(size);
  }
  WEFT_RETURN_IF_ERROR(address.status());
  blocks.add({*address, size}, /*apart=*/true);
  inRegions += size;
  return Status::success();
}

StatusOr<uint64_t> RegionHeap::allocate(uint64_t bytes) {
  constexpr uint64_t most = uint64_t(1) << 62;
  if (bytes > most) {
    return Status::resourceExhausted("no device has " + std::to_string(bytes) +
                                     " bytes");
  }
  const uint64_t size = BlockMap::sizeOf(bytes);
  std::lock_guard lock(mutex);
  if (const uint64_t address = blocks.take(size)) {
    return address;
  }
  WEFT_RETURN_IF_ERROR(addRegion(size));
  return blocks.take(size);
}

void RegionHeap::free(uint64_t address, uint64_t usedUntil) {
  std::lock_guard lock(mutex);
  blocks.free(address, usedUntil);
}

uint64_t RegionHeap::usedUntil(uint64_t address) const {
  std::lock_guard lock(mutex);
  return blocks.usedUntil(address);
}

void RegionHeap::trim() {
  std::lock_guard lock(mutex);
  trimLocked();
}

void RegionHeap::trimLocked() {
  for (const BlockMap::Range &region : blocks.wholeFreeOnes()) {
    blocks.remove(region.address, region.bytes);
    inRegions -= region.bytes;
    source.giveBack(region.address);
  }
}

uint64_t RegionHeap::takenBytes() const {
  std::lock_guard lock(mutex);
  return inRegions;
}

uint64_t RegionHeap::blockBytes() const {
  std::lock_guard lock(mutex);
  return blocks.usedBytes();
}

} // namespace weft::cuda
