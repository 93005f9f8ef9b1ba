// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatter by blocks of threads: every element of the updates finds its place by
// itself, and is combined with what is there atomically, in any order.
//
// Where columns are neighbours in the result as well, and rows never begin
// inside of what is a line to it, a row goes there as a whole, several elements
// at a time where the machine combines so many.
//
// Where the result does not have the input's memory, the input is copied first.
//
// Places that many updates meet at, as in a histogram, are few: each program
// has all of them on the chip, combines its part of the updates there, and then
// what it has with what is in memory.
//
// Updates that replace what is there go to their places at once where indices
// are unique. Else the last one has to win: each leaves its number at its
// place, of which the greatest stays, and then only those are written whose
// number it is.

#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/ScatterUpdates.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Bytes of places that a program has on the chip,
constexpr int64_t mostPrivate = 32768;
/// and how many updates each has at least, by and large.
constexpr int64_t updatesOfPlace = 16;
/// Programs that share the updates then.
constexpr int64_t privatePrograms = 128;

class BlockScatter : public ScatterUpdates {
public:
  BlockScatter(const TilingSpace &space, stablehlo::ScatterOp op)
      : ScatterUpdates(space, op), kind(*updateKindOf(op)) {
    const int64_t width = columnsAtATime(columns);
    tile = {std::min(powerAbove(rows), scatterTile / width), width};
  }

  SmallVector<KernelOp> run(OpBuilder &builder, Location loc, StringRef name) {
    Emission emission = {builder, loc, name};
    if (!isInPlace()) {
      copy(emission);
    }
    if (isPrivate()) {
      updatePrivate(emission);
    } else if (!mustChoose()) {
      update(emission);
    } else {
      unsigned winners = emission.workspace.add(RefType::get({places}, number));
      mark(emission, winners);
      writeWinners(emission, winners);
    }
    return std::move(emission.kernels);
  }

  AlgorithmWork work(const Machine &machine) const {
    const int64_t updates = rows * columns;
    // What is combined in memory is read and written there, and of a line that
    // is short a sector at least.
    const int64_t changed =
        rows * std::max(columns * elementBytes(), machine.threads.sectorBytes);
    const int64_t moved = updates * elementBytes() +
                          (isPrivate() ? 0 : 2 * changed) +
                          (isInPlace() ? 0 : 2 * places * elementBytes());
    return {.programs = updates,
            .steps = 8,
            .bytes = moved,
            .kernels = (isInPlace() ? 1 : 2) + (mustChoose() ? 2 : 0)};
  }

private:
  /// Whether the last of several updates has to be found.
  bool mustChoose() const {
    int64_t windows = 1;
    for (unsigned d : dimensions.batch) {
      windows *= dimensions.update[d];
    }
    return kind == UpdateKind::Set && !op.getUniqueIndices() && windows != 1;
  }

  //===-- Kernels over all updates ----------------------------------------===//

  /// What a program knows of its tile of updates.
  struct Updates : Rows {
    /// Of its first row and column.
    Value row;
    Value column;
    SmallVector<Value> bounds;
  };

  int64_t rowTiles() const { return llvm::divideCeil(rows, tile[0]); }
  int64_t columnTiles() const { return llvm::divideCeil(columns, tile[1]); }

  HeroKernel beginUpdates(Emission &emission, StringRef suffix) const {
    return ScatterUpdates::beginUpdates(emission, suffix,
                                        {rowTiles(), columnTiles()});
  }

  Updates locate(HeroKernel &hero) const {
    return locate(hero, hero.program[0], hero.program[1],
                  /*isInside=*/rows % tile[0] == 0);
  }

  /// Of a tile by its numbers; `isInside`: there are all of its rows.
  Updates locate(HeroKernel &hero, Value rowTile, Value columnTile,
                 bool isInside) const {
    Value row = hero.mul(rowTile, tile[0]);
    Value column = hero.mul(columnTile, tile[1]);
    SmallVector<Value> bounds = {isInside ? Value() : hero.index(rows),
                                 columns % tile[1] == 0 ? Value()
                                                        : hero.index(columns)};
    return {locateFrom(hero, row, tile[0], isInside), row, column, bounds};
  }

