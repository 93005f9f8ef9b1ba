// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums and their like (Running.cpp) by blocks of threads.
//
// An array is outer x length x inner; places along `length` are combined. A
// program walks along it with a tile of all three, which is scanned, and what
// all before it combine to goes from tile to tile:
//
//   rows        (inner is 1)  4 x 512 x 1: a warp has a row
//   columns                   1 x 4 x 512: a thread has some columns
//
// Columns that are one chain (Summation.h) are combined in their order, place
// by place, and need no carry of more digits.
//
// Lines that are too few for all threads are cut into chunks. A first kernel
// combines the elements of each; a second one begins each chunk with what all
// chunks before it combine to, in their order, and scans it. How lines are cut
// follows from shapes and types alone, so sums do not depend on the machine.
// Few long rows may be scanned in one pass instead (BlockChain.cpp).

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/PowersOfTwo.h"
#include "weft/Support/Summation.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/RunningCarry.h"
#include "weft/Tile/Tiling/OperationKinds.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Elements of a tile: sixteen for each of 128 threads.
constexpr int64_t tileElements = 2048;
/// Of a row that one warp reads at a time, in bytes.
constexpr int64_t rowBytes = 2048;
/// Columns that a block reads side by side.
constexpr int64_t mostColumns = 512;
/// Places that a thread reads ahead, where it combines them in order.
constexpr int64_t placesAhead = 4;
/// What memory gives at a time, in bytes: threads that read less side by side
/// read it again at the next place.
constexpr int64_t sectorBytes = 32;
/// Lines are cut into chunks for so many programs,
constexpr int64_t programsWanted = 1024;
/// each of so many tiles at least.
constexpr int64_t fewestTiles = 8;

/// The lines of an operation, and how they are cut.
struct ScanLines {
  explicit ScanLines(Operation *op)
      : running(*findRunning(op)),
        type(cast<RankedTensorType>(op->getResult(0).getType())),
        element(type.getElementType()) {
    for (int64_t d = 0; d < type.getRank(); ++d) {
      (d < running.along   ? outer
       : d > running.along ? inner
                           : length) *= type.getDimSize(d);
    }
    const int64_t bytes = elementBytes() / partCount(element);
    if (inner == 1) {
      const int64_t wide = std::min<int64_t>(rowBytes / bytes, 1024);
      tile = {1, std::min(powerAbove(length), wide), 1};
    } else {
      isInOrder = length <= longestChainOfLanes && inner * bytes >= sectorBytes;
      const int64_t columns = std::min(powerAbove(inner), mostColumns);
      const int64_t places = isInOrder ? placesAhead : tileElements / columns;
      tile = {1, std::min(powerAbove(length), places), columns};
    }
    tile[0] =
        std::min(powerAbove(outer),
                 std::max<int64_t>(1, tileElements / (tile[1] * tile[2])));
    cutIntoChunks();
  }

  void cutIntoChunks() {
    const int64_t lines = outerTiles() * innerTiles();
    const int64_t tiles = llvm::divideCeil(length, tile[1]);
    if (programsWanted / lines > 1 && tiles >= 2 * fewestTiles) {
      // Warps take chunks of one line, then.
      tile[0] = 1;
      const int64_t wanted = std::min<int64_t>(
          llvm::divideCeil(programsWanted, outer * innerTiles()),
          tiles / fewestTiles);
      chunkTiles = llvm::divideCeil(tiles, wanted);
    } else {
      chunkTiles = std::max<int64_t>(1, tiles);
    }
    chunks = std::max<int64_t>(1, llvm::divideCeil(tiles, chunkTiles));
  }

  int64_t elementBytes() const {
    return partCount(element) *
           std::max<int64_t>(1, partType(element).getIntOrFloatBitWidth() / 8);
  }
  int64_t outerTiles() const { return llvm::divideCeil(outer, tile[0]); }
  int64_t innerTiles() const { return llvm::divideCeil(inner, tile[2]); }

