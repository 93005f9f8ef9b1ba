// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting, one program per line.
//
// A merge sort goes from short runs upwards. Two lines of scratch per operand
// take turns: runs in one are merged in pairs into the other. Of equal elements
// the left one goes first, so the order is stable.
//
// Where the comparator is known to be an order of all elements, the first runs
// have several places, which neighbours that change places bring into order as
// they are read, and two runs are merged from both ends at a time: where the
// next elements are is known when the last ones were compared, and what waits
// for one end does not wait for the other. What any other comparator makes of a
// line depends on what it is asked, so it is asked what the reference asks it.
//
// Where only the first few places of a line are wanted, they can be kept in
// order while the line is read: most elements are worse than the last of them
// and cost one comparison.

#include "weft/Support/PlantedFault.h"
#include "weft/Tile/Tiling/Heroes/SortKeys.h"
#include "weft/Tile/Tiling/Heroes/SortLines.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

#include <array>

using namespace mlir;

namespace weft::tile {
namespace {

/// The first `kept` places of a line, by insertion. Lines are read, and places
/// kept, in pieces of `piece`.
class Selection {
public:
  Selection(HeroKernel &hero, const SortLines &whole, int64_t piece)
      : hero(hero), whole(whole), entries(hero, whole), piece(piece),
        shelf(std::min(piece,
                       static_cast<int64_t>(llvm::PowerOf2Ceil(whole.kept)))),
        held(llvm::divideCeil(whole.kept, shelf) * shelf),
        lines(entries.scratch({held})) {}

  /// A piece of which no place comes before the last that is kept, which most
  /// are, costs one comparison of tiles.
  void read() {
    // Places are compared with before they are taken, for nothing; they hold
    // something.
    hero.loop(hero.index(0), hero.index(held), [&](Value at) {
      Value known = hero.smaller(at, hero.index(whole.length - 1));
      entries.store(lines, {at}, loadPlace(known));
    });
    Value end = hero.index(whole.length);
    if (2 * piece > whole.length) {
      offerAll(hero.index(0), end);
      return;
    }
    Value count = hero.index(llvm::divideCeil(whole.length, piece));
    hero.loop(hero.index(0), count, [&](Value i) {
      Value begin = hero.mul(i, piece);
      Value stop = hero.smaller(hero.add(begin, hero.index(piece)), end);
      Value isEarly = hero.isBelow(begin, hero.index(whole.kept));
      Value isWanted = hero.math.either(isEarly, holdsBetter(begin));
      hero.when(isWanted, [&] { offerAll(begin, stop); });
    });
  }

  void write() {
    hero.loop(hero.index(0), hero.index(whole.kept), [&](Value at) {
      entries.store(entries.results(), whole.at(hero, at),
                    entries.load(lines, {at}));
    });
  }

private:
  SortEntry loadPlace(Value at) {
    return entries.load(entries.operands(), whole.at(hero, at));
  }

  void offerAll(Value begin, Value stop) {
    hero.loop(begin, stop, [&](Value at) { offer(loadPlace(at), at); });
  }

  /// Element number `count` of the line.
  void offer(const SortEntry &entry, Value count) {
    Value last = hero.smaller(count, hero.index(whole.kept - 1));
    Value isEarly = hero.isBelow(count, hero.index(whole.kept));
    Value isBetter = hero.math.either(
        isEarly, entries.isLess(entry, entries.load(lines, {last})));
    hero.when(isBetter, [&] { insert(entry, last, count); });
  }

  /// Behind the places that are not after the entry; those that are move on by
  /// one.
  void insert(const SortEntry &entry, Value last, Value count) {
    Value place = countBefore(entry, count);
    hero.loop(hero.index(0), hero.sub(last, place), [&](Value i) {
      Value at = hero.sub(last, i);
      entries.store(lines, {at},
                    entries.load(lines, {hero.sub(at, hero.index(1))}));
    });
    entries.store(lines, {place}, entry);
  }

