// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Plan/IR/Plan.h"
#include "weft/Tile/Tiling/Candidates.h"

namespace weft {

/// The sizes of a candidate's tiles, as people read them.
std::string describeSizes(const tile::Candidate &candidate);

/// Records which tiles a kernel has, the next best two, and why others were
/// refused, each reason once.
void recordTiles(plan::KernelOp kernel,
                 llvm::ArrayRef<tile::TriedCandidate> tried);

/// The same of the algorithm that a kernel is written out by.
void recordAlgorithm(plan::KernelOp kernel,
                     llvm::ArrayRef<tile::TriedAlgorithm> tried);

} // namespace weft
