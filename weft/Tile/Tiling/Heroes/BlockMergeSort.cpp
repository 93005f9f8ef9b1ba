// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting by any comparator, by blocks of threads: what digits (BlockSort.cpp)
// do not sort. Runs are merged in pairs, the left one's places first of equals:
//
//   runs    a block sorts a tile on the chip. A thread has a few places next to
//           each other, which neighbours that change places bring into order;
//           then two runs are merged at a time, by all threads
//   split   of two runs in memory, where the places of each tile of the merged
//           one come from
//   merge   a block reads these, merges them on the chip, and writes a tile
//
// Threads, and blocks, that merge two runs have a part of the result each, all
// of one size. How many of the first places of the result come from the left
// run is found by bisection, and so where each part begins in both runs. Only
// what the comparator looks at is read for that; all else moves once it is
// known from where.
//
// A comparator may contradict itself, as one of floats does beside NaN. Parts
// that are found then may overlap, so each begins where all before it end at
// least (`inOrder`): whatever the comparator says, every place is read once.
//
// Where only the first places of a line are wanted, no run has more.

#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/BlockSort.h"
#include "weft/Tile/Tiling/Heroes/SortLines.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Places that a thread merges, at most.
constexpr int64_t mostOfThread = 8;
/// Threads of a tile, at least.
constexpr int64_t fewestThreads = 32;
/// Parts of a line that a program looks for at a time.
constexpr int64_t mostParts = 256;
/// Bytes of a place, at most.
constexpr int64_t mostBytes = 64;

int64_t log2Of(int64_t value) {
  return static_cast<int64_t>(llvm::Log2_64(static_cast<uint64_t>(value)));
}

/// How a line is cut.
struct MergeTiles {
  explicit MergeTiles(const BlockSortShape &shape)
      : size(std::clamp(powerAbove(shape.length), BlockSortShape::fewestPlaces,
                        shape.bytes <= 16   ? int64_t(2048)
                        : shape.bytes <= 32 ? int64_t(1024)
                                            : int64_t(512))),
        ofThread(std::min(mostOfThread, size / fewestThreads)),
        count(static_cast<int64_t>(llvm::divideCeil(shape.length, size))) {
    while ((size << passes) < shape.length) {
      ++passes;
    }
  }

  /// Places of a tile, and of a thread.
  int64_t size;
  int64_t ofThread;
  /// Tiles of a line.
  int64_t count;
  /// How often runs are merged in pairs until there is one.
  int64_t passes = 0;
};

/// Two runs that are merged, for each of several parts of the result: tiles of
/// numbers.
struct RunPair {
  /// The first place of each, and how many it has.
  Value left;
  Value right;
  Value leftCount;
  Value rightCount;
  /// Of runs that are merged at the same time: the places that left ones may
  /// have which come before.
  Value order;
};

/// Reads what the comparator looks at, of single places.
using ReadPlaces = llvm::function_ref<SortTile(Value at, Value live)>;

/// One kernel.
class MergeStep : public SortStep {
public:
  MergeStep(const BlockSortShape &shape, const MergeTiles &tiles,
            OpBuilder &builder, Location loc, const std::string &name,
            const TilingSpace &space, int64_t places, int64_t programs,
            ArrayRef<ElementsAttr> tables = {})
      : SortStep(shape, builder, loc, name, space, places, programs, tables),
        tiles(tiles), threads(tiles.size / tiles.ofThread),
        ofThreads(RankedTensorType::get({threads}, builder.getI32Type())) {
    for (unsigned i = 0; i < shape.elements.size(); ++i) {
      Region &comparator = *shape.comparator;
      isCompared.push_back(!comparator.getArgument(2 * i).use_empty() ||
                           !comparator.getArgument(2 * i + 1).use_empty());
    }
    // Whatever it says is said of places.
    isCompared.front() |= !llvm::is_contained(isCompared, true);
  }

