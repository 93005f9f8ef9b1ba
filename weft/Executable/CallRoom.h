// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether calls of the host that give nothing back find room for their arrays
// beside a run, so that the host need not follow it. Known with the commands:
// the compiler says what the runtime will do.

#pragma once

#include "weft/Executable/CommandProgram.h"

#include <span>

namespace weft {

/// Memory for the calls of a run, or for a ring of them, is one piece.
inline constexpr uint64_t kCallPiece = uint64_t(4) << 20;

/// What an array takes there.
constexpr uint64_t bytesForCall(uint64_t arrayBytes) {
  constexpr uint64_t alignment = 64;
  return (arrayBytes + alignment - 1) / alignment * alignment;
}

/// A ring begins with two counts, and each slot with what it is of.
inline constexpr uint64_t kRingSlotsAt = 128;
inline constexpr uint64_t kRingArraysAt = 64;

/// How many slots a ring has, a power of two; none where it cannot hold two.
uint64_t slotsOfRing(uint64_t slotBytes);

/// The calls of a program in the order in which they are made, by their numbers
/// as commands: one for each turn of a loop around them. Nothing where only the
/// device knows, since they are in branches or in loops that are not written
/// out, or where they are very many.
std::optional<std::vector<size_t>>
callsInOrder(std::span<const Command> commands);

} // namespace weft
