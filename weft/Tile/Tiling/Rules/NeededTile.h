// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of operands from what an operation needs (weft/StableHLO/Needs): the
// indices of a tile of the result, in the operand.
//
// Of an index's terms one may walk, with the tile's size and its stride times
// the scale. All others are at one place: a loop over the places of a window, a
// number of run time, or the group that all of a tile lies in. Where the tile
// of the result is at one place, that loop may be what walks.

#pragma once

#include "weft/StableHLO/Needs/OperandNeeds.h"
#include "weft/Tile/Tiling/Rules/Rules.h"

namespace weft::tile {

/// How an operation calls what stands against a tile.
struct NeedRefusals {
  /// A tile would hold what is no element: padding between elements, or holes
  /// of a dilated operand.
  llvm::StringRef holesRule = {};
  llvm::StringRef holes = {};
  /// A tile of the result would need several groups of the operand.
  llvm::StringRef groupsRule = {};
  llvm::StringRef groups = {};
  /// Whether tiles of several places of a window are taken at all.
  bool takesPlaces = false;
};

/// The tile of one operand, or a refusal in the query. Numbers of run time
/// become variables, dimension by dimension.
mlir::FailureOr<Tile> neededTile(TileQuery &query,
                                 const stablehlo::OperationNeeds &needs,
                                 const stablehlo::OperandNeed &need,
                                 const NeedRefusals &refusals = {});

/// Asks for the tiles of all operands at `place`, but for settings where the
/// result is. What is a number of run time is a variable and no tile.
mlir::LogicalResult askNeeded(TileQuery &query,
                              const stablehlo::OperationNeeds &needs,
                              NeededAt place = NeededAt::Here,
                              const NeedRefusals &refusals = {});
mlir::LogicalResult askNeeded(TileQuery &query, NeededAt place = NeededAt::Here,
                              const NeedRefusals &refusals = {});

/// Whether there is an element at the index of a tile's first element, and no
/// hole, as a boolean scalar; null when there always is one. Where a dimension
/// has holes, its tiles hold elements alone or holes alone.
mlir::Value emitIsElement(EmitContext &context,
                          const stablehlo::NeededIndex &index);

/// The loops of an operation. Those over windows take one place at a time.
llvm::SmallVector<SequentialDimension> neededLoops(mlir::Operation *operation,
                                                   bool isOrdered = false);

} // namespace weft::tile
