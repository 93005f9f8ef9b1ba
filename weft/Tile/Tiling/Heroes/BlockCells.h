// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that programs of one kernel tell each other while they run.
//
// A *cell* holds a number, once it has been told: 32 bits of it in each of its
// words, which are zero when the kernel begins, and whose lowest bit says that
// they were told. So a word says by itself whether it is there, and nothing but
// the words has to be in order: they are read and written atomically, and that
// is all.
//
// A program that waits for another one needs that one to have begun, which
// nobody promises of programs with lower numbers. Programs draw tickets for
// that: whoever has a lower one has begun.

#pragma once

#include "weft/Tile/Tiling/Heroes/BlockHero.h"

namespace weft::tile {

/// What cells of one kernel are, and where they lie.
struct CellShape {
  /// The numbers of a cell: their types.
  llvm::SmallVector<mlir::Type> numbers;
  int64_t cells = 0;

  /// Words of a cell: those of one number after the other.
  int64_t wordsOfCell() const;
  /// The words of all cells, in one list; the ticket is the last element.
  int64_t elements() const { return wordsOfCell() * cells + 1; }
  RefType listType(mlir::MLIRContext *context) const;
};

class BlockCells {
public:
  /// Cells in a list of the workspace, for programs of so many threads.
  BlockCells(HeroKernel &hero, const CellShape &shape, mlir::Value list,
             int64_t threads)
      : hero(hero), shape(shape), list(list), threads(threads) {}

  /// How many programs have drawn one before, as an index.
  mlir::Value drawTicket();

  /// Tells one cell its numbers, tiles of rank 0.
  void tell(mlir::Value cell, mlir::ValueRange numbers);

  /// The numbers of as many cells as there are threads, from one on: a tile for
  /// each. Waits for those that are `needed`, a tile of booleans; the others
  /// may be anything.
  llvm::SmallVector<mlir::Value> await(mlir::Value first, mlir::Value needed);

private:
  /// Where a word of a cell is.
  mlir::Value placeOf(mlir::Value cell, int64_t word);
  mlir::Value read(mlir::ValueRange words, mlir::Type number);

  HeroKernel &hero;
  const CellShape &shape;
  mlir::Value list;
  int64_t threads;
};

} // namespace weft::tile
