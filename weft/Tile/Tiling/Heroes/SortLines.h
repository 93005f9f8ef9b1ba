// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What algorithms that sort have in common: the lines that are sorted, and the
// elements that move together.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

namespace weft::tile {

/// The lines that are sorted, one program each.
struct SortLines {
  SortLines(const TilingSpace &space, mlir::Operation *op);

  int64_t count() const;
  /// Place `i` of the program's line.
  llvm::SmallVector<mlir::Value> at(HeroKernel &hero, mlir::Value i) const;

  stablehlo::SortOp sort;
  /// Steps of a comparison, and of moving the elements of one place.
  int64_t compared;
  int64_t moved;
  int64_t along = 0;
  int64_t length = 0;
  /// How many of the first places are wanted.
  int64_t kept = 0;
  llvm::SmallVector<int64_t> counts;
};

/// One element of each operand, which move together.
using SortEntry = llvm::SmallVector<TileValue>;

/// Reads, writes and compares places of lines.
class SortEntries {
public:
  SortEntries(HeroKernel &hero, const SortLines &lines);

  /// Memory for places of that shape, a ref per operand.
  llvm::SmallVector<mlir::Value> scratch(mlir::ArrayRef<int64_t> shape);
  llvm::SmallVector<mlir::Value> operands() const;
  llvm::SmallVector<mlir::Value> results() const;

  SortEntry load(mlir::ArrayRef<mlir::Value> refs, HeroKernel::Indices at);
  void store(mlir::ArrayRef<mlir::Value> refs, HeroKernel::Indices at,
             const SortEntry &entry);
  /// Whether a place comes before another.
  mlir::Value isLess(const SortEntry &a, const SortEntry &b);
  SortEntry choose(mlir::Value condition, const SortEntry &a,
                   const SortEntry &b);

  HeroKernel &hero;
  stablehlo::SortOp sort;
  llvm::SmallVector<mlir::Type> elements;
};

/// Bytes of the widest part of an element.
int64_t widestPart(stablehlo::SortOp sort);

inline bool isSort(mlir::Operation *op) {
  return mlir::isa<stablehlo::SortOp>(op);
}

} // namespace weft::tile
