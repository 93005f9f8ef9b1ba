// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatter by blocks of threads, for updates that are rows of the result: each
// leaves its number in a list of its row, and then the rows are gone over once,
// and what its list names is combined with each. Nothing has to be copied
// before, and a row is read and written once, however many updates it has:
//
//   counts[*] = 0
//   for each update i of a row r:   lists[r][counts[r]++] = i
//   for each row r:                 result[r] = input[r] + updates[lists[r]]
//   for each i without a place:     result[r] += updates[i], atomically
//
// Lists have few places, so that all of them lie in a table. Updates that find
// theirs full are late: they are combined one by one when the rows are there.
// The order within a list is that in which threads came. Sums of short floats
// are rounded once for a list.

#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/ScatterUpdates.h"
#include "weft/Tile/Tiling/ReductionParts.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Places of a list,
constexpr int64_t listPlaces = 16;
/// and how many updates come to each at most, by and large. Twice as many are
/// rare where rows are hit by chance.
constexpr int64_t mostInList = listPlaces / 2;
/// Updates that a program puts into lists: several for each of its threads,
/// none of which holds copies, since each asks for a place of its own.
constexpr int64_t listedTile = 256;
/// Programs for late updates, for each multiprocessor.
constexpr int64_t lateOfMultiprocessor = 8;

class ScatterLists : public ScatterUpdates {
public:
  ScatterLists(const TilingSpace &space, stablehlo::ScatterOp op)
      : ScatterUpdates(space, op), kind(*updateKindOf(op)),
        lists(places / line) {
    const int64_t width = columnsAtATime(line);
    tile = {std::min(powerAbove(lists), scatterTile / width), width};
  }

  SmallVector<KernelOp> run(OpBuilder &builder, Location loc, StringRef name,
                            const Machine &machine) {
    Emission emission = {builder, loc, name};
    Type count = builder.getI32Type();
    counts = emission.workspace.add(RefType::get({lists + 1}, count));
    names = emission.workspace.add(RefType::get({lists, listPlaces}, number));
    late = emission.workspace.add(RefType::get({rows}, number));
    list(emission);
    combineRows(emission);
    combineLate(emission, machine);
    return std::move(emission.kernels);
  }

  std::optional<Refusal> refuse() const {
    if (kind == UpdateKind::Set) {
      return Refusal{op, "lists.set", "updates replace what is there"};
    }
    if (line == 1 || columns != line) {
      return Refusal{op, "lists.rows", "updates are not rows of the result"};
    }
    if (!hasNeutral(*combineKindOf(op.getUpdateComputation()), element)) {
      return Refusal{op, "lists.neutral",
                     "no element of its type changes nothing where a list has "
                     "fewer names than another"};
    }
    if (rows > lists * mostInList) {
      return Refusal{op, "lists.full",
                     std::to_string(rows) + " updates of " +
                         std::to_string(lists) + " rows would fill lists of " +
                         std::to_string(listPlaces)};
    }
    return std::nullopt;
  }

  AlgorithmWork work(const Machine &machine) const {
    const int64_t sector = machine.threads.sectorBytes;
    // Counts are read and written at any place, names written and read.
    const int64_t listed = rows * 4 * sector + 3 * lists * int64_t(4);
    return {.programs = places + rows * columns,
            .steps = 2,
            .bytes = 2 * places * elementBytes() +
                     rows * std::max(line * elementBytes(), sector) + listed,
            .kernels = 4};
  }

private:
  int64_t columnTiles() const { return llvm::divideCeil(line, tile[1]); }
  Value columnBound(HeroKernel &hero) const {
    return line % tile[1] == 0 ? Value() : hero.index(line);
  }
  Value linesOf(HeroKernel &hero, const Rows &found) const {
    return found.lines ? found.lines : hero.math.zero(found.numbers.getType());
  }

  /// Counts what goes to places of the list of counts. Gives how many were
  /// there before.
  Value count(HeroKernel &hero, Value ref, Value at, Value live) const {
    auto ones = RankedTensorType::get({listedTile}, hero.builder.getI32Type());
    return ScatterOp::create(hero.builder, hero.loc, UpdateKind::Add,
                             hero.math.integer(ones, 1), ref, ValueRange{at},
                             ArrayRef<Value>(), live, /*unique=*/false,
                             /*givesBefore=*/true)
        .getBefore();
  }

