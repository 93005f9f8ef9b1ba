// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/BlockMap.h"

#include "weft/Executable/CommandProgram.h"

#include <algorithm>
#include <iterator>

namespace weft::cuda {

uint64_t BlockMap::sizeOf(uint64_t bytes) {
  return (std::max<uint64_t>(bytes, 1) + kDeviceAlignment - 1) /
         kDeviceAlignment * kDeviceAlignment;
}

void BlockMap::markFree(Blocks::iterator block) {
  block->second.isFree = true;
  freeBlocks.emplace(block->second.bytes, block->first);
}

void BlockMap::unmarkFree(Blocks::iterator block) {
  freeBlocks.erase({block->second.bytes, block->first});
}

bool BlockMap::canJoin(Blocks::const_iterator block,
                       Blocks::const_iterator next) const {
  return block->second.isFree && next->second.isFree && !next->second.isApart &&
         block->first + block->second.bytes == next->first;
}

BlockMap::Blocks::iterator BlockMap::joinWithNext(Blocks::iterator block) {
  // Whatever is joined is in use as long as either part.
  auto next = std::next(block);
  block->second.bytes += next->second.bytes;
  block->second.usedUntil =
      std::max(block->second.usedUntil, next->second.usedUntil);
  blocks.erase(next);
  return block;
}

void BlockMap::settle(Blocks::iterator block) {
  block->second.isFree = true;
  if (auto next = std::next(block);
      next != blocks.end() && canJoin(block, next)) {
    unmarkFree(next);
    joinWithNext(block);
  }
  if (block != blocks.begin()) {
    if (auto before = std::prev(block); canJoin(before, block)) {
      unmarkFree(before);
      block = joinWithNext(before);
    }
  }
  markFree(block);
}

void BlockMap::add(const Range &range, bool apart) {
  settle(blocks
             .emplace(range.address, Block{range.bytes, /*isFree=*/true, apart,
                                           range.usedUntil})
             .first);
}

void BlockMap::remove(uint64_t address, uint64_t bytes) {
  auto block = std::prev(blocks.upper_bound(address));
  const uint64_t begin = block->first;
  const Block whole = block->second;
  unmarkFree(block);
  blocks.erase(block);
  if (begin < address) {
    markFree(blocks
                 .emplace(begin, Block{address - begin, true, whole.isApart,
                                       whole.usedUntil})
                 .first);
  }
  const uint64_t end = address + bytes;
  if (const uint64_t rest = begin + whole.bytes - end; rest != 0) {
    markFree(
        blocks.emplace(end, Block{rest, true, false, whole.usedUntil}).first);
  }
}

uint64_t BlockMap::take(uint64_t bytes) {
  auto found = freeBlocks.lower_bound({bytes, 0});
  if (found == freeBlocks.end()) {
    return 0;
  }
  auto block = blocks.find(found->second);
  unmarkFree(block);
  block->second.isFree = false;
  if (const uint64_t rest = block->second.bytes - bytes; rest != 0) {
    block->second.bytes = bytes;
    markFree(blocks
                 .emplace(block->first + bytes,
                          Block{rest, /*isFree=*/true, /*isApart=*/false,
                                block->second.usedUntil})
                 .first);
  }
  inUse += bytes;
  return block->first;
}

std::vector<BlockMap::Range> BlockMap::takeAt(uint64_t address,
                                              uint64_t bytes) {
  const uint64_t end = address + bytes;
  std::vector<Range> parts;
  Block taken{bytes, /*isFree=*/false, /*isApart=*/false, 0};
  for (auto block = blocks.lower_bound(address);
       block != blocks.end() && block->first < end;
       block = blocks.lower_bound(address)) {
    const Range part = {block->first,
                        std::min(block->second.bytes, end - block->first),
                        block->second.usedUntil};
    remove(part.address, part.bytes);
    parts.push_back(part);
    taken.usedUntil = std::max(taken.usedUntil, part.usedUntil);
  }
  blocks.emplace(address, taken);
  inUse += bytes;
  return parts;
}

void BlockMap::giveUp(uint64_t address, const std::vector<Range> &parts) {
  auto block = blocks.find(address);
  inUse -= block->second.bytes;
  blocks.erase(block);
  for (const Range &part : parts) {
    add(part);
  }
}

BlockMap::Range BlockMap::free(uint64_t address, uint64_t usedUntil) {
  auto block = blocks.find(address);
  block->second.usedUntil = std::max(block->second.usedUntil, usedUntil);
  inUse -= block->second.bytes;
  const Range freed = {address, block->second.bytes, usedUntil};
  settle(block);
  return freed;
}

uint64_t BlockMap::usedUntil(uint64_t address) const {
  auto block = blocks.find(address);
  return block == blocks.end() ? 0 : block->second.usedUntil;
}

uint64_t BlockMap::freeFrom(uint64_t address) const {
  auto block = blocks.find(address);
  return block == blocks.end() || !block->second.isFree ? 0
                                                        : block->second.bytes;
}

uint64_t BlockMap::freeUpTo(uint64_t address) const {
  auto next = blocks.lower_bound(address);
  if (next == blocks.begin()) {
    return 0;
  }
  const auto &[begin, block] = *std::prev(next);
  return block.isFree && begin + block.bytes == address ? block.bytes : 0;
}

std::vector<BlockMap::Range> BlockMap::wholeFreeOnes() const {
  std::vector<Range> whole;
  for (auto block = blocks.begin(); block != blocks.end(); ++block) {
    const auto next = std::next(block);
    if (block->second.isFree && block->second.isApart &&
        (next == blocks.end() || next->second.isApart)) {
      whole.push_back(
          {block->first, block->second.bytes, block->second.usedUntil});
    }
  }
  return whole;
}

} // namespace weft::cuda
