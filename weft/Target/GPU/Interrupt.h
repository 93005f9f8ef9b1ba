// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of the user's program inside a kernel end early in a run that was
// cancelled: now and then they look at words that the device and the host
// write. The kernel returns then; what it leaves is of no use to anybody.

#pragma once

#include "weft/Target/GPU/GpuMachine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::gpu {

/// Whether a kernel of stage `free` has such loops.
bool isInterruptible(tile::KernelOp kernel);

/// Lets those whose iterations are marked (Target/Code/Iterations.h) look.
/// `words` is the address of RunWords. `team` is how many threads run the
/// kernel together, and leave it together; 1 where each is alone.
void makeInterruptible(llvm::Function &kernel, llvm::Value *words, int64_t team,
                       const GpuMachine &gpu);

} // namespace weft::gpu
