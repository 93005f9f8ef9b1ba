// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that the registers do not hold are walked a few lines at a time.
//
// Candidates name tiles that fit the registers of vectors, with one exception:
// registers for matrices hold a tile of sums that is twice as large as
// all the others together. What is done to such sums, and what brings factors
// into their order, is written out for every vector of a tile: code for
// hundreds of vectors, all of them through the stack.
//
//   %y = arith.truncf %sums : tensor<32x32xf32> to tensor<32x32xbf16>
//   tile.store %y, %r[%i, %j]
//
// becomes
//
//   tile.store %sums, %scratch[%c0, %c0]
//   scf.for %turn = %c0 to %c16 step %c1 {
//     %line = arith.muli %turn, %c2
//     %x = tile.load %scratch[%line, %c0] -> tensor<2x32xf32>
//     %y = arith.truncf %x : tensor<2x32xf32> to tensor<2x32xbf16>
//     tile.store %y, %r[%i + %line, %j]
//   }

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::cpu {

/// Rewrites stores of such tiles, and what leads from loads to them. Where
/// lines depend on each other, nothing changes.
void walkTiles(tile::KernelOp kernel, const Machine &cpu);

} // namespace weft::cpu
