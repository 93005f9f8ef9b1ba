// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/JoinBands.h"

#include "weft/Target/Code/Types.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;
using namespace weft::tile;

namespace weft::cpu {
namespace {

/// Rows that a band takes in its turn: so many streams of memory at a time.
constexpr int64_t rowsOfTurn = 16;
/// What lies side by side in memory and is read together: more than this is not
/// faster.
constexpr int64_t bytesOfRun = 8192;

/// Whether an index is computed of another one.
bool dependsOn(Value value, Value on) {
  if (value == on) {
    return true;
  }
  Operation *op = value.getDefiningOp();
  return op && llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOn(operand, on);
         });
}

/// A loop over bands, or what one program does.
class Bands {
public:
  /// `band` is the number or the place of a band, `block` what it does. Of
  /// memory in `apart` each band has a part of its own.
  Bands(Block &block, Value band, const Machine &cpu,
        ArrayRef<Value> apart = {})
      : block(block), band(band), cpu(cpu), carried(apart) {}

  /// Whether the block is: what is computed first, a walk down rows of an array
  /// that the caches do not hold, and what becomes of its end.
  bool fit() {
    for (Operation &op : block.without_terminator()) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        if (rows || loop.getNumResults() == 0) {
          return false;
        }
        rows = loop;
      } else if (op.getNumRegions() != 0 && !isa<ReduceOp, ScanOp>(op)) {
        return false;
      }
    }
    return rows && isRead() && boundsAreShared(rows) && hasCarriedTiles() &&
           readsRows();
  }

  /// How many bands go together: a long run of each row, and what they carry
  /// has room in the first cache beside what they read.
  int64_t count() const {
    return std::max<int64_t>(1, std::min(bytesOfRun / runBytes,
                                         cpu.cacheBytes(1) / 2 / carriedBytes));
  }

  /// Instead of `loop`, which has all bands: those of each so many go together.
  void rewrite(scf::ForOp loop, int64_t count) {
    places = count;
    OpBuilder builder(loop);
    loc = loop.getLoc();
    carried.clear();
    for (Value value : rows.getInitArgs()) {
      auto type = cast<RankedTensorType>(value.getType());
      llvm::SmallVector<int64_t> shape = {count};
      llvm::append_range(shape, type.getShape());
      carried.push_back(AllocOp::create(
          builder, loc,
          RefType::get(shape, type.getElementType(), Space::Shared),
          StringAttr(), IntegerAttr()));
    }
    step = loop.getStep();
    Value all =
        arith::MulIOp::create(builder, loc, step, index(builder, count));
    auto groups = scf::ForOp::create(builder, loc, loop.getLowerBound(),
                                     loop.getUpperBound(), all);
    builder.setInsertionPointToStart(groups.getBody());
    first = groups.getInductionVar();
    Value end = arith::AddIOp::create(builder, loc, first, all);
    end = arith::MinSIOp::create(builder, loc, end, loop.getUpperBound());
    last = end;
    forEachBand(builder, [&](OpBuilder &inner, IRMapping &map, Value place) {
      store(inner, lookup(rows.getInitArgs(), map), place);
    });
    IRMapping around;
    walk(builder, rows, around);
    forEachBand(builder, [&](OpBuilder &inner, IRMapping &map, Value place) {
      map.map(rows.getResults(), load(inner, place));
      for (Operation &op : llvm::make_range(std::next(rows->getIterator()),
                                            std::prev(block.end()))) {
        inner.clone(op, map);
      }
    });
    loop.erase();
  }