  Running running;
  RankedTensorType type;
  Type element;
  int64_t outer = 1;
  int64_t length = 1;
  int64_t inner = 1;
  /// Along each of them.
  SmallVector<int64_t> tile;
  /// Whether places are combined one after the other, and nothing is scanned.
  bool isInOrder = false;
  /// Of a line.
  int64_t chunks = 1;
  int64_t chunkTiles = 1;
};

class BlockScan {
public:
  BlockScan(OpBuilder &builder, Location loc, StringRef name,
            const TilingSpace &space, Operation *op)
      : builder(builder), loc(loc), name(name), space(space), op(op), lines(op),
        kind(*combineKindOf(cast<stablehlo::ReduceWindowOp>(op).getBody())) {}

  SmallVector<KernelOp> run() {
    SmallVector<KernelOp> kernels;
    if (lines.chunks > 1) {
      Arithmetic math(builder, loc);
      totalsType =
          RefType::get({lines.outer, lines.chunks, lines.inner},
                       RunningCarry(math, kind, lines.element).finishedType());
      for (unsigned i = 0; i < partCount(lines.element); ++i) {
        totals.push_back(workspace.add(totalsType));
      }
      kernels.push_back(Step(*this, "_chunks").combineChunks());
      builder.setInsertionPointAfter(kernels.back());
    }
    kernels.push_back(Step(*this, "").scanChunks());
    return kernels;
  }

private:
  /// One kernel.
  class Step {
  public:
    Step(BlockScan &scan, StringRef suffix)
        : scan(scan), lines(scan.lines), kind(scan.kind),
          hero(scan.builder, scan.loc, (scan.name + suffix).str(), scan.space,
               scan.op, {lines.outerTiles(), lines.chunks, lines.innerTiles()}),
          math(hero.math), carry(math, kind, lines.element) {
      SmallVector<int64_t> all = {lines.outer, lines.length, lines.inner};
      SmallVector<int64_t> memory(all);
      if (isComplex(lines.element)) {
        memory.push_back(2);
      }
      reshapeArgument(hero.kernel, hero.operand(0), memory);
      reshapeArgument(hero.kernel, hero.result(0), memory);
      for (unsigned number : scan.totals) {
        totals.push_back(scan.workspace.argument(hero.kernel, number));
      }
      // A constant is known to be aligned.
      auto beginOf = [&](int64_t dim, int64_t tiles) {
        return tiles == 1 ? hero.index(0)
                          : hero.mul(hero.program[dim], lines.tile[dim]);
      };
      begin[0] = beginOf(0, lines.outerTiles());
      begin[2] = beginOf(2, lines.innerTiles());
      for (int64_t dim = 0; dim < 3; ++dim) {
        bounds[dim] =
            all[dim] % lines.tile[dim] == 0 ? Value() : hero.index(all[dim]);
      }
      line = {lines.tile[0], lines.tile[2]};
      shape = {line[0], lines.isInOrder ? 1 : lines.tile[1], line[1]};
    }

    KernelOp combineChunks() {
      SmallVector<Value> carried = walk(nothing(), /*stores=*/false);
      for (auto [ref, value] : llvm::zip_equal(totals, carry.finish(carried))) {
        StoreOp::create(math.builder, math.loc,
                        math.reshape(value, {1, 1, line[1]}), ref,
                        ValueRange{begin[0], hero.program[1], begin[2]},
                        ArrayRef<Value>{Value(), Value(), bounds[2]});
      }
      return hero.kernel;
    }

    KernelOp scanChunks() {
      Type part = computeType(partType(lines.element));
      walk(lines.isInOrder    ? initial(part)
           : lines.chunks > 1 ? carry.goOn(past())
                              : carry.start(initial(part)),
           /*stores=*/true);
      return hero.kernel;
    }

