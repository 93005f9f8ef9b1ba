// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much work a kernel is, known before it is tiled.
//
// A kernel is computed backwards: its largest result names the places at which
// it is needed, each operation names the places at which it needs its operands
// (NeededPlaces.h). The loops of a kernel are those over the dimensions of that
// result, and one for each dimension that an operation sums over. The row
// softmax of x: [8, 100] has loops r, c (of the result), m and s (of the two
// reductions):
//
//   quotient [r, c] <- exp [r, c], sum [r]
//   sum      [r]    <- exp [r, s]
//   exp             at [r, c] and at [r, s]     <- x, max [r]
//   max      [r]    <- x [r, m]
//
// So exp is needed twice: that is what the second pass over a row costs. Loops
// nest: those of the result in their order, and a reduction's own inside those
// that its result needs. What is needed in an inner loop is computed again for
// each tile of the loops around it: in a product of [M, K] and [K, N] the left
// operand is needed at [m, k], where k runs inside m and n, hence again for
// each tile of columns.
//
// Nothing here depends on tiles but for a guess at their sizes.

#pragma once

#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Fuse/NeededPlaces.h"

#include <llvm/ADT/MapVector.h>

namespace weft::plan {

/// A kernel of one operation, as a part of a larger one.
struct WorkPart {
  KernelOp kernel;
  mlir::Operation *operation = nullptr;
  /// Tells it from other parts.
  unsigned number = 0;
  /// How many reductions, one needing the other, are behind its result.
  /// Reductions of one depth can share a loop.
  unsigned depth = 0;
  /// Arithmetic at one place.
  int64_t units = 0;
};

class KernelWork {
public:
  /// What a part would add to a kernel.
  struct Change {
    int64_t units = 0;
    /// What of it computes something again.
    int64_t repeatedUnits = 0;
    /// What of that is left of an expensive part when its values are kept, if
    /// they can be.
    int64_t againUnits = 0;
    /// Loops in which the part sums; those from an earlier reduction on if it
    /// shares them, and then no new ones.
    llvm::SmallVector<int64_t, 2> newExtents;
    unsigned firstLoop = 0;
    /// Loops around those.
    uint64_t around = 0;
    /// Dimensions of the result that something is computed once for: they can
    /// not be cut between threads.
    uint64_t inner = 0;
    llvm::SmallVector<std::pair<mlir::Value, Places>, 4> needed;
    /// False if the kernel would have too many loops to count.
    bool isPossible = true;
  };

  /// A kernel that computes the value; null for no kernel.
  KernelWork(mlir::Value result, const Machine &machine);

  /// Makes a value a result too. False, and nothing is done, if not all of it
  /// is computed, once, on the way to the first result.
  bool addResult(mlir::Value value);

  /// Makes a value that nothing here needs a result too; false if it has not
  /// the shape of the first.
  bool addSibling(mlir::Value value);

  Change price(const WorkPart &part) const;
  /// Afterwards the part's operands are needed instead of its results.
  void add(const WorkPart &part, const Change &change);

  /// What is read from memory, in the order of first need.
  llvm::ArrayRef<mlir::Value> inputs() const { return inputList; }
  bool needs(mlir::Value value) const { return needed.contains(value); }
  /// Bytes that are read of a value that is needed; and that would be, with
  /// what a part adds.
  int64_t bytesRead(mlir::Value value) const;
  int64_t bytesAt(mlir::Value value, llvm::ArrayRef<PlaceTerm> places,
                  const Change &change) const;

  /// Whether the tiles of a product are tiles of the kernel's result: each of
  /// its elements is needed at one place, rows and columns are the last loops.
  bool isTiledAs(mlir::Value product) const;

  int64_t units() const { return totalUnits; }
  /// What of them computes something expensive again.
  int64_t againUnits() const { return totalAgainUnits; }
  bool hasProduct() const { return isOfProduct; }
  /// Terms of all sums around a part that sums, with its own, where it would
  /// sum for each of their terms; 0 where it is in no other.
  int64_t termsWithin(const Change &change) const;
  /// How many threads can work on it, with `moreInner` undivided.
  int64_t pieces(uint64_t moreInner = 0) const;
  mlir::RankedTensorType resultType() const { return type; }
  int64_t loopCount() const { return extents.size(); }

private:
  using PlaceList = llvm::SmallVector<Places, 1>;
  /// What a reduction sums over, and its first loop.
  struct Reduction {
    mlir::Type input;
    llvm::SmallVector<int64_t, 2> dimensions;
    unsigned depth;
    uint64_t around;
    unsigned firstLoop;
  };

  /// Whether all reductions go along what is contiguous in memory.
  bool sumsRows() const;
  int64_t tileSize(unsigned loop) const;
  /// Loops over dimensions of the result that have more than one element.
  uint64_t wideLoops() const;
  void request(mlir::Value value, const Places &places);

  // Pricing (PricePart.cpp).

  /// Where the results of a part are needed.
  PlaceList placesOf(KernelOp kernel) const;
  /// The reduction whose loops a part can share; null for none.
  const Reduction *findShared(const WorkPart &part, uint64_t around) const;
  /// Dimensions of the result that are not among the loops of some place.
  uint64_t undividedLoops(mlir::ArrayRef<Places> wanted) const;
  /// Adds what a part needs to be computed at a place.
  void needOperands(const WorkPart &part, const Places &places,
                    const Places &sums, Change &change) const;
  /// Whether what one pass over a row computes can be kept for the next.
  bool keepsRows() const;

  /// A pointer, since works are copied.
  const Machine *machine;
  mlir::RankedTensorType type;
  /// By loop: its extent; itself and the loops around it.
  llvm::SmallVector<int64_t, 8> extents;
  llvm::SmallVector<uint64_t, 8> nests;
  uint64_t innerLoops = 0;
  bool isOfProduct = false;
  int64_t totalUnits = 0;
  int64_t totalAgainUnits = 0;
  llvm::DenseMap<mlir::Value, PlaceList> needed;
  llvm::SmallVector<mlir::Value> inputList;
  llvm::SmallVector<Reduction, 2> reductions;
  mutable PlaceExpressions expressions;
};

} // namespace weft::plan
