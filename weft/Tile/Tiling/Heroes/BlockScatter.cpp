// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatter by blocks of threads: every element of the updates finds its place by
// itself, and is combined with what is there atomically, in any order. Updates
// are rows x window; the place of an element is that of its row, which the
// indices say, plus that of its column:
//
//   place = sum over d of (start[d] + along[d]) * stride[d]
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

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/ScatterDimensions.h"

#include <numeric>

using namespace mlir;

namespace weft::tile {
namespace {

/// Elements of a tile: sixteen for each of 128 threads.
constexpr int64_t tileElements = 2048;
/// Of a window that are taken at a time,
constexpr int64_t mostColumns = 512;
/// and as many that divide the window are better than more that do not: masks
/// cost registers, and accesses of single elements.
constexpr int64_t enoughColumns = 64;

/// Bytes of places that a program has on the chip,
constexpr int64_t mostPrivate = 32768;
/// and how many updates each has at least, by and large.
constexpr int64_t updatesOfPlace = 16;
/// Programs that share the updates then.
constexpr int64_t privatePrograms = 128;

/// How updates change what is there; nothing for other computations.
std::optional<UpdateKind> updateKindOf(stablehlo::ScatterOp op) {
  Region &body = op.getUpdateComputation();
  Block &block = body.front();
  if (op.getInputs().size() != 1) {
    return std::nullopt;
  }
  if (block.getTerminator()->getOperand(0) == block.getArgument(1)) {
    return UpdateKind::Set;
  }
  std::optional<CombineKind> kind = combineKindOf(body);
  if (!kind || *kind == CombineKind::Custom) {
    return std::nullopt;
  }
  return symbolizeUpdateKind(stringifyCombineKind(*kind));
}

int64_t product(ArrayRef<int64_t> extents) {
  int64_t result = 1;
  for (int64_t extent : extents) {
    result *= extent;
  }
  return result;
}

SmallVector<int64_t> stridesOf(ArrayRef<int64_t> extents) {
  SmallVector<int64_t> strides(extents.size(), 1);
  for (size_t d = extents.size(); d-- > 1;) {
    strides[d - 1] = strides[d] * extents[d];
  }
  return strides;
}

int64_t columnsAtATime(int64_t columns) {
  const int64_t dividing = powerIn(columns);
  return std::min(dividing >= enoughColumns ? dividing : powerAbove(columns),
                  mostColumns);
}

class BlockScatter {
public:
  BlockScatter(OpBuilder &builder, Location loc, StringRef name,
               const TilingSpace &space, stablehlo::ScatterOp op)
      : builder(builder), loc(loc), name(name), space(space), op(op),
        dimensions(op), kind(*updateKindOf(op)),
        element(getElementTypeOrSelf(op.getResults()[0].getType())),
        rows(product(dimensions.update.take_front(dimensions.known()))),
        columns(product(dimensions.update.drop_front(dimensions.known()))),
        places(product(dimensions.input)) {
    const int64_t width = columnsAtATime(columns);
    tile = {std::min(powerAbove(rows), tileElements / width), width};
    const int64_t largest = 2 * std::max({places, rows * columns + tileElements,
                                          product(dimensions.indices)});
    number = builder.getIntegerType(largest > INT32_MAX ? 64 : 32);
    line = lineOfResult();
  }

  SmallVector<KernelOp> run() {
    const bool isInPlace =
        llvm::any_of(space.inPlace, [&](TilingSpace::InPlace place) {
          return space.roots[place.root] == op.getResults()[0];
        });
    if (!isInPlace) {
      copy();
    }
    int64_t windows = 1;
    for (unsigned d : dimensions.batch) {
      windows *= dimensions.update[d];
    }
    if (isPrivate()) {
      updatePrivate();
    } else if (kind != UpdateKind::Set || op.getUniqueIndices() ||
               windows == 1) {
      update();
    } else {
      unsigned winners = workspace.add(RefType::get({places}, number));
      clear(winners);
      mark(winners);
      writeWinners(winners);
    }
    return std::move(kernels);
  }

private:
  //===-- Kernels over all places -----------------------------------------===//

  HeroKernel begin(StringRef suffix, ArrayRef<int64_t> counts) {
    if (!kernels.empty()) {
      builder.setInsertionPointAfter(kernels.back());
    }
    HeroKernel hero(builder, loc, (name + suffix).str(), space, op, counts);
    kernels.push_back(hero.kernel);
    return hero;
  }