  private:
    Value neutral(Type element, ArrayRef<int64_t> shape) {
      return emitNeutral(math, kind, RankedTensorType::get(shape, element));
    }

    SmallVector<Value> nothing() {
      Value first = neutral(computeType(partType(lines.element)), line);
      return carry.start(SmallVector<Value>(partCount(lines.element), first));
    }

    /// What the program begins with: zero, which is not quite neutral, since
    /// it makes zero of a negative one.
    SmallVector<Value> initial(Type part) {
      return mapParts(
          hero.load(hero.operand(1), {}, lines.element), [&](Value value) {
            Value wide = math.widen(value);
            return math.splat(
                isa<FloatType>(part) ? math.toFloat(wide, part) : wide, line);
          });
    }

    /// What the chunks before this one combine to, as finished totals.
    SmallVector<Value> past() {
      const int64_t tiles =
          std::min(powerAbove(lines.chunks),
                   std::max<int64_t>(4, mostColumns / line[1]));
      Value chunk = hero.program[1];
      Value count = math.make<arith::CeilDivSIOp>(chunk, hero.index(tiles));
      Type element = scan.totalsType.getElementType();
      return hero.loop(
          hero.index(0), count, initial(element),
          [&](Value i, ValueRange before) -> SmallVector<Value> {
            SmallVector<Value> after;
            for (auto [ref, value] : llvm::zip_equal(totals, before)) {
              Value otherwise = emitNeutral(math, kind, element);
              Value loaded = math.make<LoadOp>(
                  RankedTensorType::get({1, tiles, line[1]}, element), ref,
                  ValueRange{begin[0], hero.mul(i, tiles), begin[2]},
                  ArrayRef<Value>{Value(), chunk, bounds[2]}, otherwise);
              auto combined =
                  ScanOp::create(math.builder, math.loc, kind, loaded,
                                 /*dimension=*/1);
              after.push_back(
                  emitCombine(math, kind, value, combined.getTotals()[0]));
            }
            return after;
          });
    }

    /// Walks along the chunk; what is carried in the end.
    SmallVector<Value> walk(ValueRange start, bool stores) {
      const int64_t size = lines.tile[1];
      Value first = hero.mul(hero.program[1], lines.chunkTiles);
      Value end = hero.add(first, hero.index(lines.chunkTiles));
      const int64_t tiles = llvm::divideCeil(lines.length, size);
      if (tiles % lines.chunkTiles != 0) {
        end = hero.smaller(end, hero.index(tiles));
      }
      return hero.loop(
          first, end, start,
          [&](Value i, ValueRange before) -> SmallVector<Value> {
            // From the end on, the last tile may begin before the line does.
            Value at = lines.running.reverse
                           ? hero.sub(hero.index(lines.length - size),
                                      hero.mul(i, size))
                           : hero.mul(i, size);
            if (lines.isInOrder) {
              return passInOrder(at, before);
            }
            SmallVector<Value> scanned;
            SmallVector<Value> chains;
            for (Value part : load(at)) {
              auto scanOp = ScanOp::create(math.builder, math.loc, kind, part,
                                           /*dimension=*/1, /*exclusive=*/false,
                                           lines.running.reverse);
              scanned.push_back(scanOp.getScanned()[0]);
              chains.push_back(scanOp.getTotals()[0]);
            }
            if (stores) {
              store(at, carry.combine(spread(carry.read(before)), scanned));
            }
            return carry.append(before, chains);
          });
    }

    /// Passes the places of a tile, each combined with all before it. They are
    /// read before one is written.
    SmallVector<Value> passInOrder(Value at, SmallVector<Value> carried) {
      SmallVector<Value> places;
      SmallVector<TileValue> tiles;
      for (int64_t i = 0; i < lines.tile[1]; ++i) {
        const int64_t place = lines.running.reverse ? lines.tile[1] - 1 - i : i;
        places.push_back(hero.add(at, hero.index(place)));
        tiles.push_back(load(places.back()));
      }
      for (auto [place, tile] : llvm::zip_equal(places, tiles)) {
        carried =
            carry.combine(carried, llvm::map_to_vector(tile, [&](Value v) {
                            return math.reshape(v, line);
                          }));
        store(place, spread(carried));
      }
      return carried;
    }

