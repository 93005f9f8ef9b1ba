// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the first step of a pass of a Fourier transform has its points from:
// the operand, or what the pass before has left; and what they are turned by,
// or multiplied with, as they are read.

#pragma once

#include "weft/Tile/Tiling/Heroes/FourierTiles.h"
#include "weft/Tile/Tiling/KernelFrame.h"

namespace weft::tile {

class FourierSources : FourierTiles {
public:
  explicit FourierSources(const FourierTiles &tiles) : FourierTiles(tiles) {}

  /// What the pass reads; but for the first, that is an array of points.
  Source ofPass(const Workspace &workspace, unsigned buffer);

  /// A transform's way back is the way there of exchanged parts.
  static Source exchanged(const Source &source);

private:
  Source ofOperand();
  Source ofParts(const Workspace &workspace, unsigned buffer);
  Source turned(const Source &source);
  Source chirped(const Source &source);

  llvm::SmallVector<int64_t> termsOfFirstStep() const;
  mlir::Value mirrored(const Places &at, const Term &term, mlir::Value point,
                       Inside direct, mlir::Value imaginary);
};

} // namespace weft::tile
