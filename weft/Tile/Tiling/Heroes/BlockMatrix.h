// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices that blocks of threads factor, and what such kernels are written in.
//
// A matrix, or a part of it, is one tile in the registers of a block. Columns
// and rows of it go through lists in memory on the chip, where every thread
// finds what its elements need.

#pragma once

#include "weft/Tile/Tiling/Heroes/BlockHero.h"

namespace weft::tile {

/// A side of a tile for so many rows or columns.
int64_t sideOf(int64_t extent);

/// Whether one block keeps a matrix that is factored in its registers, or the
/// triangle of systems on the chip.
bool fitsBlock(int64_t rows, int64_t columns, bool isTriangle,
               mlir::Type element);
/// How many systems of that order a block solves.
int64_t systemsOfBlock(int64_t order, int64_t systems, mlir::Type element);

/// Whether a larger matrix is factored or solved panel by panel, and how many
/// columns the panels of an LU have (BlockPanels.cpp).
bool fitsPanels(int64_t rows, bool isLu, mlir::Type element);
int64_t panelColumns(int64_t rows, mlir::Type element);

/// The matrices of an operand, one behind the other.
struct Matrices {
  explicit Matrices(mlir::Value value);
  llvm::SmallVector<int64_t> extents() const { return {count, rows, columns}; }

  mlir::Type element;
  int64_t count = 1;
  int64_t rows = 0;
  int64_t columns = 0;
};

/// Where a kernel is written, and what it is for.
struct KernelPlace {
  mlir::OpBuilder &builder;
  mlir::Location loc;
  std::string name;
  const TilingSpace &space;
  mlir::Operation *op;
  /// Constants of the algorithm's.
  llvm::SmallVector<mlir::ElementsAttr> tables = {};
};

class MatrixKernel {
public:
  /// With a tile of that shape for what is factored or solved.
  MatrixKernel(const KernelPlace &place, mlir::ArrayRef<int64_t> programs,
               mlir::ArrayRef<int64_t> tile, mlir::Type element);

protected:
  using Value = mlir::Value;

  /// A tile of a matrix, with zeros where it ends.
  Value load(Value ref, mlir::ArrayRef<Value> at, mlir::ArrayRef<int64_t> tile);
  void store(Value value, Value ref, mlir::ArrayRef<Value> at);
  /// The same of the program's matrix, from any row and column on; `isTurned`:
  /// of its transposition.
  Value loadPart(Value ref, Value row, Value column,
                 mlir::ArrayRef<int64_t> tile, bool isTurned = false);
  void storePart(Value value, Value ref, Value row, Value column,
                 bool isTurned = false);

  Value onChip(mlir::ArrayRef<int64_t> extents);
  /// Of the tile, the elements for which `mask` holds go to a list, by their
  /// index along a dim.
  void put(Value tile, Value list, int64_t dim, Value mask);
  Value list(Value ref);
  /// Elements of memory on the chip, where lists of numbers say.
  Value look(Value ref, mlir::ArrayRef<Value> at);

  /// A number, and those from zero on, as lists.
  Value repeated(Value number, int64_t count) {
    return math.splat(number, {count});
  }
  Value counted(int64_t count);
  Value number(Value index);
  /// A list, and a number, as tiles.
  Value along(Value list, int64_t dim) {
    return math.broadcast(list, {dim}, shape);
  }
  Value spread(Value index) { return math.splat(number(index), shape); }
  /// The index along a dim, and how it compares with numbers.
  Value places(int64_t dim) { return math.make<IotaOp>(index, dim); }
  Value compare(mlir::arith::CmpIPredicate predicate, int64_t dim,
                Value number) {
    return math.compare(predicate, places(dim), number);
  }

  HeroKernel hero;
  Arithmetic &math;
  mlir::Type element;
  llvm::SmallVector<int64_t> shape;
  mlir::RankedTensorType index;

private:
  /// Where a box of a grid of such boxes reaches over the end of the matrix.
  llvm::SmallVector<Value> boundsOf(Value ref, mlir::ArrayRef<int64_t> box);
};

} // namespace weft::tile
