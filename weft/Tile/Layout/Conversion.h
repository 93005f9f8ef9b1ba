// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a tile gets from one layout to another. Where threads hold the same
// elements as before, registers are renamed. Where warps do, lanes can exchange
// them by shuffles (Shuffles.h). Otherwise, or if that takes longer, all
// threads write the tile to memory on the chip, and read it back as the other
// layout says.
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
  /// That of what lies at one index of so many leading dims; nothing where they
  /// are not the slowest.
  std::optional<Scratch> behind(int64_t leading) const;
};

struct Conversion {
  /// Through memory on the chip.
  std::optional<Scratch> scratch;
  /// Without it: by so many shuffles. Absent: registers change names only.
  std::optional<int64_t> shuffles;
  /// Cycles for one warp.
  int64_t cost = 0;
};

/// The way that takes least.
Conversion planConversion(const Layout &from, const Layout &to,
                          llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                          const Machine &machine);

/// Through memory on the chip, unless registers change names only.
Conversion planThroughMemory(const Layout &from, const Layout &to,
                             llvm::ArrayRef<int64_t> shape,
                             int64_t elementBytes, const Machine &machine);

/// How a tile lies on the chip that lanes send there by themselves, so many
/// elements at a time as one layout says, and read as another one says. Nothing
/// where elements that are sent together do not stay together.
std::optional<Scratch> planFlight(const Layout &from, const Layout &to,
                                  llvm::ArrayRef<int64_t> shape,
                                  int64_t elementBytes, int64_t width,
                                  const Machine &machine);

/// How four matrices of eight rows, of 16 bytes each, are read at a time. A
/// lane gets a word of each; registers are read in groups of four words.
struct MatrixRead {
  /// Elements of a word.
  int64_t each;
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
