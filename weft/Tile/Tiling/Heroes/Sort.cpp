// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting, one program per line.
//
// A merge sort goes from runs of one upwards. Two lines of scratch per operand
// take turns: runs in one are merged in pairs into the other. Of equal elements
// the left one goes first, so the order is stable.
//
// Where only the first few places of a line are wanted, they can be kept in
// order while the line is read: most elements are worse than the last of them
// and cost one comparison.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/PlantedFault.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// One element of each operand, which move together.
using Entry = llvm::SmallVector<TileValue>;

/// The first `kept` places of a line, by insertion.
class Selection {
public:
  Selection(HeroKernel &hero, stablehlo::SortOp sort, int64_t kept)
      : hero(hero), sort(sort), kept(kept) {
    for (Value operand : sort->getOperands()) {
      elements.push_back(getElementTypeOrSelf(operand.getType()));
      lines.push_back(hero.scratch({kept}, elements.back()));
    }
  }

  Entry load(ArrayRef<Value> refs, HeroKernel::Indices at) {
    Entry entry;
    for (auto [ref, element] : llvm::zip_equal(refs, elements)) {
      entry.push_back(hero.load(ref, at, element));
    }
    return entry;
  }
  void store(ArrayRef<Value> refs, HeroKernel::Indices at, const Entry &entry) {
    for (auto [ref, element, value] : llvm::zip_equal(refs, elements, entry)) {
      hero.store(ref, at, value, element);
    }
  }

  /// Element number `count` of the line.
  void offer(const Entry &entry, Value count) {
    Value last = hero.smaller(count, hero.index(kept - 1));
    Value isEarly = hero.isBelow(count, hero.index(kept));
    Value isBetter =
        hero.math.either(isEarly, isLess(entry, load(lines, {last})));
    hero.when(isBetter, [&] { insert(entry, last, count); });
  }

  llvm::SmallVector<Value> lines;

private:
  Value isLess(const Entry &a, const Entry &b) {
    llvm::SmallVector<TileValue> arguments;
    for (auto [x, y] : llvm::zip_equal(a, b)) {
      arguments.push_back(x);
      arguments.push_back(y);
    }
    return emitBody(hero.math, sort.getComparator(), arguments,
                    hero.captured)[0][0];
  }

  /// Walks down the places with an entry in hand, which is exchanged at the
  /// first place it belongs before, and at all after that.
  void insert(const Entry &entry, Value last, Value count) {
    llvm::SmallVector<Value> initial;
    for (const TileValue &value : entry) {
      llvm::append_range(initial, value);
    }
    initial.push_back(
        hero.math.make<arith::ConstantOp>(hero.builder.getBoolAttr(false)));
    hero.loop(hero.index(0), hero.add(last, hero.index(1)), initial,
              [&](Value at, ValueRange carried) -> llvm::SmallVector<Value> {
                Entry held = read(carried);
                Entry there = load(lines, {at});
                Value isFree =
                    hero.math.compare(arith::CmpIPredicate::eq, at, count);
                Value exchanged =
                    hero.math.either(hero.math.either(carried.back(), isFree),
                                     isLess(held, there));
                store(lines, {at}, choose(exchanged, held, there));
                llvm::SmallVector<Value> next;
                for (const TileValue &value : choose(exchanged, there, held)) {
                  llvm::append_range(next, value);
                }
                next.push_back(exchanged);
                return next;
              });
  }

  Entry read(ValueRange carried) {
    Entry entry;
    size_t next = 0;
    for (Type element : elements) {
      TileValue &value = entry.emplace_back();
      for (unsigned i = 0; i < partCount(element); ++i) {
        value.push_back(carried[next++]);
      }
    }
    return entry;
  }

  Entry choose(Value condition, const Entry &a, const Entry &b) {
    Entry entry;
    for (auto [x, y] : llvm::zip_equal(a, b)) {
      TileValue &value = entry.emplace_back();
      for (auto [p, q] : llvm::zip_equal(x, y)) {
        value.push_back(hero.math.select(condition, p, q));
      }
    }
    return entry;
  }

  HeroKernel &hero;
  stablehlo::SortOp sort;
  int64_t kept;
  llvm::SmallVector<Type> elements;
};

