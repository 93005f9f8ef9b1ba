// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How blocks of threads share a pass of a Fourier transform, as it is chosen
// before there is a kernel.
//
// A block takes some signals, and all butterflies of a step are a tile: the
// first step reads memory, the last one writes it, and between two steps
// numbers go through memory on the chip.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Tiling/Heroes/FourierPass.h"
#include "weft/Tile/Tiling/Heroes/FourierShape.h"

namespace weft::tile {

/// Points that a block holds at most.
int64_t mostFourierPoints(const Machine &machine, mlir::Type part);
/// So many signals side by side are read in whole sectors.
int64_t wholeSectors(const Machine &machine, mlir::Type part);

struct FourierBlocks {
  FourierBlocks(const FourierShape &shape, const FourierPass &pass,
                const Machine &machine);
  FourierBlocks(const FourierBlocks &) = delete;
  FourierBlocks &operator=(const FourierBlocks &) = delete;

  const FourierShape &shape;
  const FourierPass &pass;
  /// Of a signal.
  const FourierPlan plan;
  /// Bluestein's, here or by several kernels; else null.
  const FourierPlan *const convolution;
  /// What is computed with, and what points of all lines are counted in.
  const mlir::Type part;
  const mlir::Type count;
  const int64_t signals;
  /// Signals of a block.
  const int64_t together;
  /// What each step has memory of its own for, on the chip.
  const int64_t bytesApart;
  /// Whether the roots of all steps are read before the points.
  const bool areRootsAhead;
  const int64_t warps;

  int64_t grid() const { return llvm::divideCeil(signals, together); }

  /// Whether neighbouring signals are neighbours in memory.
  bool readsBeside() const { return pass.isPart() || shape.isInterleaved; }
  bool writesBeside() const {
    return pass.isPart() ? pass.done > 1 : shape.isInterleaved;
  }

  /// Of a step of a signal by a factor: butterflies, or pairs of what a long
  /// one makes.
  int64_t placesOf(int64_t factor) const;
  /// The tile for so many elements.
  static int64_t tileOf(int64_t elements);

private:
  int64_t chooseTogether(const Machine &machine) const;
  bool readsRootsAhead(const Machine &machine) const;
  int64_t chooseWarps(const Machine &machine) const;
  int64_t fewestPlacesOfStep() const;
};

} // namespace weft::tile