private:
  /// Whether nothing is written before the rows are read.
  bool isRead() {
    auto kernel = rows->getParentOfType<KernelOp>();
    llvm::DenseSet<Value> written;
    bool isKnown = true;
    kernel.getBody().walk([&](Operation *op) {
      if (auto store = dyn_cast<StoreOp>(op)) {
        written.insert(store.getRef());
      } else if (!isa<LoadOp, GatherOp, AllocOp, ReturnOp>(op) &&
                 !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
        isKnown &= isMemoryEffectFree(op);
      }
    });
    for (unsigned i = 0; i < kernel.getBlock().getNumArguments(); ++i) {
      if (auto shared = kernel.getArgAttrOfType<IntegerAttr>(i, "tile.aliases");
          shared && written.contains(kernel.getBlock().getArgument(i))) {
        written.insert(kernel.getBlock().getArgument(shared.getInt()));
      }
    }
    for (Value ref : carried) {
      written.erase(ref);
    }
    auto isLater = [&](Operation *op) {
      return block.findAncestorOpInBlock(*op) != rows &&
             rows->isBeforeInBlock(block.findAncestorOpInBlock(*op));
    };
    block.walk([&](Operation *op) {
      if (auto load = dyn_cast<LoadOp>(op)) {
        isKnown &= !written.contains(load.getRef());
      } else if (auto gather = dyn_cast<GatherOp>(op)) {
        isKnown &= !written.contains(gather.getRef());
      } else if (isa<StoreOp>(op)) {
        isKnown &= isLater(op);
      }
    });
    return isKnown;
  }

  /// Whether all bands walk down the same rows.
  bool boundsAreShared(scf::ForOp loop) const {
    for (Value bound :
         {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}) {
      if (dependsOn(bound, band)) {
        return false;
      }
    }
    scf::ForOp inner = perfectlyInside(loop);
    return !inner || boundsAreShared(inner);
  }

  /// The loop that is all that one does to what it carries.
  static scf::ForOp perfectlyInside(scf::ForOp loop) {
    scf::ForOp inner;
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (auto found = dyn_cast<scf::ForOp>(op)) {
        inner = found;
      } else if (!op.getResults().empty() &&
                 !op.getResult(0).getType().isIndex()) {
        return {};
      }
    }
    return inner &&
                   llvm::equal(inner.getInitArgs(), loop.getRegionIterArgs()) &&
                   llvm::equal(inner.getResults(),
                               loop.getBody()->getTerminator()->getOperands())
               ? inner
               : scf::ForOp();
  }

  bool hasCarriedTiles() {
    carriedBytes = 0;
    return llvm::all_of(rows.getInitArgs(), [&](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!type || type.getElementTypeBitWidth() < 8) {
        return false;
      }
      carriedBytes +=
          type.getNumElements() * code::memoryBytes(type.getElementType());
      return true;
    });
  }

  /// Whether a part of each row of a large array is read, and which part is the
  /// band's.
  bool readsRows() {
    runBytes = 0;
    rows->walk([&](LoadOp load) {
      RefType ref = load.getRefType();
      if (load.getTileType().getRank() == 0) {
        return;
      }
      const int64_t bytes = code::memoryBytes(ref.getElementType());
      const int64_t run = load.getTileType().getShape().back() * bytes;
      auto loop = load->getParentOfType<scf::ForOp>();
      auto isWalked = [&](Value offset) {
        return dependsOn(offset, loop.getInductionVar());
      };
      if (load.getStrides().empty() && isa<BlockArgument>(load.getRef()) &&
          dependsOn(load.getOffsets().back(), band) &&
          !isWalked(load.getOffsets().back()) &&
          llvm::any_of(load.getOffsets().drop_back(), isWalked) &&
          run < ref.getShape().back() * bytes &&
          ShapedType::getNumElements(ref.getShape()) * bytes >
              cpu.cacheBytes(2)) {
        runBytes = std::max(runBytes, run);
      }
    });
    return runBytes != 0 && runBytes < bytesOfRun;
  }

  static Value index(OpBuilder &builder, int64_t number) {
    return arith::ConstantIndexOp::create(
        builder, builder.getInsertionPoint()->getLoc(), number);
  }

  static llvm::SmallVector<Value> lookup(ValueRange values,
                                         const IRMapping &map) {
    return llvm::map_to_vector(
        values, [&](Value value) { return map.lookupOrDefault(value); });
  }

  /// A loop over the bands of a group; each begins with what it computes first.
  scf::ForOp
  forEachBand(OpBuilder &builder,
              llvm::function_ref<void(OpBuilder &, IRMapping &, Value)> emit,
              const IRMapping &around = {}) {
    auto loop = scf::ForOp::create(builder, loc, first, last, step);
    OpBuilder inner = OpBuilder::atBlockBegin(loop.getBody());
    IRMapping map = around;
    map.map(band, loop.getInductionVar());
    for (Operation &op : llvm::make_range(block.begin(), rows->getIterator())) {
      inner.clone(op, map);
    }
    Value place =
        arith::SubIOp::create(inner, loc, loop.getInductionVar(), first);
    emit(inner, map, arith::DivUIOp::create(inner, loc, place, step));
    return loop;
  }

  static llvm::SmallVector<Value> startOf(OpBuilder &builder, Value ref,
                                          Value place) {
    llvm::SmallVector<Value> start(cast<RefType>(ref.getType()).getRank(),
                                   index(builder, 0));
    start.front() = place;
    return start;
  }

  llvm::SmallVector<Value> load(OpBuilder &builder, Value place) {
    llvm::SmallVector<Value> tiles;
    for (auto [value, ref] : llvm::zip_equal(rows.getInitArgs(), carried)) {
      tiles.push_back(LoadOp::create(builder, loc,
                                     cast<RankedTensorType>(value.getType()),
                                     ref, startOf(builder, ref, place)));
    }
    return tiles;
  }

  void store(OpBuilder &builder, ValueRange tiles, Value place) {
    for (auto [tile, ref] : llvm::zip_equal(tiles, carried)) {
      StoreOp::create(builder, loc, tile, ref, startOf(builder, ref, place));
    }
  }

  /// An index that all bands share, computed outside of them.
  Value shared(OpBuilder &builder, Value value, IRMapping &map) {
    Operation *op = value.getDefiningOp();
    if (map.contains(value) || !op || !block.findAncestorOpInBlock(*op)) {
      return map.lookupOrDefault(value);
    }
    for (Value operand : op->getOperands()) {
      shared(builder, operand, map);
    }
    builder.clone(*op, map);
    return map.lookup(value);
  }

  /// A walk down rows, with all bands in each step. `around` has the numbers of
  /// the loops outside.
  void walk(OpBuilder &builder, scf::ForOp loop, IRMapping &around) {
    Value lower = shared(builder, loop.getLowerBound(), around);
    Value upper = shared(builder, loop.getUpperBound(), around);
    Value by = shared(builder, loop.getStep(), around);
    scf::ForOp inside = perfectlyInside(loop);
    const bool hasChains =
        !inside &&
        llvm::any_of(loop.getBody()->without_terminator(),
                     [](Operation &op) { return isa<scf::ForOp>(op); });
    Value turn = by;
    if (!inside && !hasChains) {
      turn =
          arith::MulIOp::create(builder, loc, by, index(builder, rowsOfTurn));
    }
    auto turns = scf::ForOp::create(builder, loc, lower, upper, turn);
    OpBuilder inner = OpBuilder::atBlockBegin(turns.getBody());
    Value number = turns.getInductionVar();
    IRMapping map = around;
    if (inside || hasChains) {
      map.map(loop.getInductionVar(), number);
    }
    if (inside) {
      for (Operation &op : loop.getBody()->without_terminator()) {
        if (op.getNumResults() != 0 && &op != inside) {
          between.push_back(&op);
        }
      }
      walk(inner, inside, map);
      return;
    }
    Value end;
    if (!hasChains) {
      end = arith::AddIOp::create(inner, loc, number, turn);
      end = arith::MinSIOp::create(inner, loc, end, upper);
    }
    scf::ForOp bands = forEachBand(
        inner,
        [&](OpBuilder &each, IRMapping &known, Value place) {
          for (Operation *op : between) {
            if (!known.contains(op->getResult(0))) {
              each.clone(*op, known);
            }
          }
          llvm::SmallVector<Value> tiles = load(each, place);
          if (hasChains) {
            known.map(loop.getRegionIterArgs(), tiles);
            for (Operation &op : loop.getBody()->without_terminator()) {
              each.clone(op, known);
            }
            tiles =
                lookup(loop.getBody()->getTerminator()->getOperands(), known);
          } else {
            auto part = cast<scf::ForOp>(each.clone(*loop, known));
            part.setLowerBound(number);
            part.setUpperBound(end);
            part.getInitArgsMutable().assign(tiles);
            tiles = part.getResults();
          }
          store(each, tiles, place);
        },
        map);
    // A chain is long: bands take turns inside of it.
    Bands chains(*bands.getBody(), bands.getInductionVar(), cpu, carried);
    if (hasChains && chains.fit()) {
      chains.rewrite(bands, places);
    }
  }

  Block &block;
  Value band;
  const Machine &cpu;
  scf::ForOp rows;
  /// What a band carries down, and what it reads side by side.
  int64_t carriedBytes = 0;
  int64_t runBytes = 0;
  Location loc = UnknownLoc::get(band.getContext());
  /// Indices that loops compute beside the one that is all else they do.
  llvm::SmallVector<Operation *> between;
  /// A place for each band of a group, and how many.
  llvm::SmallVector<Value, 2> carried;
  int64_t places = 0;
  Value first;
  Value last;
  Value step;
};

