// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that kernels of blocks of threads are written in which sort lines, or
// take the first places of them: tiles of places, whose elements move together.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/SortKeys.h"

namespace weft::tile {

inline constexpr int64_t digitBits = 8;
inline constexpr int64_t digits = int64_t(1) << digitBits;

/// The lines of a sort, outer x length x inner, and the tiles of each.
struct BlockSortShape {
  BlockSortShape(const TilingSpace &space, mlir::Operation *op);
  /// Of a line of another hero, in its workspace: lists, the first of which is
  /// numbers without a sign below 2^bits that places are sorted by.
  BlockSortShape(mlir::Operation *hero, mlir::ArrayRef<mlir::Type> elements,
                 int64_t length, int64_t bits);

  /// Decides what the places of a line are counted in, and as many numbers
  /// behind its end.
  void countOn(const Machine &machine, int64_t beyond);

  bool isInWorkspace() const { return comparator == nullptr; }
  /// Digits of a key, and of all of them.
  int64_t passesOf(const SortKey &key) const;
  int64_t passes() const;
  /// Whether results are stored as passes hand places on.
  bool endsAlike() const { return inner == 1 && kept == length; }
  /// What holds `length` places of all lines, one behind the other.
  RefType lineType(unsigned operand, int64_t length) const;

  /// Of a tile: one for each lane of any machine.
  static constexpr int64_t fewestPlaces = 64;

  mlir::Operation *hero;
  /// Null where places are sorted by the numbers themselves.
  mlir::Region *comparator = nullptr;
  int64_t plainBits = 0;
  llvm::SmallVector<SortKey> keys;
  int64_t outer = 1;
  int64_t length = 1;
  int64_t inner = 1;
  /// How many of the first places are wanted.
  int64_t kept = 0;
  /// Of StableHLO, one per operand.
  llvm::SmallVector<mlir::Type> elements;
  /// Of a place.
  int64_t bytes = 0;
  /// Places of a tile, and tiles of a line.
  int64_t tile = 0;
  int64_t tiles = 0;
  /// What places of a line are counted in; those of a tile have 32 bits.
  mlir::Type count;

private:
  void cut();
};

/// Sorts lists in the workspace, by kernels behind those that there are. Gives
/// the lists that have the places in their order, which may be others.
llvm::SmallVector<unsigned> sortInWorkspace(
    mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
    const TilingSpace &space, const BlockSortShape &shape, Workspace &workspace,
    mlir::ArrayRef<unsigned> lists, llvm::SmallVectorImpl<KernelOp> &kernels);

/// Numbers as a table of kernels, of what places of a line are counted in.
mlir::ElementsAttr tableOfNumbers(const BlockSortShape &shape,
                                  mlir::ArrayRef<int64_t> numbers);

/// A tile of places: the tiles of each operand, none where they are not loaded
/// yet.
using SortTile = llvm::SmallVector<TileValue>;

/// The values of a tile of places, one after the other, and back.
llvm::SmallVector<mlir::Value> flatten(const SortTile &entry);
SortTile unflatten(const SortTile &like, mlir::ValueRange values);

/// Where places lie, by operand: as the caller gave them, or as lines one
/// behind the other. Null for what nobody wants.
struct Places {
  llvm::SmallVector<mlir::Value> refs;
  bool isOriginal = true;
};

/// One kernel, with a program for each tile of each line.
class SortStep {
public:
  SortStep(const BlockSortShape &shape, mlir::OpBuilder &builder,
           mlir::Location loc, const std::string &name,
           const TilingSpace &space, int64_t tile, int64_t tiles,
           mlir::ArrayRef<mlir::ElementsAttr> tables = {});

  Places operands();
  Places results();
  /// Results as passes hand places on; `spare` has those that nobody wants.
  Places resultsAsLines(const Workspace &workspace,
                        mlir::ArrayRef<unsigned> spare);
  /// `numbers` by operand.
  Places inWorkspace(const Workspace &workspace,
                     mlir::ArrayRef<unsigned> numbers);

