// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the steps of a team's loop read of memory that nothing writes, they do
// not have to wait for. What is the same in every step is read in front of the
// loop; what follows from a step's number is read in the step before, and goes
// around the loop:
//
//   scf.for %i = %c0 to %n step %c1 {
//     %w = tile.load %weights[%m, %c0]
//     %x = tile.load %rows[%i, %c0]
//
// becomes
//
//   %w = tile.load %weights[%m, %c0]
//   %first = tile.load %rows[%c0, %c0]
//   scf.for %i = %c0 to %n step %c1 iter_args(%x = %first) {
//     %next = min(%i + 1, %n - 1)
//     %after = tile.load %rows[%next, %c0]
//
// A step waits for as long as memory takes otherwise: its threads are few, and
// have nothing else to do. Registers hold so much only; the first loads win.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// For kernels of stage `free` whose programs are a team.
void readAhead(KernelOp kernel);

} // namespace weft::tile
