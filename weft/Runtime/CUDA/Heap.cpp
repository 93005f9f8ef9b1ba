// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Heap.h"

#include "weft/Executable/CommandProgram.h"

#include <algorithm>
#include <iterator>

namespace weft::cuda {

static constexpr uint64_t kSmallestRegion = uint64_t(32) << 20;
static constexpr uint64_t kLargestRegion = uint64_t(1) << 30;
/// What the driver cuts memory into.
static constexpr uint64_t kPage = uint64_t(2) << 20;

static uint64_t roundUp(uint64_t bytes, uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

Heap::~Heap() { trim(); }

void Heap::markFree(Blocks::iterator block) {
  block->second.isFree = true;
  freeBlocks.emplace(block->second.bytes, block->first);
}

void Heap::markUsed(Blocks::iterator block) {
  block->second.isFree = false;
  freeBlocks.erase({block->second.bytes, block->first});
}

Heap::Blocks::iterator Heap::findFree(uint64_t bytes) {
  auto found = freeBlocks.lower_bound({bytes, 0});
  return found == freeBlocks.end() ? blocks.end() : blocks.find(found->second);
}

Status Heap::addRegion(uint64_t bytes) {
  // As large as a quarter of what there is, so that their number stays small
  // and what is taken in vain, too.
  const uint64_t wanted =
      roundUp(std::max(bytes, std::clamp(inRegions / 4, kSmallestRegion,
                                         kLargestRegion)),
              kPage);
  StatusOr<uint64_t> address = source.take(wanted);
  uint64_t size = wanted;
  if (!address.ok()) {
    // Less may be there, also once what is not in use is given back.
    trimLocked();
    size = roundUp(bytes, kPage);
    address = source.take(size);
  }
  WEFT_RETURN_IF_ERROR(address.status());
  auto block = blocks.emplace(*address, Block{size, true, true}).first;
  markFree(block);
  inRegions += size;
  return Status::success();
}

StatusOr<uint64_t> Heap::allocate(uint64_t bytes) {
  constexpr uint64_t most = uint64_t(1) << 62;
  if (bytes > most) {
    return Status::resourceExhausted("no device has " + std::to_string(bytes) +
                                     " bytes");
  }
  const uint64_t size = roundUp(std::max<uint64_t>(bytes, 1), kDeviceAlignment);
  std::lock_guard lock(mutex);
  auto block = findFree(size);
  if (block == blocks.end()) {
    WEFT_RETURN_IF_ERROR(addRegion(size));
    block = findFree(size);
  }
  markUsed(block);
  if (const uint64_t rest = block->second.bytes - size; rest != 0) {
    block->second.bytes = size;
    markFree(blocks
                 .emplace(block->first + size,
                          Block{rest, /*isFree=*/true, /*beginsRegion=*/false,
                                block->second.usedUntil})
                 .first);
  }
  inUse += size;
  return block->first;
}

void Heap::free(uint64_t address, uint64_t usedUntil) {
  std::lock_guard lock(mutex);
  auto block = blocks.find(address);
  block->second.usedUntil = std::max(block->second.usedUntil, usedUntil);
  inUse -= block->second.bytes;
  // Whatever is joined is in use as long as either part.
  auto joinWithNext = [&](Blocks::iterator first) {
    auto next = std::next(first);
    first->second.bytes += next->second.bytes;
    first->second.usedUntil =
        std::max(first->second.usedUntil, next->second.usedUntil);
    blocks.erase(next);
  };
  if (auto next = std::next(block); next != blocks.end() &&
                                    next->second.isFree &&
                                    !next->second.beginsRegion) {
    freeBlocks.erase({next->second.bytes, next->first});
    joinWithNext(block);
  }
  if (!block->second.beginsRegion) {
    if (auto before = std::prev(block); before->second.isFree) {
      freeBlocks.erase({before->second.bytes, before->first});
      joinWithNext(before);
      block = before;
    }
  }
  markFree(block);
}

uint64_t Heap::usedUntil(uint64_t address) const {
  std::lock_guard lock(mutex);
  auto block = blocks.find(address);
  return block == blocks.end() ? 0 : block->second.usedUntil;
}

void Heap::trim() {
  std::lock_guard lock(mutex);
  trimLocked();
}

void Heap::trimLocked() {
  for (auto block = blocks.begin(); block != blocks.end();) {
    const auto next = std::next(block);
    const bool isWhole = block->second.isFree && block->second.beginsRegion &&
                         (next == blocks.end() || next->second.beginsRegion);
    if (isWhole) {
      freeBlocks.erase({block->second.bytes, block->first});
      inRegions -= block->second.bytes;
      source.giveBack(block->first);
      blocks.erase(block);
    }
    block = next;
  }
}

uint64_t Heap::regionBytes() const {
  std::lock_guard lock(mutex);
  return inRegions;
}

uint64_t Heap::blockBytes() const {
  std::lock_guard lock(mutex);
  return inUse;
}

} // namespace weft::cuda
