// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an operation touches in memory, and what is known about where two of
// them touch it.
//
// A load or store touches a box of a ref, which starts at offsets that are
// indices of the program. Two boxes are compared by the difference of their
// offsets, as far as sums and products by constants tell. If the earlier one
// was touched in an earlier iteration of a loop, values that the loop computes
// have changed in between; only its own index is known to have grown, by a
// multiple of the step. So
//
//   scf.for %j = %c0 to %n step %c1024 {
//     tile.store %t, %y[%row, %j] : tensor<1x1024xf32>, !tile.ref<5x2048xf32>
//   }
//
// touches other elements in every iteration. Elements of gathers and scatters
// are compared by what is known of their indices (IndexTiles.h).

#pragma once

#include "weft/Tile/IR/Tile.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

#include <optional>

namespace weft::tile {

struct MemoryUse {
  mlir::Operation *op;
  mlir::Value ref;
  bool isWrite;
};

/// Of a `tile.rank` from stage `planned` on: the alias of the allocation, warps
/// x bins, in which each warp counts what it has seen of each digit. Then ranks
/// are those inside of a warp.
inline constexpr llvm::StringLiteral countersAttributeName = "counters";

/// That allocation; null before.
AllocOp countersOf(RankOp rank);

/// Nothing for operations that touch no ref. An operation that reads and writes
/// counts as one that writes.
std::optional<MemoryUse> memoryUseOf(mlir::Operation *op);

/// An allocation, or one of the arguments that share bytes: the same for all.
mlir::Value memoryOf(mlir::Value ref);

/// Whether two allocations on the chip, which have places, have bytes in
/// common.
bool shareBytes(mlir::Value memory, mlir::Value other);

/// Whether the body of a loop is known to run.
bool hasIterations(mlir::scf::ForOp loop);

/// By how much an index is larger than another one: between two numbers, both
/// included, nothing for an end that is not known.
struct Difference {
  std::optional<int64_t> least;
  std::optional<int64_t> most;

  bool isZero() const { return least && most && *least == 0 && *most == 0; }
};

/// Of two indices, the earlier one as it was in an earlier iteration of `loop`;
/// null: in the same one.
Difference differenceOf(mlir::Value earlier, mlir::Value later,
                        mlir::Operation *loop);

/// Whether no element is in both boxes of one ref, or of two that name the same
/// elements. False where it is not known.
bool areApart(const MemoryUse &earlier, const MemoryUse &later,
              mlir::Operation *loop);

/// Whether both combine with what is there atomically, and in the same way: it
/// does not matter who is first. Or whether both are atomic, and one of them
/// says so itself: then other programs may come in between as well, and whoever
/// wrote the kernel has taken care of it.
bool areAtomic(const MemoryUse &earlier, const MemoryUse &later);

/// Whether the offsets of both boxes of one ref are the same, but along dims in
/// which both have one element: boxes at other places there have none in
/// common. Of gathers and scatters: whether the same elements of their tiles
/// are at the same places, and no others.
bool startTogether(const MemoryUse &earlier, const MemoryUse &later,
                   mlir::Operation *loop);

} // namespace weft::tile