  /// Of a list: where the program's tile begins, and its bound.
  struct Piece {
    Value at;
    SmallVector<Value> bounds;
  };
  Piece pieceOf(HeroKernel &hero, int64_t elements) {
    return {hero.mul(hero.program[0], tileElements),
            {elements % tileElements == 0 ? Value() : hero.index(elements)}};
  }

  void copy() {
    const int64_t elements = places * partCount(element);
    HeroKernel hero =
        begin("_copy",
              {static_cast<int64_t>(llvm::divideCeil(elements, tileElements))});
    reshapeArgument(hero.kernel, hero.operand(0), {elements});
    reshapeArgument(hero.kernel, hero.result(0), {elements});
    Piece piece = pieceOf(hero, elements);
    Value loaded = hero.math.make<LoadOp>(
        RankedTensorType::get({tileElements}, partType(element)),
        hero.operand(0), ValueRange{piece.at}, piece.bounds);
    StoreOp::create(builder, loc, loaded, hero.result(0), ValueRange{piece.at},
                    piece.bounds);
  }

  void clear(unsigned winners) {
    HeroKernel hero =
        begin("_clear",
              {static_cast<int64_t>(llvm::divideCeil(places, tileElements))});
    Piece piece = pieceOf(hero, places);
    StoreOp::create(
        builder, loc,
        hero.math.zero(RankedTensorType::get({tileElements}, number)),
        workspace.argument(hero.kernel, winners), ValueRange{piece.at},
        piece.bounds);
  }

  //===-- Kernels over all updates ----------------------------------------===//

  /// What a program knows of its tile of updates.
  struct Updates {
    /// Of its first row and column.
    Value row;
    Value column;
    SmallVector<Value> bounds;
    /// Of each row: its number, where it begins, in lines of the result, and
    /// whether it has a place at all; either of the last may be null: at the
    /// start, and surely.
    Value rows;
    Value lines;
    Value live;
  };

  int64_t rowTiles() const { return llvm::divideCeil(rows, tile[0]); }
  int64_t columnTiles() const { return llvm::divideCeil(columns, tile[1]); }

  HeroKernel beginUpdates(StringRef suffix) {
    return beginUpdates(suffix, {rowTiles(), columnTiles()});
  }

  HeroKernel beginUpdates(StringRef suffix, ArrayRef<int64_t> counts) {
    HeroKernel hero = begin(suffix, counts);
    reshapeArgument(hero.kernel, hero.operand(1),
                    {product(dimensions.indices)});
    SmallVector<int64_t> memory = {rows, columns};
    if (isComplex(element)) {
      memory.push_back(2);
    }
    reshapeArgument(hero.kernel, hero.operand(2), memory);
    reshapeArgument(hero.kernel, hero.result(0), {places * partCount(element)});
    return hero;
  }

  Value numbersFrom(HeroKernel &hero, Value first, int64_t count) {
    auto type = RankedTensorType::get({count}, number);
    Value base = hero.math.make<arith::IndexCastOp>(number, first);
    return hero.math.add(hero.math.splat(base, {count}),
                         hero.math.make<IotaOp>(type, 0));
  }

  /// The coordinates of numbers along dimensions; null where there is one.
  SmallVector<Value> coordinates(HeroKernel &hero, Value numbers,
                                 ArrayRef<int64_t> extents) {
    Arithmetic &math = hero.math;
    SmallVector<int64_t> strides = stridesOf(extents);
    SmallVector<Value> result;
    for (auto [d, extent] : llvm::enumerate(extents)) {
      Value at = numbers;
      if (extent == 1) {
        result.push_back(Value());
        continue;
      }
      if (strides[d] != 1) {
        at = math.make<arith::DivUIOp>(at,
                                       math.integer(at.getType(), strides[d]));
      }
      if (product(extents.take_front(d)) != 1) {
        at = math.make<arith::RemUIOp>(at, math.integer(at.getType(), extent));
      }
      result.push_back(at);
    }
    return result;
  }

  /// sum + value * factor, either of which may be null.
  Value addTo(HeroKernel &hero, Value sum, Value value, int64_t factor) {
    if (!value || factor == 0) {
      return sum;
    }
    if (factor != 1) {
      value = hero.math.mul(value, hero.math.integer(value.getType(), factor));
    }
    return sum ? hero.math.add(sum, value) : value;
  }

  Value both(HeroKernel &hero, Value a, Value b) {
    return !a ? b : !b ? a : hero.math.both(a, b);
  }

