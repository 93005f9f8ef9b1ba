// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block takes some signals, and all butterflies of a step are a tile: the
// first step reads memory, the last one writes it, and between two steps
// numbers go through memory on the chip. There an element lies by the number of
// its butterfly, u rows of all butterflies, so that threads write side by side,
// and every row is written by one operation.

#include "weft/Tile/Tiling/Heroes/FourierPass.h"

#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/FourierNumbers.h"

#include <llvm/Support/MathExtras.h>
#include <mlir/IR/Matchers.h>

#include <cmath>
#include <functional>

using namespace mlir;

namespace weft::tile {

int64_t mostFourierPoints(const Machine &machine, Type part) {
  constexpr int64_t most = 8192;
  // Rows begin in different banks, so they are longer than what is in them.
  constexpr int64_t betweenRows = 2 << 10;
  return std::min(most, (machine.threads.sharedBytesPerBlock - betweenRows) /
                            (2 * part.getIntOrFloatBitWidth() / 8));
}

int64_t wholeSectors(const Machine &machine, Type part) {
  return std::max<int64_t>(1, machine.threads.sectorBytes /
                                  (2 * part.getIntOrFloatBitWidth() / 8));
}

namespace {

/// Points that a block has work enough with.
constexpr int64_t usualPoints = 2048;
/// Of a tile: one for each lane of any machine.
constexpr int64_t fewestPlaces = 64;
constexpr int64_t mostWarps = 16;
/// Roots that wait in registers.
constexpr int64_t mostWordsAhead = 64;
constexpr int64_t banks = 32;
/// Of memory on the chip that a step has for itself; longer signals share it.
constexpr int64_t mostBytesApart = 24 << 10;

class PassKernel : FourierNumbers {
public:
  PassKernel(OpBuilder &builder, Location loc, StringRef name,
             const TilingSpace &space, Operation *op, const FourierShape &shape,
             const FourierPass &pass, const Machine &machine)
      : FourierNumbers(numbersMath), numbersMath(builder, loc), shape(shape),
        pass(pass), plan(pass.points, /*hasEights=*/true),
        convolution(plan.isChirped ? &plan : pass.convolution),
        part(convolution ? Type(builder.getF64Type()) : shape.part),
        count(builder.getIntegerType(
            machine.bitsFor(2 * shape.lines() * pass.length))),
        signals(shape.lines() * pass.each()), together(chooseTogether(machine)),
        bytesApart(
            std::min(mostBytesApart, machine.threads.sharedBytesPerBlock / 8)),
        areRootsAhead(readsRootsAhead(machine)), tables(makeTables()),
        hero(builder, loc, name, space, op,
             {static_cast<int64_t>(llvm::divideCeil(signals, together))},
             tables) {
    hero.kernel->setAttr(warpsAttributeName,
                         builder.getI64IntegerAttr(chooseWarps(machine)));
  }

  KernelOp run(const Workspace &workspace, unsigned from, unsigned to) {
    Source source = sourceOf(workspace, from);
    Sink sink = sinkOf(workspace, to);
    if (!plan.isChirped) {
      transform(source, sink);
      return hero.kernel;
    }
    transform(source, filtered([this](const Places &at, Value u, Value k,
                                      const TileValue &value) {
                store(at, u, k, value);
              }));
    isSecond = true;
    transform(exchanged(sourceOnChip()), sink);
    return hero.kernel;
  }

private:
  /// A tile of butterflies, or of points.
  struct Places {
    RankedTensorType index;
    /// The signal, by its number in the block and among all.
    Value own;
    Value signal;
    /// Of the butterfly, or the point, in its signal.
    Value place;
    /// What is written, on the chip and to arrays; null where all are. What is
    /// not there is read as the last one that is, but for what `read` leaves
    /// out.
    Value held;
    Value live;
    Value read;
  };
  /// Of what a butterfly takes: point q each + place of each signal. q is an
  /// index, which is part of an address where it is known.
  struct Term {
    Value q;
    Value place;
    int64_t each = 1;
  };
  /// The number there; without parts where it is zero.
  using Source = std::function<TileValue(const Places &, const Term &)>;
  /// Takes the number at point u l + k, where l is what the last step has done
  /// before: u is an index or a tile.
  using Sink =
      std::function<void(const Places &, Value u, Value k, const TileValue &)>;

  //===--------------------------------------------------------------------===//
  // Bluestein's convolution
  //===--------------------------------------------------------------------===//

