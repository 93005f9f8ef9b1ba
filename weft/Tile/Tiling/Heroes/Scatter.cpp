// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatter: updates are combined into the input one by one, in their order,
// since they may meet at one place. Where the result does not have the input's
// memory, the input is copied first. A window that does not fit is left out.
//
// Rows of updates that lie as densely in the input are combined in tiles.
// Programs never meet at a place, whatever the indices are, because each has
// places to itself:
//
//   columns   of a last dimension that no index moves;
//   batches   of a dimension that updates and input share, or that windows have
//             all of: only the updates of these batches are looked at;
//   places    along a dimension that an index chooses: all indices are looked
//             at, and those that lead here are put on a list, since a branch
//             for each of them would be one that nothing predicts.
//
// So results do not depend on the number of programs.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"
#include "weft/Tile/Tiling/Heroes/ScatterDimensions.h"
#include "weft/Tile/Tiling/MemoryAccess.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Elements of a tile.
constexpr int64_t columnsPerTile = 32;
constexpr int64_t mostBatchPrograms = 64;
constexpr int64_t mostPlacePrograms = 16;
/// Updates of which a list is made at a time.
constexpr int64_t updatesOfList = 256;
/// To find a place takes less than to see whose it is: processors look ahead.
constexpr int64_t stepsOfPlace = 2;
constexpr int64_t stepsOfListing = 4;
/// All programs together make lists for such a part of the time at most.
constexpr int64_t shareOfListing = 3;
/// Less is not worth another thread.
constexpr int64_t stepsOfPlaceProgram = 1 << 13;

/// What programs have to themselves.
enum class Cut { Columns, Batches, Places };

/// The same, and along what programs are cut.
struct CutDimensions : ScatterDimensions {
  using ScatterDimensions::ScatterDimensions;

  /// The dimension of the updates that a dimension of the input is there as a
  /// whole; -1 for none. Columns are not cut this way.
  int sharedUpdate(size_t d) const {
    bool isWhole = component[d] < 0 && window[d] >= 0 &&
                   windowSize(d) == input[d] &&
                   !(isDense && d + 1 == input.size());
    return isWhole ? window[d] : batching[d];
  }

  /// The dimension of the input along which programs are cut; -1 for none.
  int cutDimension(Cut cut) const {
    int best = -1;
    for (size_t d = 0; d < input.size(); ++d) {
      bool fits = cut == Cut::Batches ? sharedUpdate(d) >= 0
                                      : component[d] >= 0 && windowSize(d) == 1;
      if (fits && (best < 0 || input[d] > input[best])) {
        best = static_cast<int>(d);
      }
    }
    return best;
  }
};

/// How much there is to do, in steps of one program that does it all.
struct ScatterWork {
  ScatterWork(stablehlo::ScatterOp op, const CutDimensions &dimensions) {
    for (int64_t size : dimensions.update.take_front(dimensions.known())) {
      places *= size;
    }
    int64_t body = 3 + unitsOfBody(op.getUpdateComputation());
    auto updates = cast<RankedTensorType>(op.getUpdates()[0].getType());
    int64_t elements = updates.getNumElements();
    // A few instructions for a tile, no fewer for narrow numbers.
    constexpr int64_t bitsPerStep = 128;
    Type element = updates.getElementType();
    int64_t bits =
        partCount(element) * partType(element).getIntOrFloatBitWidth();
    int64_t elementsPerStep = bitsPerStep / std::max<int64_t>(32, bits);
    combining = dimensions.isDense
                    ? body * static_cast<int64_t>(
                                 llvm::divideCeil(elements, elementsPerStep))
                    : body * elements;
  }

  /// How often a place is looked for.
  int64_t places = 1;
  int64_t combining = 0;
};

/// As many programs as have something of `extent`, each as much as if there
/// were `programs` of them.
int64_t withoutIdle(int64_t extent, int64_t programs) {
  if (extent == 0) {
    return 1;
  }
  const auto each = static_cast<int64_t>(llvm::divideCeil(extent, programs));
  return static_cast<int64_t>(llvm::divideCeil(extent, each));
}

