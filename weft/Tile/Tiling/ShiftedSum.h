// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum of what the elements of a row are beside a number that comes from a
// reduction of the same row: of exponentials, or of squares.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <optional>

namespace weft::tile {

/// sum exp(x - c), or sum (x - c)^2.
struct ShiftedSum {
  enum class Terms { Exponentials, Squares };

  stablehlo::ReduceOp sum;
  Terms terms = Terms::Squares;
  /// x, and what repeats c of each row.
  mlir::Value row;
  stablehlo::BroadcastInDimOp shift;
  /// The reduction of the row that c comes from: its maximum, or its sum.
  stablehlo::ReduceOp first;

  static std::optional<ShiftedSum> find(stablehlo::ReduceOp sum);

private:
  bool findTerms();
  bool findFirst(mlir::Value value, int depth = 0);
  bool isFirst(stablehlo::ReduceOp reduce);
};

} // namespace weft::tile
