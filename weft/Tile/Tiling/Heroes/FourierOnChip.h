// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a step of a Fourier transform leaves for the next one, in memory on the
// chip. An element lies there by the number of its butterfly, u rows of all
// butterflies, so that threads write side by side, and every row is written by
// one operation.

#pragma once

#include "weft/Tile/Tiling/Heroes/FourierTiles.h"

namespace weft::tile {

class FourierOnChip : FourierTiles {
public:
  explicit FourierOnChip(const FourierTiles &tiles) : FourierTiles(tiles) {}

  /// For what a step by this factor leaves, after those before it.
  void makeRoom(int64_t factor, int64_t done);
  /// Of butterflies, number u.
  void store(const Places &at, mlir::Value u, mlir::Value butterfly,
             const TileValue &value);
  /// Reads what is there now.
  Source source();
  /// Takes what the last step makes, whose room is made with the first number.
  Sink sinkOfLastStep();

private:
  mlir::Value inRow(const Places &at, mlir::Value butterfly, int64_t factor);

  /// What the step leaves: its factor, what was done before it, and the parts,
  /// rows of all butterflies.
  struct Rows {
    int64_t factor = 1;
    int64_t done = 1;
    llvm::SmallVector<mlir::Value> parts;
  };
  Rows rows;
  bool isOfLastStep = false;
};

} // namespace weft::tile
