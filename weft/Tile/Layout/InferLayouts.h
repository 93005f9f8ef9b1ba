// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From stage `free` to `laid_out`: every tile gets a layout, and
// `tile.convert_layout` stands where two meet that differ.
//
// Tiles that elementwise operations and control flow tie together form a class,
// which has one layout. Matrix products fix theirs. The others are taken in
// order of the bytes they move: a class that follows from a larger one that is
// settled (the sums of rows, a row that is broadcast) takes what follows; else
// the layout in which its largest access to memory is coalesced. Loads and
// stores then decide each for itself whether a conversion pays. Constants,
// masks and their like are made anew at each use and have no say.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Layout/Layout.h"

namespace weft::tile {

struct LayoutOptions {
  /// Warps of a program; 0: chosen by the size of its tiles.
  int64_t warps = 0;
};

/// What has no layout yet is reported at the operation, and leaves a kernel
/// that is of no use.
mlir::LogicalResult inferLayouts(KernelOp kernel, const Machine &machine,
                                 const LayoutOptions &options = {});

/// Back to stage `free`, from any other: the same program on no machine. What
/// the model runs.
void eraseLayouts(KernelOp kernel);

/// Both as passes, on the kernels of stage `free`, or of all others, in a
/// module.
void registerLayoutPasses();

} // namespace weft::tile