/// The lines that are sorted.
struct Lines {
  Lines(const TilingSpace &space, Operation *op)
      : sort(cast<stablehlo::SortOp>(op)),
        compared(unitsOfBody(sort.getComparator())),
        moved(2 * op->getNumOperands()) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    along = sort.getDimension();
    along = along < 0 ? along + type.getRank() : along;
    length = type.getDimSize(along);
    kept =
        cast<RankedTensorType>(space.roots.front().getType()).getDimSize(along);
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (d != along) {
        counts.push_back(type.getDimSize(d));
      }
    }
  }

  int64_t count() const {
    int64_t all = 1;
    for (int64_t extent : counts) {
      all *= extent;
    }
    return all;
  }
  /// Place `i` of the program's line.
  llvm::SmallVector<Value> at(HeroKernel &hero, Value i) const {
    llvm::SmallVector<Value> indices(hero.program);
    indices.insert(indices.begin() + along, i);
    return indices;
  }

  stablehlo::SortOp sort;
  /// Steps of a comparison, and of moving the elements of one place.
  int64_t compared;
  int64_t moved;
  int64_t along = 0;
  int64_t length = 0;
  /// How many of the first places are wanted.
  int64_t kept = 0;
  llvm::SmallVector<int64_t> counts;
};

bool isSort(Operation *op) { return isa<stablehlo::SortOp>(op); }

/// In the worst order every element walks over all that is kept, so that is
/// little.
std::optional<Refusal> refuseSelection(const TilingSpace &space,
                                       Operation *op) {
  constexpr int64_t mostKept = 128;
  Lines lines(space, op);
  if (lines.kept == lines.length) {
    return Refusal{op, "sort.all", "all places are wanted"};
  }
  if (lines.kept > mostKept) {
    return Refusal{op, "sort.kept",
                   llvm::formatv("{0} places are wanted, and elements are "
                                 "inserted into {1} at most",
                                 lines.kept, mostKept)};
  }
  return std::nullopt;
}

/// Of elements in no order, the i-th is among the first k of those before it
/// once in i / k times.
AlgorithmWork workOfSelection(const TilingSpace &space, Operation *op,
                              const Machine &) {
  Lines lines(space, op);
  int64_t inserted = lines.kept;
  for (int64_t seen = lines.kept; seen * 2 <= lines.length; seen *= 2) {
    // ln 2 of them while their number doubles.
    inserted += lines.kept * 7 / 10;
  }
  // An element that gets in is compared and exchanged all the way down.
  int64_t exchanged = lines.compared + 2 * lines.moved + 3;
  return {lines.count(), lines.length * (lines.compared + lines.moved) +
                             inserted * lines.kept * exchanged};
}

AlgorithmWork workOfMerge(const TilingSpace &space, Operation *op,
                          const Machine &) {
  Lines lines(space, op);
  auto passes = static_cast<int64_t>(
      llvm::Log2_64_Ceil(std::max<int64_t>(lines.length, 2)));
  // Two elements are read, one is written, and two places are counted.
  int64_t each = lines.compared + 2 * lines.moved + 4;
  return {lines.count(), lines.length * (passes * each + 2 * lines.moved)};
}

KernelOp emitSelection(OpBuilder &builder, Location loc, StringRef name,
                       const TilingSpace &space, Operation *op,
                       const Machine &) {
  Lines lines(space, op);
  HeroKernel hero(builder, loc, name, space, op, lines.counts);
  Selection selection(hero, lines.sort, lines.kept);
  llvm::SmallVector<Value> operands;
  llvm::SmallVector<Value> results;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    operands.push_back(hero.operand(i));
    results.push_back(hero.result(i));
  }
  // Places are compared with before they are taken, for nothing; they hold
  // something.
  hero.loop(hero.index(0), hero.index(lines.kept), [&](Value at) {
    selection.store(selection.lines, {at},
                    selection.load(operands, lines.at(hero, at)));
  });
  hero.loop(hero.index(0), hero.index(lines.length), [&](Value at) {
    selection.offer(selection.load(operands, lines.at(hero, at)), at);
  });
  hero.loop(hero.index(0), hero.index(lines.kept), [&](Value at) {
    selection.store(results, lines.at(hero, at),
                    selection.load(selection.lines, {at}));
  });
  return hero.kernel;
}

/// Sorts a line by merging runs, from one line of the scratch memory to the
/// other and back.
class Merging {
public:
  Merging(HeroKernel &hero, Lines &whole)
      : hero(hero), whole(whole), zero(hero.index(0)), one(hero.index(1)),
        end(hero.index(whole.length)), last(hero.index(whole.length - 1)) {
    for (Type operand : whole.sort->getOperandTypes()) {
      elements.push_back(getElementTypeOrSelf(operand));
      lines.push_back(hero.scratch({2, whole.length}, elements.back()));
    }
  }

