// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bands of columns that are walked down go down side by side.
//
// What is reduced along its rows, element by element, is cut into bands of as
// many columns as registers hold. Each band by itself reads a few lines of
// every row, and then jumps: a memory that brings what lies behind those lines
// brings it for nothing, and every row is another page. So neighbouring bands
// take turns, some rows each, and what a band carries from row to row lies in
// memory meanwhile, in the first cache:
//
//   scf.for %band = ... {                  // or a program for each
//     %sums = scf.for %row = %c0 to %rows step %c128 iter_args(%s = %zero) {
//       ...                                // 128 rows
//     }
//     tile.store %sums, %r[%band]
//   }
//
// becomes
//
//   scf.for %band = ... { tile.store %zero, %carried[%band, %c0] }
//   scf.for %row = %c0 to %rows step %c128 {
//     scf.for %band = ... {
//       %s = tile.load %carried[%band, %c0]
//       ...
//       tile.store %next, %carried[%band, %c0]
//     }
//   }
//   scf.for %band = ... {
//     %sums = tile.load %carried[%band, %c0]
//     tile.store %sums, %r[%band]
//   }
//
// Each element is computed as before, in the same order.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

namespace weft::cpu {

/// Rewrites a kernel that reads an array so which the caches do not hold.
/// Others stay as they are.
void joinBands(tile::KernelOp kernel, const Machine &cpu);

} // namespace weft::cpu