  Updates locate(HeroKernel &hero) {
    return locate(hero, hero.program[0], hero.program[1],
                  /*isInside=*/rows % tile[0] == 0);
  }

  /// Of a tile by its numbers; `isInside`: there are all of its rows.
  Updates locate(HeroKernel &hero, Value rowTile, Value columnTile,
                 bool isInside) {
    Arithmetic &math = hero.math;
    Updates found;
    found.row = hero.mul(rowTile, tile[0]);
    found.column = hero.mul(columnTile, tile[1]);
    found.bounds = {isInside ? Value() : hero.index(rows),
                    columns % tile[1] == 0 ? Value() : hero.index(columns)};
    found.rows = numbersFrom(hero, found.row, tile[0]);
    Value below;
    if (found.bounds[0]) {
      below = math.compare(arith::CmpIPredicate::ult, found.rows,
                           math.integer(found.rows.getType(), rows));
    }
    const size_t known = dimensions.known();
    SmallVector<Value> at =
        coordinates(hero, found.rows, dimensions.update.take_front(known));
    SmallVector<int64_t> strides = stridesOf(dimensions.input);
    Value ofRow;
    Value live = below;
    for (size_t d = 0; d < dimensions.input.size(); ++d) {
      if (dimensions.component[d] >= 0) {
        Value fits;
        Value start = startOf(hero, at, d, below, fits);
        live = both(hero, live, fits);
        ofRow = addTo(hero, ofRow, start, strides[d] / line);
      }
      if (dimensions.batching[d] >= 0) {
        ofRow =
            addTo(hero, ofRow, at[dimensions.batching[d]], strides[d] / line);
      }
      if (int along = dimensions.window[d];
          along >= 0 && along < static_cast<int>(known)) {
        ofRow = addTo(hero, ofRow, at[along], strides[d] / line);
      }
    }
    found.lines = ofRow;
    found.live = live;
    return found;
  }

  /// The columns of a window in the input. Dimensions that follow each other in
  /// both are one.
  struct Columns {
    SmallVector<int64_t> extents;
    SmallVector<int64_t> steps;
  };
  Columns columnsInInput() const {
    const SmallVector<int64_t> strides = stridesOf(dimensions.input);
    Columns found;
    for (size_t u = dimensions.known(); u < dimensions.update.size(); ++u) {
      const auto *d = llvm::find(dimensions.window, static_cast<int>(u));
      const int64_t step = strides[d - dimensions.window.begin()];
      const int64_t extent = dimensions.update[u];
      if (extent == 1) {
        continue;
      }
      if (!found.steps.empty() && found.steps.back() == step * extent) {
        found.extents.back() *= extent;
        found.steps.back() = step;
      } else {
        found.extents.push_back(extent);
        found.steps.push_back(step);
      }
    }
    return found;
  }

  /// Elements of a line of the result, of which a row of updates is a part;
  /// one where rows are none.
  int64_t lineOfResult() const {
    const Columns found = columnsInInput();
    if (isComplex(element) || columns == 1 || found.steps.size() != 1 ||
        found.steps[0] != 1) {
      return 1;
    }
    const SmallVector<int64_t> strides = stridesOf(dimensions.input);
    const auto known = static_cast<int>(dimensions.known());
    int64_t line = 0;
    for (size_t d = 0; d < dimensions.input.size(); ++d) {
      const bool isOfRow =
          dimensions.component[d] >= 0 || dimensions.batching[d] >= 0 ||
          (dimensions.window[d] >= 0 && dimensions.window[d] < known);
      line = isOfRow ? std::gcd(line, strides[d]) : line;
    }
    line = line == 0 ? places : line;
    return columns <= line ? line : 1;
  }

  /// Of the elements of a tile, each by itself: its place, and whether there is
  /// one.
  struct Elements {
    Value places;
    Value live;
  };
  Elements elementsOf(HeroKernel &hero, const Updates &found) {
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
          math.make<MaskOp>(RankedTensorType::get(tile, builder.getI1Type()),
                            ValueRange{found.row, found.column},
                            ArrayRef<Value>{Value(), found.bounds[1]},
                            ArrayRef<int64_t>()));
    }
    if (!elements.live) {
      auto all = RankedTensorType::get(tile, builder.getI1Type());
      elements.live = math.integer(all, 1);
    }
    return elements;
  }

