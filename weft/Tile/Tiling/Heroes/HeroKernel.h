// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that are written out, where tiling does not give the algorithm.
//
// Such an operation, a *hero*, has a kernel of its own: its operands are in
// memory, its results go there. HeroKernel makes the frame (KernelFrame.h) for
// the words that its algorithms are written in (HeroWords.h).

#pragma once

#include "weft/Tile/Tiling/Algorithms.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Heroes/HeroWords.h"
#include "weft/Tile/Tiling/TilingSpace.h"

namespace weft::tile {

class HeroKernel : public HeroWords {
public:
  /// The kernel of `op` with a grid of `counts` programs. Results that are no
  /// root get memory of the program's own. `tables` are constants of the
  /// algorithm's.
  HeroKernel(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
             const TilingSpace &space, mlir::Operation *op,
             mlir::ArrayRef<int64_t> counts,
             mlir::ArrayRef<mlir::ElementsAttr> tables = {});

  KernelOp kernel;
  /// Which program this is, one number per count.
  llvm::SmallVector<mlir::Value> program;

  /// What the operation's bodies use from around them.
  Captured captured;

  /// The ref of operand `i`.
  mlir::Value operand(unsigned i) const { return operands[i]; }
  mlir::Value result(unsigned i) const { return results[i]; }
  mlir::Value table(unsigned i) const { return tableRefs[i]; }

  /// Gives operands that are the same array refs of their own to its memory, so
  /// that each may have another shape.
  void separateOperands();

private:
  /// Those of the operation first, then what its bodies use.
  llvm::SmallVector<mlir::Value> operands;
  unsigned operandCount;
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<mlir::Value> tableRefs;
};

/// Why the hero of `space` cannot have a kernel of its own, by whichever
/// algorithm.
std::optional<Refusal> refuseHero(const TilingSpace &space,
                                  mlir::Operation *op);

/// What a root of a hero's kernel is a result of. A slice of the first places
/// stands for a sort's result, of which only those are wanted; a transposition
/// for a Fourier transform's, which is stored in another order.
mlir::Value heroResult(mlir::Value root);
/// What a hero's operand is in memory: a Fourier transform reads the operands
/// of transpositions and conversions.
mlir::Value heroOperand(mlir::Operation *hero, mlir::Value operand);

/// For algorithms that fit whatever they are for.
inline std::optional<Refusal> refuseNothing(const TilingSpace &,
                                            mlir::Operation *) {
  return std::nullopt;
}

/// Units of arithmetic of a region, once.
int64_t unitsOfBody(mlir::Region &region);

// The algorithms, each beside its code.
extern const Algorithm insertionSelect;
extern const Algorithm sortSideBySide;
extern const Algorithm radixSort;
extern const Algorithm mergeSort;
extern const Algorithm mergeOfRuns;
extern const Algorithm scanOfRows;
extern const Algorithm scanOfColumns;
extern const Algorithm scatterInOrder;
extern const Algorithm scatterByBatch;
extern const Algorithm scatterByPlace;
extern const Algorithm scatterOfWindows;
extern const Algorithm choleskyByRows;
extern const Algorithm luByColumns;
extern const Algorithm substitution;
extern const Algorithm tridiagonalByRows;
extern const Algorithm eighByRotations;
extern const Algorithm qrByColumns;
extern const Algorithm productOfReflections;
extern const Algorithm permutationByExchanges;
extern const Algorithm permutationByPlaces;
extern const Algorithm fourierLineByLine;
extern const Algorithm fourierSideBySide;

} // namespace weft::tile