  /// Of the elements of a tile, each by itself: its place, and whether there is
  /// one.
  struct Elements {
    Value places;
    Value live;
  };
  Elements elementsOf(HeroKernel &hero, const Updates &found) const {
    Arithmetic &math = hero.math;
    auto overTile = [&](Value value, int64_t dim) {
      return value ? math.broadcast(value, {dim}, tile) : Value();
    };
    Value ofColumn;
    const Columns inInput = columnsInInput();
    Value numbers = numbersFrom(hero, found.column, tile[1]);
    for (auto [at, step] : llvm::zip_equal(
             coordinates(hero, numbers, inInput.extents), inInput.steps)) {
      ofColumn = addTo(hero, ofColumn, at, step);
    }
    Elements elements;
    elements.places =
        addTo(hero, addTo(hero, Value(), overTile(found.lines, 0), line),
              overTile(ofColumn, 1), 1);
    if (!elements.places) {
      elements.places = math.zero(RankedTensorType::get(tile, number));
    }
    elements.live = overTile(found.live, 0);
    if (found.bounds[1]) {
      elements.live = both(
          hero, elements.live,
          math.make<MaskOp>(
              RankedTensorType::get(tile, hero.builder.getI1Type()),
              ValueRange{found.row, found.column},
              ArrayRef<Value>{Value(), found.bounds[1]}, ArrayRef<int64_t>()));
    }
    if (!elements.live) {
      auto all = RankedTensorType::get(tile, hero.builder.getI1Type());
      elements.live = math.integer(all, 1);
    }
    return elements;
  }

  TileValue loadUpdates(HeroKernel &hero, const Updates &found) const {
    TileValue parts;
    for (unsigned i = 0; i < partCount(element); ++i) {
      SmallVector<Value> at = {found.row, found.column};
      SmallVector<Value> bounds(found.bounds);
      SmallVector<int64_t> shape(tile);
      if (isComplex(element)) {
        at.push_back(hero.index(i));
        bounds.push_back(Value());
        shape.push_back(1);
      }
      Value loaded = hero.math.make<LoadOp>(
          RankedTensorType::get(shape, partType(element)), hero.operand(2), at,
          bounds);
      parts.push_back(hero.math.reshape(loaded, tile));
    }
    return parts;
  }

  void scatter(HeroKernel &hero, const Updates &found, const Elements &to,
               Value ref) const {
    Arithmetic &math = hero.math;
    for (auto [i, part] : llvm::enumerate(loadUpdates(hero, found))) {
      Value place = to.places;
      if (isComplex(element)) {
        Type type = place.getType();
        place = math.add(math.mul(place, math.integer(type, 2)),
                         math.integer(type, static_cast<int64_t>(i)));
      }
      ScatterOp::create(hero.builder, hero.loc, kind, part, ref,
                        ValueRange{place}, ArrayRef<Value>(), to.live,
                        kind == UpdateKind::Set);
    }
  }

  void update(Emission &emission) const {
    HeroKernel hero = beginUpdates(emission, "");
    Updates found = locate(hero);
    if (line == 1) {
      scatter(hero, found, elementsOf(hero, found), hero.result(0));
    } else {
      scatterRows(hero, found);
    }
  }

  void scatterRows(HeroKernel &hero, const Updates &found) const {
    reshapeArgument(hero.kernel, hero.result(0), {places / line, line});
    Value lines =
        found.lines ? found.lines
                    : hero.math.zero(RankedTensorType::get({tile[0]}, number));
    ScatterOp::create(hero.builder, hero.loc, kind, loadUpdates(hero, found)[0],
                      hero.result(0), ValueRange{lines, found.column},
                      ArrayRef<Value>{Value(), found.bounds[1]}, found.live,
                      kind == UpdateKind::Set);
  }

  bool isPrivate() const {
    Type part = partType(element);
    const int64_t bytes = elementBytes();
    return kind != UpdateKind::Set && !isComplex(element) &&
           (!isa<FloatType>(part) || bytes >= 2) &&
           powerAbove(places) * bytes <= mostPrivate &&
           rows * columns >= updatesOfPlace * places &&
           rowTiles() * columnTiles() > 1;
  }

