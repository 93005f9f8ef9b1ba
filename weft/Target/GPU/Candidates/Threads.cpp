// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Candidates/GpuCandidates.h"
#include "weft/Tile/Tiling/Heroes/Sequential.h"
#include "weft/Tile/Tiling/Survey.h"

namespace weft::gpu {

llvm::ArrayRef<const tile::Algorithm *> ThreadCandidates::algorithms() const {
  return tile::sequentialAlgorithms();
}

std::vector<std::vector<tile::Proposal>>
ThreadCandidates::enumerate(const tile::TiledProgram &simple,
                            const Machine &) const {
  tile::Candidate candidate = tile::Candidate::ones(*simple.space);
  candidate.hasTotals = true;
  candidate.keepsCostly = true;
  tile::Survey found = tile::surveyOf(simple);
  for (unsigned d = 0; d < simple.space->parallelCount(); ++d) {
    if (found.isRepeated.test(d)) {
      candidate.inner.push_back(d);
    }
  }
  return {{{std::move(candidate), 0}}};
}

} // namespace weft::gpu