  /// Where windows of rows begin along a dimension of the input, and whether
  /// they fit; rows that are not `below` the last are not looked up.
  Value startOf(HeroKernel &hero, ArrayRef<Value> at, size_t d, Value below,
                Value &fits) {
    Arithmetic &math = hero.math;
    SmallVector<int64_t> strides = stridesOf(dimensions.indices);
    Value place;
    unsigned next = 0;
    int64_t first = 0;
    for (int64_t i = 0; i < static_cast<int64_t>(dimensions.indices.size());
         ++i) {
      if (i == dimensions.vector) {
        first = dimensions.component[d] * strides[i];
      } else {
        place = addTo(hero, place, at[dimensions.batch[next++]], strides[i]);
      }
    }
    auto type = RankedTensorType::get({tile[0]}, number);
    place = place ? place : math.zero(type);
    if (first != 0) {
      place = math.add(place, math.integer(type, first));
    }
    Type given = getElementTypeOrSelf(op.getScatterIndices().getType());
    Value index = math.make<GatherOp>(
        RankedTensorType::get({tile[0]}, partType(given)), hero.operand(1),
        ValueRange{place}, ArrayRef<Value>(), below);
    // Compared in the wider type, as unsigned numbers: negative ones are large.
    if (given.getIntOrFloatBitWidth() < number.getIntOrFloatBitWidth()) {
      index = isUnsigned(given) ? math.make<arith::ExtUIOp>(type, index)
                                : math.make<arith::ExtSIOp>(type, index);
    }
    const int64_t last = dimensions.input[d] - dimensions.windowSize(d);
    const unsigned bits = elementOf(index).getIntOrFloatBitWidth();
    if (last < 0) {
      fits = math.zero(RankedTensorType::get({tile[0]}, builder.getI1Type()));
    } else if (bits >= 64 || last < (int64_t(1) << (bits - 1))) {
      fits = math.compare(arith::CmpIPredicate::ule, index,
                          math.integer(index.getType(), last));
    }
    return bits > number.getIntOrFloatBitWidth()
               ? math.make<arith::TruncIOp>(type, index)
               : index;
  }

  TileValue loadUpdates(HeroKernel &hero, const Updates &found) {
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
               Value ref) {
    Arithmetic &math = hero.math;
    for (auto [i, part] : llvm::enumerate(loadUpdates(hero, found))) {
      Value place = to.places;
      if (isComplex(element)) {
        Type type = place.getType();
        place = math.add(math.mul(place, math.integer(type, 2)),
                         math.integer(type, static_cast<int64_t>(i)));
      }
      ScatterOp::create(builder, loc, kind, part, ref, ValueRange{place},
                        ArrayRef<Value>(), to.live, kind == UpdateKind::Set);
    }
  }

  void update() {
    HeroKernel hero = beginUpdates("");
    Updates found = locate(hero);
    if (line == 1) {
      scatter(hero, found, elementsOf(hero, found), hero.result(0));
    } else {
      scatterRows(hero, found);
    }
  }

  void scatterRows(HeroKernel &hero, const Updates &found) {
    reshapeArgument(hero.kernel, hero.result(0), {places / line, line});
    Value lines =
        found.lines ? found.lines
                    : hero.math.zero(RankedTensorType::get({tile[0]}, number));
    ScatterOp::create(builder, loc, kind, loadUpdates(hero, found)[0],
                      hero.result(0), ValueRange{lines, found.column},
                      ArrayRef<Value>{Value(), found.bounds[1]}, found.live,
                      kind == UpdateKind::Set);
  }

  bool isPrivate() const {
    Type part = partType(element);
    const int64_t bytes =
        std::max<int64_t>(1, part.getIntOrFloatBitWidth() / 8);
    return kind != UpdateKind::Set && !isComplex(element) &&
           (!isa<FloatType>(part) || bytes >= 2) &&
           powerAbove(places) * bytes <= mostPrivate &&
           rows * columns >= updatesOfPlace * places &&
           rowTiles() * columnTiles() > 1;
  }