  /// The points of a line, times the chirp, and zeros behind them.
  Source chirped(const Source &source) {
    return [this, source](const Places &at, const Term &term) {
      const int64_t points = shape.length;
      const Inside inside = insideOf(term.q, term.each * pass.each(), points);
      if (inside == Inside::None) {
        return TileValue(2);
      }
      Value point = wholeAt(at, term);
      Places masked = at;
      if (inside == Inside::Some) {
        masked.read = isBelow(at, point, points);
      }
      TileValue value = source(masked, term);
      value[1] = value[1] ? value[1] : math.zero(value[0].getType());
      return times(value, entry(chirp, at, {point}));
    };
  }
  Sink filtered(const Sink &sink) {
    return [this, sink](const Places &at, Value u, Value k,
                        const TileValue &value) {
      sink(at, u, k, times(value, entry(filter, at, {wholeOf(at, u, k)})));
    };
  }
  /// The way back is the way there of exchanged parts.
  static Source exchanged(const Source &source) {
    return [source](const Places &at, const Term &term) {
      TileValue value = source(at, term);
      return TileValue{value[1], value[0]};
    };
  }
  Sink unchirped(const Sink &sink) {
    return [this, sink](const Places &at, Value u, Value k,
                        const TileValue &value) {
      const int64_t points = shape.length;
      const int64_t row = plan.length / plan.factors.back() * pass.done;
      const Inside inside = insideOf(u, row, points);
      if (inside == Inside::None) {
        return;
      }
      Value point = wholeOf(at, u, k);
      Places masked = at;
      if (inside == Inside::Some) {
        masked.live = both(at.live, isBelow(at, point, points));
      }
      sink(masked, u, k,
           times({value[1], value[0]}, entry(chirp, at, {point})));
    };
  }

  //===--------------------------------------------------------------------===//
  // Choices
  //===--------------------------------------------------------------------===//

  /// Whether neighbouring signals are neighbours in memory.
  bool readsBeside() const { return pass.isPart() || shape.isInterleaved; }
  bool writesBeside() const {
    return pass.isPart() ? pass.done > 1 : shape.isInterleaved;
  }

  int64_t chooseTogether(const Machine &machine) const {
    const int64_t room = powerAbove(plan.length);
    int64_t wanted = usualPoints / room;
    if (readsBeside()) {
      wanted =
          std::max(wanted, std::min(wholeSectors(machine, shape.part),
                                    mostFourierPoints(machine, part) / room));
    }
    wanted = std::clamp<int64_t>(wanted, 1, powerAbove(signals));
    // Multiprocessors without a block are worth more than whole sectors.
    while (wanted > 1 && wanted * fewestButterflies() > fewestPlaces &&
           2 * llvm::divideCeil(signals, wanted) <=
               static_cast<uint64_t>(machine.threads.multiprocessors)) {
      wanted /= 2;
    }
    return wanted;
  }

  /// Places of a step for each signal, at least.
  int64_t fewestButterflies() const {
    int64_t fewest = plan.length;
    for (int64_t p : plan.factors) {
      fewest = std::min(fewest, placesOf(p));
    }
    return fewest;
  }

  /// A butterfly of each step for each thread, or two where too many threads
  /// would have none of another step.
  int64_t chooseWarps(const Machine &machine) const {
    auto pointsOfThread = [&](int64_t warps) {
      int64_t points = 0;
      for (int64_t p : plan.factors) {
        const int64_t tile = tileOf(together * placesOf(p));
        points +=
            p * std::max<int64_t>(1, tile / (machine.threads.lanes * warps));
      }
      return points;
    };
    int64_t warps = 1;
    while (warps < mostWarps &&
           8 * pointsOfThread(2 * warps) <= 5 * pointsOfThread(warps)) {
      warps *= 2;
    }
    return warps;
  }

  /// Whether the roots of all steps are read before the points. Where no other
  /// block is on the multiprocessor, nothing else is done while they are
  /// waited for.
  bool readsRootsAhead(const Machine &machine) const {
    int64_t words = 0;
    for (int64_t p : plan.factors) {
      words += 2 * (p - 1) * part.getIntOrFloatBitWidth() / 32;
    }
    return llvm::all_of(plan.factors, isShort) && words <= mostWordsAhead &&
           llvm::divideCeil(signals, together) <=
               static_cast<uint64_t>(machine.threads.multiprocessors);
  }

