// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transforms of lines that lie in scratch memory, by a plan (FourierPlan.h).
//
// Either one line, whose neighbouring points are taken as vectors, real and
// imaginary parts apart; or several lines beside each other, one in each lane,
// so that every step of every length is made of whole vectors, and a root of
// one is the same for all lanes.
//
// Each pass reads one half of the memory and writes the other. So points may be
// computed twice: the last vector of a row ends where the row does.

#pragma once

#include "weft/Tile/Tiling/Heroes/FourierNumbers.h"
#include "weft/Tile/Tiling/Heroes/FourierPlan.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <functional>
#include <map>

namespace weft::tile {

/// A plan, and its numbers as constants of a kernel.
class FourierTables {
public:
  /// `part` is what lines are made of in memory; `folding` what turns spectra
  /// of complex points into those of real ones, or back, if that is wanted;
  /// `isReal` that points have no imaginary parts.
  FourierTables(mlir::MLIRContext *context, int64_t points, mlir::Type part,
                bool hasEights, const RealRoots &folding, bool isReal);

  FourierPlan plan;
  /// What is computed with.
  mlir::Type part;
  llvm::SmallVector<mlir::ElementsAttr> constants;
  // Which of them.
  unsigned roots = 0;
  unsigned chirp = 0;
  unsigned filter = 0;
  unsigned folding = 0;
  RootRuns foldingRuns;
  /// By the prime.
  std::map<int64_t, unsigned> odd;

private:
  unsigned add(const std::vector<double> &table);
};

class FourierLines : public FourierNumbers {
public:
  /// Of one line, `vector` points are taken together. There is room for so many
  /// elements of a spectrum, too.
  FourierLines(HeroKernel &hero, const FourierTables &tables, int64_t lanes,
               int64_t vector, int64_t elements);

  /// The points from `first` on, of all lanes: real and imaginary parts, each a
  /// tile of count x lanes elements in one dimension. Reversed, the points are
  /// those down from `first`.
  TileValue load(mlir::Value first, int64_t count, bool isReversed = false);
  void store(mlir::Value first, const TileValue &value, int64_t count,
             bool isReversed = false);
  /// Both parts: of several lines a tile of count x 2 x lanes, of one line one
  /// of 2 x count.
  mlir::Value loadWhole(mlir::Value first, int64_t count);
  void storeWhole(mlir::Value first, mlir::Value tile);

  /// What the real part was is the imaginary one from now on, and the other way
  /// round: so the inverse transform is the forward one.
  void exchangeParts() { isExchanged = !isExchanged; }

  /// Of several lines, if set: what gives the points to the first step, and
  /// takes them from the last one, instead of memory. Not for a convolution.
  std::function<TileValue(mlir::Value point)> source;
  std::function<void(mlir::Value point, const TileValue &value)> sink;

  /// Replaces the points by their transform.
  void transform();
  /// The same where imaginary parts are zero, whatever lies in their places,
  /// and the length is odd: element n - k is the conjugate of element k, so
  /// only those up to n / 2 are made, and in each step those up to half of its
  /// length. Not for a convolution.
  void transformReal();

  /// Replaces elements k and n - k of a spectrum of n points, for all k <= n/2,
  /// by e + t and the conjugate of e - t, where
  ///
  ///   e = scale (x[k] + conj x[n - k]),  t = folding[k] (x[k] - conj x[n - k])
  ///
  /// Element n is there.
  void fold(double scale);
  /// Copies a point.
  void repeat(int64_t from, int64_t to);
  /// Makes a point real.
  void dropImaginary(int64_t point);
  /// Makes elements n - k the conjugates of elements k, for 0 < k < n / 2.
  void mirror(int64_t n);

  /// body(first, count) for pieces that cover [0, extent): single points of
  /// several lines, vectors of one, or as many points as said.
  void pieces(int64_t extent,
              llvm::function_ref<void(mlir::Value, int64_t)> body);
  void pieces(int64_t extent, int64_t most,
              llvm::function_ref<void(mlir::Value, int64_t)> body);

  /// Tiles of one dimension, as the columns of one.
  mlir::Value join(mlir::ValueRange tiles);
  /// What a tile of memory holds, in the type it is computed with.
  mlir::Value convert(mlir::Value tile);
  mlir::Value zeros(int64_t count);

private:
  using Load = llvm::function_ref<TileValue(mlir::Value)>;
  using Store = llvm::function_ref<void(mlir::Value, const TileValue &)>;

  mlir::Value loadPart(mlir::Value ref, mlir::ArrayRef<mlir::Value> at,
                       mlir::ArrayRef<int64_t> shape,
                       mlir::ArrayRef<int64_t> strides = {});
  void storePart(mlir::Value value, mlir::Value ref,
                 mlir::ArrayRef<mlir::Value> at,
                 mlir::ArrayRef<int64_t> strides = {});
  /// Where a part of a point is.
  llvm::SmallVector<mlir::Value> place(mlir::Value point, int64_t part);
  /// Entries of a table of complex numbers, for all lanes; and one of them, for
  /// so many points.
  TileValue number(unsigned table, mlir::Value at, int64_t count);
  TileValue sameNumber(unsigned table, mlir::Value at, int64_t count);
  /// The k of a table of roots: its run and where that begins, both null of a
  /// single one, and what is behind that.
  struct Turn {
    mlir::Value run;
    mlir::Value begin;
    mlir::Value within;
  };
  /// body(turn, k, count) for pieces of all k of a table.
  void turns(const RootRuns &runs,
             llvm::function_ref<void(const Turn &, mlir::Value, int64_t)> body);
  /// The q-th roots of `count` k.
  TileValue root(unsigned table, const RootRuns &runs, const Turn &turn,
                 mlir::Value q, int64_t count);
  mlir::Value imaginaryAt(mlir::Value table, mlir::Value at);
  /// An entry of a table, as a tile.
  mlir::Value single(unsigned table, mlir::Value at, int64_t size);
  TileValue loadFrom(int64_t from, mlir::Value first, int64_t count,
                     bool isReversed = false);
  void storeTo(int64_t to, mlir::Value first, const TileValue &value,
               int64_t count, bool isReversed = false);

  TileValue exchanged(const TileValue &value) const {
    return isExchanged ? TileValue{value[1], value[0]} : value;
  }
  void steps(bool isReal);
  void stepsTimes(unsigned table, bool isBack);
  void firstStep(int64_t p, bool isReal);
  void step(size_t s, int64_t l, int64_t p, bool isReal);
  /// A prime factor, as loops. `load(q)` gives a term, `store(u, y)` takes
  /// element u of the result for u <= (p - 1) / 2, and `storeBack(u, y)`
  /// element p - u.
  void longFactor(int64_t p, int64_t count, Load load, Store store,
                  Store storeBack);

  HeroKernel &hero;
  const FourierTables &tables;
  const FourierPlan &plan;
  mlir::Type part;
  int64_t lanes;
  int64_t vector;
  /// Of several lines point x part x lane, of one part x point.
  mlir::Value halves[2];
  /// Where the points are.
  int64_t half = 0;
  bool isExchanged = false;
  /// Of a long factor: sums and differences of pairs of terms.
  mlir::Value terms;
};

} // namespace weft::tile