  void updatePrivate(Emission &emission) const {
    const int64_t tiles = rowTiles() * columnTiles();
    const int64_t programs = std::min(tiles, privatePrograms);
    const int64_t held = powerAbove(places);
    HeroKernel hero = ScatterUpdates::beginUpdates(emission, "", {programs});
    Arithmetic &math = hero.math;
    Type part = partType(element);
    auto all = RankedTensorType::get({held}, part);
    const CombineKind combine = *combineKindOf(op.getUpdateComputation());
    Value own = math.make<AllocOp>(RefType::get({held}, part, Space::Shared),
                                   StringAttr(), IntegerAttr());
    Value zero = hero.index(0);
    StoreOp::create(hero.builder, hero.loc, emitNeutral(math, combine, all),
                    own, ValueRange{zero});
    hero.loop(
        zero, hero.index(llvm::divideCeil(tiles, programs)), [&](Value turn) {
          Value number = hero.add(hero.program[0], hero.mul(turn, programs));
          Value width = hero.index(columnTiles());
          Value row = columnTiles() == 1
                          ? number
                          : math.make<arith::DivUIOp>(number, width);
          Value column = columnTiles() == 1
                             ? zero
                             : math.make<arith::RemUIOp>(number, width);
          // In the last turn there may be nothing left.
          const bool isInside = tiles % programs == 0 && rows % tile[0] == 0;
          Updates found = locate(hero, row, column, isInside);
          scatter(hero, found, elementsOf(hero, found), own);
        });
    Value combined =
        math.make<LoadOp>(all, own, ValueRange{zero}, ArrayRef<Value>());
    auto numbers = RankedTensorType::get({held}, hero.builder.getI32Type());
    Value at = math.make<IotaOp>(numbers, 0);
    Value live = math.compare(arith::CmpIPredicate::ult, at,
                              math.integer(numbers, places));
    ScatterOp::create(hero.builder, hero.loc, kind, combined, hero.result(0),
                      ValueRange{at}, ArrayRef<Value>(), live,
                      /*unique=*/false);
  }

  /// Of each element: the number of its row, from one on.
  Value numbersOf(HeroKernel &hero, const Updates &found) const {
    Value one = hero.math.integer(found.numbers.getType(), 1);
    return hero.math.broadcast(hero.math.add(found.numbers, one), {0}, tile);
  }

  void mark(Emission &emission, unsigned winners) const {
    HeroKernel hero = beginUpdates(emission, "_mark");
    Updates found = locate(hero);
    const Elements to = elementsOf(hero, found);
    ScatterOp::create(hero.builder, hero.loc, UpdateKind::UMax,
                      numbersOf(hero, found),
                      emission.workspace.zeroed(hero.kernel, winners),
                      ValueRange{to.places}, ArrayRef<Value>(), to.live);
  }

  void writeWinners(Emission &emission, unsigned winners) const {
    HeroKernel hero = beginUpdates(emission, "");
    Updates found = locate(hero);
    Elements to = elementsOf(hero, found);
    Value winner = hero.math.make<GatherOp>(
        RankedTensorType::get(tile, number),
        emission.workspace.argument(hero.kernel, winners),
        ValueRange{to.places}, ArrayRef<Value>(), to.live);
    Value wins = hero.math.compare(arith::CmpIPredicate::eq, winner,
                                   numbersOf(hero, found));
    to.live = hero.math.both(wins, to.live);
    scatter(hero, found, to, hero.result(0));
  }

  UpdateKind kind;
  SmallVector<int64_t> tile;
};

bool isScatter(Operation *op) { return isa<stablehlo::ScatterOp>(op); }

/// Sums and products of floats depend on the order of their terms.
std::optional<Refusal> refuseOrder(const TilingSpace &space, Operation *op) {
  if (std::optional<Refusal> reason = refuseUpdates(space, op)) {
    return reason;
  }
  UpdateKind kind = *updateKindOf(cast<stablehlo::ScatterOp>(op));
  Type part = partType(getElementTypeOrSelf(op->getResult(0).getType()));
  if (isa<FloatType>(part) &&
      (kind == UpdateKind::Add || kind == UpdateKind::Mul)) {
    return Refusal{op, "scatter.order",
                   "results depend on the order of updates"};
  }
  return std::nullopt;
}

AlgorithmWork workOf(const TilingSpace &space, Operation *op,
                     const Machine &machine) {
  return BlockScatter(space, cast<stablehlo::ScatterOp>(op)).work(machine);
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &machine) {
  BlockScatter scatter(space, cast<stablehlo::ScatterOp>(op));
  scatter.countOn(machine);
  return scatter.run(builder, loc, name);
}

} // namespace

const Algorithm scatterByBlocks = {"atomic updates in any order",
                                   isScatter,
                                   refuseUpdates,
                                   workOf,
                                   nullptr,
                                   emitSteps};
const Algorithm scatterInAnyOrder = {
    "atomic updates whose order does not matter",
    isScatter,
    refuseOrder,
    workOf,
    nullptr,
    emitSteps};

} // namespace weft::tile