  /// Of a step of a signal.
  int64_t placesOf(int64_t p) const {
    return plan.length / p * (isShort(p) ? 1 : (p + 1) / 2);
  }

  static int64_t tileOf(int64_t elements) {
    return std::max(fewestPlaces, powerAbove(elements));
  }

  //===--------------------------------------------------------------------===//
  // Tables
  //===--------------------------------------------------------------------===//

  unsigned addTable(const ComplexTable &table, int64_t rows = 0) {
    made.push_back(pairsOf(table, rows, part));
    return static_cast<unsigned>(made.size() - 1);
  }

  /// Of each step, a row for each term behind the first.
  void addRoots(SmallVector<unsigned> &tables) {
    const size_t all = plan.roots.size() / 2;
    for (auto [p, step] : llvm::zip_equal(plan.factors, plan.steps)) {
      assert(!step.areProducts() && "blocks hold short signals");
      const int64_t count = (p - 1) * step.extent;
      ComplexTable own;
      for (size_t begin : {size_t(0), all}) {
        const double *first = plan.roots.data() + begin + step.within;
        own.insert(own.end(), first, first + count);
      }
      tables.push_back(isShort(p) ? addTable(own, p - 1) : 0);
    }
  }

  SmallVector<ElementsAttr> makeTables() {
    addRoots(roots);
    if (plan.isChirped) {
      // The same numbers again: what the way there has read would be kept in
      // registers until the way back.
      addRoots(rootsBack);
    }
    if (convolution && (pass.isFirst || pass.isLast)) {
      chirp = addTable(convolution->chirp);
    }
    if (convolution && pass.isEnd() && !pass.isBack) {
      filter = addTable(convolution->filter);
    }
    int64_t done = 1;
    for (int64_t p : plan.factors) {
      done *= p;
      circles.push_back(isShort(p) ? 0 : addTable(unitRoots(p, 1, p)));
      turns.push_back(
          isShort(p) || done == p ? 0 : addTable(unitRoots(done, 1, done)));
    }
    if (pass.done > 1) {
      // Of a circle of many parts, some and what is between them.
      const int64_t parts = pass.done * pass.points;
      coarseStep = powerAbove(
          1 + static_cast<int64_t>(std::sqrt(static_cast<double>(parts))));
      coarse = addTable(
          unitRoots(parts, coarseStep, llvm::divideCeil(parts, coarseStep)));
      fine = addTable(unitRoots(parts, 1, coarseStep));
    }
    return made;
  }

  /// Entries of a table.
  TileValue entry(unsigned table, const Places &at, ArrayRef<Value> place) {
    return gatherPair(hero.table(table), part, at, SmallVector<Value>(place));
  }

  //===--------------------------------------------------------------------===//
  // Tiles of numbers
  //===--------------------------------------------------------------------===//

  Value number(const Places &at, int64_t value) {
    return math.integer(at.index, value);
  }
  Value plusNumber(const Places &at, Value a, int64_t b) {
    return b == 0 ? a : math.add(a, number(at, b));
  }
  Value timesNumber(const Places &at, Value a, int64_t b) {
    return b == 1 ? a : math.mul(a, number(at, b));
  }
  Value over(const Places &at, Value a, int64_t b) {
    return b == 1 ? a : math.make<arith::DivUIOp>(a, number(at, b));
  }
  Value rest(const Places &at, Value a, int64_t b) {
    return b == 1 ? number(at, 0) : math.make<arith::RemUIOp>(a, number(at, b));
  }
  Value spread(const Places &at, Value index) {
    return math.splat(math.make<arith::IndexCastOp>(count, index),
                      at.index.getShape());
  }
  Value isBelow(const Places &at, Value a, int64_t limit) {
    return math.compare(arith::CmpIPredicate::ult, a, number(at, limit));
  }
  static std::optional<int64_t> known(Value index) {
    APInt value;
    return matchPattern(index, m_ConstantInt(&value))
               ? std::optional(value.getSExtValue())
               : std::nullopt;
  }
  /// Which of `each` points of a row are below a limit, as far as is known.
  enum class Inside { All, Some, None };
  static Inside insideOf(Value row, int64_t each, int64_t limit) {
    std::optional<int64_t> number =
        isa<IndexType>(row.getType()) ? known(row) : std::nullopt;
    if (!number) {
      return Inside::Some;
    }
    return (*number + 1) * each <= limit ? Inside::All
           : *number * each >= limit     ? Inside::None
                                         : Inside::Some;
  }
  /// The point of a source's arguments.
  Value pointAt(const Places &at, const Term &term) {
    std::optional<int64_t> q = known(term.q);
    return q ? plusNumber(at, term.place, *q * term.each)
             : math.add(term.place,
                        timesNumber(at, spread(at, term.q), term.each));
  }
  /// The point of a sink's arguments.
  Value pointOf(const Places &at, Value u, Value k) {
    Value row = isa<RankedTensorType>(u.getType()) ? u : spread(at, u);
    return math.add(timesNumber(at, row, plan.length / plan.factors.back()), k);
  }

