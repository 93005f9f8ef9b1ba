// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting by digits of keys (SortKeys.h) by blocks of threads, from the lowest
// digit on. A block sorts a tile of places by one digit: it numbers the places
// of each digit (`tile.rank`), and what comes before a digit is the scan of
// their counts. Places move together through memory on the chip.
//
// A line that fits into one tile is read once, sorted by all digits there, and
// written. Longer ones are sorted by three kernels for each digit:
//
//   count   of each tile, the places of each digit
//   scan    those counts, digit by digit, along the tiles of a line
//   move    each tile is sorted on the chip, and its runs of equal digits go
//           where the scan says
//
// Which digit that is they read from memory, and what they read and write are
// arguments of launches, so that code is written once for all digits.
//
// Places behind the end of a line, in its last tile, have the greatest digit,
// and stay where they are: the sort is stable.

#include "weft/Tile/Tiling/Heroes/BlockSort.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"

using namespace mlir;

namespace weft::tile {

namespace {

class BlockSort {
public:
  BlockSort(OpBuilder &builder, Location loc, StringRef name,
            const TilingSpace &space, const BlockSortShape &shape,
            Workspace &workspace, SmallVectorImpl<KernelOp> &kernels)
      : builder(builder), loc(loc), name(name), space(space), shape(shape),
        workspace(workspace), kernels(kernels) {}

  void run() {
    if (shape.tiles == 1) {
      sortLines();
      return;
    }
    addCounts();
    addBuffers(buffers[0]);
    addBuffers(buffers[1]);
    runPasses();
  }

  /// The same of lists in the workspace.
  SmallVector<unsigned> run(ArrayRef<unsigned> lists) {
    buffers[1].assign(lists.begin(), lists.end());
    addBuffers(buffers[0]);
    if (shape.tiles == 1) {
      sortLines();
      return buffers[0];
    }
    addCounts();
    runPasses();
    return buffers[(done - 1) % 2];
  }

private:
  void addBuffers(SmallVectorImpl<unsigned> &lists) {
    for (unsigned i = 0; i < shape.elements.size(); ++i) {
      lists.push_back(workspace.add(shape.lineType(i, shape.length)));
    }
  }

  void addCounts() {
    const int64_t lines = shape.outer * shape.inner;
    counts = workspace.add(
        RefType::get({lines, digits, shape.tiles}, builder.getI32Type()));
    begins =
        workspace.add(RefType::get({lines, digits, shape.tiles}, shape.count));
    totals = workspace.add(RefType::get({lines * digits}, shape.count));
  }

  void runPasses() {
    for (const SortKey &key : llvm::reverse(shape.keys)) {
      for (int64_t pass = 0; pass < shape.passesOf(key); ++pass, ++done) {
        count(key, pass);
        scan();
        move(key, pass);
      }
    }
  }

  std::string begin(StringRef what) {
    if (!kernels.empty()) {
      builder.setInsertionPointAfter(kernels.back());
    }
    return (name + what + (done == 0 ? "" : "_" + std::to_string(done))).str();
  }

  /// Lines that fit into one tile.
  void sortLines() {
    SortStep step(shape, builder, loc, begin(""), space, shape.tile, 1);
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    Places from = shape.isInWorkspace() ? source(step) : step.operands();
    Places to = shape.isInWorkspace() ? target(step) : step.results();
    auto below = [&](int64_t count) {
      return count < shape.tile ? hero.index(count) : Value();
    };
    SortTile entry = step.sortTile(step.load(from, hero.index(0), shape.length),
                                   below(shape.length));
    Value live;
    if (Value kept = below(shape.kept)) {
      live = step.isBelow(step.places(), kept);
    }
    step.scatter(to, entry, step.places(), live);
  }

  /// Whether a pass gives the caller what it sorted.
  bool isLast() const {
    return !shape.isInWorkspace() && done + 1 == shape.passes();
  }
  /// Where places are before a pass, and behind it: known to launches where the
  /// caller's arrays are lines, too, so that all passes have the same code.
  Places source(SortStep &step) {
    if (done != 0 || shape.isInWorkspace()) {
      return step.inWorkspace(workspace, buffers[(done + 1) % 2]);
    }
    if (shape.inner != 1) {
      return step.operands();
    }
    Places places;
    for (unsigned i = 0; i < shape.elements.size(); ++i) {
      places.refs.push_back(Workspace::again(step.hero.kernel,
                                             step.hero.operand(i),
                                             shape.lineType(i, shape.length)));
    }
    return places;
  }
  Places target(SortStep &step) {
    if (!isLast()) {
      return step.inWorkspace(workspace, buffers[done % 2]);
    }
    return shape.endsAlike() ? step.resultsAsLines(workspace, buffers[done % 2])
                             : step.results();
  }

