// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Totals.h"

namespace weft::tile {

/// What goes from block to block of places: of sums of floats a total with
/// twice the digits (Totals.h), so that every place has the digits of its type
/// however long its past is; of other kinds what is combined itself. All values
/// are tiles, one per part.
class RunningCarry {
public:
  RunningCarry(Arithmetic &math, CombineKind kind, mlir::Type element)
      : math(math), kind(kind), part(partType(element)),
        isSum(kind == CombineKind::Add && llvm::isa<mlir::FloatType>(part)) {}

  llvm::SmallVector<mlir::Value> start(mlir::ValueRange initial) {
    return isSum ? startTotals(math, initial) : llvm::to_vector(initial);
  }

  /// What is carried as one value per part, for others to go on from: sums in
  /// f64.
  llvm::SmallVector<mlir::Value> finish(mlir::ValueRange carried) {
    return isSum ? finishTotals(math, carried, computeType(part))
                 : llvm::to_vector(carried);
  }
  llvm::SmallVector<mlir::Value> goOn(mlir::ValueRange finished) {
    return isSum && computeType(part).isF64() ? startTotals(math, finished)
                                              : llvm::to_vector(finished);
  }
  mlir::Type finishedType() {
    return isSum ? math.builder.getF64Type() : computeType(part);
  }
  /// How many values are carried of a part.
  unsigned valuesOfPart() const {
    return isSum && computeType(part).isF64() ? 2 : 1;
  }
  /// After what combined to `finished`.
  llvm::SmallVector<mlir::Value> appendFinished(mlir::ValueRange carried,
                                                mlir::ValueRange finished) {
    return valuesOfPart() == 2 ? addToTotals(math, carried, finished)
                               : combine(carried, finished);
  }

  /// In the type that elements are combined in.
  llvm::SmallVector<mlir::Value> read(mlir::ValueRange carried) {
    if (!isSum) {
      return carried;
    }
    mlir::Type chain = computeType(part);
    return llvm::map_to_vector(
        finishTotals(math, carried, chain),
        [&](mlir::Value total) { return math.toFloat(total, chain); });
  }

  /// After a block that combined to `chain`.
  llvm::SmallVector<mlir::Value> append(mlir::ValueRange carried,
                                        mlir::ValueRange chain) {
    return isSum ? addToTotals(math, carried, chain) : combine(carried, chain);
  }

  llvm::SmallVector<mlir::Value> combine(mlir::ValueRange before,
                                         mlir::ValueRange after) {
    llvm::SmallVector<mlir::Value> results;
    for (auto [left, right] : llvm::zip_equal(before, after)) {
      results.push_back(emitCombine(math, kind, left, right));
    }
    return results;
  }

private:
  Arithmetic &math;
  CombineKind kind;
  mlir::Type part;
  bool isSum;
};

} // namespace weft::tile
