// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Needs/ReshapePieces.h"

#include <llvm/ADT/STLExtras.h>

namespace weft::stablehlo {

static llvm::SmallVector<unsigned, 4>
withoutOnes(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<unsigned, 4> dimensions;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    if (extent != 1) {
      dimensions.push_back(d);
    }
  }
  return dimensions;
}

llvm::SmallVector<ReshapePiece, 4> cutIntoPieces(llvm::ArrayRef<int64_t> from,
                                                 llvm::ArrayRef<int64_t> to) {
  llvm::SmallVector<unsigned, 4> left = withoutOnes(from);
  llvm::SmallVector<unsigned, 4> right = withoutOnes(to);
  llvm::SmallVector<ReshapePiece, 4> pieces;
  for (size_t i = 0, j = 0; i < left.size() || j < right.size();) {
    ReshapePiece piece;
    int64_t leftCount = 1;
    int64_t rightCount = 1;
    do {
      if (leftCount <= rightCount && i < left.size()) {
        leftCount *= from[left[i]];
        piece.from.push_back(left[i++]);
      } else {
        rightCount *= to[right[j]];
        piece.to.push_back(right[j++]);
      }
    } while (leftCount != rightCount);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

} // namespace weft::stablehlo