int64_t programsOf(stablehlo::ScatterOp op, const CutDimensions &dimensions,
                   Cut cut) {
  if (cut == Cut::Columns) {
    return dimensions.hasColumns ? static_cast<int64_t>(llvm::divideCeil(
                                       dimensions.input.back(), columnsPerTile))
                                 : 1;
  }
  int d = dimensions.cutDimension(cut);
  if (d < 0) {
    return 1;
  }
  if (cut == Cut::Batches) {
    return withoutIdle(dimensions.input[d],
                       std::min(dimensions.input[d], mostBatchPrograms));
  }
  ScatterWork work(op, dimensions);
  int64_t steps = work.places * stepsOfPlace + work.combining;
  int64_t listing = shareOfListing * work.places * stepsOfListing;
  int64_t worth = std::min(steps / std::max<int64_t>(1, listing),
                           steps / stepsOfPlaceProgram);
  return withoutIdle(
      dimensions.input[d],
      std::clamp<int64_t>(std::min({worth, work.places, dimensions.input[d]}),
                          1, mostPlacePrograms));
}

class ScatterKernel {
public:
  ScatterKernel(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, stablehlo::ScatterOp op, Cut cut)
      : space(space), op(op), dimensions(op), cut(cut),
        programs(programsOf(op, dimensions, cut)),
        hero(builder, loc, name, space, op, {programs}) {}

  KernelOp run() {
    if (cut == Cut::Columns) {
      if (dimensions.hasColumns) {
        firstColumn = hero.mul(hero.program[0], tileWidth());
      }
    } else {
      cutInput = dimensions.cutDimension(cut);
      int64_t extent = dimensions.input[cutInput];
      auto each = static_cast<int64_t>(llvm::divideCeil(extent, programs));
      from = hero.mul(hero.program[0], each);
      to = hero.smaller(hero.add(from, hero.index(each)), hero.index(extent));
    }
    for (unsigned i = 0; i < op.getInputs().size(); ++i) {
      if (!space.isInPlace(op.getResults()[i])) {
        copy(i);
      }
      markParts(i);
    }
    combineAll();
    return hero.kernel;
  }

private:
  using Indices = llvm::SmallVector<Value>;
  using Step = llvm::function_ref<void(ArrayRef<Value>)>;

  static Type elementType(Value value) {
    return getElementTypeOrSelf(value.getType());
  }

  /// Says that programs have whole parts of result `i` to themselves, if they
  /// do: those that are cut along its first dimension.
  void markParts(unsigned i) {
    auto argument = dyn_cast<BlockArgument>(hero.result(i));
    if (cutInput < 0 || !argument ||
        llvm::any_of(
            dimensions.input.take_front(cutInput),
            [](int64_t extent) { return extent != 1; })) {
      return;
    }
    auto part = static_cast<int64_t>(
        llvm::divideCeil(dimensions.input[cutInput], programs));
    auto type = cast<RefType>(argument.getType());
    for (int64_t d = cutInput + 1; d < type.getRank(); ++d) {
      part *= type.getExtent(d);
    }
    hero.kernel.setArgAttr(argument.getArgNumber(), partAttributeName,
                           hero.builder.getI64IntegerAttr(part));
  }

  int64_t tileWidth() const {
    return std::min(columnsPerTile, dimensions.input.back());
  }

  /// Loops over `extents` from dimension `at.size()` on; along `cutDimension`
  /// over what is the program's own.
  void nest(ArrayRef<int64_t> extents, int cutDimension, Indices &at,
            Step body) {
    size_t d = at.size();
    if (d == extents.size()) {
      return body(at);
    }
    auto step = [&](Value i) {
      at.push_back(i);
      nest(extents, cutDimension, at, body);
      at.pop_back();
    };
    if (static_cast<int>(d) == cutDimension) {
      hero.loop(from, to, step);
    } else if (extents[d] == 1) {
      step(hero.index(0));
    } else {
      hero.loop(hero.index(0), hero.index(extents[d]), step);
    }
  }