    /// Something of each line, at every place of a tile.
    SmallVector<Value> spread(ValueRange carried) {
      return llvm::map_to_vector(carried, [&](Value value) {
        return math.broadcast(value, {0, 2}, shape);
      });
    }

    /// Where part `i` of what is read or written at once lies.
    struct Box {
      SmallVector<Value> indices;
      SmallVector<Value> bounds;
      SmallVector<int64_t> shape;
    };
    Box box(Value at, unsigned i) {
      Box result{
          {begin[0], at, begin[2]}, {bounds[0], bounds[1], bounds[2]}, shape};
      if (isComplex(lines.element)) {
        result.indices.push_back(hero.index(i));
        result.bounds.push_back(Value());
        result.shape.push_back(1);
      }
      return result;
    }

    TileValue load(Value at) {
      Type part = partType(lines.element);
      TileValue parts;
      for (unsigned i = 0; i < partCount(lines.element); ++i) {
        auto [indices, limits, memory] = box(at, i);
        Value otherwise = bounds[1] ? emitNeutral(math, kind, part) : Value();
        Value loaded =
            math.make<LoadOp>(RankedTensorType::get(memory, part),
                              hero.operand(0), indices, limits, otherwise);
        parts.push_back(math.widen(math.reshape(loaded, shape)));
      }
      return parts;
    }

    void store(Value at, ValueRange parts) {
      for (auto [i, value] : llvm::enumerate(parts)) {
        auto [indices, limits, memory] = box(at, static_cast<unsigned>(i));
        Value narrow = math.narrow(value, partType(lines.element));
        StoreOp::create(math.builder, math.loc, math.reshape(narrow, memory),
                        hero.result(0), indices, limits);
      }
    }

    BlockScan &scan;
    const ScanLines &lines;
    CombineKind kind;
    HeroKernel hero;
    Arithmetic &math;
    RunningCarry carry;
    SmallVector<Value> totals;
    /// Of the program's tiles, along `outer` and `inner`.
    Value begin[3];
    Value bounds[3];
    /// The shape of what is carried, and of what is read or written at once.
    SmallVector<int64_t> line;
    SmallVector<int64_t> shape;
  };

  OpBuilder &builder;
  Location loc;
  StringRef name;
  const TilingSpace &space;
  Operation *op;
  ScanLines lines;
  CombineKind kind;
  Workspace workspace;
  RefType totalsType;
  /// In the workspace, one per part.
  SmallVector<unsigned> totals;
};

bool isRunning(Operation *op) { return findRunning(op).has_value(); }

std::optional<Refusal> refuse(const TilingSpace &, Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto narrow = dyn_cast<FloatType>(partType(type.getElementType()));
  if (narrow && narrow.getWidth() < 16) {
    return Refusal{op, "scan.narrow",
                   "floats below 16 bits have no neutral elements"};
  }
  return std::nullopt;
}

AlgorithmWork workOf(const TilingSpace &, Operation *op, const Machine &) {
  ScanLines lines(op);
  const int64_t elements = lines.type.getNumElements();
  const bool isCut = lines.chunks > 1;
  // What is cut is read twice.
  return {.programs = elements / lines.length * lines.chunks,
          .steps = lines.length / lines.chunks,
          .bytes = (isCut ? 3 : 2) * elements * lines.elementBytes(),
          .kernels = isCut ? 2 : 1};
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &) {
  return BlockScan(builder, loc, name, space, op).run();
}

} // namespace

const Algorithm scanByBlocks = {"scan of tiles", isRunning, refuse,
                                workOf,          nullptr,   emitSteps};

} // namespace weft::tile