  /// Both as points of the line.
  Value wholeAt(const Places &at, const Term &term) {
    return math.add(timesNumber(at, pointAt(at, term), pass.each()),
                    rest(at, at.signal, pass.each()));
  }
  /// Of the end, where signals are k of above.
  Value wholeOf(const Places &at, Value u, Value k) {
    return math.add(timesNumber(at, pointOf(at, u, k), pass.done),
                    rest(at, at.signal, pass.each()));
  }

  Places places(int64_t each, bool isBeside) {
    const int64_t tile = tileOf(together * each);
    Places at;
    at.index = RankedTensorType::get({tile}, count);
    Value all = math.make<IotaOp>(at.index, 0);
    auto atMost = [&](Value a, int64_t limit) {
      return math.make<arith::MinUIOp>(a, number(at, limit));
    };
    if (tile != together * each) {
      at.held = at.live = isBelow(at, all, together * each);
      all = atMost(all, together * each - 1);
    }
    at.own = isBeside ? rest(at, all, together) : over(at, all, each);
    at.place = isBeside ? over(at, all, together) : rest(at, all, each);
    at.signal =
        math.add(spread(at, hero.mul(hero.program[0], together)), at.own);
    if (signals % together != 0) {
      at.live = both(at.live, isBelow(at, at.signal, signals));
      at.signal = atMost(at.signal, signals - 1);
    }
    return at;
  }

  Value both(Value a, Value b) { return a ? math.both(a, b) : b; }

  Value gather(Value ref, Type element, const Places &at,
               ArrayRef<Value> subscripts) {
    return math.make<GatherOp>(
        RankedTensorType::get(at.index.getShape(), element), ref, subscripts,
        ArrayRef<Value>(), at.read);
  }
  /// Both parts of complex numbers, which are neighbours.
  TileValue gatherPair(Value ref, Type element, const Places &at,
                       SmallVector<Value> subscripts) {
    subscripts.push_back(hero.index(0));
    const int64_t tile = at.index.getNumElements();
    Value pair =
        math.make<GatherOp>(RankedTensorType::get({tile, 2}, element), ref,
                            subscripts, ArrayRef<Value>(), at.read);
    TileValue value;
    for (int64_t i = 0; i < 2; ++i) {
      Value own = math.make<SliceOp>(RankedTensorType::get({tile, 1}, element),
                                     pair, ArrayRef<int64_t>{0, i});
      value.push_back(math.reshape(own, {tile}));
    }
    return value;
  }
  void scatterPair(const TileValue &value, Value ref, const Places &at,
                   SmallVector<Value> subscripts) {
    subscripts.push_back(hero.index(0));
    const int64_t tile = at.index.getNumElements();
    Value pair =
        math.make<JoinOp>(RankedTensorType::get({tile, 2}, elementOf(value[0])),
                          ValueRange(value));
    scatter(pair, ref, subscripts, at.live);
  }
  void scatter(Value value, Value ref, ArrayRef<Value> subscripts, Value live) {
    ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, value, ref,
                      subscripts, ArrayRef<Value>(), live,
                      /*unique=*/true);
  }

  //===--------------------------------------------------------------------===//
  // Memory on the chip
  //===--------------------------------------------------------------------===//

  /// What a step leaves: its factor, what was done before it, and the parts,
  /// rows of all butterflies.
  struct OnChip {
    int64_t factor = 1;
    int64_t done = 1;
    SmallVector<Value> parts;
  };