  void read() {
    hero.loop(zero, end, [&](Value at) {
      for (auto [i, element] : llvm::enumerate(elements)) {
        hero.store(lines[i], {zero, at},
                   hero.load(hero.operand(i), whole.at(hero, at), element),
                   element);
      }
    });
  }

  /// Returns the number of the line that is sorted.
  Value sort() {
    int64_t passes = 0;
    while ((int64_t{1} << passes) < whole.length) {
      ++passes;
    }
    return hero.loop(
        zero, hero.index(passes), ValueRange{zero, one},
        [&](Value, ValueRange carried) -> llvm::SmallVector<Value> {
          Value from = carried[0];
          Value width = carried[1];
          Value to = hero.sub(one, from);
          Value pair = hero.add(width, width);
          Value pairs = hero.math.make<arith::CeilDivUIOp>(end, pair);
          hero.loop(zero, pairs, [&](Value i) {
            merge(from, to, hero.math.make<arith::MulIOp>(i, pair), width);
          });
          return {to, pair};
        })[0];
  }

  void write(Value sorted) {
    hero.loop(zero, hero.index(whole.kept), [&](Value at) {
      for (auto [i, element] : llvm::enumerate(elements)) {
        hero.store(hero.result(i), whole.at(hero, at),
                   hero.load(lines[i], {sorted, at}, element), element);
      }
    });
  }

private:
  Value isLess(ArrayRef<TileValue> mine, ArrayRef<TileValue> others) {
    if (isPlanted(Fault::EqualsTurned)) {
      return hero.math.complement(compare(others, mine));
    }
    return compare(mine, others);
  }

  Value compare(ArrayRef<TileValue> first, ArrayRef<TileValue> second) {
    llvm::SmallVector<TileValue> arguments;
    for (auto [a, b] : llvm::zip_equal(first, second)) {
      arguments.push_back(a);
      arguments.push_back(b);
    }
    return emitBody(hero.math, whole.sort.getComparator(), arguments,
                    hero.captured)[0][0];
  }

  /// Merges two runs of `width` from one line to the other.
  void merge(Value from, Value to, Value first, Value width) {
    Value middle = hero.smaller(hero.add(first, width), end);
    Value stop = hero.smaller(hero.add(middle, width), end);
    hero.loop(first, stop, ValueRange{first, middle},
              [&](Value at, ValueRange next) -> llvm::SmallVector<Value> {
                Value left = hero.smaller(next[0], last);
                Value right = hero.smaller(next[1], last);
                llvm::SmallVector<TileValue> leftElements;
                llvm::SmallVector<TileValue> rightElements;
                for (unsigned i = 0; i < elements.size(); ++i) {
                  leftElements.push_back(
                      hero.load(lines[i], {from, left}, elements[i]));
                  rightElements.push_back(
                      hero.load(lines[i], {from, right}, elements[i]));
                }
                Value isRightLess = isLess(rightElements, leftElements);
                Value hasRight = hero.isBelow(next[1], stop);
                Value hasLeft = hero.isBelow(next[0], middle);
                Value takesRight =
                    hero.math.either(hero.math.complement(hasLeft),
                                     hero.math.both(hasRight, isRightLess));
                for (unsigned i = 0; i < elements.size(); ++i) {
                  TileValue taken;
                  for (auto [l, r] :
                       llvm::zip_equal(leftElements[i], rightElements[i])) {
                    taken.push_back(hero.math.select(takesRight, r, l));
                  }
                  hero.store(lines[i], {to, at}, taken, elements[i]);
                }
                Value step = hero.math.select(takesRight, one, zero);
                return {hero.add(next[0], hero.sub(one, step)),
                        hero.add(next[1], step)};
              });
  }

  HeroKernel &hero;
  Lines &whole;
  Value zero;
  Value one;
  Value end;
  Value last;
  llvm::SmallVector<Type> elements;
  llvm::SmallVector<Value> lines;
};

KernelOp emitMerge(OpBuilder &builder, Location loc, StringRef name,
                   const TilingSpace &space, Operation *op, const Machine &) {
  Lines whole(space, op);
  HeroKernel hero(builder, loc, name, space, op, whole.counts);
  Merging merging(hero, whole);
  merging.read();
  merging.write(merging.sort());
  return hero.kernel;
}

} // namespace

const Algorithm insertionSelect = {"insertion of the first places", isSort,
                                   refuseSelection, workOfSelection,
                                   emitSelection};
const Algorithm mergeSort = {"merge sort", isSort, refuseNothing, workOfMerge,
                             emitMerge};

} // namespace weft::tile