  /// The first `count` places of a tile in order; the others stay behind them.
  SortTile sortOnChip(const SortTile &entry, Value count) {
    Value below = number(count, ofThreads);
    SmallVector<Value> sorted = hero.loop(
        hero.index(0), hero.index(log2Of(threads)),
        flatten(sortOfThreads(entry, below)),
        [&](Value level, ValueRange carried) -> SmallVector<Value> {
          // Runs to begin with have as many places as a thread.
          Value exponent = hero.add(level, hero.index(log2Of(tiles.ofThread)));
          Value width = shiftLeft(hero.index(1), exponent);
          Value ofRun = number(width, ofThreads);
          Value first = ownPlace(0);
          Value at = math.both(first, math.sub(math.add(ofRun, ofRun),
                                               math.integer(ofThreads, 1)));
          RunPair runs;
          runs.left = math.sub(first, at);
          runs.right = math.add(runs.left, ofRun);
          runs.leftCount = within(math.sub(below, runs.left), ofRun);
          runs.rightCount = within(math.sub(below, runs.right), ofRun);
          runs.order =
              math.make<arith::ShRUIOp>(runs.left, math.integer(ofThreads, 1));
          return flatten(mergeOnChip(unflatten(entry, carried), runs, at,
                                     hero.add(exponent, hero.index(1))));
        });
    return unflatten(entry, sorted);
  }

  /// A tile of two runs, one behind the other, of so many places, indices.
  SortTile mergeTwo(const SortTile &entry, Value leftCount, Value rightCount) {
    RunPair runs;
    runs.left = math.zero(ofThreads);
    runs.leftCount = number(leftCount, ofThreads);
    runs.right = runs.leftCount;
    runs.rightCount = number(rightCount, ofThreads);
    runs.order = runs.left;
    return mergeOnChip(entry, runs, ownPlace(0),
                       hero.index(log2Of(tiles.size) + 1));
  }

  /// How many of the first `count` places of merged runs are of the left one,
  /// found in so many steps, an index.
  Value takenFromLeft(ReadPlaces read, const RunPair &runs, Value count,
                      Value steps) {
    Type type = count.getType();
    Value one = math.integer(type, 1);
    Value least =
        hero.larger(math.sub(count, runs.rightCount), math.zero(type));
    Value most = hero.smaller(count, runs.leftCount);
    return hero.loop(
        hero.index(0), steps, ValueRange{least, most},
        [&](Value, ValueRange range) -> SmallVector<Value> {
          Value isOpen =
              math.compare(arith::CmpIPredicate::slt, range[0], range[1]);
          Value half =
              math.make<arith::ShRUIOp>(math.add(range[0], range[1]), one);
          Value others = math.sub(math.sub(count, half), one);
          Value isRightLess = isLess(read(math.add(runs.right, others), isOpen),
                                     read(math.add(runs.left, half), isOpen));
          Value raises = math.both(isOpen, math.complement(isRightLess));
          Value lowers = math.both(isOpen, isRightLess);
          return {math.select(raises, math.add(half, one), range[0]),
                  math.select(lowers, half, range[1])};
        })[0];
  }

  /// The same numbers, unless the comparator contradicts itself: no part of
  /// either run begins before the one in front of it. `before`: the greatest
  /// numbers of left and right places so far, which are replaced; none where
  /// these are all.
  Value inOrder(Value taken, const RunPair &runs, Value count,
                MutableArrayRef<Value> before = {}) {
    Value left = greatest(math.add(runs.order, taken),
                          before.empty() ? nullptr : &before[0]);
    Value both = math.add(count, math.add(runs.order, runs.order));
    Value right =
        greatest(math.sub(both, left), before.empty() ? nullptr : &before[1]);
    return math.sub(math.add(count, runs.order), right);
  }

  /// A reader of places of the line.
  SortTile readLine(const Places &from, Value at, Value live) {
    SortTile entry(shape.elements.size());
    for (unsigned i = 0; i < entry.size(); ++i) {
      if (isCompared[i]) {
        entry[i] = gather(from, i, at, live);
      }
    }
    return entry;
  }