  void updatePrivate() {
    const int64_t tiles = rowTiles() * columnTiles();
    const int64_t programs = std::min(tiles, privatePrograms);
    const int64_t held = powerAbove(places);
    HeroKernel hero = beginUpdates("", {programs});
    Arithmetic &math = hero.math;
    Type part = partType(element);
    auto all = RankedTensorType::get({held}, part);
    const CombineKind combine = *combineKindOf(op.getUpdateComputation());
    Value own = math.make<AllocOp>(RefType::get({held}, part, Space::Shared),
                                   StringAttr(), IntegerAttr());
    Value zero = hero.index(0);
    StoreOp::create(builder, loc, emitNeutral(math, combine, all), own,
                    ValueRange{zero});
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
    auto numbers = RankedTensorType::get({held}, builder.getI32Type());
    Value at = math.make<IotaOp>(numbers, 0);
    Value live = math.compare(arith::CmpIPredicate::ult, at,
                              math.integer(numbers, places));
    ScatterOp::create(builder, loc, kind, combined, hero.result(0),
                      ValueRange{at}, ArrayRef<Value>(), live,
                      /*unique=*/false);
  }

  /// Of each element: the number of its row, from one on.
  Value numbersOf(HeroKernel &hero, const Updates &found) {
    Value one = hero.math.integer(found.rows.getType(), 1);
    return hero.math.broadcast(hero.math.add(found.rows, one), {0}, tile);
  }

  void mark(unsigned winners) {
    HeroKernel hero = beginUpdates("_mark");
    Updates found = locate(hero);
    const Elements to = elementsOf(hero, found);
    ScatterOp::create(builder, loc, UpdateKind::UMax, numbersOf(hero, found),
                      workspace.argument(hero.kernel, winners),
                      ValueRange{to.places}, ArrayRef<Value>(), to.live);
  }

  void writeWinners(unsigned winners) {
    HeroKernel hero = beginUpdates("");
    Updates found = locate(hero);
    Elements to = elementsOf(hero, found);
    Value winner = hero.math.make<GatherOp>(
        RankedTensorType::get(tile, number),
        workspace.argument(hero.kernel, winners), ValueRange{to.places},
        ArrayRef<Value>(), to.live);
    Value wins = hero.math.compare(arith::CmpIPredicate::eq, winner,
                                   numbersOf(hero, found));
    to.live = hero.math.both(wins, to.live);
    scatter(hero, found, to, hero.result(0));
  }

  OpBuilder &builder;
  Location loc;
  StringRef name;
  const TilingSpace &space;
  stablehlo::ScatterOp op;
  ScatterDimensions dimensions;
  UpdateKind kind;
  Type element;
  int64_t rows;
  int64_t columns;
  int64_t places;
  SmallVector<int64_t> tile;
  int64_t line = 1;
  /// What places and rows are counted in.
  Type number;
  Workspace workspace;
  SmallVector<KernelOp> kernels;
};

bool isScatter(Operation *op) { return isa<stablehlo::ScatterOp>(op); }

std::optional<Refusal> refuse(const TilingSpace &, Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  std::optional<UpdateKind> kind = updateKindOf(scatter);
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (!kind ||
      llvm::any_of(op->getOperands().take_front(1),
                   [&](Value input) {
                     return getElementTypeOrSelf(input.getType()) != element;
                   }) ||
      getElementTypeOrSelf(scatter.getUpdates()[0].getType()) != element) {
    return Refusal{op, "scatter.kind",
                   "no atomic operation combines such updates"};
  }
  // Sums that are rounded at every step leave the range of floats of a few
  // bits in one order, and not in another.
  Type part = partType(element);
  if (isa<FloatType>(part) && part.getIntOrFloatBitWidth() < 16 &&
      (kind == UpdateKind::Add || kind == UpdateKind::Mul)) {
    return Refusal{op, "scatter.narrow",
                   "such floats have too few bits for sums in any order"};
  }
  if (cast<RankedTensorType>(scatter.getUpdates()[0].getType())
          .getNumElements() == 0) {
    return Refusal{op, "scatter.none", "there are no updates"};
  }
  llvm::SmallDenseSet<Value> operands(op->operand_begin(), op->operand_end());
  if (operands.size() != op->getNumOperands()) {
    return Refusal{op, "scatter.twice", "an array is given twice"};
  }
  return std::nullopt;
}

/// Sums and products of floats depend on the order of their terms.
std::optional<Refusal> refuseOrder(const TilingSpace &space, Operation *op) {
  if (std::optional<Refusal> reason = refuse(space, op)) {
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

AlgorithmWork workOf(const TilingSpace &, Operation *op, const Machine &) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  return {cast<RankedTensorType>(scatter.getUpdates()[0].getType())
              .getNumElements(),
          8};
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &) {
  return BlockScatter(builder, loc, name, space, cast<stablehlo::ScatterOp>(op))
      .run();
}

} // namespace

const Algorithm scatterByBlocks = {"atomic updates in any order",
                                   isScatter,
                                   refuse,
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
