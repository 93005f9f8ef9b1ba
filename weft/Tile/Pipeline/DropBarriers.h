// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of a team meet where one of them may read what another wrote, or
// write what another reads. Whoever emits a step knows the arrays that it
// touches. Which elements these are is known when it is written, and some
// arrays are not shared any more (KeepInThreads.h): barriers with nothing to
// keep in order go.
//
//   scf.if %some { tile.store %t, %result[%m] }
//   tile.barrier cluster
//   scf.if %some { %t = tile.load %result[%m] ... }

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// For kernels of stage `free` whose programs are a team.
void dropBarriers(KernelOp kernel);

} // namespace weft::tile
