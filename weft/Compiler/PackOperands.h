// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of products, packed once.
//
// A product that is shared by many programs packs the same panels many times.
// Where the target finds it faster, a kernel packs an operand before, and the
// product reads the panels in place (weft/Tile/Tiling/Packing.h):
//
//   %c = plan.kernel <dot> (%a, %b)       %p = plan.kernel (%b) { pack }
//          { dot_general }          =>    %c = plan.kernel <dot> (%a, %p)
//                                                { dot_general of unpack }
//
// An operand that does not change in a loop is packed before the loop, and a
// constant here and now.
//
// Comes after fusion, which would take packing for something to fuse, and
// before the order of kernels and places of values are decided.

#pragma once

#include "weft/Compiler/TileKernels.h"

namespace weft {

void packOperands(plan::ProgramOp program, Tiler &tiler);

} // namespace weft
