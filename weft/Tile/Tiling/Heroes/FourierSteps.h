// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a Fourier transform by blocks of threads, one for each factor
// (FourierPlan.h).

#pragma once

#include "weft/Tile/Tiling/Heroes/FourierOnChip.h"

namespace weft::tile {

class FourierSteps : FourierTiles {
public:
  FourierSteps(const FourierTiles &tiles, FourierOnChip &onChip)
      : FourierTiles(tiles), onChip(onChip) {}

  /// The transform of what the first step reads to what takes it from the last
  /// one, with the tables of roots by step.
  void transform(const Source &source, const Sink &sink,
                 llvm::ArrayRef<unsigned> roots);

private:
  /// The butterflies of a step.
  struct Butterflies {
    Places at;
    /// Of the terms behind the first, where they are not one.
    Numbers roots;
  };

  Places placesOfStep(size_t s, int64_t each);
  Butterflies butterfliesOf(size_t s, int64_t done, unsigned roots);
  void shortStep(size_t s, int64_t done, const Butterflies &all,
                 const Source &from, const Sink &sink);
  void longStep(size_t s, int64_t done, const Source &from, const Sink &sink);

  FourierOnChip &onChip;
};

} // namespace weft::tile
