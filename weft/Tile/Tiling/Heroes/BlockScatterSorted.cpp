// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatter by blocks of threads in the order of updates, whatever combines them.
// Once updates are sorted by their places, and equal ones stay in their order
// (BlockSort.h), those of a place follow each other. Places are gone over side
// by side, and each takes its updates in turn:
//
//   keys[i] = the place of update i; behind all others for one that has none
//   keys and updates sorted by keys
//   [from[p], to[p]) = where the updates of place p are
//   for each place p:  for j in [from[p], to[p]):  r[p] = body(r[p],
//   updates[j])
//
// So each result is that of a program which takes one update after the other,
// bit by bit, and a place may have any number of them.
//
// A place is a row of the result where updates are such rows: these stay where
// they are, and their numbers are sorted. Else it is an element, and updates
// are sorted themselves, so that a thread reads what follows in memory.
//
// A result that is written elsewhere is gone over place by place, and nothing
// is copied before. In place only those are touched that have updates: the
// first update of each goes on with all others.

#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/BlockSort.h"
#include "weft/Tile/Tiling/Heroes/ScatterUpdates.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Fewer are combined by threads alone before they would be sorted: each takes
/// one about a microsecond, and so do kernels, of which there are ten or more.
constexpr int64_t fewestUpdates = 32;
/// Updates of a program that finds their places.
constexpr int64_t keyTile = 1024;
/// Elements of rows of a program, and updates of a place that are on their way
/// at a time.
constexpr int64_t rowElements = 512;
constexpr int64_t rowsAhead = 8;
/// The same where a place is an element: a thread has one.
constexpr int64_t elementPlaces = 128;
constexpr int64_t elementsAhead = 16;
/// Where places have so many updates each, by and large, that is what a program
/// waits for: as many are on their way, and a warp has a line of memory.
constexpr int64_t longList = 32;
constexpr int64_t bytesOfLine = 128;
constexpr int64_t longPlaces = 32;

class SortedScatter : public ScatterUpdates {
public:
  SortedScatter(const TilingSpace &space, stablehlo::ScatterOp op)
      : ScatterUpdates(space, op),
        inputs(static_cast<unsigned>(op.getInputs().size())),
        isOfRows(line > 1 && columns == line), width(isOfRows ? columns : 1),
        updates(isOfRows ? rows : rows * columns), lines(places / width),
        entry(IntegerType::get(op.getContext(), 32)) {
    const bool isLong = updates / longList >= lines;
    ahead = isLong ? longList : isOfRows ? rowsAhead : elementsAhead;
    if (!isOfRows) {
      tile = {isLong ? longPlaces : elementPlaces};
      return;
    }
    const int64_t most =
        isLong ? std::max(longPlaces, bytesOfLine / elementBytes())
               : rowElements / powerAbove(inputs);
    const int64_t across = std::min(columnsAtATime(line), most);
    tile = {std::min(powerAbove(std::min(lines, updates)),
                     std::max<int64_t>(1, most / across)),
            across};
  }

  /// Decides what numbers in lists have, too, which count two of each place.
  void countOn(const Machine &machine) {
    ScatterUpdates::countOn(machine);
    entry = IntegerType::get(op.getContext(),
                             machine.bitsFor(2 * std::max(updates, lines)));
  }

  std::optional<Refusal> refuse() const {
    if (space.roots.size() != inputs) {
      return Refusal{op, "scatter.results", "some results are not wanted"};
    }
    for (unsigned i = 0; i < inputs; ++i) {
      Type own = elementOf(i);
      if (getElementTypeOrSelf(op.getInputs()[i].getType()) != own ||
          getElementTypeOrSelf(op.getUpdates()[i].getType()) != own) {
        return Refusal{op, "scatter.types",
                       "updates are converted on their way"};
      }
      if (partType(own).getIntOrFloatBitWidth() < 8) {
        return Refusal{op, "scatter.bits", "elements are parts of bytes"};
      }
    }
    if (updates < fewestUpdates) {
      return Refusal{op, "scatter.few",
                     std::to_string(updates) +
                         " updates are combined before they would be sorted"};
    }
    if (sort().bytes > 64) {
      return Refusal{op, "scatter.bytes",
                     "a tile of updates does not fit the memory on the chip"};
    }
    return std::nullopt;
  }