  // Tiles of numbers, and indices.
  /// Between none and `most`.
  Value within(Value a, Value most) {
    return hero.larger(hero.smaller(a, most), math.zero(a.getType()));
  }
  Value shiftLeft(Value a, Value by) { return math.make<arith::ShLIOp>(a, by); }

private:
  /// Place `i` of each thread.
  Value ownPlace(int64_t i) {
    Value first =
        math.make<arith::MulIOp>(math.make<IotaOp>(ofThreads, 0),
                                 math.integer(ofThreads, tiles.ofThread));
    return i == 0 ? first : math.add(first, math.integer(ofThreads, i));
  }

  /// The greatest number so far. `before` is a tile of rank 0, or null. Warps
  /// have rows, so that each thread keeps one number.
  Value greatest(Value numbers, Value *before) {
    auto scan = [&](Value values, int64_t dimension, bool isExclusive) {
      return ScanOp::create(hero.builder, hero.loc, CombineKind::Max,
                            ValueRange{values}, dimension, isExclusive);
    };
    const int64_t all = cast<RankedTensorType>(numbers.getType()).getDimSize(0);
    const int64_t row = std::min(all, fewestThreads);
    auto inRows = scan(math.reshape(numbers, {all / row, row}), 1, false);
    auto ofRows = scan(inRows.getTotals()[0], 0, true);
    Value past = ofRows.getScanned()[0];
    if (before) {
      past = hero.larger(past, math.repeat(*before, {all / row}));
      *before = hero.larger(*before, ofRows.getTotals()[0]);
    }
    return math.reshape(
        hero.larger(inRows.getScanned()[0],
                    math.broadcast(past, {0}, {all / row, row})),
        {all});
  }

  /// Of memory on the chip that parts of an operand take, one after the other.
  static std::string nameOf(size_t operand, size_t part) {
    return llvm::formatv("operand_{0}_{1}", operand, part).str();
  }

  /// What the comparator looks at, on the chip; by operand and part.
  using Memory = SmallVector<SmallVector<Value>>;
  Memory comparedOnChip(const SortTile &entry) {
    Memory memory(entry.size());
    for (auto [i, parts] : llvm::enumerate(entry)) {
      if (isCompared[i]) {
        for (Value part : parts) {
          memory[i].push_back(table(part, nameOf(i, memory[i].size())));
        }
      }
    }
    return memory;
  }
  SortTile readChip(const Memory &memory, Value at, Value live) {
    SortTile entry(memory.size());
    for (auto [parts, refs] : llvm::zip_equal(entry, memory)) {
      for (Value ref : refs) {
        parts.push_back(lookUp(ref, at, live));
      }
    }
    return entry;
  }

  SortTile choose(Value condition, const SortTile &a, const SortTile &b) {
    SortTile entry(a.size());
    for (auto [parts, x, y] : llvm::zip_equal(entry, a, b)) {
      for (auto [p, q] : llvm::zip_equal(x, y)) {
        parts.push_back(math.select(condition, p, q));
      }
    }
    return entry;
  }

  /// Every place is taken from another one of the tile, whose number is that of
  /// so many places of each thread. Numbers go through memory, too: threads
  /// read and write what lies next to each other.
  SortTile take(const SortTile &entry, const Memory &memory,
                ArrayRef<Value> ofPlaces) {
    auto ofAll = RankedTensorType::get({threads, tiles.ofThread},
                                       hero.builder.getI32Type());
    Value numbers = table(
        math.reshape(math.make<JoinOp>(ofAll, ValueRange(ofPlaces)), {tile}),
        "numbers");
    Value from = math.make<LoadOp>(index, numbers, ValueRange{hero.index(0)},
                                   ArrayRef<Value>());
    SortTile moved(entry.size());
    for (unsigned i = 0; i < entry.size(); ++i) {
      for (auto [part, value] : llvm::enumerate(entry[i])) {
        moved[i].push_back(lookUp(isCompared[i] ? memory[i][part]
                                                : table(value, nameOf(i, part)),
                                  from, Value()));
      }
    }
    return moved;
  }