  /// The number of the program's line.
  mlir::Value line();

  /// Places of the program's line from `begin` on, as far as there are.
  SortTile load(const Places &from, mlir::Value begin, int64_t length);
  /// The same in two steps: what a key is made of, then the rest.
  SortTile loadKey(const SortKey &key, const Places &from, mlir::Value begin,
                   int64_t length);
  void loadRest(SortTile &entry, const Places &from, mlir::Value begin,
                int64_t length);
  /// Single places of the program's line, as many as `at` has.
  SortTile gather(const Places &from, mlir::Value at, mlir::Value live);
  /// The same of one operand.
  TileValue gather(const Places &from, unsigned operand, mlir::Value at,
                   mlir::Value live);
  /// To places of the program's line. `live` may be null.
  void scatter(const Places &to, const SortTile &entry, mlir::Value at,
               mlir::Value live);
  /// The same of one operand.
  void scatter(const Places &to, unsigned operand, const TileValue &parts,
               mlir::Value at, mlir::Value live);

  /// So many places for each lane, as far as there are lanes: more are only
  /// more code where none waits for another.
  void spread(int64_t places);

  /// An index, everywhere in a tile of the program's: of i32, or of numbers.
  mlir::Value number(mlir::Value scalar);
  mlir::Value number(mlir::Value scalar, mlir::Type type);
  /// Compared with an index.
  mlir::Value isBelow(mlir::Value numbers, mlir::Value bound);
  /// The number of each place in the tile, i32.
  mlir::Value places();
  /// Numbers of a tile as places of a line.
  mlir::Value inLine(mlir::Value numbers);
  /// The number of each place of the tile that begins there, an index.
  mlir::Value placesFrom(mlir::Value begin);
  /// An entry of a table of numbers of the algorithm's, as an index.
  mlir::Value fromTable(int64_t at);

  /// Whether places come before others, as the comparator has it. Of operands
  /// that it does not look at there may be none.
  mlir::Value isLess(const SortTile &a, const SortTile &b);

  /// The key of each place, and a digit of it, i32; `shift` is an index.
  mlir::Value keyOf(const SortKey &key, const SortTile &entry);
  mlir::Value digitOf(mlir::Value key, mlir::Value shift);

  /// A tile in memory on the chip, and its entries.
  mlir::Value table(mlir::Value values, llvm::StringRef alias = "");
  mlir::Value lookUp(mlir::Value memory, mlir::Value at, mlir::Value live);

  /// The places of each digit. `live` may be null.
  mlir::Value count(mlir::Value digit, mlir::Value live);

  struct Ranked {
    /// Of each place.
    mlir::Value rank;
    /// Of each digit: the places of all digits before it.
    mlir::Value before;
  };
  Ranked rank(mlir::Value digit);

  /// Every place moves to another one of the tile.
  SortTile exchange(const SortTile &entry, mlir::Value to);

  /// The first `length` places by all keys; the others stay behind them. An
  /// index, null for all places of the tile.
  SortTile sortTile(SortTile entry, mlir::Value length);

  const BlockSortShape &shape;
  int64_t tile;
  HeroKernel hero;
  Arithmetic &math;
  mlir::RankedTensorType index;
  /// Of places of the line.
  mlir::RankedTensorType far;
  /// By operand: results that nobody wants have no memory.
  llvm::SmallVector<bool> isWanted;

private:
  /// Of single places of the program's line, in a ref.
  llvm::SmallVector<mlir::Value> subscripts(const Places &places,
                                            mlir::Type element, unsigned part,
                                            mlir::Value at);
  mlir::Value original(mlir::Value argument, unsigned operand, int64_t length);
  TileValue loadOperand(unsigned operand, const Places &from, mlir::Value begin,
                        int64_t length);

  Captured captured;
};

} // namespace weft::tile