  AlgorithmWork work() const {
    int64_t bytes = 0;
    int64_t copied = 0;
    for (unsigned i = 0; i < inputs; ++i) {
      bytes += bytesOf(elementOf(i));
      copied += isByPlace() || isInPlace(i) ? 0 : 1;
    }
    const BlockSortShape sorted = sort();
    // Indices are read, lists written; by each pass read twice, of which once
    // keys alone, and written; and keys are read for their ends.
    const int64_t key = bytesOf(entry);
    const int64_t listed =
        updates * (4 + 2 * sorted.bytes +
                   sorted.passes() * (key + 2 * sorted.bytes) + key);
    const int64_t changed =
        isByPlace() ? places : std::min(places, updates * width);
    const int64_t moved = (updates * width + 2 * changed) * bytes +
                          2 * copied * places * elementBytes();
    return {.programs = places + updates * width,
            .steps = 2,
            .bytes = listed + moved,
            .kernels = (sorted.tiles == 1 ? 1 : 3 * sorted.passes()) + 3 +
                       (isByPlace() ? 1 : copied),
            // Some place has as many updates as all have by and large.
            .waits = static_cast<int64_t>(
                llvm::divideCeil(llvm::divideCeil(updates, lines), ahead))};
  }

  SmallVector<KernelOp> run(OpBuilder &builder, Location loc, StringRef name,
                            const Machine &machine) {
    countOn(machine);
    Emission emission = {builder, loc, name};
    for (unsigned i = 0; i < inputs; ++i) {
      if (!isByPlace() && !isInPlace(i)) {
        copy(emission, i);
      }
    }
    ends = emission.workspace.add(
        RefType::get({isByPlace() ? 2 * lines : lines}, entry));
    BlockSortShape shape = sort();
    shape.countOn(machine, shape.tile);
    for (unsigned i = 0; i < shape.elements.size(); ++i) {
      sorted.push_back(emission.workspace.add(shape.lineType(i, updates)));
    }
    leaveKeys(emission);
    emission.builder.setInsertionPointAfter(emission.kernels.back());
    const std::string nameOfSort = (name + "_sort").str();
    sorted = sortInWorkspace(builder, loc, nameOfSort, space, shape,
                             emission.workspace, sorted, emission.kernels);
    findEnds(emission);
    combine(emission, machine);
    return std::move(emission.kernels);
  }

private:
  Type elementOf(unsigned i) const {
    return getElementTypeOrSelf(op.getResults()[i].getType());
  }
  static int64_t bytesOf(Type element) {
    return partCount(element) *
           static_cast<int64_t>(
               llvm::divideCeil(partType(element).getIntOrFloatBitWidth(), 8));
  }

  /// Whether nothing of the input is in its place yet.
  bool isByPlace() const {
    return llvm::none_of(llvm::seq(inputs),
                         [&](unsigned i) { return isInPlace(i); });
  }

  /// Keys, then numbers of rows or the updates.
  BlockSortShape sort() const {
    SmallVector<Type> elements = {entry};
    if (isOfRows) {
      elements.push_back(entry);
    } else {
      for (unsigned i = 0; i < inputs; ++i) {
        elements.push_back(elementOf(i));
      }
    }
    return {op, elements, updates,
            static_cast<int64_t>(
                llvm::Log2_64_Ceil(static_cast<uint64_t>(lines) + 1))};
  }

  /// Places and updates fit into an entry.
  Value toEntry(HeroKernel &hero, Value numbers) const {
    Type type = shapedLike(entry, numbers.getType());
    return numbers.getType() == type
               ? numbers
               : hero.math.make<arith::TruncIOp>(type, numbers);
  }

  /// A list of the workspace with so many numbers for each entry.
  Value list(Emission &emission, HeroKernel &hero, unsigned number,
             int64_t parts = 1) const {
    Value ref = emission.workspace.argument(hero.kernel, number);
    reshapeArgument(hero.kernel, ref, {updates * parts});
    return ref;
  }

  /// Updates from one on, as far as there are: which, and whether they are
  /// there; null for all.
  struct Part {
    Value first;
    Value numbers;
    Value below;
  };
  Part partOf(HeroKernel &hero, int64_t size, int64_t all) const {
    Part part;
    part.first = hero.mul(hero.program[0], size);
    part.numbers = numbersFrom(hero, part.first, size);
    if (all % size != 0) {
      part.below =
          hero.math.compare(arith::CmpIPredicate::ult, part.numbers,
                            hero.math.integer(part.numbers.getType(), all));
    }
    return part;
  }
  int64_t programsOf(int64_t size, int64_t all) const {
    return static_cast<int64_t>(llvm::divideCeil(all, size));
  }