  void makeRoom(int64_t factor, int64_t done) {
    int64_t row = together * (plan.length / factor);
    // Such that rows begin in different banks.
    row += row % banks == 0 ? std::max<int64_t>(1, banks / factor) : 0;
    onChip = {factor, done, {}};
    // Of long signals a second block on the same multiprocessor is worth more
    // than a barrier less for each step.
    const int64_t bytes = 2 * factor * row * part.getIntOrFloatBitWidth() / 8;
    for (int64_t i = 0; i < 2; ++i) {
      StringAttr alias;
      if (bytes > bytesApart) {
        alias = hero.builder.getStringAttr(i == 0 ? "real" : "imaginary");
      }
      onChip.parts.push_back(
          math.make<AllocOp>(RefType::get({factor, row}, part, Space::Shared),
                             alias, IntegerAttr()));
    }
  }

  /// Of a butterfly in its row.
  Value inRow(const Places &at, Value butterfly, int64_t factor) {
    return readsBeside()
               ? math.add(timesNumber(at, butterfly, together), at.own)
               : math.add(timesNumber(at, at.own, plan.length / factor),
                          butterfly);
  }

  void storeRow(const Places &at, Value u, Value butterfly,
                const TileValue &value) {
    Value place = inRow(at, butterfly, onChip.factor);
    for (int64_t i = 0; i < 2; ++i) {
      Value number = value[i] ? value[i] : math.zero(value[0].getType());
      scatter(number, onChip.parts[i], {u, place}, at.held);
    }
  }
  /// Of the last step, as a sink.
  void store(const Places &at, Value u, Value k, const TileValue &value) {
    if (!isStored) {
      makeRoom(plan.factors.back(), plan.length / plan.factors.back());
      isStored = true;
    }
    storeRow(at, u, k, value);
  }

  Source sourceOnChip() {
    OnChip from = onChip;
    return [this, from](const Places &at, const Term &term) {
      // Terms that are whole turns apart lie in one row.
      const int64_t all = from.done * from.factor;
      std::optional<int64_t> q = known(term.q);
      const int64_t beyond = q ? *q * term.each : 1;
      const bool isInRow = beyond % all == 0;
      Value point = isInRow ? term.place : pointAt(at, term);
      Value u = rest(at, over(at, point, from.done), from.factor);
      Value butterfly =
          math.add(timesNumber(at, over(at, point, all), from.done),
                   rest(at, point, from.done));
      Value place = inRow(at, butterfly, from.factor);
      if (isInRow) {
        place = plusNumber(
            at, place, beyond / from.factor * (readsBeside() ? together : 1));
      }
      TileValue value;
      for (Value ref : from.parts) {
        value.push_back(gather(ref, part, at, {u, place}));
      }
      return value;
    };
  }

  //===--------------------------------------------------------------------===//
  // Steps
  //===--------------------------------------------------------------------===//

  /// The butterflies of a step.
  struct Butterflies {
    Places at;
    /// Of the terms behind the first, where they are not one.
    Numbers roots;
  };

  bool writesArray(size_t s) const {
    return s > 0 && s + 1 == plan.factors.size();
  }

  Butterflies butterfliesOf(size_t s, int64_t done) {
    const int64_t p = plan.factors[s];
    const bool isBeside = writesArray(s) ? writesBeside() : readsBeside();
    Butterflies all = {places(plan.length / p, isBeside), {}};
    Value k = rest(all.at, all.at.place, done);
    for (int64_t q = 1; q < p && done > 1; ++q) {
      all.roots.push_back(entry((isSecond ? rootsBack : roots)[s], all.at,
                                {hero.index(q - 1), k}));
    }
    return all;
  }

  void transform(const Source &source, const Sink &sink) {
    std::vector<Butterflies> ahead;
    int64_t done = 1;
    for (size_t s = 0; areRootsAhead && s < plan.factors.size(); ++s) {
      ahead.push_back(butterfliesOf(s, done));
      done *= plan.factors[s];
    }
    done = 1;
    isStored = false;
    for (auto [s, p] : llvm::enumerate(plan.factors)) {
      const Source from = s == 0 ? source : sourceOnChip();
      const Sink to = s + 1 == plan.factors.size() ? sink : Sink();
      if (isShort(p)) {
        shortStep(s, done, areRootsAhead ? ahead[s] : butterfliesOf(s, done),
                  from, to);
      } else {
        longStep(s, done, from, to);
      }
      done *= p;
    }
  }