  void list(Emission &emission) const {
    HeroKernel hero = beginUpdates(
        emission, "_list",
        {static_cast<int64_t>(llvm::divideCeil(rows, listedTile))});
    Arithmetic &math = hero.math;
    Value ref = emission.workspace.zeroed(hero.kernel, counts);
    // Threads read the first name in place of one that is not there.
    emission.workspace.zeroFirst(hero.kernel, names);
    const Rows found = locateFrom(hero, hero.mul(hero.program[0], listedTile),
                                  listedTile, rows % listedTile == 0);
    auto flags = RankedTensorType::get({listedTile}, hero.builder.getI1Type());
    Value live = found.live ? found.live : math.integer(flags, 1);
    Value lines = linesOf(hero, found);
    auto leave = [&](unsigned list, ValueRange at, Value mask) {
      ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, found.numbers,
                        emission.workspace.argument(hero.kernel, list), at,
                        ArrayRef<Value>(), mask, /*unique=*/true);
    };
    Value place = count(hero, ref, lines, live);
    Value isLate = math.compare(arith::CmpIPredicate::uge, place,
                                math.integer(place.getType(), listPlaces));
    leave(names, {lines, place}, math.both(live, math.complement(isLate)));
    // How many are late is counted behind the last row.
    isLate = math.both(live, isLate);
    Value last = math.integer(found.numbers.getType(), lists);
    leave(late, {count(hero, ref, last, isLate)}, isLate);
  }

  /// Rows of updates by their numbers, from a column on.
  Value load(HeroKernel &hero, Value numbers, Value column, Value live,
             Value otherwise) const {
    return hero.math.make<GatherOp>(
        RankedTensorType::get(tile, partType(element)), hero.operand(2),
        ValueRange{numbers, column},
        ArrayRef<Value>{Value(), columnBound(hero)}, live, otherwise);
  }

  void combineRows(Emission &emission) const {
    HeroKernel hero =
        begin(emission, "",
              {static_cast<int64_t>(llvm::divideCeil(lists, tile[0])),
               columnTiles()});
    Arithmetic &math = hero.math;
    reshapeArgument(hero.kernel, hero.operand(0), {lists, line});
    reshapeArgument(hero.kernel, hero.operand(2), {rows, columns});
    reshapeArgument(hero.kernel, hero.result(0), {lists, line});
    Value first = hero.mul(hero.program[0], tile[0]);
    Value column = hero.mul(hero.program[1], tile[1]);
    SmallVector<Value> bounds = {
        lists % tile[0] == 0 ? Value() : hero.index(lists), columnBound(hero)};
    Value input =
        math.make<LoadOp>(RankedTensorType::get(tile, partType(element)),
                          hero.operand(0), ValueRange{first, column}, bounds);
    Value lines = numbersFrom(hero, first, tile[0]);
    Value isThere;
    if (bounds[0]) {
      isThere = math.compare(arith::CmpIPredicate::ult, lines,
                             math.integer(lines.getType(), lists));
    }
    auto counted = RankedTensorType::get({tile[0]}, hero.builder.getI32Type());
    Value count = math.make<GatherOp>(
        counted, emission.workspace.argument(hero.kernel, counts),
        ValueRange{lines}, ArrayRef<Value>(), isThere);
    count = math.make<arith::MinUIOp>(count, math.integer(counted, listPlaces));
    Value most = math.scalarOf(
        ReduceOp::create(hero.builder, hero.loc, CombineKind::UMax,
                         ValueRange{count}, ArrayRef<int64_t>{0})
            .getResults()[0]);
    Value listed = emission.workspace.argument(hero.kernel, names);
    const CombineKind combine = *combineKindOf(op.getUpdateComputation());
    Value neutral = emitNeutral(math, combine, partType(element));
    SmallVector<Value> combined = hero.loop(
        hero.index(0),
        math.make<arith::IndexCastOp>(hero.builder.getIndexType(), most),
        ValueRange{math.widen(input)},
        [&](Value turn, ValueRange before) -> SmallVector<Value> {
          Value place =
              math.make<arith::IndexCastOp>(hero.builder.getI32Type(), turn);
          Value live = math.compare(arith::CmpIPredicate::ult,
                                    math.splat(place, {tile[0]}), count);
          Value name = math.make<GatherOp>(lines.getType(), listed,
                                           ValueRange{lines, turn},
                                           ArrayRef<Value>(), live);
          Value update = load(hero, name, column, live, neutral);
          return {emitCombine(math, combine, before[0], math.widen(update))};
        });
    StoreOp::create(hero.builder, hero.loc,
                    math.narrow(combined[0], partType(element)), hero.result(0),
                    ValueRange{first, column}, bounds);
  }

  void combineLate(Emission &emission, const Machine &machine) const {
    const auto programs = std::clamp<int64_t>(
        lateOfMultiprocessor * machine.threads.multiprocessors / columnTiles(),
        1, llvm::divideCeil(rows, tile[0]));
    HeroKernel hero =
        beginUpdates(emission, "_late", {programs, columnTiles()});
    Arithmetic &math = hero.math;
    reshapeArgument(hero.kernel, hero.result(0), {lists, line});
    Type counted = hero.builder.getI32Type();
    Value all =
        hero.toIndex(hero.load(emission.workspace.argument(hero.kernel, counts),
                               {hero.index(lists)}, counted),
                     counted);
    Value lateNumbers = emission.workspace.argument(hero.kernel, late);
    Value column = hero.mul(hero.program[1], tile[1]);
    auto quotient = [&](Value dividend, int64_t divisor) {
      return math.make<arith::DivUIOp>(dividend, hero.index(divisor));
    };
    Value tiles = quotient(hero.add(all, hero.index(tile[0] - 1)), tile[0]);
    Value turns = quotient(
        hero.sub(hero.add(tiles, hero.index(programs - 1)), hero.program[0]),
        programs);
    hero.loop(hero.index(0), turns, [&](Value turn) {
      Value first = hero.mul(
          hero.add(hero.program[0], hero.mul(turn, programs)), tile[0]);
      Value turnPlaces = numbersFrom(hero, first, tile[0]);
      Value below = math.compare(
          arith::CmpIPredicate::ult, turnPlaces,
          math.splat(math.make<arith::IndexCastOp>(number, all), {tile[0]}));
      Value numbers =
          math.make<GatherOp>(turnPlaces.getType(), lateNumbers,
                              ValueRange{turnPlaces}, ArrayRef<Value>(), below);
      const Rows found = locate(hero, numbers, below);
      ScatterOp::create(
          hero.builder, hero.loc, kind,
          load(hero, numbers, column, below, Value()), hero.result(0),
          ValueRange{linesOf(hero, found), column},
          ArrayRef<Value>{Value(), columnBound(hero)}, found.live);
    });
  }

  UpdateKind kind;
  /// As many as the result has lines.
  int64_t lists;
  SmallVector<int64_t> tile;
  /// In the workspace: how many updates each row has, and how many are late;
  /// the numbers of those in lists; and of those that are late.
  unsigned counts = 0;
  unsigned names = 0;
  unsigned late = 0;
};

bool isScatter(Operation *op) { return isa<stablehlo::ScatterOp>(op); }

std::optional<Refusal> refuse(const TilingSpace &space, Operation *op) {
  if (std::optional<Refusal> reason = refuseUpdates(space, op)) {
    return reason;
  }
  return ScatterLists(space, cast<stablehlo::ScatterOp>(op)).refuse();
}

AlgorithmWork workOf(const TilingSpace &space, Operation *op,
                     const Machine &machine) {
  return ScatterLists(space, cast<stablehlo::ScatterOp>(op)).work(machine);
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &machine) {
  ScatterLists scatter(space, cast<stablehlo::ScatterOp>(op));
  scatter.countOn(machine);
  return scatter.run(builder, loc, name, machine);
}

} // namespace

const Algorithm scatterByLists = {"lists of the updates of each row",
                                  isScatter,
                                  refuse,
                                  workOf,
                                  nullptr,
                                  emitSteps};

} // namespace weft::tile