  /// Steps along a row of `size` elements: a column and a number of elements,
  /// 0 for one that is not in a tile.
  void alongRow(int64_t size, llvm::function_ref<void(Value, int64_t)> step) {
    if (firstColumn) {
      return step(firstColumn, tileWidth());
    }
    int64_t tiles = size / columnsPerTile;
    if (tiles == 1) {
      step(hero.index(0), columnsPerTile);
    } else if (tiles > 1) {
      hero.loop(hero.index(0), hero.index(tiles), [&](Value i) {
        step(hero.mul(i, columnsPerTile), columnsPerTile);
      });
    }
    if (int64_t rest = size % columnsPerTile; rest > 0) {
      step(hero.index(tiles * columnsPerTile), rest);
    }
  }

  /// The input `i`, as far as it is the program's own.
  void copy(unsigned i) {
    Type from = elementType(op.getInputs()[i]);
    Type to = elementType(op.getResults()[i]);
    auto move = [&](ArrayRef<Value> indices, int64_t width) {
      TileValue value = load(hero.operand(i), indices, from, width);
      store(hero.result(i), indices, emitConvert(hero.math, value, from, to),
            to, width);
    };
    ArrayRef<int64_t> rows = dimensions.input;
    bool inTiles =
        !rows.empty() && cutInput != static_cast<int>(rows.size()) - 1;
    Indices at;
    nest(inTiles ? rows.drop_back() : rows, cutInput, at,
         [&](ArrayRef<Value> row) {
           if (!inTiles) {
             return move(row, 0);
           }
           alongRow(rows.back(), [&](Value column, int64_t width) {
             Indices indices(row);
             indices.push_back(column);
             move(indices, width);
           });
         });
  }

  void combineAll() {
    ArrayRef<int64_t> updates = dimensions.update;
    size_t known = dimensions.known();
    size_t rows = updates.size() - (dimensions.isDense ? 1 : 0);
    int cutUpdate =
        cut == Cut::Batches ? dimensions.sharedUpdate(cutInput) : -1;
    Indices at;
    auto combineWindow = [&](ArrayRef<Value> starts) {
      nest(updates.take_front(rows), cutUpdate, at,
           [&](ArrayRef<Value> row) { combineRow(row, starts); });
    };
    if (cut == Cut::Places) {
      return forListed(known, at, combineWindow);
    }
    nest(updates.take_front(known), cutUpdate, at, [&](ArrayRef<Value>) {
      Value fits;
      Indices starts = startsOf(at, fits);
      if (fits) {
        hero.when(fits, [&] { combineWindow(starts); });
      } else {
        combineWindow(starts);
      }
    });
  }

  /// Calls `body` with the starts of windows that are the program's own, for
  /// updates along the first `known` dimensions, in their order.
  void forListed(size_t known, Indices &at, Step body) {
    ArrayRef<int64_t> extents = dimensions.update.take_front(known);
    // Along the last dimension that has several updates.
    size_t along = known - 1;
    while (along > 0 && extents[along] == 1) {
      --along;
    }
    int64_t listed = std::min(extents[along], updatesOfList);
    Type number = hero.builder.getI64Type();
    Value list = hero.scratch({listed}, number);
    auto complete = [&](Value i) {
      at.push_back(i);
      at.resize(known, hero.index(0));
    };
    auto makeList = [&](Value i, ValueRange count) {
      complete(i);
      Value fits;
      startsOf(at, fits);
      at.truncate(along);
      Value entry = hero.math.make<arith::IndexCastOp>(number, i);
      hero.store(list, {count[0]}, {entry}, number);
      Value one = hero.math.select(fits, hero.index(1), hero.index(0));
      return llvm::SmallVector<Value>{hero.add(count[0], one)};
    };
    nest(extents.take_front(along), -1, at, [&](ArrayRef<Value>) {
      auto lists =
          static_cast<int64_t>(llvm::divideCeil(extents[along], listed));
      hero.loop(hero.index(0), hero.index(lists), [&](Value l) {
        Value first = hero.mul(l, listed);
        Value end = hero.smaller(hero.add(first, hero.index(listed)),
                                 hero.index(extents[along]));
        llvm::SmallVector<Value> count =
            hero.loop(first, end, ValueRange{hero.index(0)}, makeList);
        hero.loop(hero.index(0), count[0], [&](Value i) {
          complete(hero.toIndex(hero.load(list, {i}, number), number));
          Value fits;
          body(startsOf(at, fits));
          at.truncate(along);
        });
      });
    });
  }

