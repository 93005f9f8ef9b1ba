// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels of a scatter by blocks of threads share. Updates are
// rows x window; the place of an element is that of its row, which the indices
// say, plus that of its column:
//
//   place = sum over d of (start[d] + along[d]) * stride[d]

#pragma once

#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/ScatterDimensions.h"

namespace weft::tile {

/// How updates change what is there; nothing for other computations.
std::optional<UpdateKind> updateKindOf(stablehlo::ScatterOp op);

/// Why blocks cannot combine the updates of a scatter in any order.
std::optional<Refusal> refuseUpdates(const TilingSpace &space,
                                     mlir::Operation *op);

class ScatterUpdates {
public:
  ScatterUpdates(const TilingSpace &space, stablehlo::ScatterOp op);

  /// Decides what places and rows are counted in.
  void countOn(const Machine &machine);

  int64_t rowCount() const { return rows; }
  int64_t columnCount() const { return columns; }
  int64_t placeCount() const { return places; }
  /// Elements of a line of the result, of which a row of updates is a part;
  /// one where rows are none.
  int64_t lineLength() const { return line; }
  int64_t elementBytes() const;
  /// Whether the result has the input's memory.
  bool isInPlace() const { return isInPlace(0); }
  bool isInPlace(unsigned input) const;

protected:
  /// What kernels are written with.
  struct Emission {
    mlir::OpBuilder &builder;
    mlir::Location loc;
    llvm::StringRef name;
    llvm::SmallVector<KernelOp> kernels = {};
    Workspace workspace = {};
  };

  /// A kernel behind those that there are.
  HeroKernel begin(Emission &emission, llvm::StringRef suffix,
                   mlir::ArrayRef<int64_t> counts) const;
  /// The same, whose indices are a list and whose updates are rows.
  HeroKernel beginUpdates(Emission &emission, llvm::StringRef suffix,
                          mlir::ArrayRef<int64_t> counts) const;
  /// Result `i` begins as its input.
  void copy(Emission &emission, unsigned i = 0) const;

  /// Rows of updates, a tile of them: their numbers, where each begins, in
  /// lines of the result, and whether it has a place at all. Either of the last
  /// may be null: at the start, and surely.
  struct Rows {
    mlir::Value numbers;
    mlir::Value lines;
    mlir::Value live;
  };
  /// Those that are not `below` the last are not looked up; null for none.
  Rows locate(HeroKernel &hero, mlir::Value numbers, mlir::Value below) const;
  /// Rows from one on, of which there are all if they are `isInside`.
  Rows locateFrom(HeroKernel &hero, mlir::Value first, int64_t count,
                  bool isInside) const;

  mlir::Value numbersFrom(HeroKernel &hero, mlir::Value first,
                          int64_t count) const;
  /// The coordinates of numbers along dimensions; null where there is one.
  static llvm::SmallVector<mlir::Value>
  coordinates(HeroKernel &hero, mlir::Value numbers,
              mlir::ArrayRef<int64_t> extents);
  /// sum + value * factor, either of which may be null.
  static mlir::Value addTo(HeroKernel &hero, mlir::Value sum, mlir::Value value,
                           int64_t factor);
  static mlir::Value both(HeroKernel &hero, mlir::Value a, mlir::Value b) {
    return !a ? b : !b ? a : hero.math.both(a, b);
  }

  /// The columns of a window in the input. Dimensions that follow each other in
  /// both are one.
  struct Columns {
    llvm::SmallVector<int64_t> extents;
    llvm::SmallVector<int64_t> steps;
  };
  Columns columnsInInput() const;

  const TilingSpace &space;
  mutable stablehlo::ScatterOp op;
  ScatterDimensions dimensions;
  /// Of the first input, which may be the only one.
  mlir::Type element;
  int64_t rows;
  int64_t columns;
  int64_t places;
  int64_t line = 1;
  /// What places and rows are counted in.
  mlir::Type number;

private:
  int64_t lineOfResult() const;
  /// Where windows of rows begin along a dimension of the input, and whether
  /// they fit.
  mlir::Value startOf(HeroKernel &hero, mlir::Value numbers,
                      mlir::ArrayRef<mlir::Value> at, size_t d,
                      mlir::Value below, mlir::Value &fits) const;
};

/// Elements of a tile: sixteen for each of 128 threads.
inline constexpr int64_t scatterTile = 2048;

/// Of a window that are taken at a time.
int64_t columnsAtATime(int64_t columns);

} // namespace weft::tile
