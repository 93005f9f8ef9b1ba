// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves of the elements of a tile. Many exchange bits of their numbers.
//
// Elements of several pieces are numbered one piece after the other. Where
// widths and counts are powers of two, the low bits of a number say the lane,
// and the high ones the piece. To transpose a tile is to permute these bits:
// of 16 x 8 elements in pieces of 16, number rrrrccc becomes cccrrrr, so that
// three bits have to cross from pieces to lanes, and three the other way.
//
// Two bits change places in one stage: every piece is shuffled once, with the
// piece whose number differs in one bit. So three stages move all elements,
// where lane after lane would take seven shuffles for each piece. Pieces that
// are narrower than those of the result are joined first, which brings a bit
// into the lanes, too; and the last shuffle puts the bits of lanes in order.
// Where bits of pieces come in below those of lanes, halves of pieces are
// interleaved, which leaves nothing to be put in order.

#pragma once

#include "weft/Target/Code/Vectors.h"

namespace weft::code {

/// A tile of other elements: element i of the result, which is cut into
/// `resultCut`, is element sourceOf(i) of the operand.
Pieces moveElements(Builder &builder, llvm::ArrayRef<llvm::Value *> operand,
                    llvm::ArrayRef<Piece> operandCut,
                    llvm::ArrayRef<Piece> resultCut,
                    llvm::function_ref<int64_t(int64_t)> sourceOf);

/// A tile of this shape whose minor dim changes places with another one.
Pieces swapMinor(Builder &builder, llvm::ArrayRef<llvm::Value *> pieces,
                 llvm::ArrayRef<int64_t> shape, size_t dimension,
                 const Lanes &lanes);

} // namespace weft::code
