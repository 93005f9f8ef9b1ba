// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles for convolutions on blocks of threads.
//
// A convolution is a product for each place of the window: its rows are places
// of the result, its columns output features, and input features are summed
// over. A tile of rows is a box in the batch and the places, so that what a
// window's place needs of the input is a box as well, which is read where it
// lies. What lies outside of the input is not read, and is zero.
//
//   64 x 56 x 56 places of 256 features: boxes of 1 x 8 x 8 places are 64 rows
//
// Where the window is longer than the places it has, as in the gradient to a
// window, places are taken one by one, and a tile of the window's points is
// summed over together with input features.
//
// Features of a group are those of a product of its own, so a tile of columns
// lies in one group, however small that is.

#pragma once

#include "weft/Tile/Tiling/Candidates.h"

namespace weft::tile {

/// How large the tiles of a convolution are, about.
struct ConvolutionTile {
  int64_t rows;
  int64_t columns;
  /// Input features, and points of the window, that are taken at a time.
  int64_t depth;
  /// What a tile has at least along rows and columns, and along what is summed
  /// over.
  int64_t leastSide;
  int64_t leastDepth;
};

/// The convolution that leads a block; null where none does, or its dimensions
/// are not those of the roots.
mlir::Operation *leadingConvolution(const TiledProgram &simple);

/// The smaller one of how many places and how many features a group of a
/// convolution has: rows and columns of its products.
int64_t smallerSideOf(mlir::Operation *convolution);

/// Whether an instruction for the elements of the input takes the tiles of such
/// a block.
bool takesTiles(const MatrixInstruction &instruction,
                const TiledProgram &simple);

/// The sizes of tiles, one per dimension of the space, of such a block.
void cutConvolution(const TiledProgram &simple, const ConvolutionTile &wanted,
                    llvm::MutableArrayRef<int64_t> sizes);

} // namespace weft::tile