  void shortStep(size_t s, int64_t done, const Butterflies &all,
                 const Source &from, const Sink &sink) {
    const int64_t p = plan.factors[s];
    const Places &at = all.at;
    Numbers t;
    for (int64_t q = 0; q < p; ++q) {
      TileValue value = from(at, {hero.index(q), at.place, plan.length / p});
      t.push_back(q > 0 && done > 1 ? times(value, all.roots[q - 1]) : value);
    }
    Numbers y = butterfly(t);
    if (!sink) {
      makeRoom(p, done);
    }
    for (int64_t u = 0; u < p; ++u) {
      // Of the last step, the number of a butterfly is k.
      if (sink) {
        sink(at, hero.index(u), at.place, y[u]);
      } else {
        storeRow(at, hero.index(u), at.place, y[u]);
      }
    }
  }

  /// As the sum that it is. Elements u and p - u are made of the same ones:
  /// terms q and p - q have the same cosines, and sines of opposite signs.
  void longStep(size_t s, int64_t done, const Source &from, const Sink &sink) {
    const int64_t p = plan.factors[s];
    const int64_t each = plan.length / p;
    Places at =
        places(placesOf(p), writesArray(s) ? writesBeside() : readsBeside());
    // By u first, then by butterfly.
    Value u = over(at, at.place, each);
    Value butterfly = rest(at, at.place, each);
    Value k = rest(at, butterfly, done);
    auto termOf = [&](Value q) {
      TileValue value = from(at, {q, butterfly, each});
      if (done == 1) {
        return value;
      }
      Value turn = rest(at, math.mul(spread(at, q), k), done * p);
      return times(value, entry(turns[s], at, {turn}));
    };
    TileValue first = termOf(hero.index(0));
    // Without imaginary parts there is half as much to do.
    const unsigned parts = first[1] ? 2 : 1;
    auto pairOf = [&](ValueRange values, unsigned begin) {
      return TileValue{values[begin], parts == 2 ? values[begin + 1] : Value()};
    };
    SmallVector<Value> initial(ArrayRef<Value>(first).take_front(parts));
    initial.append(parts, math.zero(first[0].getType()));
    initial.push_back(u);
    SmallVector<Value> sums = hero.loop(
        hero.index(1), hero.index((p + 1) / 2), initial,
        [&](Value q, ValueRange before) {
          TileValue a = termOf(q);
          TileValue b = termOf(hero.sub(hero.index(p), q));
          Value place = before.back();
          TileValue root = entry(circles[s], at, {place});
          SmallVector<Value> after;
          for (unsigned i = 0; i < parts; ++i) {
            after.push_back(add(before[i], mul(add(a[i], b[i]), root[0])));
          }
          for (unsigned i = 0; i < parts; ++i) {
            after.push_back(
                add(before[parts + i], mul(sub(a[i], b[i]), root[1])));
          }
          Value next = math.add(place, u);
          Value back = math.make<arith::SubIOp>(next, number(at, p));
          after.push_back(math.select(isBelow(at, next, p), next, back));
          return after;
        });
    TileValue even = pairOf(sums, 0);
    TileValue uneven = pairOf(sums, parts);
    if (!sink) {
      makeRoom(p, done);
    }
    auto leave = [&](const Places &own, Value row, const TileValue &value) {
      if (sink) {
        sink(own, row, butterfly, value);
      } else {
        storeRow(own, row, butterfly, value);
      }
    };
    leave(at, u, minusTurned(even, uneven));
    Value isPair = math.compare(arith::CmpIPredicate::ne, u, number(at, 0));
    Places mirrored = at;
    mirrored.held = both(at.held, isPair);
    mirrored.live = both(at.live, isPair);
    leave(mirrored, math.make<arith::SubIOp>(number(at, p), u),
          plusTurned(even, uneven));
  }

  //===--------------------------------------------------------------------===//
  // Arrays
  //===--------------------------------------------------------------------===//

  /// Which line a signal is of, as the subscripts of what is around its points.
  Value outerOf(const Places &at, Value line) {
    return over(at, line, shape.inner);
  }
  Value innerOf(const Places &at, Value line) {
    return rest(at, line, shape.inner);
  }

  Source sourceOf(const Workspace &workspace, unsigned buffer) {
    const Source read =
        pass.isFirst ? sourceOfOperand() : sourceOfParts(workspace, buffer);
    if (pass.done == 1) {
      return !convolution   ? read
             : pass.isFirst ? chirped(read)
                            : exchanged(read);
    }
    return [this, read](const Places &at, const Term &term) {
      Value turn = math.mul(pointAt(at, term), rest(at, at.signal, pass.done));
      return times(read(at, term),
                   times(entry(coarse, at, {over(at, turn, coarseStep)}),
                         entry(fine, at, {rest(at, turn, coarseStep)})));
    };
  }

