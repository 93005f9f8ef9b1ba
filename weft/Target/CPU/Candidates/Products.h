// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles for the product of two matrices on a CPU, and for convolutions.
//
// A program computes a block of the result, in tiles whose sums stay in
// registers while the contracted dimension is walked. The right operand's part
// of the block is copied first, tile by tile in the order of use, unless it is
// small: rows of a large matrix lie so far apart that neither the caches nor
// the address translation hold a column of them. The left operand is copied a
// few rows at a time, by columns, unless it is used too rarely to be worth it.
// An operand that comes packed (weft/Tile/Tiling/Packing.h) is read where it
// lies, in tiles of its panels.
//
// A convolution is the same product: its rows are the places of the result, its
// contracted dimension the places of the window and the input features. What
// lies outside of the input becomes zeros as it is copied, so that the
// innermost loop tests nothing.
//
// A product with a vector has nothing to reuse: it reads the matrix once, in
// long pieces.

#pragma once

#include "weft/Tile/Tiling/Candidates.h"

namespace weft::cpu {

/// How much of a row is taken where rows are added up, or a vector is
/// multiplied with them: such a loop reads little of each row, so it takes as
/// much as the registers hold sums for, beside what they are added to.
int64_t vectorsOfLongRow(const Machine &machine);

/// Nothing when the block has no product, or one that is used in a way that
/// this does not fit. `simple` is the program of one-element tiles.
std::optional<tile::Candidate> proposeProduct(const tile::TiledProgram &simple,
                                              const Machine &machine);

/// The operands of the block's product that are better packed once, by a kernel
/// of their own, than by each program: where several programs would pack the
/// same panels, and the time this takes is worth another kernel.
tile::PackingChoice chooseProductPackings(const tile::TiledProgram &simple,
                                          const Machine &machine,
                                          tile::IsPackedFreely isFree);

} // namespace weft::cpu