  //===-- Lists -----------------------------------------------------------===//

  void leaveKeys(Emission &emission) const {
    HeroKernel hero =
        beginUpdates(emission, "_keys", {programsOf(keyTile, updates)});
    Arithmetic &math = hero.math;
    const Part part = partOf(hero, keyTile, updates);
    Value row = part.numbers;
    Value place;
    if (!isOfRows && columns != 1) {
      Value count = math.integer(row.getType(), columns);
      Value column = math.make<arith::RemUIOp>(row, count);
      row = math.make<arith::DivUIOp>(row, count);
      const Columns inInput = columnsInInput();
      for (auto [at, step] : llvm::zip_equal(
               coordinates(hero, column, inInput.extents), inInput.steps)) {
        place = addTo(hero, place, at, step);
      }
    }
    const Rows found = locate(hero, row, part.below);
    if (found.lines) {
      place = addTo(hero, place, found.lines, isOfRows ? 1 : line);
    }
    Value key = toEntry(hero, place ? place : math.zero(row.getType()));
    if (found.live) {
      key = math.select(found.live, key, math.integer(key.getType(), lines));
    }
    auto leave = [&](Value values, unsigned number, int64_t parts) {
      StoreOp::create(
          hero.builder, hero.loc, values, list(emission, hero, number, parts),
          ValueRange{hero.mul(part.first, parts)}, boundsOf(hero, parts));
    };
    leave(key, sorted[0], 1);
    if (isOfRows) {
      leave(toEntry(hero, part.numbers), sorted[1], 1);
    } else {
      for (unsigned i = 0; i < inputs; ++i) {
        const int64_t parts = partCount(elementOf(i));
        Value given = hero.operand(inputs + 1 + i);
        reshapeArgument(hero.kernel, given, {updates * parts});
        leave(math.make<LoadOp>(RankedTensorType::get({keyTile * parts},
                                                      partType(elementOf(i))),
                                given, ValueRange{hero.mul(part.first, parts)},
                                boundsOf(hero, parts)),
              sorted[1 + i], parts);
      }
    }
  }

  SmallVector<Value> boundsOf(HeroKernel &hero, int64_t parts) const {
    return {updates % keyTile == 0 ? Value() : hero.index(updates * parts)};
  }

  /// The key so many updates further on; none where there is no update.
  Value keyBeside(HeroKernel &hero, Value keys, const Part &part,
                  int64_t distance) const {
    Arithmetic &math = hero.math;
    Type type = part.numbers.getType();
    Value at = math.add(part.numbers, math.integer(type, distance));
    // The one before the first is very large.
    Value live = math.compare(arith::CmpIPredicate::ult, at,
                              math.integer(type, updates));
    return math.make<GatherOp>(shapedLike(entry, type), keys, ValueRange{at},
                               ArrayRef<Value>(), live,
                               math.integer(entry, -1));
  }

  /// Whether updates are the first, or the last, of their places.
  Value isAtEnd(HeroKernel &hero, Value keys, const Part &part, Value own,
                int64_t beside) const {
    Arithmetic &math = hero.math;
    Value hasPlace = math.compare(arith::CmpIPredicate::ult, own,
                                  math.integer(own.getType(), lines));
    return math.both(hasPlace,
                     math.compare(arith::CmpIPredicate::ne, own,
                                  keyBeside(hero, keys, part, beside)));
  }