  /// Of the first step.
  SmallVector<int64_t> termsOf() const {
    const int64_t p = plan.factors.front();
    return {p, plan.length / p, pass.each()};
  }

  Source sourceOfParts(const Workspace &workspace, unsigned buffer) {
    Value ref = workspace.argument(hero.kernel, buffer);
    SmallVector<int64_t> extents = {shape.lines()};
    extents.append(termsOf());
    extents.push_back(2);
    reshapeArgument(hero.kernel, ref, extents);
    return [this, ref](const Places &at, const Term &term) {
      return gatherPair(ref, part, at,
                        {over(at, at.signal, pass.each()), term.q, term.place,
                         rest(at, at.signal, pass.each())});
    };
  }

  Source sourceOfOperand() {
    const bool isHalf = shape.isToReal();
    SmallVector<int64_t> extents = {shape.outer};
    if (isHalf) {
      extents.push_back(shape.length / 2 + 1);
    } else if (convolution) {
      extents.push_back(shape.length);
    } else {
      extents.append(termsOf());
    }
    extents.push_back(shape.inner);
    if (!shape.isFromReal()) {
      extents.push_back(2);
    }
    Value ref = hero.operand(0);
    reshapeArgument(hero.kernel, ref, extents);
    return [this, ref, isHalf](const Places &at, const Term &term) {
      Value line = over(at, at.signal, pass.each());
      Value before = rest(at, at.signal, pass.each());
      SmallVector<Value> subscripts = {outerOf(at, line)};
      Value point;
      Inside direct = Inside::All;
      if (isHalf || convolution) {
        point = wholeAt(at, term);
        Value place = point;
        if (isHalf) {
          direct =
              insideOf(term.q, term.each * pass.each(), shape.length / 2 + 1);
        }
        if (direct != Inside::All) {
          place = math.make<arith::SubIOp>(number(at, shape.length), point);
        }
        if (direct == Inside::Some) {
          // The smaller one of both.
          place = math.make<arith::MinUIOp>(point, place);
        }
        subscripts.push_back(place);
      } else {
        subscripts.append({term.q, term.place, before});
      }
      subscripts.push_back(innerOf(at, line));
      if (shape.isFromReal()) {
        Value real = gather(ref, shape.part, at, subscripts);
        return TileValue{math.toFloat(real, part), Value()};
      }
      TileValue value = gatherPair(ref, shape.part, at, subscripts);
      for (Value &own : value) {
        own = math.toFloat(own, part);
      }
      if (isHalf) {
        value[1] = mirrored(at, term, point, direct, value[1]);
      }
      // The inverse transform is the forward one of exchanged parts.
      return shape.isInverse() ? TileValue{value[1], value[0]} : value;
    };
  }

  /// The imaginary part of a real signal's spectrum, of which half is given:
  /// beyond, elements are conjugates, and those that are their own mirrors have
  /// none.
  Value mirrored(const Places &at, const Term &term, Value point, Inside direct,
                 Value imaginary) {
    const int64_t n = shape.length;
    if (direct != Inside::All) {
      Value negated = math.negate(imaginary);
      imaginary =
          direct == Inside::None
              ? negated
              : math.select(isBelow(at, point, n / 2 + 1), imaginary, negated);
    }
    const int64_t row = term.each * pass.each();
    SmallVector<int64_t> own = {0};
    if (n % 2 == 0) {
      own.push_back(n / 2);
    }
    for (int64_t one : own) {
      if (std::optional<int64_t> q = known(term.q); !q || *q == one / row) {
        Value isOne =
            math.compare(arith::CmpIPredicate::eq, point, number(at, one));
        imaginary =
            math.select(isOne, math.zero(imaginary.getType()), imaginary);
      }
    }
    return imaginary;
  }

  Sink sinkOf(const Workspace &workspace, unsigned buffer) {
    const Sink write =
        pass.isLast ? sinkOfResult() : sinkOfParts(workspace, buffer);
    return !convolution                   ? write
           : pass.isLast                  ? unchirped(write)
           : pass.isEnd() && !pass.isBack ? filtered(write)
                                          : write;
  }