  /// Where the window of the updates at `at` begins, and whether it fits and is
  /// the program's own; null for surely.
  Indices startsOf(ArrayRef<Value> at, Value &fits) {
    Indices starts;
    auto demand = [&](Value condition) {
      fits = fits ? hero.math.both(fits, condition) : condition;
    };
    for (size_t d = 0; d < dimensions.input.size(); ++d) {
      Value place = hero.index(0);
      if (int component = dimensions.component[d]; component >= 0) {
        place = startOf(at, component);
        int64_t last = dimensions.input[d] - dimensions.windowSize(d);
        // As unsigned numbers, negative starts are large. What is the program's
        // own is inside.
        if (cut == Cut::Places && static_cast<int>(d) == cutInput) {
          demand(hero.math.compare(arith::CmpIPredicate::ult,
                                   hero.sub(place, from), hero.sub(to, from)));
        } else {
          demand(last < 0 ? hero.math.zero(hero.builder.getI1Type())
                          : hero.math.compare(arith::CmpIPredicate::ule, place,
                                              hero.index(last)));
        }
      }
      if (dimensions.batching[d] >= 0) {
        place = hero.add(place, at[dimensions.batching[d]]);
      }
      starts.push_back(place);
    }
    return starts;
  }

  /// Combines a row of the updates, or one element where they are not dense,
  /// into the results.
  void combineRow(ArrayRef<Value> at, ArrayRef<Value> starts) {
    Indices target(starts);
    for (size_t d = 0; d < target.size(); ++d) {
      int along = dimensions.window[d];
      if (along >= 0 && along < static_cast<int>(at.size())) {
        target[d] = hero.add(target[d], at[along]);
      }
    }
    if (!dimensions.isDense) {
      return combine(at, target, 0);
    }
    alongRow(dimensions.update.back(), [&](Value column, int64_t width) {
      Indices from(at);
      from.push_back(column);
      Indices to(target);
      to.back() = hero.add(to.back(), column);
      combine(from, to, width);
    });
  }

  void combine(ArrayRef<Value> from, ArrayRef<Value> to, int64_t width) {
    unsigned count = op.getInputs().size();
    llvm::SmallVector<TileValue> arguments;
    for (unsigned i = 0; i < count; ++i) {
      arguments.push_back(
          load(hero.result(i), to, elementType(op.getResults()[i]), width));
    }
    for (unsigned i = 0; i < count; ++i) {
      Type element = elementType(op.getUpdates()[i]);
      arguments.push_back(emitConvert(
          hero.math, load(hero.operand(count + 1 + i), from, element, width),
          element, elementType(op.getResults()[i])));
    }
    TileValues results = emitBody(hero.math, op.getUpdateComputation(),
                                  arguments, hero.captured);
    for (auto [i, result] : llvm::enumerate(results)) {
      store(hero.result(i), to, result, elementType(op.getResults()[i]), width);
    }
  }

  /// One component of the index for the updates at `at`.
  Value startOf(ArrayRef<Value> at, int64_t component) {
    Indices indices;
    unsigned next = 0;
    for (int64_t d = 0; d < static_cast<int64_t>(dimensions.indices.size());
         ++d) {
      indices.push_back(d == dimensions.vector ? hero.index(component)
                                               : at[dimensions.batch[next++]]);
    }
    Type element = elementType(op.getScatterIndices());
    unsigned operand = op.getInputs().size();
    return hero.toIndex(hero.load(hero.operand(operand), indices, element),
                        element);
  }

  // Tiles of `width` elements along the last dimension; of 0, one element.

  TileValue load(Value ref, ArrayRef<Value> at, Type element, int64_t width) {
    if (width == 0) {
      return hero.load(ref, at, element);
    }
    TileValue parts;
    Type part = partType(element);
    llvm::SmallVector<int64_t> shape = {width};
    if (isComplex(element)) {
      shape.push_back(2);
    }
    Value loaded = hero.math.make<LoadOp>(
        RankedTensorType::get(shape, part), ref, indicesOf(at, element),
        ArrayRef<Value>(boundsOf(at.size(), element)));
    if (!isComplex(element)) {
      return {loaded};
    }
    for (int64_t i : {0, 1}) {
      Value half = hero.math.make<SliceOp>(
          RankedTensorType::get({width, 1}, part), loaded,
          hero.builder.getDenseI64ArrayAttr({0, i}));
      parts.push_back(hero.math.reshape(half, {width}));
    }
    return parts;
  }