  /// The places of each thread in order, as far as they are below a number:
  /// neighbours change places in as many rounds as there are places.
  SortTile sortOfThreads(const SortTile &entry, Value below) {
    const Memory memory = comparedOnChip(entry);
    const auto count = static_cast<size_t>(tiles.ofThread);
    SmallVector<Value> places;
    SmallVector<Value> carried;
    for (size_t i = 0; i < count; ++i) {
      places.push_back(ownPlace(static_cast<int64_t>(i)));
    }
    SortTile like;
    for (Value place : places) {
      like = readChip(memory, place, Value());
      carried.push_back(place);
      llvm::append_range(carried, flatten(like));
    }
    const size_t values = carried.size() / count;
    carried = hero.loop(
        hero.index(0), hero.index(tiles.ofThread / 2), carried,
        [&](Value, ValueRange before) -> SmallVector<Value> {
          SmallVector<Value> after(before);
          auto ofPlace = [&](size_t i) {
            return MutableArrayRef(after).slice(i * values, values);
          };
          for (size_t round : {0, 1}) {
            for (size_t i = round; i + 1 < count; i += 2) {
              MutableArrayRef<Value> left = ofPlace(i);
              MutableArrayRef<Value> right = ofPlace(i + 1);
              Value isTurned = math.both(
                  isLess(unflatten(like, ValueRange(right).drop_front()),
                         unflatten(like, ValueRange(left).drop_front())),
                  math.compare(arith::CmpIPredicate::slt, places[i + 1],
                               below));
              for (auto [a, b] : llvm::zip_equal(left, right)) {
                Value first = math.select(isTurned, b, a);
                b = math.select(isTurned, a, b);
                a = first;
              }
            }
          }
          return after;
        });
    SmallVector<Value> numbers;
    for (size_t i = 0; i < count; ++i) {
      numbers.push_back(carried[i * values]);
    }
    return take(entry, memory, numbers);
  }

  /// Merges runs of a tile: a thread has so many places of merged runs as
  /// `ofThread`, from `at` on. What belongs to no run stays where it is.
  SortTile mergeOnChip(const SortTile &entry, const RunPair &runs, Value at,
                       Value steps) {
    const Memory memory = comparedOnChip(entry);
    auto read = [&](Value place, Value live) {
      return readChip(memory, place, live);
    };
    Value all = math.add(runs.leftCount, runs.rightCount);
    Value count = hero.smaller(at, all);
    Value taken = inOrder(takenFromLeft(read, runs, count, steps), runs, count);
    // A part ends where the next one begins.
    Value last = math.integer(ofThreads, threads - 1);
    Value thread = math.make<IotaOp>(ofThreads, 0);
    Value next =
        lookUp(table(math.add(runs.order, taken)),
               hero.smaller(math.add(thread, math.integer(ofThreads, 1)), last),
               Value());
    Value leftEnd =
        math.select(math.compare(arith::CmpIPredicate::slt, thread, last),
                    hero.smaller(math.sub(next, runs.order), runs.leftCount),
                    runs.leftCount);
    Value end = hero.smaller(
        math.add(count, math.integer(ofThreads, tiles.ofThread)), all);
    const Value stops[] = {math.add(runs.left, leftEnd),
                           math.add(runs.right, math.sub(end, leftEnd))};
    Value begins[] = {math.add(runs.left, taken),
                      math.add(runs.right, math.sub(count, taken))};
    auto isIn = [&](Value place, size_t run) {
      return math.compare(arith::CmpIPredicate::slt, place, stops[run]);
    };
    // The next place of each run, and what it has.
    Value left = begins[0];
    Value right = begins[1];
    SortTile ofLeft = read(left, isIn(left, 0));
    SortTile ofRight = read(right, isIn(right, 1));
    Value one = math.integer(ofThreads, 1);
    SmallVector<Value> numbers;
    for (int64_t i = 0; i < tiles.ofThread; ++i) {
      Value hasLeft = isIn(left, 0);
      Value takesRight =
          math.both(isIn(right, 1), math.either(math.complement(hasLeft),
                                                isLess(ofRight, ofLeft)));
      numbers.push_back(math.select(takesRight, right,
                                    math.select(hasLeft, left, ownPlace(i))));
      if (i + 1 == tiles.ofThread) {
        break;
      }
      Value next = math.add(math.select(takesRight, right, left), one);
      Value isThere = math.compare(arith::CmpIPredicate::slt, next,
                                   math.select(takesRight, stops[1], stops[0]));
      SortTile following = read(next, isThere);
      left = math.select(takesRight, left, next);
      right = math.select(takesRight, next, right);
      ofLeft = choose(takesRight, ofLeft, following);
      ofRight = choose(takesRight, following, ofRight);
    }
    return take(entry, memory, numbers);
  }

