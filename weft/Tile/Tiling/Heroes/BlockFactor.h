// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that a block of threads factors or solves in its registers: a whole
// matrix (BlockFactor.cpp), or a part of a larger one (BlockPanels.cpp).

#pragma once

#include "weft/Tile/Tiling/Heroes/BlockMatrix.h"

#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::tile {

bool isCholesky(mlir::Operation *op);
bool isLu(mlir::Operation *op);
bool isTriangularSolve(mlir::Operation *op);

class CholeskyTile : public MatrixKernel {
protected:
  using MatrixKernel::MatrixKernel;

  /// The lower factor L of L L^H, some columns at a time, or its adjoint; with
  /// zeros in the other triangle.
  TileValue factor(const TileValue &tile, Value steps, Turn turn);

private:
  TileValue reduce(const TileValue &tile, const TileValue &columns, Value step);
};

/// Column by column: the row of its largest element is exchanged with its own,
/// and what is behind both is reduced.
class LuTile : public MatrixKernel {
protected:
  using MatrixKernel::MatrixKernel;

  struct Factors {
    TileValue tile;
    /// Of each step, the row that was exchanged; a list.
    Value pivots;
  };
  /// There are so many rows, of which the first has the number `origin`. The
  /// list of pivots has `most` places.
  Factors factor(const TileValue &tile, Value rows, Value steps, Value origin,
                 int64_t most);

private:
  Value combined(CombineKind kind, Value list);
  Value firstLargest(Value list);
  Value findRow(const TileValue &list, Value k, Value rows);
  TileValue reduce(const TileValue &tile, Value step, Value rows, Value &row);

  /// On the chip.
  TileValue column;
  TileValue ownRow;
  TileValue otherRow;
};

/// How a triangle is substituted into right-hand sides.
struct Substitution {
  explicit Substitution(mlir::Operation *op);
  Substitution(bool isLeft, Turn turn, bool isLower, bool isUnit);

  bool isLeft;
  /// Of the triangle.
  Turn turn;
  bool isUnit;
  /// x * op(a) = b is op(a)^T * x^T = b^T: seen so, both sides solve from the
  /// left, by the triangle or, swapped, by its transposition.
  bool isSwapped;
  bool isForward;
};

/// Elements of a system along one dim, systems along the other.
class SubstitutionTile : public MatrixKernel {
protected:
  SubstitutionTile(const KernelPlace &place, Substitution how,
                   mlir::ArrayRef<int64_t> programs,
                   mlir::ArrayRef<int64_t> tile, mlir::Type element)
      : MatrixKernel(place, programs, tile, element), how(how) {}

  /// Of so many systems, whose dim is 1 - elements().
  int64_t elements() const { return how.isLeft ? 0 : 1; }
  int64_t side() const { return shape[elements()]; }
  int64_t width() const { return shape[1 - elements()]; }

  /// Puts a triangle on the chip, conjugate where its adjoint is meant.
  TileValue keep(const TileValue &triangle);
  /// Where `where` holds, if it is given.
  TileValue solve(const TileValue &tile, const TileValue &triangle, Value order,
                  Value where = {});

  Substitution how;

private:
  TileValue coefficients(const TileValue &triangle, Value element);
  TileValue reduce(const TileValue &tile, const TileValue &triangle,
                   const TileValue &found, Value first, Value order,
                   Value where);
};

} // namespace weft::tile
