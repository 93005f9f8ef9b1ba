// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel cut into tiles: which tile of which value is computed where.
//
// The places are a tree of regions. Its root is the program, run once per point
// of the grid. A loop region walks one dimension of the space, and may hold
// further loops. A branch region is one arm of a choice that an instance makes.
//
// An *instance* is one tile of one value in one region; equal ones are one. It
// lives in the outermost region that defines all offsets its tile is made of,
// so what does not change in a loop stands before it, without a pass that moves
// it there. Row softmax, with rows in the grid and tiles of 32 columns:
//
//   program d0                      instances
//     loop d2 (the max)             x[d0, d2]
//     max[d0]
//     loop d3 (the sum)             x[d0, d3]  exp[d0, d3] ...
//     sum[d0]
//     loop d1 (columns)             x[d0, d1]  exp[d0, d1]  quotient, stored
//
// Making a tiled program makes no IR: fusion asks for one to learn whether a
// block tiles at all.

#pragma once

#include "weft/Tile/Tiling/Rule.h"
#include "weft/Tile/Tiling/TilingSpace.h"

#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <optional>
#include <vector>

namespace weft::tile {

struct TileRegion {
  enum class Kind { Program, Loop, Branch };

  Kind kind = Kind::Program;
  unsigned index = 0;
  TileRegion *parent = nullptr;
  /// Of a loop: the dimension of the space it walks.
  unsigned dimension = 0;
  /// Of a branch: the instance that chooses, and which arm this is.
  unsigned owner = 0;
  unsigned branch = 0;

  llvm::SmallVector<TileRegion *> children;
  /// What happens here, in order: instances and loops.
  struct Item {
    /// Null: the instance.
    TileRegion *loop = nullptr;
    unsigned instance = 0;
  };
  std::vector<Item> items;

  bool isInside(const TileRegion *other) const {
    const TileRegion *region = this;
    while (region && region != other) {
      region = region->parent;
    }
    return region != nullptr;
  }
};

struct Instance {
  enum class Kind {
    /// Read from memory: an argument, or a constant that is no splat.
    Load,
    /// Computed by the rule of the value's operation.
    Compute,
    /// A runtime variable: the only element of its operand, clamped.
    Variable,
    /// An offset of which more is known than its expression says. The only
    /// dimension of its tile has that expression.
    Assumption,
    /// Its operand is a root and is stored.
    Store,
    /// Its operand is put into scratch memory, at the place of the tile among
    /// the iterations of `keepLoops`.
    Keep,
    /// Read back what another instance kept.
    Reload
  };

  Kind kind = Kind::Compute;
  /// Of a load or computation; the first result where results are joint.
  mlir::Value value;
  Tile tile;
  TileRegion *region = nullptr;
  const Rule *rule = nullptr;

  struct Operand {
    unsigned instance = 0;
    /// Which result of that instance.
    unsigned result = 0;
    NeededAt place = NeededAt::Here;
    unsigned branch = 0;
  };
  llvm::SmallVector<Operand, 3> operands;
  /// The tiles of the operands, as the rule asked for them.
  llvm::SmallVector<OperandTile, 3> operandTiles;
  /// Values in memory that the rule reads itself.
  llvm::SmallVector<mlir::Value, 1> memory;
  /// Variables that the tiles' offsets name.
  llvm::SmallVector<unsigned, 2> variables;

  /// The loops over the sequential dimensions that are not covered by one tile,
  /// outermost first.
  llvm::SmallVector<TileRegion *, 2> loops;
  /// Of one with totals: the loop that chains end in, and how many iterations
  /// of it one has; null for none.
  TileRegion *chainLoop = nullptr;
  int64_t chainIterations = 0;
  /// The sequential dimensions' tiles.
  llvm::SmallVector<DimensionTile, 2> sequential;
  llvm::SmallVector<TileRegion *, 2> branches;

  /// Of a variable or assumption.
  unsigned symbol = 0;
  int64_t low = 0;
  int64_t high = 0;
  /// Of a store: which root, and whether all programs have it and the first one
  /// stores it.
  unsigned root = 0;
  bool isOfFirst = false;
  /// Of Keep: the instance, and which of its operands, that is kept as the rule
  /// prepares it; none when the operand is kept as it is.
  std::optional<std::pair<unsigned, unsigned>> preparedFor;
  /// Of Keep and Reload: the loops that tell the tiles apart, outermost first.
  llvm::SmallVector<TileRegion *, 2> keepLoops;
  /// Of Reload: what it reads.
  unsigned keep = 0;
};

struct TiledProgram {
  const TilingSpace *space = nullptr;
  Candidate candidate;
  IndexFacts facts;
  /// regions[0] is the program.
  std::vector<std::unique_ptr<TileRegion>> regions;
  std::vector<Instance> instances;
  /// The instance that defines each symbol.
  llvm::SmallVector<unsigned> symbols;
  /// Constants that are read from memory, in the order of the block.
  llvm::SmallVector<mlir::Operation *> memoryConstants;

  /// How far one program goes in a dimension, and how many programs that takes.
  int64_t blockOf(unsigned d) const;
  int64_t programCount(unsigned d) const;
  /// Of all dimensions.
  int64_t programCount() const;
  /// How many tiles a loop over the dimension walks, and how far it goes from
  /// one to the next.
  int64_t iterationCount(unsigned d) const;
  int64_t stepOf(unsigned d) const;
  /// Whether the dimension is dealt out to lanes, and how long a lane's block
  /// is.
  bool isDealt(unsigned d) const;
  int64_t dealtBlock(unsigned d) const;
};

/// Cuts the block of `space` as `candidate` says.
std::optional<TiledProgram> makeTiledProgram(const TilingSpace &space,
                                             const Candidate &candidate,
                                             const RuleTable &rules,
                                             Refusal &refusal);

/// Puts the items of every region in an order in which all is computed before
/// it is used.
void orderItems(TiledProgram &program);

} // namespace weft::tile
