// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of a loop's steps is on its way while others multiply, as far as threads
// and the chip have room for it.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Layout/Conversion.h"

#include <llvm/ADT/SetVector.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::tile {

/// A tile on its way from memory to the registers of other threads, in one
/// iteration.
struct Way {
  /// What gives the tile that is stored, first to last: a load that copies by
  /// itself, or all that threads load and compute.
  llvm::SmallVector<mlir::Operation *> made;
  /// What gives its elements other places without moving them: transposes and
  /// reshapes, first to last.
  llvm::SmallVector<mlir::Operation *> renames;
  StoreOp store;
  AllocOp memory;
  LoadOp read;

  /// How the tile lies in a slot, and the tile that is read from there, before
  /// it is renamed.
  Scratch scratch;
  mlir::RankedTensorType readTile;
  /// The ring, once there is one, and its slots.
  mlir::Value ring;
  int64_t slots = 0;
};

struct Ways {
  /// Copied by the machine, several steps ahead.
  llvm::SmallVector<Way> sent;
  /// Loaded into registers a step ahead.
  llvm::SmallVector<Way> loaded;
};

Ways chooseWays(KernelOp kernel, mlir::scf::ForOp loop, const Machine &machine);

/// The type of a ring of so many slots.
RefType ringType(const Way &way, int64_t slots);

/// The operations of a loop's body that some of its scalars follow from, but
/// for its index; nothing where they follow from more than that.
std::optional<llvm::SetVector<mlir::Operation *>>
sliceOf(mlir::scf::ForOp loop, mlir::ValueRange scalars);

/// What operations of a loop's body ask of it that is no tile.
llvm::SmallVector<mlir::Value>
scalarsOf(llvm::ArrayRef<mlir::Operation *> operations);

} // namespace weft::tile