  /// Where the updates of each place end, and behind all of these where they
  /// begin, if places are gone over.
  void findEnds(Emission &emission) const {
    HeroKernel hero = begin(emission, "_ends", {programsOf(keyTile, updates)});
    Arithmetic &math = hero.math;
    const Part part = partOf(hero, keyTile, updates);
    Value keys = list(emission, hero, sorted[0]);
    Value own = keyBeside(hero, keys, part, 0);
    Value ref;
    if (isByPlace()) {
      ref = emission.workspace.zeroed(hero.kernel, ends);
    } else {
      ref = emission.workspace.argument(hero.kernel, ends);
      // Threads read the first one in place of one that is not there.
      emission.workspace.zeroFirst(hero.kernel, ends);
    }
    Value numbers = toEntry(hero, part.numbers);
    Type type = numbers.getType();
    auto leave = [&](Value what, Value at, Value live) {
      ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, what, ref,
                        ValueRange{at}, ArrayRef<Value>(), live,
                        /*unique=*/true);
    };
    leave(math.add(numbers, math.integer(type, 1)), own,
          isAtEnd(hero, keys, part, own, 1));
    if (isByPlace()) {
      leave(numbers, math.add(own, math.integer(type, lines)),
            isAtEnd(hero, keys, part, own, -1));
    }
  }

  //===-- Combining -------------------------------------------------------===//

  /// A tile of places: which, and where their updates are in lists.
  struct Shares {
    Value first;
    Value lines;
    /// Null where all are there.
    Value live;
    Value from;
    Value count;
  };

  Shares sharesOf(Emission &emission, HeroKernel &hero) const {
    Arithmetic &math = hero.math;
    auto counted = RankedTensorType::get({tile[0]}, entry);
    Value ref = emission.workspace.argument(hero.kernel, ends);
    auto lookUp = [&](Value at, Value live) {
      return math.make<GatherOp>(counted, ref, ValueRange{at},
                                 ArrayRef<Value>(), live);
    };
    if (isByPlace()) {
      const Part part = partOf(hero, tile[0], lines);
      Value at = toEntry(hero, part.numbers);
      Value from =
          lookUp(math.add(at, math.integer(counted, lines)), part.below);
      return {part.first, at, part.below, from,
              math.make<arith::SubIOp>(lookUp(at, part.below), from)};
    }
    const Part part = partOf(hero, tile[0], updates);
    Value keys = list(emission, hero, sorted[0]);
    Value own = keyBeside(hero, keys, part, 0);
    Value isFirst = isAtEnd(hero, keys, part, own, -1);
    Value from = toEntry(hero, part.numbers);
    Value count = math.make<arith::SubIOp>(lookUp(own, isFirst), from);
    return {part.first, own, isFirst, from,
            math.select(isFirst, count, math.zero(counted))};
  }

  Value columnBound(HeroKernel &hero) const {
    return line % tile[1] == 0 ? Value() : hero.index(line);
  }
  RankedTensorType tileOf(unsigned i) const {
    return RankedTensorType::get(tile, partType(elementOf(i)));
  }

  /// Elements of single places by their numbers.
  Value partsAt(HeroKernel &hero, Value at, unsigned i, unsigned part) const {
    return addTo(hero, hero.math.integer(at.getType(), part), at,
                 partCount(elementOf(i)));
  }

  TileValue loadPlaces(HeroKernel &hero, const Shares &shares, Value column,
                       unsigned i) const {
    Arithmetic &math = hero.math;
    Value ref = isByPlace() ? hero.operand(i) : hero.result(i);
    if (!isOfRows) {
      TileValue parts;
      reshapeArgument(hero.kernel, ref, {places * partCount(elementOf(i))});
      for (unsigned part = 0; part < partCount(elementOf(i)); ++part) {
        parts.push_back(math.make<GatherOp>(
            tileOf(i), ref, ValueRange{partsAt(hero, shares.lines, i, part)},
            ArrayRef<Value>(), shares.live));
      }
      return parts;
    }
    reshapeArgument(hero.kernel, ref, {lines, line});
    if (!isByPlace()) {
      return {math.make<GatherOp>(
          tileOf(i), ref, ValueRange{shares.lines, column},
          ArrayRef<Value>{Value(), columnBound(hero)}, shares.live)};
    }
    return {math.make<LoadOp>(tileOf(i), ref, ValueRange{shares.first, column},
                              rowBounds(hero))};
  }

  void storePlaces(HeroKernel &hero, const Shares &shares, Value column,
                   unsigned i, ValueRange values) const {
    Value ref = hero.result(i);
    if (isOfRows && isByPlace()) {
      reshapeArgument(hero.kernel, ref, {lines, line});
      StoreOp::create(hero.builder, hero.loc, values[0], ref,
                      ValueRange{shares.first, column}, rowBounds(hero));
      return;
    }
    if (isOfRows) {
      ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, values[0], ref,
                        ValueRange{shares.lines, column},
                        ArrayRef<Value>{Value(), columnBound(hero)},
                        shares.live, /*unique=*/true);
      return;
    }
    reshapeArgument(hero.kernel, ref, {places * partCount(elementOf(i))});
    for (auto [part, value] : llvm::enumerate(values)) {
      ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, value, ref,
                        ValueRange{partsAt(hero, shares.lines, i,
                                           static_cast<unsigned>(part))},
                        ArrayRef<Value>(), shares.live, /*unique=*/true);
    }
  }

  SmallVector<Value> rowBounds(HeroKernel &hero) const {
    return {lines % tile[0] == 0 ? Value() : hero.index(lines),
            columnBound(hero)};
  }

  /// Of each place, the update with a number among its own: whether there is
  /// one, and where in lists.
  struct Turn {
    Value live;
    Value at;
  };
  Turn turnOf(HeroKernel &hero, const Shares &shares, Value number) const {
    Value numbers = hero.math.splat(number, {tile[0]});
    return {hero.math.compare(arith::CmpIPredicate::ult, numbers, shares.count),
            hero.math.add(shares.from, numbers)};
  }

  void combine(Emission &emission, const Machine &machine) const {
    const int64_t all = isByPlace() ? lines : updates;
    SmallVector<int64_t> counts = {programsOf(tile[0], all)};
    if (isOfRows) {
      counts.push_back(programsOf(tile[1], line));
    }
    HeroKernel hero = begin(emission, "", counts);
    Arithmetic &math = hero.math;
    if (!isOfRows) {
      hero.kernel->setAttr(warpsAttributeName,
                           hero.builder.getI64IntegerAttr(std::max<int64_t>(
                               1, tile[0] / machine.threads.lanes)));
    }
    const Shares shares = sharesOf(emission, hero);
    Value column = isOfRows ? hero.mul(hero.program[1], tile[1]) : Value();
    SmallVector<Value> given;
    for (unsigned i = 0; i < inputs; ++i) {
      Value updatesOf = isOfRows ? hero.operand(inputs + 1 + i)
                                 : list(emission, hero, sorted[1 + i],
                                        partCount(elementOf(i)));
      if (isOfRows) {
        reshapeArgument(hero.kernel, updatesOf, {rows, columns});
      }
      given.push_back(updatesOf);
    }
    Value most = math.make<arith::IndexCastOp>(
        hero.builder.getIndexType(),
        math.scalarOf(
            ReduceOp::create(hero.builder, hero.loc, CombineKind::UMax,
                             ValueRange{shares.count}, ArrayRef<int64_t>{0})
                .getResults()[0]));
    Value turns = math.make<arith::DivUIOp>(
        hero.add(most, hero.index(ahead - 1)), hero.index(ahead));

    // What is carried: the places, and of rows the names of the next updates,
    // which are on their way while these are combined.
    SmallVector<Value> carried;
    for (unsigned i = 0; i < inputs; ++i) {
      llvm::append_range(carried, loadPlaces(hero, shares, column, i));
    }
    const size_t held = carried.size();
    Value names = isOfRows ? list(emission, hero, sorted[1]) : Value();
    auto numberIn = [&](Value turn, int64_t further) -> Value {
      return math.make<arith::IndexCastOp>(
          entry, hero.add(hero.mul(turn, ahead), hero.index(further)));
    };
    auto namesFrom = [&](Value turn, int64_t further) {
      SmallVector<Value> result;
      for (int64_t u = 0; names && u < ahead; ++u) {
        const Turn one = turnOf(hero, shares, numberIn(turn, further + u));
        result.push_back(math.make<GatherOp>(shares.count.getType(), names,
                                             ValueRange{one.at},
                                             ArrayRef<Value>(), one.live));
      }
      return result;
    };
    llvm::append_range(carried, namesFrom(hero.index(0), 0));

    carried =
        hero.loop(hero.index(0), turns, carried,
                  [&](Value turn, ValueRange before) -> SmallVector<Value> {
                    SmallVector<Value> values(before.take_front(held));
                    ValueRange named = before.drop_front(held);
                    SmallVector<Turn> taken;
                    SmallVector<SmallVector<TileValue>> loaded;
                    for (int64_t u = 0; u < ahead; ++u) {
                      taken.push_back(turnOf(hero, shares, numberIn(turn, u)));
                      loaded.emplace_back();
                      for (unsigned i = 0; i < inputs; ++i) {
                        loaded.back().push_back(
                            loadUpdates(hero, given[i], i, taken.back(),
                                        isOfRows ? named[u] : Value(), column));
                      }
                    }
                    SmallVector<Value> next = namesFrom(turn, ahead);
                    for (auto [one, own] : llvm::zip_equal(taken, loaded)) {
                      values = combined(hero, one.live, values, own);
                    }
                    llvm::append_range(values, next);
                    return values;
                  });
    ValueRange results = ValueRange(carried).take_front(held);
    for (unsigned i = 0; i < inputs; ++i) {
      const unsigned parts = partCount(elementOf(i));
      storePlaces(hero, shares, column, i, results.take_front(parts));
      results = results.drop_front(parts);
    }
  }

  TileValue loadUpdates(HeroKernel &hero, Value ref, unsigned i,
                        const Turn &turn, Value name, Value column) const {
    if (isOfRows) {
      return {hero.math.make<GatherOp>(
          tileOf(i), ref, ValueRange{name, column},
          ArrayRef<Value>{Value(), columnBound(hero)}, turn.live)};
    }
    TileValue parts;
    for (unsigned part = 0; part < partCount(elementOf(i)); ++part) {
      parts.push_back(hero.math.make<GatherOp>(
          tileOf(i), ref, ValueRange{partsAt(hero, turn.at, i, part)},
          ArrayRef<Value>(), turn.live));
    }
    return parts;
  }

  /// Places with one more update each, where there is one.
  SmallVector<Value> combined(HeroKernel &hero, Value live, ValueRange values,
                              ArrayRef<TileValue> given) const {
    SmallVector<TileValue> arguments;
    for (unsigned i = 0; i < inputs; ++i) {
      const unsigned parts = partCount(elementOf(i));
      arguments.push_back(
          llvm::to_vector_of<Value, 2>(values.take_front(parts)));
      values = values.drop_front(parts);
    }
    const SmallVector<TileValue> old(arguments);
    llvm::append_range(arguments, given);
    if (isOfRows) {
      live = hero.math.broadcast(live, {0}, tile);
    }
    SmallVector<Value> results;
    for (auto [before, after] :
         llvm::zip_equal(old, emitBody(hero.math, op.getUpdateComputation(),
                                       arguments, hero.captured))) {
      for (auto [a, b] : llvm::zip_equal(before, after)) {
        results.push_back(hero.math.select(live, b, a));
      }
    }
    return results;
  }

  unsigned inputs;
  bool isOfRows;
  /// Elements of a place.
  int64_t width;
  int64_t updates;
  /// Places, which `places` are the elements of.
  int64_t lines;
  /// A number in a list.
  Type entry;
  SmallVector<int64_t> tile;
  int64_t ahead;
  /// In the workspace: keys and what was sorted by them, and where the updates
  /// of each place end.
  SmallVector<unsigned> sorted;
  unsigned ends = 0;
};

