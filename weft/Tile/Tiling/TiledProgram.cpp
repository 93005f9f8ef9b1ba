// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/TiledProgram.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {

int64_t TiledProgram::blockOf(unsigned d) const {
  int64_t extent = std::max<int64_t>(space->dimensions[d].extent, 1);
  if (!llvm::is_contained(candidate.inner, d)) {
    return space->dimensions[d].parallel ? candidate.sizes[d] : extent;
  }
  bool isCut = d < candidate.blocks.size() && candidate.blocks[d] != 0;
  return isCut ? std::min(candidate.blocks[d], extent) : extent;
}

int64_t TiledProgram::programCount(unsigned d) const {
  return std::max<int64_t>(
      1, llvm::divideCeil(space->dimensions[d].extent, blockOf(d)));
}

int64_t TiledProgram::programCount() const {
  int64_t count = 1;
  for (unsigned d = 0; d < space->parallelCount(); ++d) {
    count *= programCount(d);
  }
  return count;
}

bool TiledProgram::isDealt(unsigned d) const {
  return d < candidate.dealt.size() && candidate.dealt[d] > 1 &&
         !space->dimensions[d].parallel &&
         candidate.dealt[d] < space->dimensions[d].extent;
}

int64_t TiledProgram::dealtBlock(unsigned d) const {
  // Blocks a page apart would fight for the same places of a cache.
  constexpr int64_t crowded = 256;
  constexpr int64_t apart = 16;
  int64_t block =
      llvm::divideCeil(space->dimensions[d].extent, candidate.dealt[d]);
  return block % crowded == 0 ? block + apart : block;
}

int64_t TiledProgram::stepOf(unsigned d) const {
  return isDealt(d) ? 1 : candidate.sizes[d];
}

int64_t TiledProgram::iterationCount(unsigned d) const {
  return isDealt(d) ? dealtBlock(d)
                    : llvm::divideCeil(blockOf(d), candidate.sizes[d]);
}

} // namespace weft::tile
