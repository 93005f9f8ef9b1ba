// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Layout/Layout.h"

namespace weft::tile {

/// An instruction for a product, and the layouts it asks for. Warps are spread
/// over the matrices of a batch, then over the rows and columns of the result
/// so that they share as few elements of the operands as possible.
struct DotLayouts {
  MatrixInstruction instruction;
  Layout lhs;
  Layout rhs;
  Layout accumulator;
};

/// What stands in for an instruction where the machine has none: each lane
/// multiplies rows by columns of its own, of any types: four by four, or fewer
/// where the result is so small or narrow. Lanes that a matrix has nothing for
/// take others of the batch. Its registers are the columns of the first row,
/// then of the next.
MatrixInstruction productOfLanes(DotOp op, const Machine &machine);
inline constexpr llvm::StringLiteral productOfLanesName = "lanes";

/// The one that a product was given; nothing where it has none.
std::optional<MatrixInstruction> instructionOf(DotOp op,
                                               const Machine &machine);

/// The layout of one warp's part of an operand, of so many rows and columns.
Layout fragmentLayout(const FragmentMap &map, int64_t rows, int64_t columns);

/// Nothing where neither an instruction of the machine nor lanes fit.
std::optional<DotLayouts> dotLayouts(DotOp op, const Machine &machine,
                                     int64_t warps);

} // namespace weft::tile