bool isScatter(Operation *op) { return isa<stablehlo::ScatterOp>(op); }

std::optional<Refusal> refuse(const TilingSpace &space, Operation *op) {
  return SortedScatter(space, cast<stablehlo::ScatterOp>(op)).refuse();
}

/// What blocks may combine in any order takes no sort. How many updates meet at
/// a place is not known, and one after the other they may take long.
std::optional<Refusal> refuseAtomic(const TilingSpace &space, Operation *op) {
  if (!refuseUpdates(space, op)) {
    return Refusal{op, "scatter.atomic",
                   "updates may be combined in any order"};
  }
  return refuse(space, op);
}

AlgorithmWork workOf(const TilingSpace &space, Operation *op,
                     const Machine &machine) {
  SortedScatter scatter(space, cast<stablehlo::ScatterOp>(op));
  scatter.countOn(machine);
  return scatter.work();
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &machine) {
  return SortedScatter(space, cast<stablehlo::ScatterOp>(op))
      .run(builder, loc, name, machine);
}

} // namespace

const Algorithm scatterSorted = {"updates in their order, sorted by place",
                                 isScatter,
                                 refuse,
                                 workOf,
                                 nullptr,
                                 emitSteps};
const Algorithm scatterWithoutAtomics = {
    "updates in their order, sorted by place",
    isScatter,
    refuseAtomic,
    workOf,
    nullptr,
    emitSteps};

} // namespace weft::tile