  /// How many of the first `count` places that are kept are not after an entry.
  Value countBefore(const SortEntry &entry, Value count) {
    Arithmetic &math = hero.math;
    SortEntry repeated = repeat(entry, shelf);
    Type counter = math.builder.getI32Type();
    auto counters = RankedTensorType::get({shelf}, counter);
    Value places = math.make<IotaOp>(counters, 0);
    Value filled = math.make<arith::IndexCastOp>(
        counter, hero.smaller(count, hero.index(whole.kept)));
    auto sums = hero.loop(
        hero.index(0), hero.index(held / shelf), math.zero(counters),
        [&](Value i, ValueRange sum) -> llvm::SmallVector<Value> {
          Value begin = hero.mul(i, shelf);
          SortEntry there = loadTiles(lines, {begin}, 0, shelf, {});
          Value left = math.make<arith::SubIOp>(
              filled, math.make<arith::IndexCastOp>(counter, begin));
          Value isFilled = math.compare(arith::CmpIPredicate::slt, places,
                                        math.splat(left, {shelf}));
          Value isBefore = math.both(
              isFilled, math.complement(entries.isLess(repeated, there)));
          return {
              math.add(sum[0], math.make<arith::ExtUIOp>(counters, isBefore))};
        });
    auto all = ReduceOp::create(hero.builder, hero.loc, CombineKind::Add,
                                sums[0], ArrayRef<int64_t>{0});
    return hero.toIndex({math.scalarOf(all.getResult(0))}, counter);
  }

  /// Whether some place of a piece may come before the last that is kept.
  /// Behind the line's end there may be anything.
  Value holdsBetter(Value begin) {
    SortEntry last = entries.load(lines, {hero.index(whole.kept - 1)});
    Value bound =
        whole.length % piece == 0 ? Value() : hero.index(whole.length);
    SortEntry there = loadTiles(entries.operands(), whole.at(hero, begin),
                                whole.along, piece, bound);
    auto any = ReduceOp::create(hero.builder, hero.loc, CombineKind::Or,
                                entries.isLess(there, repeat(last, piece)),
                                ArrayRef<int64_t>{0});
    return hero.math.scalarOf(any.getResult(0));
  }

  SortEntry repeat(const SortEntry &entry, int64_t size) {
    return llvm::map_to_vector(entry, [&](const TileValue &value) {
      return mapParts(
          value, [&](Value part) { return hero.math.splat(part, {size}); });
    });
  }

  /// So many places in a row, along one of the dimensions of the refs.
  SortEntry loadTiles(ArrayRef<Value> refs, ArrayRef<Value> at, int64_t along,
                      int64_t size, Value bound) {
    SortEntry entry;
    for (auto [ref, element] : llvm::zip_equal(refs, entries.elements)) {
      TileValue &value = entry.emplace_back();
      for (unsigned part = 0; part < partCount(element); ++part) {
        llvm::SmallVector<Value> indices(at);
        llvm::SmallVector<int64_t> shape(at.size(), 1);
        shape[along] = size;
        if (isComplex(element)) {
          indices.push_back(hero.index(part));
          shape.push_back(1);
        }
        llvm::SmallVector<Value> bounds;
        if (bound) {
          bounds.resize(indices.size());
          bounds[along] = bound;
        }
        Value loaded = hero.math.make<LoadOp>(
            RankedTensorType::get(shape, partType(element)), ref, indices,
            ArrayRef<Value>(bounds));
        value.push_back(hero.math.reshape(loaded, {size}));
      }
    }
    return entry;
  }

  HeroKernel &hero;
  const SortLines &whole;
  SortEntries entries;
  int64_t piece;
  /// Places that are compared at once with one that is inserted.
  int64_t shelf;
  /// Whole shelves.
  int64_t held;
  llvm::SmallVector<Value> lines;
};

/// Places that are compared at once.
constexpr int64_t vectorsOfPiece = 2;
int64_t pieceOf(const SortLines &lines, const Machine &machine) {
  return std::max<int64_t>(1, vectorsOfPiece * machine.vectorBytes /
                                  widestPart(lines.sort));
}

/// In the worst order every element is inserted and moves all that is kept, so
/// that is little.
std::optional<Refusal> refuseSelection(const TilingSpace &space,
                                       Operation *op) {
  constexpr int64_t mostKept = 128;
  SortLines lines(space, op);
  if (lines.kept == lines.length) {
    return Refusal{op, "sort.all", "all places are wanted"};
  }
  if (lines.kept > mostKept) {
    return Refusal{op, "sort.kept",
                   llvm::formatv("{0} places are wanted, and elements are "
                                 "inserted into {1} at most",
                                 lines.kept, mostKept)};
  }
  return std::nullopt;
}

/// Of elements in no order, the i-th is among the first k of those before it
/// once in i / k times.
AlgorithmWork workOfSelection(const TilingSpace &space, Operation *op,
                              const Machine &machine) {
  SortLines lines(space, op);
  int64_t inserted = lines.kept;
  for (int64_t seen = lines.kept; seen * 2 <= lines.length; seen *= 2) {
    // ln 2 of them while their number doubles.
    inserted += lines.kept * 7 / 10;
  }
  int64_t piece = pieceOf(lines, machine);
  // Tiles are compared. For each that gets in, the places of its piece are
  // looked at, tiles of those that are kept compared, and half of them moved.
  int64_t compared = lines.compared + lines.moved;
  int64_t pieces = llvm::divideCeil(lines.length, piece);
  int64_t tiles = llvm::divideCeil(lines.kept, piece);
  int64_t found = std::min(pieces, inserted) * piece * compared;
  return {lines.count(), pieces * vectorsOfPiece * compared + found +
                             inserted * (tiles * vectorsOfPiece * compared +
                                         lines.kept * lines.moved / 2)};
}

/// How lines are merged.
struct MergePlan {
  explicit MergePlan(const SortLines &lines)
      : MergePlan(stablehlo::SortOp(lines.sort), lines.length) {}
  MergePlan(stablehlo::SortOp sort, int64_t length)
      : isOrder(!findSortKeys(sort.getComparator()).empty()),
        firstRun(isOrder ? 4 : 1) {
    while ((firstRun << passes) < length) {
      ++passes;
    }
  }