  /// Which places of the program's tile are there; null for all.
  Value liveIn(SortStep &step, Value begin) {
    if (shape.length % shape.tile == 0) {
      return {};
    }
    return step.math.compare(
        arith::CmpIPredicate::ult, step.inLine(step.places()),
        step.math.make<arith::SubIOp>(step.math.integer(step.far, shape.length),
                                      step.number(begin, step.far)));
  }

  /// What a pass does, as a table of its kernels: the lowest bit of the digit,
  /// and how many places are written of results that nobody wants.
  ElementsAttr tableOf(int64_t pass) {
    return tableOfNumbers(shape,
                          {pass * digitBits, isLast() ? 0 : shape.length});
  }

  /// The digits of the program's tile; none behind the end of the line.
  Value digitsOf(SortStep &step, const SortKey &key, const SortTile &entry,
                 Value live) {
    Value digit = step.digitOf(step.keyOf(key, entry), step.fromTable(0));
    return live ? step.math.select(live, digit,
                                   step.math.integer(step.index, digits))
                : digit;
  }

  void count(const SortKey &key, int64_t pass) {
    SortStep step(shape, builder, loc, begin("_count"), space, shape.tile,
                  shape.tiles, tableOf(pass));
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    step.spread(16);
    Value first = hero.mul(hero.program[2], shape.tile);
    SortTile entry = step.loadKey(key, source(step), first, shape.length);
    Value live = liveIn(step, first);
    Value counted = step.count(digitsOf(step, key, entry, live), live);
    StoreOp::create(builder, loc, step.math.reshape(counted, {1, digits, 1}),
                    workspace.argument(hero.kernel, counts),
                    ValueRange{step.line(), hero.index(0), hero.program[2]});
  }

  /// Along the tiles of each line and digit. Not in place: lanes behind the end
  /// of a line read the next one, whose counts others have replaced, and drop
  /// what they read.
  void scan() {
    const int64_t rows = shape.outer * shape.inner * digits;
    // Of a warp, so that lines are many blocks.
    constexpr int64_t most = 1024;
    const auto width = static_cast<int64_t>(
        std::min<uint64_t>(most, llvm::bit_ceil(uint64_t(shape.tiles))));
    const int64_t high = std::min(digits, most / width);
    HeroKernel hero(builder, loc, begin("_scan"), space, shape.hero,
                    {rows / high});
    kernels.push_back(hero.kernel);
    for (unsigned i = 0; i < shape.hero->getNumResults(); ++i) {
      if (auto *memory = hero.result(i).getDefiningOp()) {
        memory->erase();
      }
    }
    Arithmetic &math = hero.math;
    Value counted = workspace.argument(hero.kernel, counts);
    reshapeArgument(hero.kernel, counted, {rows, shape.tiles});
    Value before = workspace.argument(hero.kernel, begins);
    reshapeArgument(hero.kernel, before, {rows, shape.tiles});
    Value row = hero.mul(hero.program[0], high);
    auto line = RankedTensorType::get({high}, shape.count);
    auto inLine = [&](Value numbers) {
      Type type = shapedLike(shape.count, numbers.getType());
      return numbers.getType() == type
                 ? numbers
                 : math.make<arith::ExtUIOp>(type, numbers);
    };
    Value bound = shape.tiles % width == 0 ? Value() : hero.index(shape.tiles);
    SmallVector<Value> bounds;
    if (bound) {
      bounds = {Value(), bound};
    }
    SmallVector<Value> all = hero.loop(
        hero.index(0), hero.index(llvm::divideCeil(shape.tiles, width)),
        math.zero(line), [&](Value i, ValueRange sums) -> SmallVector<Value> {
          SmallVector<Value> at = {row, hero.mul(i, width)};
          Value loaded = math.make<LoadOp>(
              RankedTensorType::get({high, width}, builder.getI32Type()),
              counted, at, bounds);
          auto scanned = ScanOp::create(builder, loc, CombineKind::Add,
                                        ValueRange{loaded}, /*dimension=*/1,
                                        /*exclusive=*/true);
          StoreOp::create(builder, loc,
                          math.add(inLine(scanned.getScanned()[0]),
                                   math.broadcast(sums[0], {0}, {high, width})),
                          before, at, bounds);
          return {math.add(sums[0], inLine(scanned.getTotals()[0]))};
        });
    StoreOp::create(builder, loc, all[0],
                    workspace.argument(hero.kernel, totals), ValueRange{row});
  }

