// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a tile gets from one layout to another. Where threads hold the same
// elements as before, registers are renamed. Otherwise all threads write the
// tile to memory on the chip, and read it back as the other layout says.
//
// That memory has banks which serve one word at a time each. How the tile lies
// there decides how many lanes want the same bank: any dim can be the minor
// one, and rows can be padded. All of these are tried on a model of the banks,
// and the cheapest is taken.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Layout/Layout.h"

namespace weft::tile {

/// How a tile lies in memory on the chip: dims in an order, slowest first, and
/// rows of the last one with padding behind them.
struct Scratch {
  llvm::SmallVector<int64_t> order;
  /// Elements behind each row.
  int64_t pad = 0;

  /// Elements per step along each dim of the tile.
  llvm::SmallVector<int64_t> strides(llvm::ArrayRef<int64_t> shape) const;
  int64_t elements(llvm::ArrayRef<int64_t> shape) const;

  MemoryAttr toAttribute(mlir::MLIRContext *context,
                         llvm::ArrayRef<int64_t> shape) const;
  /// Nothing for an attribute that is no such arrangement.
  static std::optional<Scratch> from(MemoryAttr memory,
                                     llvm::ArrayRef<int64_t> shape);
  /// That of a ref on the chip.
  static std::optional<Scratch> of(RefType type);
};

struct Conversion {
  /// Absent: registers change names only.
  std::optional<Scratch> scratch;
  /// Cycles of the memory for one warp.
  int64_t cost = 0;
};

Conversion planConversion(const Layout &from, const Layout &to,
                          llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                          const Machine &machine);

/// How elements of 16 bits are read four matrices of 8 x 8 at a time. Registers
/// are read in groups of eight, two per matrix.
struct MatrixRead {
  /// The matrix is transposed on the way: its rows in memory are along the dim
  /// of a register's two elements.
  bool transposed;
  /// The dim along which rows follow each other in memory.
  int64_t rowDimension;
  /// From the first matrix of a group to the second, and to the third; the
  /// fourth is both away.
  Place second;
  Place third;
};

/// Nothing where the layout or the memory is not such.
std::optional<MatrixRead> matrixRead(const Scratch &scratch,
                                     const Layout &layout,
                                     llvm::ArrayRef<int64_t> shape,
                                     int64_t elementBytes,
                                     const Machine &machine);

/// Consecutive registers of a layout that are consecutive in memory, as many as
/// one access may have.
int64_t scratchVector(const Scratch &scratch, const Layout &layout,
                      llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                      const Machine &machine);

} // namespace weft::tile
