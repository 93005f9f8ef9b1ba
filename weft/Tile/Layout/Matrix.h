// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Layout/Layout.h"

namespace weft::tile {

/// An instruction for a product, and the layouts it asks for. Warps are spread
/// over the rows and columns of the result so that they share as few elements
/// of the operands as possible.
struct DotLayouts {
  const MatrixInstruction *instruction;
  Layout lhs;
  Layout rhs;
  Layout accumulator;
};

/// The layout of one warp's part of an operand, of so many rows and columns.
Layout fragmentLayout(const FragmentMap &map, int64_t rows, int64_t columns);

/// Nothing where no instruction of the machine fits.
std::optional<DotLayouts> dotLayouts(DotOp op, const Machine &machine,
                                     int64_t warps);

} // namespace weft::tile
