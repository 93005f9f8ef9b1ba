// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reductions that are taken apart are written with: several of fewer
// elements each, and one of their results.
//
// Sums of floats are handed on in f32 at least and joined in f64, so that
// taking a sum apart costs no digits.

#pragma once

#include "weft/StableHLO/IR/Writer.h"
#include "weft/Tile/Tiling/Body.h"

namespace weft::tile {

/// Whether the types and the body of a reduction let it be taken apart.
bool hasParts(stablehlo::ReduceOp reduce);

/// Whether there is an element that leaves all others as they are.
bool hasNeutral(CombineKind kind, mlir::Type element);

class ReductionParts {
public:
  explicit ReductionParts(stablehlo::ReduceOp reduce)
      : reduce(reduce), writer(reduce), builder(writer.builder),
        kind(combineKindOf(reduce.getBody())) {}

protected:
  static mlir::RankedTensorType typeOf(mlir::Value value) {
    return mlir::cast<mlir::RankedTensorType>(value.getType());
  }

  /// What parts are computed and handed on in, and what they are joined in.
  std::pair<mlir::Type, mlir::Type> typesOfParts();

  /// What parts start from: the initial value enters once, when they are
  /// joined, if there is another that changes nothing. Of extremes, which alone
  /// may have none, it may enter often.
  llvm::SmallVector<mlir::Value> neutralOrInitial(mlir::Type element);
  mlir::Value neutral(mlir::Type element);

  /// The same reduction of other arrays.
  llvm::SmallVector<mlir::Value> emit(mlir::ArrayRef<mlir::Value> inputs,
                                      mlir::ArrayRef<mlir::Value> initials,
                                      mlir::ArrayRef<int64_t> dimensions);

  /// The results of the reduction from those of its parts and, where a body of
  /// a kind has some, elements that are part of none, along the same
  /// dimensions.
  void join(llvm::SmallVector<mlir::Value> values,
            mlir::ArrayRef<int64_t> dimensions, mlir::Type joined,
            mlir::Value rest = {});

  stablehlo::ReduceOp reduce;
  stablehlo::Writer writer;
  mlir::OpBuilder &builder;
  std::optional<CombineKind> kind;
};

} // namespace weft::tile
