// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread's way to memory. Every access is checked: that the bytes exist, that
// the address is a multiple of the size, that what is read was written, and
// that no other thread touches it at the same time (Races.h). What is read and
// written in order may be a flag by which threads hand something to each other
// (HandOver.h). A thread's own memory holds
// junk where nothing was written, and may be read all the same: LLVM loads from
// it ahead of loops, and leaves what it got unused.

#pragma once

#include "weft/Emulator/Thread.h"

namespace weft::emulator {

/// Where bytes are on the host; nothing after a fault, which ends the thread.
uint8_t *access(Thread &thread, Space space, uint64_t address, unsigned size,
                Access kind);

/// Bytes in one of the memories, with what is known of them, if anything.
struct Place {
  uint8_t *bytes = nullptr;
  uint8_t *states = nullptr;
  RaceCells cells = {};
};

/// Without checks of states and races; nothing after a fault.
Place locate(Thread &thread, Space space, uint64_t address, unsigned size);

} // namespace weft::emulator
