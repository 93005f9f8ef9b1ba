// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heroes by blocks of threads: what their kernels share.
//
// A program is a block, and all of its values are tiles. An algorithm may be
// several kernels, one after the other, with memory that they share
// (KernelFrame.h).

#pragma once

#include "weft/Tile/Tiling/Heroes/HeroKernel.h"
#include "weft/Tile/Tiling/KernelFrame.h"

namespace weft::tile {

/// The algorithms of this folder that blocks of threads run. `isOrdered`: those
/// whose results do not depend on which thread is first.
mlir::ArrayRef<const Algorithm *> blockAlgorithms(bool isOrdered);

/// Elements of an argument lie one behind the other, so it may have any shape
/// of as many.
void reshapeArgument(KernelOp kernel, mlir::Value argument,
                     mlir::ArrayRef<int64_t> shape);

/// Whether blocks transform signals of so many points, real and imaginary parts
/// of a type.
bool hasFourierBlocks(int64_t points, const Machine &machine, mlir::Type part);

extern const Algorithm choleskyByBlocks;
extern const Algorithm choleskyByPanels;
extern const Algorithm fourierByBlocks;
extern const Algorithm luByBlocks;
extern const Algorithm luByPanels;
extern const Algorithm mergeByBlocks;
extern const Algorithm scanByBlocks;
extern const Algorithm scanByChain;
extern const Algorithm scatterByBlocks;
extern const Algorithm scatterByLists;
extern const Algorithm scatterInAnyOrder;
extern const Algorithm scatterSorted;
extern const Algorithm scatterWithoutAtomics;
extern const Algorithm selectByBlocks;
extern const Algorithm sortByBlocks;
extern const Algorithm substitutionByBlocks;
extern const Algorithm substitutionByPanels;
extern const Algorithm tridiagonalByBlocks;

} // namespace weft::tile