  /// Whether it does not matter what the comparator is asked.
  bool isOrder;
  /// Places of the runs to begin with.
  int64_t firstRun;
  /// Passes that merge all runs in pairs.
  int64_t passes = 0;
};

AlgorithmWork workOfMerge(const TilingSpace &space, Operation *op,
                          const Machine &) {
  SortLines lines(space, op);
  // Two elements are read, one is written, and two places are counted.
  int64_t each = lines.compared + 2 * lines.moved + 4;
  const MergePlan plan(lines);
  // Of four places six pairs are compared, and may change.
  int64_t first = plan.isOrder ? 3 * (lines.compared + 2 * lines.moved) / 2 : 0;
  return {lines.count(),
          lines.length * (plan.passes * each + first + 2 * lines.moved)};
}

KernelOp emitSelection(OpBuilder &builder, Location loc, StringRef name,
                       const TilingSpace &space, Operation *op,
                       const Machine &machine) {
  SortLines lines(space, op);
  HeroKernel hero(builder, loc, name, space, op, lines.counts);
  Selection selection(hero, lines, pieceOf(lines, machine));
  selection.read();
  selection.write();
  return hero.kernel;
}

/// Sorts a line by merging runs, from one line of the scratch memory to the
/// other and back.
class Merging {
public:
  Merging(HeroKernel &hero, const SortLines &whole)
      : hero(hero), whole(whole), plan(whole), entries(hero, whole),
        zero(hero.index(0)), one(hero.index(1)), end(hero.index(whole.length)),
        last(hero.index(whole.length - 1)),
        lines(entries.scratch({2, whole.length})) {}

  void read() {
    const int64_t run = plan.firstRun;
    hero.loop(zero, hero.index(whole.length / run),
              [&](Value i) { readRun(hero.mul(i, run), run); });
    const int64_t rest = whole.length % run;
    readRun(hero.index(whole.length - rest), rest);
  }

  /// Returns the number of the line that is sorted.
  Value sort() {
    return hero.loop(
        zero, hero.index(plan.passes),
        ValueRange{zero, hero.index(plan.firstRun)},
        [&](Value, ValueRange carried) -> llvm::SmallVector<Value> {
          Value from = carried[0];
          Value width = carried[1];
          Value to = hero.sub(one, from);
          Value pair = hero.add(width, width);
          Value pairs = hero.math.make<arith::CeilDivUIOp>(end, pair);
          hero.loop(zero, pairs, [&](Value i) {
            merge(from, to, hero.math.make<arith::MulIOp>(i, pair), width);
          });
          return {to, pair};
        })[0];
  }

  void write(Value sorted) {
    hero.loop(zero, hero.index(whole.kept), [&](Value at) {
      entries.store(entries.results(), whole.at(hero, at),
                    entries.load(lines, {sorted, at}));
    });
  }

private:
  Value isLess(const SortEntry &mine, const SortEntry &others) {
    if (isPlanted(Fault::EqualsTurned)) {
      return hero.math.complement(entries.isLess(others, mine));
    }
    return entries.isLess(mine, others);
  }

  /// Reads so many places in order.
  void readRun(Value begin, int64_t count) {
    llvm::SmallVector<Value> places;
    llvm::SmallVector<SortEntry> run;
    for (int64_t i = 0; i < count; ++i) {
      places.push_back(i == 0 ? begin : hero.add(begin, hero.index(i)));
      run.push_back(
          entries.load(entries.operands(), whole.at(hero, places.back())));
    }
    // Neighbours change places in as many rounds as there are places.
    for (int64_t round = 0; round < count; ++round) {
      for (int64_t i = round % 2; i + 1 < count; i += 2) {
        SortEntry &left = run[static_cast<size_t>(i)];
        SortEntry &right = run[static_cast<size_t>(i + 1)];
        Value isTurned = isLess(right, left);
        SortEntry first = entries.choose(isTurned, right, left);
        right = entries.choose(isTurned, left, right);
        left = std::move(first);
      }
    }
    for (auto [place, entry] : llvm::zip_equal(places, run)) {
      entries.store(lines, {zero, place}, entry);
    }
  }