  Sink sinkOfParts(const Workspace &workspace, unsigned buffer) {
    const int64_t p = plan.factors.back();
    const int64_t each = plan.length / p;
    Value ref = workspace.argument(hero.kernel, buffer);
    reshapeArgument(
        hero.kernel, ref,
        {shape.lines(), pass.each() / pass.done, p, each, pass.done, 2});
    return [this, ref](const Places &at, Value u, Value k, TileValue value) {
      value[1] = value[1] ? value[1] : math.zero(value[0].getType());
      Value signal = rest(at, at.signal, pass.each());
      scatterPair(value, ref, at,
                  {over(at, at.signal, pass.each()),
                   over(at, signal, pass.done), u, k,
                   rest(at, signal, pass.done)});
    };
  }

  Sink sinkOfResult() {
    const int64_t p = plan.factors.back();
    const int64_t each = plan.length / p;
    const bool isHalf = shape.kind == stablehlo::FftType::RFFT;
    const bool isFlat = isHalf || convolution;
    SmallVector<int64_t> extents = {shape.outer};
    if (isFlat) {
      extents.push_back(isHalf ? shape.length / 2 + 1 : shape.length);
    } else {
      extents.append({p, each, pass.done});
    }
    extents.push_back(shape.inner);
    if (!shape.isToReal()) {
      extents.push_back(2);
    }
    Value ref = hero.result(0);
    reshapeArgument(hero.kernel, ref, extents);
    const double scale =
        shape.isInverse() ? 1 / static_cast<double>(shape.length) : 1;
    return [this, ref, each, isFlat, isHalf, scale](const Places &at, Value u,
                                                    Value k, TileValue value) {
      value[1] = value[1] ? value[1] : math.zero(value[0].getType());
      if (shape.isInverse()) {
        std::swap(value[0], value[1]);
      }
      // Of a part of the line, all before it is done: signals are k of above.
      Value line = over(at, at.signal, pass.each());
      Value before = rest(at, at.signal, pass.each());
      Places masked = at;
      SmallVector<Value> subscripts = {outerOf(at, line)};
      if (isFlat) {
        const int64_t wanted = isHalf ? shape.length / 2 + 1 : shape.length;
        const Inside inside = insideOf(u, each * pass.done, wanted);
        if (isHalf && inside == Inside::None) {
          return;
        }
        Value point = wholeOf(at, u, k);
        if (isHalf && inside == Inside::Some) {
          masked.live = both(at.live, isBelow(at, point, wanted));
        }
        subscripts.push_back(point);
      } else {
        subscripts.append({u, k, before});
      }
      subscripts.push_back(innerOf(at, line));
      for (Value &own : value) {
        own = math.toFloat(scaled(own, scale), shape.part);
      }
      if (shape.isToReal()) {
        scatter(value[0], ref, subscripts, masked.live);
      } else {
        scatterPair(value, ref, masked, subscripts);
      }
    };
  }

  Arithmetic numbersMath;
  const FourierShape &shape;
  FourierPass pass;
  FourierPlan plan;
  const FourierPlan *convolution;
  /// What is computed with, and what points of all lines are counted in.
  Type part;
  Type count;
  int64_t signals;
  /// Signals of a block.
  int64_t together;
  /// What each step has memory of its own for, on the chip.
  int64_t bytesApart;
  bool areRootsAhead;
  // Numbers of tables; roots, and circles of p and of all that is done then, by
  // step.
  SmallVector<unsigned> roots;
  SmallVector<unsigned> rootsBack;
  unsigned chirp = 0;
  unsigned filter = 0;
  unsigned coarse = 0;
  unsigned fine = 0;
  SmallVector<unsigned> circles;
  SmallVector<unsigned> turns;
  int64_t coarseStep = 1;
  SmallVector<ElementsAttr> made;
  SmallVector<ElementsAttr> tables;
  HeroKernel hero;
  OnChip onChip;
  /// Whether this is the second transform of a convolution on the chip.
  bool isSecond = false;
  /// The last step's numbers are on the chip, as a sink has put them there.
  bool isStored = false;
};

} // namespace

KernelOp emitFourierPass(OpBuilder &builder, Location loc, StringRef name,
                         const TilingSpace &space, Operation *op,
                         const FourierShape &shape, const FourierPass &pass,
                         const Machine &machine, const Workspace &workspace,
                         unsigned from, unsigned to) {
  return PassKernel(builder, loc, name, space, op, shape, pass, machine)
      .run(workspace, from, to);
}

} // namespace weft::tile
