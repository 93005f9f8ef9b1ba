// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that are worth trying on a CPU.
//
// Tiles are as large as the registers hold. A dimension that is contiguous in
// memory gets a few vectors, all others one element; the loops around make the
// rest. A dimension that a reduction does not depend on is walked by a loop of
// the program, so that the reduction is computed once before it. Products have
// tiles of their own (Products.h).

#pragma once

#include "weft/Tile/Tiling/Candidates.h"

namespace weft::cpu {

class CpuCandidates : public tile::CandidateSource {
public:
  std::vector<std::vector<tile::Proposal>>
  enumerate(const tile::TiledProgram &simple,
            const Machine &machine) const override;

  tile::PackingChoice
  choosePackings(const tile::TiledProgram &simple, const Machine &machine,
                 tile::IsPackedFreely isFree) const override;

  /// A core takes one step after the other, with vectors where the algorithm
  /// has them.
  mlir::ArrayRef<const tile::Algorithm *> algorithms() const override;
};

} // namespace weft::cpu
