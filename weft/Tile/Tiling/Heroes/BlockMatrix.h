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
#include "weft/Tile/Tiling/Heroes/FactorNumbers.h"

namespace weft::tile {

/// A side of a tile for so many rows or columns.
int64_t sideOf(int64_t extent);

/// Whether blocks factor matrices of such elements.
bool hasFactorBlocks(mlir::Type element);
/// Whether one block keeps a matrix that is factored in its registers, or the
/// triangle of systems on the chip.
bool fitsBlock(int64_t rows, int64_t columns, bool isTriangle,
               mlir::Type element);
/// How many systems of that order a block solves.
int64_t systemsOfBlock(int64_t order, int64_t systems, mlir::Type element);

/// Whether a larger matrix is factored or solved panel by panel
/// (BlockPanels.cpp); how wide panels are whose rows need not be compared, and
/// products; and how many columns the panels of an LU have.
inline constexpr int64_t panelSide = 64;
bool fitsPanels(int64_t rows, bool isLu, mlir::Type element);
int64_t panelColumns(int64_t rows, mlir::Type element);

/// The matrices of an operand, one behind the other.
struct Matrices {
  explicit Matrices(mlir::Value value);
  /// As they lie in memory: parts of a complex number are a dimension.
  llvm::SmallVector<int64_t> extents() const;

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

/// How a part of a matrix is seen.
enum class Turn { No, Transposed, Adjoint };

class MatrixKernel {
public:
  /// With a tile of that shape for what is factored or solved.
  MatrixKernel(const KernelPlace &place, mlir::ArrayRef<int64_t> programs,
               mlir::ArrayRef<int64_t> tile, mlir::Type element);

protected:
  using Value = mlir::Value;

  /// A tile of a matrix, with zeros where it ends.
  TileValue load(Value ref, mlir::ArrayRef<Value> at,
                 mlir::ArrayRef<int64_t> tile);
  void store(const TileValue &value, Value ref, mlir::ArrayRef<Value> at);
  /// The same of the program's matrix, from any row and column on, or of its
  /// transposition or adjoint.
  TileValue loadPart(Value ref, Value row, Value column,
                     mlir::ArrayRef<int64_t> tile, Turn turn = Turn::No);
  void storePart(const TileValue &value, Value ref, Value row, Value column,
                 Turn turn = Turn::No);
  TileValue turned(const TileValue &tile, Turn turn);

  /// Memory on the chip, for each part of a number.
  TileValue onChip(mlir::ArrayRef<int64_t> extents);
  /// Of the tile, the elements for which `mask` holds go to a list, by their
  /// index along a dim.
  void put(const TileValue &tile, const TileValue &list, int64_t dim,
           Value mask);
  TileValue list(const TileValue &memory);
  /// Steps that are taken at once where rows are not exchanged, which divides
  /// each side of a tile.
  int64_t stepsAtOnce() const { return parts == 1 ? 4 : 2; }
  /// As many lines of the tile go to memory on the chip, by their index along a
  /// dim: those from `first` on. And one of them, as a list.
  void putLines(const TileValue &tile, const TileValue &memory, int64_t dim,
                Value first);
  TileValue line(const TileValue &memory, int64_t i);
  /// A number of memory on the chip, for every thread, as a tile of one.
  TileValue numberOf(const TileValue &memory, Value row, Value column);
  /// Elements of memory on the chip, where lists of numbers say.
  TileValue look(const TileValue &memory, mlir::ArrayRef<Value> at);

  /// A number, and those from zero on, as lists.
  Value repeated(Value number, int64_t count) {
    return math.splat(number, {count});
  }
  /// A tile of one, as a list.
  TileValue spread(const TileValue &number, int64_t count) {
    return mapParts(number,
                    [&](Value part) { return math.repeat(part, {count}); });
  }
  Value counted(int64_t count);
  Value number(Value index);
  /// A list, and a number, as tiles.
  Value along(Value list, int64_t dim) {
    return math.broadcast(list, {dim}, shape);
  }
  TileValue along(const TileValue &list, int64_t dim) {
    return mapParts(list, [&](Value part) { return along(part, dim); });
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
  FactorNumbers numbers;
  /// Of a number.
  mlir::Type part;
  unsigned parts;
  llvm::SmallVector<int64_t> shape;
  mlir::RankedTensorType index;

private:
  /// A place in an array of matrices, and a box of elements there.
  struct Box {
    llvm::SmallVector<Value> at;
    llvm::SmallVector<int64_t> shape;
    llvm::SmallVector<Value> bounds;
  };
  Box boxOf(unsigned part, unsigned parts, mlir::ArrayRef<Value> at,
            mlir::ArrayRef<int64_t> tile);
  /// Where a box of a grid of such boxes reaches over the end of the matrix.
  void boundAtEnd(Box &box, Value ref);
  /// Where a box at any place may do so.
  void boundEverywhere(Box &box, Value ref);
  Value loadBox(Value ref, const Box &box);
  void storeBox(Value value, Value ref, const Box &box);
};

} // namespace weft::tile
