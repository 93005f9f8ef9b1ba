// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that are worth trying on a GPU, for the two ways to run a program: by
// one thread, or by a block of threads.

#pragma once

#include "weft/Tile/Tiling/Candidates.h"

namespace weft::gpu {

/// One thread runs a program, on tiles of one element: neighbouring threads
/// have neighbouring elements. Where all elements of a row need a sum of it, a
/// thread takes the row.
/// Operations that are not cut into tiles are computed step by step.
class ThreadCandidates : public tile::CandidateSource {
public:
  llvm::ArrayRef<const tile::Algorithm *> algorithms() const override;
  std::vector<std::vector<tile::Proposal>>
  enumerate(const tile::TiledProgram &simple,
            const Machine &machine) const override;
};

/// A block of threads runs a program. Tiles are a few elements for each thread,
/// and powers of two; dimensions that are contiguous in memory are served
/// first. Products have square tiles. Smaller tiles are tried where larger ones
/// are refused.
class BlockCandidates : public tile::CandidateSource {
public:
  /// `isOrdered`: no result may depend on which thread is first. `isExact`:
  /// products take all digits of their factors.
  BlockCandidates(bool isOrdered, bool isExact)
      : isOrdered(isOrdered), isExact(isExact) {}

  llvm::ArrayRef<const tile::Algorithm *> algorithms() const override;
  std::vector<std::vector<tile::Proposal>>
  enumerate(const tile::TiledProgram &simple,
            const Machine &machine) const override;
  /// The threads of a block are the programs of a loop.
  bool sharesSteps() const override { return true; }

private:
  bool isOrdered;
  bool isExact;
};

} // namespace weft::gpu