/// How many of `grid` bands a program gets, `most` being worth it: all of some
/// rows, if they are cut as well, or what leaves enough programs for threads.
int64_t bandsOfProgram(Block &block, int64_t grid, int64_t most,
                       const Machine &cpu) {
  int64_t ofRow = grid;
  for (auto unrank : block.getOps<UnrankOp>()) {
    ofRow = unrank.getBand() ? grid : unrank.getCounts().back();
  }
  const int64_t ways = cpu.costs.workers;
  if (ofRow <= 2 * most && ofRow <= grid / ways) {
    return ofRow;
  }
  const int64_t programs =
      std::max<int64_t>(ways, llvm::divideCeil(grid, most));
  return llvm::divideCeil(grid, programs);
}

/// Has programs of one band each take some, and leaves as many as threads.
void joinPrograms(KernelOp kernel, const Machine &cpu) {
  Block &block = kernel.getBlock();
  auto ids = llvm::to_vector(block.getOps<ProgramIdOp>());
  if (ids.size() != 1) {
    return;
  }
  Value id = ids.front().getResult();
  const auto grid = static_cast<int64_t>(kernel.getGrid());
  Bands programs(block, id, cpu);
  if (!programs.fit()) {
    return;
  }
  const int64_t count = bandsOfProgram(block, grid, programs.count(), cpu);
  if (count < 2) {
    return;
  }
  Location loc = kernel.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  auto index = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  Value each = index(count);
  Value own = ProgramIdOp::create(builder, loc);
  Value lower = arith::MulIOp::create(builder, loc, own, each);
  Value upper = arith::AddIOp::create(builder, loc, lower, each);
  upper = arith::MinSIOp::create(builder, loc, upper, index(grid));
  auto loop = scf::ForOp::create(builder, loc, lower, upper, index(1));
  Operation *end = loop.getBody()->getTerminator();
  for (Operation &op : llvm::make_early_inc_range(llvm::make_range(
           std::next(loop->getIterator()), std::prev(block.end())))) {
    op.moveBefore(end);
  }
  id.replaceAllUsesWith(loop.getInductionVar());
  id.getDefiningOp()->erase();
  kernel.setGrid(llvm::divideCeil(grid, count));
  Bands bands(*loop.getBody(), loop.getInductionVar(), cpu);
  [[maybe_unused]] const bool fits = bands.fit();
  assert(fits && "what a program does is what a turn of the loop does");
  bands.rewrite(loop, count);
}

} // namespace

void joinBands(KernelOp kernel, const Machine &cpu) {
  llvm::SmallVector<scf::ForOp> loops;
  kernel->walk([&](scf::ForOp loop) {
    if (loop.getNumResults() == 0) {
      loops.push_back(loop);
    }
  });
  for (scf::ForOp loop : loops) {
    Bands bands(*loop.getBody(), loop.getInductionVar(), cpu);
    if (bands.fit()) {
      std::optional<APInt> all = loop.getStaticTripCount();
      const int64_t count =
          all ? std::min(bands.count(), all->getSExtValue()) : bands.count();
      if (count > 1) {
        bands.rewrite(loop, count);
      }
      return;
    }
  }
  joinPrograms(kernel, cpu);
}

} // namespace weft::cpu
