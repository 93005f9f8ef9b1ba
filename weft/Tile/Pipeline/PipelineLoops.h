// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the next steps of a loop multiply is on its way to the chip while this
// step multiplies. Stage `planned` before and after.
//
// A factor that a step loads, stores on the chip and reads back as its
// instruction wants it
//
//   scf.for %k = %c0 to %n step %c32 {
//     %a = tile.load %x[%i, %k]
//     %m = tile.alloc : !tile.ref<128x32xbf16, shared>
//     tile.store %a, %m[%c0, %c0]
//     %f = tile.load %m[%c0, %c0]
//     tile.dot %f, ...
//
// gets a *ring*: an allocation with as many slots as steps may be on their way,
// in which step u has slot u mod slots. The store is in flight, and what a step
// starts is what a later one reads:
//
//   (the same for steps 0, 1 and 2)
//   scf.for %u = %c0 to %steps step %c1 {
//     tile.await outstanding 2
//     scf.if %u + 3 < %steps {
//       %a = tile.load %x[%i, (%u + 3) * 32]
//       tile.store %a, %ring[(%u + 3) mod 4, %c0, %c0] {in_flight}
//     }
//     tile.commit
//     %f = tile.load %ring[%u mod 4, %c0, %c0]
//     tile.dot %f, ...
//
// Behind the await stands a barrier: then what all threads have sent for this
// step is there, and all have read the slot that is written next.
//
// The machine copies neighbours only, as many as have four bytes at least. What
// lies elsewhere, as rows of an odd number of bf16, and what is computed on the
// way, as bytes that are converted, waits in registers instead, and is stored
// behind the product, in the other of two slots:
//
//   (the same for step 0, up to its store)
//   scf.for %u = %c0 to %steps step %c1 {
//     %a = tile.load %x[%i, min(%u + 1, %steps - 1) * 32] {ahead}
//     %f = tile.load %ring[%u mod 2, %c0, %c0]
//     tile.dot %f, ...
//     scf.if %u + 1 < %steps {
//       tile.store convert(%a), %ring[(%u + 1) mod 2, %c0, %c0]
//     }
//
// One factor may go one way and the other one the other. A barrier stands
// before what is read here, too, and behind the loads: that keeps them in front
// of the product. Threads have registers for so much only; what does not fit
// beside the sums is loaded by the step that needs it.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Loops that have nothing to send or to load stay as they are, and so do all
/// of machines that cannot.
void pipelineLoops(KernelOp kernel, const Machine &machine);

} // namespace weft::tile
