// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices that count, as x[arange(n), i] has them: in each row of the indices
// they are the number of the row. Gather and scatter know that as batching
// dimensions, and need no index for it.

#pragma once

#include "weft/StableHLO/Simplify/Rewriter.h"

namespace weft::stablehlo {

/// The dimension along which the elements of a value count: each is its own
/// index there. None where there is no such dimension of more than one element.
std::optional<int64_t> countedDimension(mlir::Value value);

/// How the indices of a gather or scatter name places of its operand.
struct IndexedDimensions {
  /// Of the operand: those of which a window keeps one place, without a
  /// dimension for it.
  Dimensions dropped;
  /// Of operand and indices, pairwise: those that they share.
  Dimensions batching;
  Dimensions indicesBatching;
  /// Of the operand: the one that each component of an index moves along.
  Dimensions moved;
  /// Of the indices: the one that the components lie along.
  int64_t vectorDimension;
};

/// Indices without a component that counts along all of a dimension of
/// `operand`: that dimension is in `dimensions.batching` instead. None where no
/// component does, or it is the only one.
struct BatchedIndices {
  mlir::Value indices;
  IndexedDimensions dimensions;
};
std::optional<BatchedIndices>
batchCountedIndices(Rewriter &rewriter, mlir::Value operand,
                    mlir::Value indices, const IndexedDimensions &dimensions);

} // namespace weft::stablehlo
