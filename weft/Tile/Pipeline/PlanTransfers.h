// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From stage `laid_out` to `planned`: warps meet in memory only.
//
// A conversion through memory on the chip becomes an allocation, a store and a
// load. One by shuffles stays as it is: it has no memory, and nothing to wait
// for. A reduction that crosses warps becomes three steps: each warp reduces
// what it has, the results of the warps change hands as in any conversion, and
// each thread reduces those. Take rows of 1024 elements over 8 warps,
//
//   %s = tile.reduce add %x [1] : tensor<4x1024xf32> -> tensor<4xf32>
//
// in a layout whose warps take 128 elements of a row each:
//
//   %p = tile.reshape %x : tensor<4x1024xf32> -> tensor<4x8x128xf32>
//   %w = tile.reduce add %p [2] : tensor<4x8x128xf32> -> tensor<4x8xf32>
//   %m = tile.alloc : !tile.ref<4x8xf32, shared>
//   tile.store %w, %m[%c0, %c0] : tensor<4x8xf32>, !tile.ref<4x8xf32, shared>
//   %t = tile.load %m[%c0, %c0] : !tile.ref<4x8xf32, shared> -> tensor<4x8xf32>
//   %s = tile.reduce add %t [1] : tensor<4x8xf32> -> tensor<4xf32>
//
// where %w has its dim 1 in warps, and %t in registers.
//
// Elements are numbered by digit in each warp first, which counts them in
// memory of its own. What warps have counted is then scanned, and each element
// adds what the warps before its own have seen of its digit:
//
//   %r, %c = tile.rank %digit bins 256 : tensor<4096xi32> -> ...
//
//   %m = tile.alloc alias "counters_0" : !tile.ref<8x256xi32, shared>
//   tile.store %zeros, %m[%c0, %c0]
//   %w, %u = tile.rank %digit bins 256 {counters = "counters_0"}
//   %n = tile.load %m[%c0, %c0]
//   %before, %c = tile.scan add %n along 0 exclusive
//   tile.store %before, %m[%c0, %c0]
//   %b = tile.gather %m[%warp, %digit]
//   %r = arith.addi %w, %b
//
// Matrix products say by their row of the machine's table where operands lie
// and when the result can be read; today's rows take registers and are complete
// when they were issued.
//
// Loads and stores then say how they move registers: so many side by side, or
// four matrices at a time. Nothing below decides that again.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// What has no way through memory is reported at the operation, and leaves a
/// kernel that is of no use.
mlir::LogicalResult planTransfers(KernelOp kernel, const Machine &machine);

/// Says of one load how it moves registers.
mlir::LogicalResult chooseRead(LoadOp op, const Machine &machine);

} // namespace weft::tile
