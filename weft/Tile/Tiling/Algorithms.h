// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algorithms for heroes: operations whose kernels are written out instead of
// cut into tiles.
//
// An algorithm is a row: what it is for, what stands against it, how much work
// it is, and how its kernel is written. Which ones a machine has, and which of
// equals it likes best, is its source of candidates to say (Candidates.h); of
// those that are not refused the fastest is taken, as with tiles. The next one
// for an operation is another row, and nobody else learns of it.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Refusal.h"
#include "weft/Tile/Tiling/TilingSpace.h"

namespace weft::tile {

/// What an algorithm does, coarsely: enough to tell it from another one.
struct AlgorithmWork {
  /// Programs, which run beside each other.
  int64_t programs = 1;
  /// Steps of one of them, each as long as an addition.
  int64_t steps = 0;
  /// What all of them move to and from memory, where that is known to matter.
  int64_t bytes = 0;
  /// That run one after the other.
  int64_t kernels = 1;
  /// How often a program waits for memory at least before it can go on, where
  /// threads do not look ahead as cores do.
  int64_t waits = 0;
  /// How often one program waits for what another one tells it, one after the
  /// other; all else goes on meanwhile.
  int64_t links = 0;
};

struct Algorithm {
  /// As records have it.
  llvm::StringLiteral name;
  bool (*isFor)(mlir::Operation *op);
  /// Why this one does not fit an operation that it is for; nothing where it
  /// does.
  std::optional<Refusal> (*refuse)(const TilingSpace &space,
                                   mlir::Operation *op);
  AlgorithmWork (*work)(const TilingSpace &space, mlir::Operation *op,
                        const Machine &machine);
  KernelOp (*emit)(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef name, const TilingSpace &space,
                   mlir::Operation *op, const Machine &machine);
  /// In place of `emit`: several kernels that run one after the other, and hand
  /// values on in memory of their own (KernelFrame.h, `workspace`).
  llvm::SmallVector<KernelOp> (*emitSteps)(mlir::OpBuilder &builder,
                                           mlir::Location loc,
                                           llvm::StringRef name,
                                           const TilingSpace &space,
                                           mlir::Operation *op,
                                           const Machine &machine) = nullptr;
};

struct TriedAlgorithm {
  const Algorithm *algorithm = nullptr;
  /// Predicted, of one that fits.
  int64_t picoseconds = 0;
  /// With a rule, of one that does not.
  Refusal refusal;
};

struct ChosenAlgorithm {
  const Algorithm *algorithm = nullptr;
  int64_t picoseconds = 0;
  /// Those that fit, the chosen one first; then those that were refused.
  std::vector<TriedAlgorithm> tried;
};

/// The fastest of those that fit; of about equally fast ones the first. The
/// refusal says why there is none.
std::optional<ChosenAlgorithm>
chooseAlgorithm(const TilingSpace &space, mlir::Operation *op,
                const Machine &machine,
                mlir::ArrayRef<const Algorithm *> algorithms, Refusal &refusal);

} // namespace weft::tile
