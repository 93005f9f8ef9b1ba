// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that kernels of Fourier transforms are written in: tiles of points
// and of butterflies, arithmetic on their numbers, and memory at such places.

#pragma once

#include "weft/Tile/Tiling/Heroes/FourierBlocks.h"
#include "weft/Tile/Tiling/Heroes/FourierNumbers.h"
#include "weft/Tile/Tiling/Heroes/FourierPassTables.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <functional>

namespace weft::tile {

class FourierTiles : protected FourierNumbers {
public:
  FourierTiles(HeroKernel &hero, const FourierBlocks &blocks,
               const FourierPassTables &tables)
      : FourierNumbers(hero.math), hero(hero), blocks(blocks), tables(tables),
        shape(blocks.shape), pass(blocks.pass), plan(blocks.plan),
        part(blocks.part) {}

  /// A tile of butterflies, or of points.
  struct Places {
    mlir::RankedTensorType index;
    /// The signal, by its number in the block and among all.
    mlir::Value own;
    mlir::Value signal;
    /// Of the butterfly, or the point, in its signal.
    mlir::Value place;
    /// What is written, on the chip and to arrays; null where all are. What is
    /// not there is read as the last one that is, but for what `read` leaves
    /// out.
    mlir::Value held;
    mlir::Value live;
    mlir::Value read;
  };
  /// Of what a butterfly takes: point q each + place of each signal. q is an
  /// index, which is part of an address where it is known.
  struct Term {
    mlir::Value q;
    mlir::Value place;
    int64_t each = 1;
  };
  /// The number there; without parts where it is zero.
  using Source = std::function<TileValue(const Places &, const Term &)>;
  /// Takes the number at point u l + k, where l is what the last step has done
  /// before: u is an index or a tile.
  using Sink = std::function<void(const Places &, mlir::Value u, mlir::Value k,
                                  const TileValue &)>;

protected:
  HeroKernel &hero;
  const FourierBlocks &blocks;
  const FourierPassTables &tables;
  const FourierShape &shape;
  const FourierPass &pass;
  const FourierPlan &plan;
  mlir::Type part;

  /// So many places of each signal of the block; neighbours are of neighbouring
  /// signals, or of the same.
  Places places(int64_t each, bool isBeside);

  // Numbers for all places.
  mlir::Value number(const Places &at, int64_t value);
  mlir::Value plusNumber(const Places &at, mlir::Value a, int64_t b);
  mlir::Value timesNumber(const Places &at, mlir::Value a, int64_t b);
  mlir::Value over(const Places &at, mlir::Value a, int64_t b);
  mlir::Value rest(const Places &at, mlir::Value a, int64_t b);
  mlir::Value spread(const Places &at, mlir::Value index);
  mlir::Value isBelow(const Places &at, mlir::Value a, int64_t limit);
  /// Where both hold; a may be null.
  mlir::Value both(mlir::Value a, mlir::Value b);

  static std::optional<int64_t> known(mlir::Value index);
  /// Which of `each` points of a row are below a limit, as far as is known.
  enum class Inside { All, Some, None };
  static Inside insideOf(mlir::Value row, int64_t each, int64_t limit);

  /// The point of a source's arguments, of a signal and of the line.
  mlir::Value pointAt(const Places &at, const Term &term);
  mlir::Value wholeAt(const Places &at, const Term &term);
  /// The same of a sink's; that of the line at the end, where signals are k.
  mlir::Value pointOf(const Places &at, mlir::Value u, mlir::Value k);
  mlir::Value wholeOf(const Places &at, mlir::Value u, mlir::Value k);

  // Memory.
  mlir::Value gather(mlir::Value ref, mlir::Type element, const Places &at,
                     mlir::ArrayRef<mlir::Value> subscripts);
  void scatter(mlir::Value value, mlir::Value ref,
               mlir::ArrayRef<mlir::Value> subscripts, mlir::Value live);
  /// Both parts of complex numbers, which are neighbours.
  TileValue gatherPair(mlir::Value ref, mlir::Type element, const Places &at,
                       llvm::SmallVector<mlir::Value> subscripts);
  void scatterPair(const TileValue &value, mlir::Value ref, const Places &at,
                   llvm::SmallVector<mlir::Value> subscripts);
  /// Entries of a table.
  TileValue entry(unsigned table, const Places &at,
                  mlir::ArrayRef<mlir::Value> place);
};

} // namespace weft::tile