  const MergeTiles &tiles;
  int64_t threads;
  RankedTensorType ofThreads;
  /// By operand.
  SmallVector<bool> isCompared;
};

class BlockMergeSort {
public:
  BlockMergeSort(OpBuilder &builder, Location loc, StringRef name,
                 const TilingSpace &space, Operation *op,
                 const Machine &machine)
      : builder(builder), loc(loc), name(name), space(space), shape(space, op),
        tiles(shape) {
    shape.countOn(machine, mostParts * tiles.size);
  }

  SmallVector<KernelOp> run() {
    if (tiles.passes != 0) {
      for (SmallVector<unsigned> &lists : buffers) {
        for (unsigned i = 0; i < shape.elements.size(); ++i) {
          lists.push_back(workspace.add(shape.lineType(i, shape.length)));
        }
      }
      ends = workspace.add(
          RefType::get({shape.outer * shape.inner, tiles.count}, shape.count));
    }
    sortTiles();
    for (; done < tiles.passes; ++done) {
      split();
      merge();
    }
    return std::move(kernels);
  }

private:
  std::string begin(StringRef what) {
    if (!kernels.empty()) {
      builder.setInsertionPointAfter(kernels.back());
    }
    return (name + what + (done == 0 ? "" : "_" + std::to_string(done))).str();
  }

  bool isLast() const { return done + 1 == tiles.passes; }

  /// What a pass does, as a table of its kernels: how often runs have been
  /// merged, and how many places are written of results that nobody wants.
  ElementsAttr tableOfPass() {
    return tableOfNumbers(shape, {done, isLast() ? 0 : shape.length});
  }

  void sortTiles() {
    const bool isAll = tiles.passes == 0;
    MergeStep step(shape, tiles, builder, loc, begin(isAll ? "" : "_runs"),
                   space, tiles.size, tiles.count);
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    step.spread(tiles.ofThread);
    Value first = hero.mul(hero.program[2], tiles.size);
    Value count = hero.smaller(hero.index(tiles.size),
                               hero.sub(hero.index(shape.length), first));
    SortTile entry =
        step.sortOnChip(step.load(step.operands(), first, shape.length), count);
    Value wanted = hero.smaller(count, hero.index(shape.kept));
    step.scatter(
        isAll ? step.results() : step.inWorkspace(workspace, buffers[0]), entry,
        step.placesFrom(first), step.isBelow(step.places(), wanted));
  }

