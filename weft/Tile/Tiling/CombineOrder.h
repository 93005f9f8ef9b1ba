// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order a reduction may take its elements. The specification lets it
// be any tree over the elements in their order; a body need be associative, not
// commutative. Only where its form proves that it commutes, lanes and strides
// may take elements as they come.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::tile {

enum class CombineOrder {
  /// The body is one operation that commutes.
  Any,
  /// The body chooses by comparing, and each element carries its place
  /// (Places.h).
  ByPlace,
  /// Nothing says that the body commutes.
  Kept
};

CombineOrder combineOrderOf(weft::stablehlo::ReduceOp op);

} // namespace weft::tile
