// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At which places an operation needs its operands, for places of its result:
// the indices of weft/StableHLO/Needs, in the loops of a kernel.
//
// A place has one term per dimension of the value. A term is an expression in
// the loops of a kernel, of which only this is known: which loops are in it,
// and whether two are the same. That tells how often something is computed, and
// what is computed twice; where exactly, nobody asks before there are tiles.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <llvm/ADT/DenseMap.h>

namespace weft::plan {

struct PlaceTerm {
  /// Equal for equal expressions; 0 is the place 0.
  uint64_t expression = 0;
  /// The loops in it, as bits.
  uint64_t loops = 0;

  friend bool operator==(const PlaceTerm &, const PlaceTerm &) = default;
};
using Places = llvm::SmallVector<PlaceTerm, 4>;

/// The loops in all terms.
uint64_t loopsOf(llvm::ArrayRef<PlaceTerm> places);

/// Makes terms; knows which ones undo each other.
class PlaceExpressions {
public:
  static PlaceTerm loop(unsigned number);
  /// `term * scale + start`.
  static PlaceTerm moved(PlaceTerm term, int64_t start, int64_t scale = 1);
  /// Something in all of these that depends on an operation as well.
  static PlaceTerm mixed(llvm::ArrayRef<PlaceTerm> terms, uint64_t operation);

  /// The places in a tensor of shape `to` that are those in a tensor of shape
  /// `from` with the elements in the same order.
  Places reshaped(llvm::ArrayRef<PlaceTerm> places,
                  llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);

private:
  using Factors = llvm::SmallVector<std::pair<PlaceTerm, int64_t>, 4>;

  PlaceTerm join(const Factors &factors);
  void split(PlaceTerm whole, llvm::ArrayRef<int64_t> extents,
             llvm::SmallVectorImpl<PlaceTerm> &parts);

  /// What a joined term was made of, and what a part of a split is of.
  llvm::DenseMap<uint64_t, Factors> joined;
  struct Part {
    PlaceTerm whole;
    unsigned index = 0;
    llvm::SmallVector<int64_t, 4> extents;
  };
  llvm::DenseMap<uint64_t, Part> parts;
};

/// Extents of the loops in which an operation sums.
llvm::SmallVector<int64_t, 2> summedExtents(mlir::Operation *operation);

/// Calls `need` for operands and the places needed. `summed` are the loops in
/// which the operation sums; `number` tells it from other operations.
void findNeededPlaces(
    mlir::Operation *operation, llvm::ArrayRef<PlaceTerm> places,
    llvm::ArrayRef<PlaceTerm> summed, uint64_t number,
    PlaceExpressions &expressions,
    llvm::function_ref<void(mlir::Value operand, Places places)> need);

} // namespace weft::plan