  void move(const SortKey &key, int64_t pass) {
    SortStep step(shape, builder, loc, begin("_move"), space, shape.tile,
                  shape.tiles, tableOf(pass));
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    Arithmetic &math = step.math;
    // Blocks of more threads do for each digit and warp what these share.
    step.spread(16);
    Value first = hero.mul(hero.program[2], shape.tile);
    Places from = source(step);
    SortTile entry = step.loadKey(key, from, first, shape.length);
    // Where this tile's places of each digit begin among those of the line: on
    // their way while places are numbered, and in no registers.
    auto list = RankedTensorType::get({digits}, shape.count);
    Value inTiles = math.make<LoadOp>(
        RankedTensorType::get({1, digits, 1}, shape.count),
        workspace.argument(hero.kernel, begins),
        ValueRange{step.line(), hero.index(0), hero.program[2]},
        ArrayRef<Value>());
    Value inDigit = step.table(math.reshape(inTiles, {digits}), "in_digit");
    Value live = liveIn(step, first);
    Value digit = digitsOf(step, key, entry, live);
    SortStep::Ranked ranked = step.rank(digit);
    // Where each digit begins in the line.
    Value inLine = math.make<LoadOp>(
        list, workspace.argument(hero.kernel, totals),
        ValueRange{hero.mul(step.line(), digits)}, ArrayRef<Value>());
    auto firsts = ScanOp::create(builder, loc, CombineKind::Add,
                                 ValueRange{inLine}, /*dimension=*/0,
                                 /*exclusive=*/true);
    Value beyond = math.make<arith::SubIOp>(
        math.add(firsts.getScanned()[0],
                 math.make<LoadOp>(list, inDigit, ValueRange{hero.index(0)},
                                   ArrayRef<Value>())),
        step.inLine(ranked.before));
    Value inTile =
        math.add(step.lookUp(step.table(ranked.before, "before"), digit, live),
                 ranked.rank);
    if (live) {
      inTile = math.select(live, inTile, step.places());
    }
    // What comes with the key takes no registers until it moves.
    step.loadRest(entry, from, first, shape.length);
    SortTile moved = step.exchange(entry, inTile);
    Value movedDigit = digitsOf(step, key, moved, live);
    Value at =
        math.add(step.lookUp(step.table(beyond, "beyond"), movedDigit, live),
                 step.inLine(step.places()));
    auto below = [&](Value bound) {
      Value isBelow = math.compare(arith::CmpIPredicate::ult, at, bound);
      return live ? math.both(live, isBelow) : isBelow;
    };
    Places to = target(step);
    if (isLast() && !shape.endsAlike()) {
      step.scatter(to, moved, at,
                   shape.kept < shape.length
                       ? below(math.integer(step.far, shape.kept))
                       : live);
      return;
    }
    for (unsigned i = 0; i < shape.elements.size(); ++i) {
      step.scatter(to, i, moved[i], at,
                   shape.isInWorkspace() || step.isWanted[i]
                       ? live
                       : below(step.number(step.fromTable(1), step.far)));
    }
  }

  OpBuilder &builder;
  Location loc;
  StringRef name;
  const TilingSpace &space;
  const BlockSortShape &shape;
  Workspace &workspace;
  /// Of each line, digit and tile: its places, and those of tiles before it.
  unsigned counts = 0;
  unsigned begins = 0;
  unsigned totals = 0;
  /// Which take turns; by operand.
  SmallVector<unsigned> buffers[2];
  /// Passes.
  int64_t done = 0;
  SmallVectorImpl<KernelOp> &kernels;
};

bool isSort(Operation *op) { return isa<stablehlo::SortOp>(op); }

std::optional<Refusal> refuse(const TilingSpace &space, Operation *op) {
  BlockSortShape shape(space, op);
  if (shape.keys.empty()) {
    return refuseKeys(op);
  }
  if (shape.bytes > 64) {
    return Refusal{op, "sort.bytes",
                   "a tile of places does not fit the memory on the chip"};
  }
  if (shape.tiles > 1 && shape.passes() == 1 && !space.inPlace.empty()) {
    return Refusal{op, "sort.inplace",
                   "places are written before all of them are read"};
  }
  return std::nullopt;
}

AlgorithmWork workOf(const TilingSpace &space, Operation *op, const Machine &) {
  BlockSortShape shape(space, op);
  return {shape.outer * shape.inner * shape.length, shape.passes() * 16};
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &machine) {
  BlockSortShape shape(space, op);
  shape.countOn(machine, shape.tile);
  Workspace workspace;
  SmallVector<KernelOp> kernels;
  BlockSort(builder, loc, name, space, shape, workspace, kernels).run();
  return kernels;
}

} // namespace

SmallVector<unsigned> sortInWorkspace(OpBuilder &builder, Location loc,
                                      StringRef name, const TilingSpace &space,
                                      const BlockSortShape &shape,
                                      Workspace &workspace,
                                      ArrayRef<unsigned> lists,
                                      SmallVectorImpl<KernelOp> &kernels) {
  return BlockSort(builder, loc, name, space, shape, workspace, kernels)
      .run(lists);
}

const Algorithm sortByBlocks = {
    "sort of tiles by digits", isSort, refuse, workOf, nullptr, emitSteps};

} // namespace weft::tile
