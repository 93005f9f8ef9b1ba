// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the next step of a product multiplies can wait in registers while this
// one multiplies (Pipeline/PipelineLoops.h). Here is what of a loop that may
// be, and how many registers it takes.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::tile {

/// Registers of a thread that a step of a product needs beside its sums, and
/// beside what waits: places, masks, and what instructions multiply.
inline constexpr int64_t registersOfStep = 80;

/// Of a load from stage `planned` on: it is made in front of the barriers that
/// stand behind it, though what it reads is needed later.
inline constexpr llvm::StringLiteral aheadAttributeName = "ahead";

/// Whether no step of a loop has a later one.
bool hasOneStep(mlir::scf::ForOp loop);

/// The operations of a loop's body that give a tile, first to last, where they
/// are loads of memory and what is computed from those alone; none for others.
llvm::SmallVector<mlir::Operation *> madeFromLoads(mlir::Value tile,
                                                   mlir::scf::ForOp loop);

/// Words that hold so many elements until they are used: what is loaded at a
/// time shares words, and nothing else.
int64_t wordsLoaded(int64_t elements, int64_t elementBytes, int64_t atATime);

/// Words of all threads that hold the sums of a product and what waits for the
/// next step, where that is most; 0 where the machine copies all factors, or
/// none at all.
int64_t mostWordsAhead(KernelOp kernel, const Machine &machine);

/// How factors get to the products of a kernel that steps of a loop load them
/// for, behind `pipeline-loops`.
struct FactorWays {
  int64_t copied = 0;
  int64_t loaded = 0;
  /// By the step that multiplies them.
  int64_t late = 0;
};

FactorWays factorWaysOf(KernelOp kernel);

} // namespace weft::tile
