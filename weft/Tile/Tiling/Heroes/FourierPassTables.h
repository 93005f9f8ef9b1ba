// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a pass of a Fourier transform, as constants of its kernel.

#pragma once

#include "weft/Tile/Tiling/Heroes/FourierBlocks.h"

#include <mlir/IR/BuiltinAttributes.h>

namespace weft::tile {

class FourierPassTables {
public:
  explicit FourierPassTables(const FourierBlocks &blocks);

  llvm::SmallVector<mlir::ElementsAttr> constants;
  // Which of them.
  /// By step; the second ones are the same numbers for the way back of a
  /// convolution on the chip.
  llvm::SmallVector<unsigned> roots;
  llvm::SmallVector<unsigned> rootsBack;
  /// Of steps by long factors: circles of the factor, and of all that is done
  /// then.
  llvm::SmallVector<unsigned> circles;
  llvm::SmallVector<unsigned> turns;
  /// Of a convolution.
  unsigned chirp = 0;
  unsigned filter = 0;
  /// What signals behind the first pass are turned by is a product: of every
  /// so many parts of a circle, and what is between them.
  unsigned coarse = 0;
  unsigned fine = 0;
  int64_t coarseStep = 1;

private:
  unsigned add(const ComplexTable &table, int64_t rows = 0);
  llvm::SmallVector<unsigned> addRoots();

  const FourierPlan &plan;
  mlir::Type part;
};

} // namespace weft::tile
