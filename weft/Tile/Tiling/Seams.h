// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which neighbouring dimensions of the values of a block are one.
//
// Two dimensions are one where everything in the block can take them for one.
// Between each two neighbours of a value is a *seam*; operations say which of
// their seams are open or closed together, and which have to stay open. What
// nobody keeps open is closed.
//
// A dimension of one element that only one factor of a product has, beside
// others, is one with whatever lies before it, or behind it if nothing does:
// rows and columns are dimensions that have some.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/JoinedDimensions.h"
#include "weft/Tile/Tiling/TilingSpace.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/SmallBitVector.h>

#include <optional>

namespace weft::tile {

/// The seams of all values of a block, each before a dimension.
class Seams {
public:
  /// False where an operation knows each of its dimensions.
  bool read(const TilingSpace &space);
  bool read(mlir::Operation *op);
  /// All seams of a value stay open.
  void keepOpen(mlir::Value value);

  JoinedDimensions joinedIn(mlir::Value value);

  /// Whether a part of a value has all of its places along a dimension.
  static bool isWhole(mlir::Value whole, mlir::Value part, int64_t dimension);
  /// Where a slice of `whole` begins, if that is known, and any other place can
  /// be told by a number of its type.
  static std::optional<int64_t> knownStart(mlir::Value whole,
                                           mlir::Value start);

private:
  using Numbers = JoinedDimensions::Numbers;

  unsigned seamOf(mlir::Value value, int64_t dimension);
  void keepOpen(mlir::Value value, int64_t dimension);
  void keepTogether(mlir::Value left, int64_t inLeft, mlir::Value right,
                    int64_t inRight);
  /// Values of one rank, whose dimensions belong to each other.
  void keepTogether(mlir::Value left, mlir::Value right);

  /// Some values and as many dimensions of each, the first of which belong to
  /// each other, the second, and so on.
  struct Group {
    llvm::SmallVector<std::pair<mlir::Value, Numbers>, 3> members;
    /// Which of them may be one with dimensions of other groups.
    llvm::SmallDenseSet<size_t, 2> loose = {};

    /// Which of them are one with a neighbour.
    llvm::SmallBitVector joined() const;
  };
  /// Dimensions are one where they follow each other in all values of a group.
  void keepInGroups(llvm::ArrayRef<Group> groups);

  bool readElementwise(mlir::Operation *op);
  void readMove(stablehlo::PadOp op);
  void readMove(stablehlo::SliceOp op);
  void readMove(stablehlo::ReverseOp op);
  void readMove(stablehlo::ConcatenateOp op);
  void readMove(stablehlo::BroadcastInDimOp op);
  void readMove(stablehlo::ReshapeOp op);
  void readMove(stablehlo::TransposeOp op);
  void readMove(stablehlo::DynamicSliceOp op);
  void readMove(stablehlo::DynamicUpdateSliceOp op);
  void readPlaces(mlir::Value whole, mlir::Value part,
                  mlir::OperandRange starts);
  void readReduce(stablehlo::ReduceOp op);
  void readProduct(stablehlo::DotGeneralOp op);

  llvm::DenseMap<mlir::Value, unsigned> first;
  unsigned count = 0;
  /// Seams that are open or closed together.
  llvm::IntEqClasses together;
  llvm::SmallVector<unsigned> open;
};

} // namespace weft::tile