  /// Of the runs that are merged in a pass, where each tile of the result ends
  /// in the left one. A program has as many tiles as threads, and where a pair
  /// of runs has more, the first of its programs goes on with all of them.
  void split() {
    const int64_t parts = std::min(mostParts, powerAbove(tiles.count));
    const auto programs =
        static_cast<int64_t>(llvm::divideCeil(tiles.count, parts));
    MergeStep step(shape, tiles, builder, loc, begin("_split"), space, parts,
                   programs, tableOfPass());
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    Arithmetic &math = step.math;
    step.spread(1);
    Places from = step.inWorkspace(workspace, buffers[done % 2]);
    Value found = workspace.argument(hero.kernel, ends);
    Value one = hero.index(1);
    Value level = step.fromTable(0);
    Value exponent = hero.add(level, one);
    Value ofPair = step.shiftLeft(one, exponent);
    Value turns =
        hero.larger(one, math.make<arith::DivUIOp>(ofPair, hero.index(parts)));
    Value program = hero.program[2];
    Value isFirst =
        math.compare(arith::CmpIPredicate::eq,
                     math.make<arith::RemUIOp>(program, turns), hero.index(0));
    Value stop = math.select(
        isFirst, hero.smaller(hero.add(program, turns), hero.index(programs)),
        program);
    auto number = [&](Value scalar) { return step.number(scalar, step.far); };
    Value width = step.shiftLeft(hero.index(tiles.size), level);
    Value most = number(hero.smaller(width, hero.index(shape.kept)));
    Value none = math.zero(RankedTensorType::get({}, shape.count));
    hero.loop(
        program, stop, ValueRange{none, none},
        [&](Value i, ValueRange carried) -> SmallVector<Value> {
          Value firstTile = hero.mul(i, parts);
          Value tile = step.placesFrom(firstTile);
          Value pair = math.make<arith::ShRUIOp>(tile, number(exponent));
          Value inPair = math.sub(tile, step.shiftLeft(pair, number(exponent)));
          RunPair runs;
          runs.order = step.shiftLeft(
              pair, number(hero.add(level, hero.index(log2Of(tiles.size)))));
          runs.left = math.add(runs.order, runs.order);
          runs.right = math.add(runs.left, number(width));
          Value length = math.integer(step.far, shape.length);
          runs.leftCount = step.within(math.sub(length, runs.left), most);
          runs.rightCount = step.within(math.sub(length, runs.right), most);
          Value end = math.make<arith::MulIOp>(
              math.add(inPair, math.integer(step.far, 1)),
              math.integer(step.far, tiles.size));
          Value count = hero.smaller(
              hero.smaller(end, math.integer(step.far, shape.kept)),
              math.add(runs.leftCount, runs.rightCount));
          Value taken = step.takenFromLeft(
              [&](Value at, Value live) {
                return step.readLine(from, at, live);
              },
              runs, count, hero.add(level, hero.index(log2Of(tiles.size) + 1)));
          SmallVector<Value> before(carried);
          taken = step.inOrder(taken, runs, count, before);
          StoreOp::create(builder, loc, math.reshape(taken, {1, parts}), found,
                          ValueRange{step.line(), firstTile},
                          ArrayRef<Value>{Value(), hero.index(tiles.count)});
          return before;
        });
  }

