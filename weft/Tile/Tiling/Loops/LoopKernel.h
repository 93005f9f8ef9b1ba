// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with loops and branches of the program inside.
//
// Everything that such a kernel computes is computed by one program, operation
// by operation. A value that fits the registers is one tile, carried through
// `scf` as such; a larger one has memory of the program's own, and each
// operation on it is a small tiled program with its loops (Phase.h). State that
// a loop only reads and updates slice by slice lives in the memory of the
// result itself, and an iteration writes nothing but the slice.
//
// A loop of elementwise operations on one shape is different: its iterations
// need no other elements, so it is cut into tiles like any other elementwise
// operation, and each program runs all iterations of its own tile.

#pragma once

#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Candidates.h"

namespace weft::tile {

/// Why a block with such operations can have no kernel.
std::optional<Refusal> refuseLoop(const TilingSpace &space,
                                  const RuleTable &rules);

/// The rule by which a loop is not shared: each thread has values of its own,
/// or one has all of them, which are few.
inline constexpr llvm::StringLiteral loopOfThreads = "loop.threads";

/// The kernel of a block that was not refused; null with a reason.
KernelOp emitLoopKernel(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef name, const TilingSpace &space,
                        const Machine &machine, const CandidateSource &source,
                        const RuleTable &rules, Refusal &refusal);

} // namespace weft::tile
