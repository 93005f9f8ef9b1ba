// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/HandOver.h"

namespace weft::emulator {
namespace {

/// There are stamps for another interval from here on, and nothing is known
/// that is about older ones.
void makeRoom(Block &block) {
  if (block.clock.isFull()) {
    block.forgetRaces();
  }
}

/// All that comes before what the thread does next.
Knowledge knownBy(const Thread &thread) {
  const Block &block = *thread.block;
  const RaceClock &clock = block.clock;
  Knowledge known = block.order.known;
  known.join(thread.order.known);
  known.add(clock.number, RaceClock::several, clock.barrier);
  known.add(clock.number, RaceClock::severalOfWarp + thread.warp(),
            clock.warps[thread.warp()]);
  known.add(clock.number, thread.number, clock.end());
  return known;
}

} // namespace

void passFence(Thread &thread) {
  Block &block = *thread.block;
  const MemoryOrder order = thread.current().order;
  if (!order.reachesBlocks || !block.checksRaces) {
    return;
  }
  makeRoom(block);
  block.hasOrders = true;
  Order &own = thread.order;
  if (order.acquires) {
    own.known.join(thread.seen);
    thread.seen = {};
  }
  if (order.isSequential) {
    own.known.join(own.glimpsed);
    own.known.join(block.order.glimpsed);
  }
  if (order.releases) {
    thread.released = knownBy(thread);
    block.clock.nextInterval();
  }
  if (order.isSequential) {
    own.fenced = thread.released;
  }
}

void readFlag(Thread &thread, uint64_t address) {
  Block &block = *thread.block;
  const MemoryOrder order = thread.current().order;
  if (!order.reachesBlocks || block.flags->empty()) {
    return;
  }
  if (const auto told = block.flags->find(address);
      told != block.flags->end()) {
    block.hasOrders = true;
    thread.order.glimpsed.join(told->second);
    (order.acquires ? thread.order.known : thread.seen).join(told->second);
  }
}

void writeFlag(Thread &thread, uint64_t address, bool isUpdate) {
  Block &block = *thread.block;
  const MemoryOrder order = thread.current().order;
  if (!block.checksRaces) {
    return;
  }
  makeRoom(block);
  Knowledge told;
  if (order.reachesBlocks && order.releases) {
    told = knownBy(thread);
  } else if (order.reachesBlocks) {
    told = thread.released;
    told.join(thread.order.fenced);
    told.join(block.order.fenced);
  }
  Flags &flags = *block.flags;
  if (told.isEmpty()) {
    if (!isUpdate && !flags.empty()) {
      flags.erase(address);
    }
    return;
  }
  // Whoever sees the flag sees that it was written, too.
  RaceClock &clock = block.clock;
  told.add(clock.number, RaceClock::inOrder + thread.number, clock.end());
  clock.nextInterval();
  if (isUpdate) {
    flags[address].join(told);
  } else {
    flags[address] = std::move(told);
  }
}

void meetBlock(Block &block, const std::vector<uint32_t> &threads) {
  makeRoom(block);
  block.clock.meetBlock();
  if (!block.hasOrders) {
    return;
  }
  for (uint32_t number : threads) {
    block.order.join(block.threads[number].order);
    block.threads[number].order = {};
  }
}

void meetWarp(Block &block, uint32_t warp) {
  makeRoom(block);
  block.clock.meetWarp(warp);
  if (!block.hasOrders) {
    return;
  }
  const size_t first = size_t(warp) * 32;
  const size_t last = std::min(first + 32, block.threads.size());
  Order all;
  for (size_t i = first; i < last; ++i) {
    all.join(block.threads[i].order);
  }
  for (size_t i = first; i < last; ++i) {
    block.threads[i].order = all;
  }
}

} // namespace weft::emulator