  void merge() {
    MergeStep step(shape, tiles, builder, loc, begin("_merge"), space,
                   tiles.size, tiles.count, tableOfPass());
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    Arithmetic &math = step.math;
    step.spread(tiles.ofThread);
    Places from = step.inWorkspace(workspace, buffers[done % 2]);
    Value level = step.fromTable(0);
    Value exponent = hero.add(level, hero.index(1));
    Value tile = hero.program[2];
    Value firstTile =
        step.shiftLeft(math.make<arith::ShRUIOp>(tile, exponent), exponent);
    Value first = hero.mul(firstTile, tiles.size);
    Value width = step.shiftLeft(hero.index(tiles.size), level);
    Value most = hero.smaller(width, hero.index(shape.kept));
    Value left = hero.sub(hero.index(shape.length), first);
    Value all = hero.smaller(hero.add(step.within(left, most),
                                      step.within(hero.sub(left, width), most)),
                             hero.index(shape.kept));
    Value inPair = hero.mul(hero.sub(tile, firstTile), tiles.size);
    Value begin = hero.smaller(inPair, all);
    Value end = hero.smaller(hero.add(inPair, hero.index(tiles.size)), all);
    // What of the part comes from the left run.
    Value found = workspace.argument(hero.kernel, ends);
    auto takenBy = [&](Value at) {
      return hero.toIndex(hero.load(found, {step.line(), at}, shape.count),
                          shape.count);
    };
    Value zero = hero.index(0);
    Value isFirst = math.compare(arith::CmpIPredicate::eq, tile, firstTile);
    Value before =
        math.select(isFirst, zero,
                    takenBy(hero.larger(hero.sub(tile, hero.index(1)), zero)));
    Value leftCount = hero.sub(takenBy(tile), before);
    Value count = hero.sub(end, begin);
    Value live = step.isBelow(step.places(), count);
    Value inRight =
        hero.sub(hero.add(width, hero.sub(begin, before)), leftCount);
    Value at =
        math.add(step.inLine(step.places()),
                 math.select(step.isBelow(step.places(), leftCount),
                             step.number(hero.add(first, before), step.far),
                             step.number(hero.add(first, inRight), step.far)));
    SortTile entry = step.mergeTwo(step.gather(from, at, live), leftCount,
                                   hero.sub(count, leftCount));
    Value to = step.placesFrom(hero.add(first, begin));
    if (isLast() && !shape.endsAlike()) {
      step.scatter(step.results(), entry, to, live);
      return;
    }
    const SmallVector<unsigned> &others = buffers[(done + 1) % 2];
    Places target = isLast() ? step.resultsAsLines(workspace, others)
                             : step.inWorkspace(workspace, others);
    Value isWritten = math.both(live, step.isBelow(to, step.fromTable(1)));
    for (unsigned i = 0; i < shape.elements.size(); ++i) {
      step.scatter(target, i, entry[i], to,
                   step.isWanted[i] ? live : isWritten);
    }
  }

  OpBuilder &builder;
  Location loc;
  StringRef name;
  const TilingSpace &space;
  BlockSortShape shape;
  const MergeTiles tiles;
  Workspace workspace;
  /// Which take turns; by operand.
  SmallVector<unsigned> buffers[2];
  /// Of each line and tile.
  unsigned ends = 0;
  /// Passes.
  int64_t done = 0;
  SmallVector<KernelOp> kernels;
};

std::optional<Refusal> refuse(const TilingSpace &space, Operation *op) {
  if (!sortByBlocks.refuse(space, op)) {
    return Refusal{op, "merge.digits", "digits of keys sort it"};
  }
  const BlockSortShape shape(space, op);
  if (shape.bytes > mostBytes) {
    return Refusal{op, "sort.bytes",
                   "a tile of places does not fit the memory on the chip"};
  }
  return std::nullopt;
}

AlgorithmWork workOf(const TilingSpace &space, Operation *op, const Machine &) {
  const BlockSortShape shape(space, op);
  const MergeTiles tiles(shape);
  const SortLines lines(space, op);
  const int64_t places = lines.count() * lines.length;
  // A thread looks for where it begins, then takes one place after the other.
  const int64_t each = lines.compared + lines.moved + 8;
  const int64_t onChip = log2Of(tiles.size) + tiles.passes;
  // A pass reads and writes all places. One that has found its places waits
  // for them once.
  return {.programs = places,
          .steps = 3 * onChip * each,
          .bytes = 2 * (tiles.passes + 1) * places * shape.bytes,
          .kernels = 2 * tiles.passes + 1,
          .waits = 2 + tiles.passes * (log2Of(tiles.size) + tiles.passes)};
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &machine) {
  return BlockMergeSort(builder, loc, name, space, op, machine).run();
}

} // namespace

const Algorithm mergeByBlocks = {
    "merge sort of tiles", isSort, refuse, workOf, nullptr, emitSteps};

} // namespace weft::tile
