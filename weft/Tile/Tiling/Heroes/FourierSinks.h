// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the last step of a pass of a Fourier transform leaves its numbers: the
// result, or what the next pass reads; and what they are multiplied with as
// they are written.

#pragma once

#include "weft/Tile/Tiling/Heroes/FourierTiles.h"
#include "weft/Tile/Tiling/KernelFrame.h"

namespace weft::tile {

class FourierSinks : FourierTiles {
public:
  explicit FourierSinks(const FourierTiles &tiles) : FourierTiles(tiles) {}

  /// What the pass writes; but for the last, that is an array of points.
  Sink ofPass(const Workspace &workspace, unsigned buffer);

  /// Times the transform of Bluestein's chirp.
  Sink filtered(const Sink &sink);

private:
  Sink ofResult();
  Sink ofParts(const Workspace &workspace, unsigned buffer);
  Sink unchirped(const Sink &sink);
};

} // namespace weft::tile
