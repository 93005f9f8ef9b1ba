// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some factors of a Fourier transform, by a kernel of blocks of threads.
//
// Of n points let l be the product of the factors done so far, P that of the
// next ones and m = n / (l P). As with a single factor (FourierPlan.h), for
// j < m and k < l, the P points x[(j + q m) l + k], turned by the q k-th of l P
// parts of a circle, are a signal, and its transform goes to y[(j P + u) l +
// k].

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Tiling/Heroes/FourierShape.h"
#include "weft/Tile/Tiling/KernelFrame.h"

namespace weft::tile {

/// Points that a block holds at most.
int64_t mostFourierPoints(const Machine &machine, mlir::Type part);
/// So many signals side by side are read in whole sectors.
int64_t wholeSectors(const Machine &machine, mlir::Type part);

/// What one kernel transforms.
struct FourierPass {
  /// Of a signal: P, l and n of above.
  int64_t points = 1;
  int64_t done = 1;
  int64_t length = 1;
  /// Whether it reads the operand, and whether it writes the result.
  bool isFirst = true;
  bool isLast = true;
  /// Of a convolution by several kernels, its numbers, and whether this is of
  /// the second transform.
  const FourierPlan *convolution = nullptr;
  bool isBack = false;

  bool isPart() const { return points != length; }
  /// Whether all of the line is done then.
  bool isEnd() const { return done * points == length; }
  /// Signals of a line.
  int64_t each() const { return length / points; }
};

/// The kernel of a pass. `from` and `to` are arrays of points, line by line,
/// that kernels of longer signals hand on.
KernelOp emitFourierPass(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, const TilingSpace &space,
                         mlir::Operation *op, const FourierShape &shape,
                         const FourierPass &pass, const Machine &machine,
                         const Workspace &workspace, unsigned from,
                         unsigned to);

} // namespace weft::tile
