// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dimensions along which a kernel is cut into tiles, and one way to cut.
//
// A kernel is a block of StableHLO operations; what it is to compute, usually
// what its terminator returns, are the *roots*. The space lists first the
// dimensions of the roots, which are parallel: every tile is computed on its
// own. Then come, from users to producers, the dimensions that operations sum
// over: contracted by a dot, reduced by a reduce, the places of a window. Those
// are sequential: walked by a loop inside the program.
//
// Two reductions over the same dimensions of equal shapes, neither of which
// needs the other, are given the same dimensions, and so share their loop.

#pragma once

#include "weft/Tile/Tiling/Refusal.h"
#include "weft/Tile/Tiling/Tile.h"

#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/Block.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Operation.h>
#include <mlir/Support/LLVM.h>

#include <optional>
#include <string>

namespace weft::tile {

class RuleTable;

struct TilingSpace {
  struct Dimension {
    bool parallel = true;
    int64_t extent = 1;
    /// A root's producer (null for an argument that is returned), or the
    /// operation that sums over the dimension.
    mlir::Operation *owner = nullptr;
    /// Which of the root's dimensions, or of the owner's sequential dimensions.
    int64_t ownerDimension = 0;
    /// The largest tile the owner can work with; 0 means any.
    int64_t largestTile = 0;
    /// Whether elements have to be combined in the order in which they lie.
    bool isOrdered = false;
  };

  /// A root whose memory is that of an argument of the block.
  struct InPlace {
    unsigned root = 0;
    unsigned argument = 0;
  };

  mlir::Block *block = nullptr;
  llvm::SmallVector<mlir::Value> roots;
  llvm::SmallVector<InPlace> inPlace;
  /// Whether a root has the memory of an argument, and so its elements.
  bool isInPlace(mlir::Value root) const {
    return llvm::any_of(
        inPlace, [&](InPlace place) { return roots[place.root] == root; });
  }
  /// Per root, null for none: the dynamic_update_slice that makes it, where the
  /// rest of the root is in its memory already and only the update is stored.
  llvm::SmallVector<mlir::Operation *> updates;
  llvm::SmallVector<Dimension> dimensions;
  /// The dimensions of the space over which an operation sums.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<unsigned, 2>> sequential;
  /// Operations that roots depend on, in the order of the block.
  llvm::SmallVector<mlir::Operation *> live;

  unsigned parallelCount() const {
    return llvm::count_if(dimensions, [](const Dimension &dimension) {
      return dimension.parallel;
    });
  }

  /// What is computed and stored for a root.
  mlir::Value storedValue(unsigned root) const {
    return updates[root] ? updates[root]->getOperand(1) : roots[root];
  }

  /// The space of `block` for these roots, or a refusal.
  static std::optional<TilingSpace>
  create(mlir::Block &block, mlir::ArrayRef<mlir::Value> roots,
         const RuleTable &rules, Refusal &refusal,
         mlir::ArrayRef<InPlace> inPlace = {});
};

/// How the factors of narrow products are multiplied.
struct ProductForm {
  /// Neighbouring terms of a sum that one instruction takes together, as they
  /// lie side by side in the left and in the right factor.
  int64_t leftGroup = 1;
  int64_t group = 1;
  /// The width of the integers it takes; 0: as they are.
  unsigned bits = 0;
  /// Whether the left factors, which are signed, are made unsigned by adding
  /// half of their range. What the sums are then too large by is counted beside
  /// them, and taken away at the end.
  bool movesLeft = false;
  /// Whether factors of f32 may be rounded to TF32.
  bool isCoarse = false;

  /// Whether factors are loaded into registers for matrices, which take a row
  /// of terms from the left one, and nothing from other registers.
  bool isFromMemory() const { return leftGroup > group; }
};

/// One way to cut the space.
struct Candidate {
  /// One per dimension of the space, at least 1.
  llvm::SmallVector<int64_t> sizes;
  /// Parallel dimensions that are walked by a loop of the program, outermost
  /// first; the others are spread over the grid.
  llvm::SmallVector<unsigned> inner;
  /// Empty, or one per dimension: how far a program goes in a dimension that is
  /// walked inside and spread over the grid as well. A multiple of the size; 0
  /// for all the way.
  llvm::SmallVector<int64_t> blocks;
  /// Operands, by number, that an operation with a loop wants computed before
  /// the loops around that they do not depend on, and kept in scratch memory.
  llvm::SmallVector<std::pair<mlir::Operation *, unsigned>> kept;
  /// Whether costly values that two loops need are kept from one to the other.
  bool keepsCostly = false;
  /// Whether what several loops of a program read of memory is kept from the
  /// first of them to the others.
  bool keepsRead = false;
  /// Empty, or one per dimension: how many lanes a sequential dimension is
  /// dealt out to; 0 for none. Each lane gets a block of consecutive elements,
  /// and all walk their blocks side by side, one element at a time. So a tile
  /// holds one element of each block, and lanes that are joined in their order
  /// have combined all elements in theirs.
  llvm::SmallVector<int64_t> dealt;
  /// Whether long sums end their chains and add them to totals
  /// (weft/Support/Summation.h).
  bool hasTotals = false;
  /// Of the product that leads, if one does.
  ProductForm product;

  /// Every size is one, and every dimension is spread over the grid: the
  /// candidate that all operations accept.
  static Candidate ones(const TilingSpace &space) {
    Candidate candidate;
    candidate.sizes.assign(space.dimensions.size(), 1);
    return candidate;
  }
};

} // namespace weft::tile
