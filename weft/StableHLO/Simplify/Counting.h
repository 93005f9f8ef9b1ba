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

/// One component of an index that is known without looking.
struct CountedComponent {
  /// Of the index vector.
  int64_t component;
  /// The dimension of the indices that it is the number along.
  int64_t dimension;
  /// The indices without it.
  mlir::Value others;
};

/// A component of indices along `vectorDimension` for which `mayBatch` holds;
/// there is at least one more.
std::optional<CountedComponent> findCountedComponent(
    Rewriter &rewriter, mlir::Value indices, int64_t vectorDimension,
    llvm::function_ref<bool(int64_t component, int64_t dimension)> mayBatch);

} // namespace weft::stablehlo
