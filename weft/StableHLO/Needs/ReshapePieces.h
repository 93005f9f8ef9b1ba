// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reshapes, piece by piece: apart from dimensions of one, both shapes are cut
// from the left into the smallest pieces with equally many elements. 4x6x5 to
// 24x5 is (4x6, 24) and (5, 5).

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

namespace weft::stablehlo {

/// Equally many elements on both sides; the numbers are dimensions.
struct ReshapePiece {
  llvm::SmallVector<unsigned, 4> from;
  llvm::SmallVector<unsigned, 4> to;
};

/// Neither shape may have an extent of zero.
llvm::SmallVector<ReshapePiece, 4> cutIntoPieces(llvm::ArrayRef<int64_t> from,
                                                 llvm::ArrayRef<int64_t> to);

} // namespace weft::stablehlo
