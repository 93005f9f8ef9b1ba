// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How threads hand memory to threads of other blocks, by the memory model of
// PTX. Bytes are there at once and for all; what is followed is who may count
// on it. What a thread did before a release, or before a fence that a write of
// some flag follows, is known to whoever reads what was written there and
// acquires, at once or by a fence behind the read. With it goes what the thread
// knew of others. Between the write and the read there may be updates of the
// flag by others, but no plain store. A barrier tells all threads of a block
// what each of them knows.
//
// A sequentially consistent fence does the same for threads that a barrier
// stands between: one that has had such a fence before the barrier and one that
// writes the flag behind it, or one that reads the flag before the barrier and
// one that has such a fence behind it.
//
// Flags are of the device's or the host's memory. What has the scope of a block
// (or of a cluster) hands nothing on.

#pragma once

#include "weft/Emulator/Thread.h"

namespace weft::emulator {

// What the thread's instruction says is in order (MemoryOrder).

/// `fence` and `membar`.
void passFence(Thread &thread);

/// A thread has read, or written, a flag; an update is a write that tells what
/// others told there as well.
void readFlag(Thread &thread, uint64_t address);
void writeFlag(Thread &thread, uint64_t address, bool isUpdate);

/// These threads are at a barrier of their block, or all threads of a warp are
/// at one of the warp.
void meetBlock(Block &block, const std::vector<uint32_t> &threads);
void meetWarp(Block &block, uint32_t warp);

} // namespace weft::emulator