  /// Merges two runs of `width` from one line to the other.
  void merge(Value from, Value to, Value first, Value width) {
    Value middle = hero.smaller(hero.add(first, width), end);
    Value stop = hero.smaller(hero.add(middle, width), end);
    if (plan.isOrder) {
      mergeBothEnds(from, to, first, middle, stop);
      return;
    }
    hero.loop(first, stop, ValueRange{first, middle},
              [&](Value at, ValueRange next) -> llvm::SmallVector<Value> {
                Value right = takeFirst(from, {next[0], next[1]},
                                        {middle, stop}, {to, at});
                return {hero.add(next[0], hero.sub(one, right)),
                        hero.add(next[1], right)};
              });
  }

  void mergeBothEnds(Value from, Value to, Value first, Value middle,
                     Value stop) {
    Value half = hero.math.make<arith::ShRUIOp>(
        hero.add(hero.sub(stop, first), one), one);
    Value beforeMiddle = hero.sub(middle, one);
    Value beforeStop = hero.sub(stop, one);
    // Of an odd number of places both ends write the one in the middle.
    hero.loop(zero, half, ValueRange{first, middle, beforeMiddle, beforeStop},
              [&](Value i, ValueRange next) -> llvm::SmallVector<Value> {
                Value right =
                    takeFirst(from, {next[0], next[1]}, {middle, stop},
                              {to, hero.add(first, i)});
                Value left = takeLast(from, {next[2], next[3]}, {first, middle},
                                      {to, hero.sub(beforeStop, i)});
                return {hero.add(next[0], hero.sub(one, right)),
                        hero.add(next[1], right), hero.sub(next[2], left),
                        hero.sub(next[3], hero.sub(one, left))};
              });
  }

  /// Two places, of the left and of the right run, and where these end.
  using Pair = std::array<Value, 2>;

  /// Stores the lesser of two places, the left one of equals. Returns 1 if it
  /// was the right one, else 0.
  Value takeFirst(Value from, Pair next, Pair ends, Pair to) {
    SortEntry left = entries.load(lines, {from, hero.smaller(next[0], last)});
    SortEntry right = entries.load(lines, {from, hero.smaller(next[1], last)});
    Value isRightLess = isLess(right, left);
    Value hasRight = hero.isBelow(next[1], ends[1]);
    Value hasLeft = hero.isBelow(next[0], ends[0]);
    Value takesRight = hero.math.either(hero.math.complement(hasLeft),
                                        hero.math.both(hasRight, isRightLess));
    entries.store(lines, to, entries.choose(takesRight, right, left));
    return hero.math.select(takesRight, one, zero);
  }

  /// The greater one, the right one of equals, of runs that end where they
  /// begin. Returns 1 if it was the left one.
  Value takeLast(Value from, Pair next, Pair begins, Pair to) {
    auto inLine = [&](Value place) {
      return hero.math.make<arith::MaxSIOp>(place, zero);
    };
    SortEntry left = entries.load(lines, {from, inLine(next[0])});
    SortEntry right = entries.load(lines, {from, inLine(next[1])});
    Value isRightLess = isLess(right, left);
    Value isLeftDone = hero.isBelow(next[0], begins[0]);
    Value isRightDone = hero.isBelow(next[1], begins[1]);
    Value takesLeft = hero.math.either(
        isRightDone,
        hero.math.both(hero.math.complement(isLeftDone), isRightLess));
    entries.store(lines, to, entries.choose(takesLeft, left, right));
    return hero.math.select(takesLeft, one, zero);
  }

  HeroKernel &hero;
  const SortLines &whole;
  MergePlan plan;
  SortEntries entries;
  Value zero;
  Value one;
  Value end;
  Value last;
  llvm::SmallVector<Value> lines;
};

KernelOp emitMerge(OpBuilder &builder, Location loc, StringRef name,
                   const TilingSpace &space, Operation *op, const Machine &) {
  SortLines whole(space, op);
  HeroKernel hero(builder, loc, name, space, op, whole.counts);
  Merging merging(hero, whole);
  merging.read();
  merging.write(merging.sort());
  return hero.kernel;
}

} // namespace

const Algorithm insertionSelect = {"insertion of the first places", isSort,
                                   refuseSelection, workOfSelection,
                                   emitSelection};
const Algorithm mergeSort = {"merge sort", isSort, refuseNothing, workOfMerge,
                             emitMerge};

} // namespace weft::tile