  void store(Value ref, ArrayRef<Value> at, const TileValue &value,
             Type element, int64_t width) {
    if (width == 0) {
      return hero.store(ref, at, value, element);
    }
    Value whole = value[0];
    if (isComplex(element)) {
      whole = hero.math.make<JoinOp>(
          RankedTensorType::get({width, 2}, partType(element)),
          ValueRange(value));
    }
    StoreOp::create(hero.builder, hero.loc, whole, ref, indicesOf(at, element),
                    ArrayRef<Value>(boundsOf(at.size(), element)));
  }

  Indices indicesOf(ArrayRef<Value> at, Type element) {
    Indices indices(at);
    if (isComplex(element)) {
      indices.push_back(hero.index(0));
    }
    return indices;
  }

  /// Only the last of the programs that have columns may have fewer than a
  /// tile.
  Indices boundsOf(size_t rank, Type element) {
    if (!firstColumn || dimensions.input.back() % tileWidth() == 0) {
      return {};
    }
    Indices bounds(rank);
    bounds.back() = hero.index(dimensions.input.back());
    if (isComplex(element)) {
      bounds.push_back({});
    }
    return bounds;
  }

  const TilingSpace &space;
  stablehlo::ScatterOp op;
  CutDimensions dimensions;
  Cut cut;
  int64_t programs;
  HeroKernel hero;
  /// With Cut::Columns, where there are columns.
  Value firstColumn;
  /// Else the dimension of the input, and the program's part of it.
  int cutInput = -1;
  Value from;
  Value to;
};

template <Cut cut>
KernelOp emitScatter(OpBuilder &builder, Location loc, StringRef name,
                     const TilingSpace &space, Operation *op, const Machine &) {
  return ScatterKernel(builder, loc, name, space,
                       cast<stablehlo::ScatterOp>(op), cut)
      .run();
}

bool isScatter(Operation *op) { return isa<stablehlo::ScatterOp>(op); }

template <Cut cut>
std::optional<Refusal> refuseScatter(const TilingSpace &, Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  if (programsOf(scatter, CutDimensions(scatter), cut) > 1) {
    return std::nullopt;
  }
  return Refusal{op, "scatter.cut",
                 cut == Cut::Batches
                     ? "updates and input have no dimension in common"
                     : "no index chooses among rows that are worth it"};
}

template <Cut cut>
AlgorithmWork workOfScatter(const TilingSpace &, Operation *op,
                            const Machine &) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  CutDimensions dimensions(scatter);
  ScatterWork work(scatter, dimensions);
  int64_t programs = programsOf(scatter, dimensions, cut);
  int64_t finding = work.places * stepsOfPlace;
  // Programs that have a part of each window look at all of them.
  int64_t alone = 0;
  bool isOfWindows = cut == Cut::Columns ||
                     (cut == Cut::Batches &&
                      dimensions.sharedUpdate(dimensions.cutDimension(cut)) >=
                          static_cast<int>(dimensions.known()));
  if (isOfWindows) {
    alone = std::exchange(finding, 0);
  } else if (cut == Cut::Places) {
    alone = work.places * stepsOfListing;
  }
  return {.programs = programs,
          .steps = alone + (finding + work.combining) / programs,
          .waits = isOfWindows ? work.places : work.places / programs};
}

} // namespace

const Algorithm scatterInOrder = {"updates in their order", isScatter,
                                  refuseNothing, workOfScatter<Cut::Columns>,
                                  emitScatter<Cut::Columns>};
const Algorithm scatterByBatch = {"updates in their order, batch by batch",
                                  isScatter, refuseScatter<Cut::Batches>,
                                  workOfScatter<Cut::Batches>,
                                  emitScatter<Cut::Batches>};
const Algorithm scatterByPlace = {"updates in their order, each at its place",
                                  isScatter, refuseScatter<Cut::Places>,
                                  workOfScatter<Cut::Places>,
                                  emitScatter<Cut::Places>};

} // namespace weft::tile
